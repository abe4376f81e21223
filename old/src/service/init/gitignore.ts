// Whether git ignores pawl's state, read from the text of .gitignore files, and how an entry is added. Pure.

/** A text of patterns and the folder they are relative to. */
export interface IgnoreFile {
  /** From the root, with a slash at the end; the empty string is the root. */
  readonly folder: string;
  readonly text: string;
}

interface Pattern {
  readonly test: RegExp;
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
}

function toPattern(line: string): Pattern | null {
  const text = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return null;
  const isNegated = text.startsWith('!');
  const bare = isNegated ? text.slice(1) : text;
  const onlyFolders = bare.endsWith('/');
  const glob = onlyFolders ? bare.slice(0, -1) : bare;
  const isAnchored = glob.includes('/');
  const source = globSource(glob.replace(/^\//, ''));
  try {
    return { test: new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${source}$`), isNegated, onlyFolders };
  } catch {
    return null; // a range such as [z-a], which fits nothing
  }
}

const globPart = /\*\*\/|\/\*\*$|\*+|\?|\[[!^]?\]?[^\]]*\]|\\.|[\s\S]/g;

function globSource(glob: string): string {
  return glob.replace(globPart, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '/**') return '/.+';
    if (part.startsWith('*')) return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.startsWith('[') && part.length > 2) {
      return `[${part
        .slice(1, -1)
        .replace(/^!/, '^')
        .replace(/[\\[\]]/g, '\\$&')}]`;
    }
    const letter = part.startsWith('\\') && part.length > 1 ? part.slice(1) : part;
    return letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
}

/** The last pattern that fits decides, and nested files win over outer ones; what lies in an ignored folder is ignored. */
function isIgnored(file: string, ignores: readonly IgnoreFile[]): boolean {
  const rules = ignores.map(({ folder, text }) => ({ folder, patterns: text.split('\n').map(toPattern) }));
  const parts = file.split('/');
  for (let length = 1; length <= parts.length; length++) {
    const at = parts.slice(0, length).join('/');
    const isFolder = length < parts.length;
    let ignored = false;
    for (const { folder, patterns } of rules) {
      if (!at.startsWith(folder)) continue;
      for (const pattern of patterns) {
        if (pattern === null || (pattern.onlyFolders && !isFolder)) continue;
        if (pattern.test.test(at.slice(folder.length))) ignored = !pattern.isNegated;
      }
    }
    if (ignored) return true;
  }
  return false;
}

/**
 * Tells whether everything in a folder is ignored.
 * @param folder the folder from the root, with a slash at the end
 * @param ignores the ignore files, outer ones first
 * @returns true when both a checkpoint and pawl's own files in it are ignored
 */
export function ignoresFolder(folder: string, ignores: readonly IgnoreFile[]): boolean {
  return ['implement-checkpoint.json', '.pawl/command/implement.log'].every((name) =>
    isIgnored(folder + name, ignores),
  );
}

/**
 * Adds an entry; the file keeps its line ends. It ends with one: a line that someone appends would else become part of the entry.
 * @param text the file's text, or null when there is none
 * @param entry the entry
 * @returns the new text
 */
export function addIgnore(text: string | null, entry: string): string {
  if (text === null || text === '') return `${entry}\n`;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text.endsWith('\n') ? '' : eol}${entry}${eol}`;
}
