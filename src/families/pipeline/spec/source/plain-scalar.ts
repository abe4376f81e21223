// What a plain scalar of YAML 1.2 (core schema) stands for.

const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...['~', 'null', 'Null', 'NULL'].map((one) => [one, null] as const),
  ...['true', 'True', 'TRUE'].map((one) => [one, true] as const),
  ...['false', 'False', 'FALSE'].map((one) => [one, false] as const),
]);

const other = /^[\d.+-]/;
const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const whole = /^0(?:o[0-7]+|x[\da-fA-F]+)$/;
const endless = /^(?:([-+]?)\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/**
 * Reads a plain scalar.
 * @param text as it is written
 * @returns its value
 */
export function scalarIn(text: string): string | number | boolean | null {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (!other.test(text)) return text;
  if (decimal.test(text) || whole.test(text)) return Number(text);
  const [found, sign] = endless.exec(text) ?? [];
  if (found === undefined) return text;
  if (sign === undefined) return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
