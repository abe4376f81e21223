// Reads what tools print when something fails: the message, and the file and line that it is about. Pure.

import { harmlessLines } from '../text/harmless.js';
import { shorten } from '../text/shorten.js';
import { type Finding, readers } from './readers.js';

/** What failed, and where. */
export interface Failure {
  readonly message: string;
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
}

/**
 * Turns a path that a tool printed into one from the project's root.
 * @returns null when it names no file of the project
 */
export type Locate = (printed: string) => string | null;

const maxMessageChars = 500;
const maxLines = 20_000;

/**
 * Reads the output of a command that failed.
 * @param output what it printed; the end of it is enough
 * @param locate finds files of the project; paths elsewhere are no answer
 * @returns the first failure that names a file of the project; else its best words; null when it said nothing
 */
export function readFailure(output: string, locate: Locate): Failure | null {
  const lines = harmlessLines(output).split('\n').slice(-maxLines);
  let best: string | null = null;
  for (const read of readers) {
    for (const finding of read(lines)) {
      const found = placed(finding, locate);
      if (found !== null) return found;
      best ??= finding.message === '' ? null : finding.message;
    }
  }
  const message = best ?? lastWords(lines);
  return message === null ? null : { message: shortened(message) };
}

function placed({ message, file, line, folders = [] }: Finding, locate: Locate): Failure | null {
  const printed = file.replace(/^file:\/\//, '');
  const candidates = [printed, ...folders.map((folder) => `${folder}/${printed}`)];
  const found = candidates.reduce<string | null>((known, one) => known ?? locate(one), null);
  if (found === null) return null;
  return {
    message: shortened(message === '' ? `failed at ${found}:${line}` : message),
    file: found,
    line: Math.max(1, line),
  };
}

const telling = /\b(?:error|fail(?:ed|ure)?|fatal|panic|exception|cannot|not found|denied|refused|missing)\b/i;

/** Without a place: the first line that tells of a failure, else the last one that says anything. */
function lastWords(lines: readonly string[]): string | null {
  const said = lines.map((line) => line.trim()).filter((line) => /[\p{L}\p{N}]/u.test(line));
  return said.find((line) => telling.test(line)) ?? said.at(-1) ?? null;
}

function shortened(message: string): string {
  const text = message.replace(/\s+/g, ' ').trim();
  return shorten(text, maxMessageChars);
}
