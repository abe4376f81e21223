// Colours: which there are, and whether they are wanted.

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export type Format = keyof typeof codes;

/** Colours a text, or leaves it as it is where colours are not wanted. */
export type Paint = (format: Format, text: string) => string;

/** Leaves every text as it is. */
export const plainPaint: Paint = (_format, text) => text;

/** Colours every text. */
export const ansiPaint: Paint = (format, text) => {
  const [on, off] = codes[format];
  return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
};

/**
 * Tells whether colours are wanted.
 * @param isTerminal whether the text goes to a terminal
 * @param env the environment: `FORCE_COLOR` wins over `NO_COLOR`, as in Node itself
 * @returns true on a terminal that is not dumb, unless the environment says otherwise
 */
export function wantsColour(isTerminal: boolean, env: NodeJS.ProcessEnv = process.env): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}
