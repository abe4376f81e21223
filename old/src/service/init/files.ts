// The files that `init` writes: how pawl recognises its own, and whether a person changed them. Pure.

import { checksumText } from '../../rules/checksum.js';

/** What a file of ours says about itself. */
export interface Header {
  readonly version: string;
  /** Whether the rest is still what pawl wrote. */
  readonly isUnchanged: boolean;
}

const headerLine = /^(?:\/\/|#|<!--) pawl (\d+\.\d+\.\d+\S*) checksum ([0-9a-f]{16})\b.*$/;

/** The line that names a script's interpreter, and the front matter of a document, must come first: the header stands below. */
function splitTop(text: string): readonly [top: string, rest: string] {
  const top = text.startsWith('#!')
    ? text.slice(0, text.indexOf('\n') + 1)
    : (/^---\n[\s\S]*?\n---\n/.exec(text)?.[0] ?? '');
  return [top, text.slice(top.length)];
}

/** A front matter is part of what a person may change; which interpreter is named is not. */
const sumOf = (top: string, body: string): string => checksumText(top.startsWith('---') ? top + body : body);

/**
 * Ends all lines as on Unix. Git may change line ends; that is no change by a person.
 * @param text a file's text
 * @returns the text without carriage returns at its ends of lines
 */
export function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/**
 * Puts the header before a file's text.
 * @param text the text
 * @param version the version that writes it
 * @returns the text with its header
 */
export function withHeader(text: string, version: string): string {
  const [top, body] = splitTop(unixLines(text));
  const isShell = top.startsWith('#!') && !/\bnode\b/.test(top);
  const isMarkdown = top.startsWith('---') || /^#+ /.test(body);
  const [sign, close] = isShell ? ['#', ''] : isMarkdown ? ['<!--', ' -->'] : ['//', ''];
  const remark = '(as long as this fits, `pawl init` may update the file)';
  return `${top}${sign} pawl ${version} checksum ${sumOf(top, body)} ${remark}${close}\n${body}`;
}

/**
 * Reads the header of a file.
 * @param text the file's text
 * @returns what it says, or null when the file is not ours
 */
export function readHeader(text: string): Header | null {
  const [top, plain] = splitTop(unixLines(text));
  const end = plain.indexOf('\n');
  const match = headerLine.exec(end < 0 ? plain : plain.slice(0, end));
  if (match?.[1] === undefined) return null;
  return { version: match[1], isUnchanged: sumOf(top, plain.slice(end + 1)) === match[2] };
}

/**
 * Compares versions; what follows a hyphen counts as older than nothing.
 * @param a one version
 * @param b the other
 * @returns below 0 when a is older, above 0 when it is newer
 */
export function compareVersions(a: string, b: string): number {
  const [left = '', leftPre = ''] = a.split('-', 2);
  const [right = '', rightPre = ''] = b.split('-', 2);
  const order = left.localeCompare(right, 'en', { numeric: true });
  if (order !== 0 || leftPre === rightPre) return order;
  if (leftPre === '' || rightPre === '') return leftPre === '' ? 1 : -1;
  return leftPre.localeCompare(rightPre, 'en', { numeric: true });
}

const blockStart = '// >>> pawl init: getStateDir';
const blockEnd = '// <<< pawl init: getStateDir';

/** Whatever the script exports, it must go on working: exports that are frozen are copied, and nothing here throws. */
const block = `${blockStart}
try {
  /**
   * Give the folder of command checkpoints.
   * @returns {string} The path of .claude/state below the project's root
   */
  const stateDir = () => {
    const root = typeof module.exports.getGitRoot === 'function' ? module.exports.getGitRoot() : null;
    return require('node:path').join(root || process.env.GIT_ROOT || process.cwd(), '.claude', 'state');
  };
  const own = module.exports;
  const value = typeof getStateDir === 'function' ? getStateDir : stateDir;
  if (typeof own.getStateDir !== 'function') {
    if (Object.isExtensible(own)) module.exports.getStateDir = value;
    else if (typeof own === 'object') {
      const added = { value, enumerable: true };
      const all = { ...Object.getOwnPropertyDescriptors(own), getStateDir: added };
      module.exports = Object.create(Object.getPrototypeOf(own), all);
    }
  }
} catch {
  // What cannot be extended stays as it is.
}
${blockEnd}
`;

/**
 * Tells whether a script exports `getStateDir`, by its text: a stranger's code is not run to find out.
 * @param text the script
 * @returns true when the name stands among what is exported; where that cannot be seen, to add it once more does no harm
 */
export function hasStateDir(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g, '');
  return /\bexports\s*(?:\.\s*|\[\s*['"`])getStateDir\b|\bexports\b[\s\S]*\bgetStateDir\s*(?:[,}:]|\([^()]*\)\s*\{)/.test(
    code,
  );
}

/**
 * Adds `getStateDir` to a script, between marks.
 * @param text the script
 * @returns the script with the block at its end
 */
export function addStateDir(text: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? eol : eol + eol;
  return `${text}${gap}${block.replaceAll('\n', eol)}`;
}

/**
 * Takes the block out again.
 * @param text the script
 * @returns the script without it, or null when there is none, or a person changed it
 */
export function removeStateDir(text: string): string | null {
  for (const eol of ['\n', '\r\n']) {
    const whole = block.replaceAll('\n', eol);
    for (const piece of [eol + whole, whole]) {
      const at = text.indexOf(piece);
      if (at >= 0) return text.slice(0, at) + text.slice(at + piece.length);
    }
  }
  return null;
}
