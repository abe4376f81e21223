// Splits a Markdown file into its YAML front matter and its body. Knows nothing of what they say.

/** A Markdown file in two parts. */
export interface FrontMatter {
  /** All lines of the file, without their endings. */
  readonly lines: readonly string[];
  /** The YAML, without the lines that enclose it. */
  readonly yaml: string;
  /** How many lines stand before the YAML. */
  readonly yamlOffset: number;
  readonly body: readonly string[];
}

/** Why a file has no front matter that could be read. */
export interface NoFrontMatter {
  readonly lines: readonly string[];
  readonly missing: 'start' | 'end';
  /** The line to look at, from 1. */
  readonly line: number;
}

const opening = /^---[ \t]*$/;
const closing = /^(?:---|\.\.\.)[ \t]*$/;

/**
 * Splits a Markdown file.
 * @param text its text; a byte order mark and blank lines at the beginning do not matter
 * @returns its two parts, or what is missing
 */
export function splitFrontMatter(text: string): FrontMatter | NoFrontMatter {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start < 0 || !opening.test(lines[start] ?? '')) return { lines, missing: 'start', line: Math.max(1, start + 1) };
  const end = lines.findIndex((line, index) => index > start && closing.test(line));
  if (end < 0) return { lines, missing: 'end', line: start + 1 };
  const yaml = lines.slice(start + 1, end).join('\n');
  return { lines, yaml, yamlOffset: start + 1, body: lines.slice(end + 1) };
}

const specKey = /^["']?(?:work[ _-]?streams?|streams|execution[ _-]?phases?|phases)["']?[ \t]*:/im;

/**
 * Tells whether a file looks like a spec, without reading all of it: a PRD or a note may have front matter, too.
 * @param text the file's text, or its beginning
 * @returns true when its front matter has workstreams or phases
 */
export function looksLikeSpec(text: string): boolean {
  const parts = splitFrontMatter(text);
  return 'yaml' in parts && specKey.test(parts.yaml);
}
