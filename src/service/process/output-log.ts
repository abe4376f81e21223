// The file that keeps what a child printed: one for each attempt of a workstream or a gate, readable by its owner only.

import fs from 'node:fs';
import path from 'node:path';
import { encodePart, isPlainName, type Key, stemsOf } from '../../rules/names.js';
import { redactText } from '../../rules/text/redact.js';
import { closeQuietly, diskError, errnoOf, exclusiveFlags, removeFile } from '../../store/file/disk.js';
import { ensureFolder } from '../../store/file/folders.js';
import { ownFolder, publishedFolders } from '../../store/file/layout.js';
import { type KeptSizes, KeptOutput, keptSizes } from './kept-output.js';

const outputFolder = `${ownFolder}/output`;
/** Older attempts go away. */
const keptAttempts = 10;

/** An open log. */
export interface OutputLog {
  /** From the root, with forward slashes. */
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
  readonly output: KeptOutput;
  /**
   * Writes the end of the output and a last line of pawl's own, and closes the file.
   * @param line how the child ended
   */
  close(line: string): void;
}

function folderOf(key: Key): string {
  return `${outputFolder}/${encodePart(stemsOf(key)[0] ?? '', true)}`;
}

/** A unit's part of the name. In lower case, so that names that differ only in case are told apart by their hash. */
function unitPart(unit: string): string {
  // `+` is in no other name, so that a gate and a workstream of the same name have their own files.
  if (unit.startsWith('gate ')) return `gate+${unitPart(unit.slice('gate '.length))}`;
  const isPlain = isPlainName(unit) && !unit.startsWith('.') && !/-\d+$/.test(unit);
  return encodePart(unit, isPlain && (unit === unit.toLowerCase() || unit === unit.toUpperCase()));
}

/** The attempts that have a log, by number. */
function attemptsIn(folder: string, part: string): readonly number[] {
  return fs.readdirSync(folder).flatMap((name) => {
    if (!name.startsWith(`${part}-`)) return [];
    const [, number] = /^(\d{1,9})\.log$/.exec(name.slice(part.length + 1)) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}

/**
 * Begins the log of the next attempt.
 * @param root the project's root
 * @param key the run
 * @param unit the workstream or gate, e.g. `WS1`, `gate type-check`
 * @param line its first line, e.g. the command
 * @param sizes how much is kept
 * @returns the open log
 */
export function openOutputLog(
  root: string,
  key: Key,
  unit: string,
  line: string,
  sizes: KeptSizes = keptSizes,
): OutputLog {
  const relative = folderOf(key);
  ensureFolder(root, publishedFolders.command, 0o755);
  ensureFolder(root, relative, 0o700);
  const folder = path.join(root, relative);
  const part = unitPart(unit);
  const attempts = attemptsIn(folder, part);
  for (let attempt = Math.max(0, ...attempts) + 1; ; attempt++) {
    const name = `${part}-${attempt}.log`;
    const fd = create(path.join(folder, name));
    if (fd === null) continue;
    for (const old of attempts) if (old <= attempt - keptAttempts) removeFile(path.join(folder, `${part}-${old}.log`));
    return openedLog(fd, `${relative}/${name}`, attempt, line, sizes);
  }
}

function create(file: string): number | null {
  try {
    return fs.openSync(file, exclusiveFlags, 0o600);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return null; // another runner was faster
    throw diskError(error, 'create', file);
  }
}

function openedLog(fd: number, file: string, attempt: number, line: string, sizes: KeptSizes): OutputLog {
  let isOpen = true;
  // A full disk must not fail the work: what cannot be kept is not kept.
  const write = (text: string): void => {
    try {
      if (isOpen && text !== '') fs.writeSync(fd, text);
    } catch {
      // See above.
    }
  };
  const output = new KeptOutput(write, sizes);
  write(`[pawl: ${redactText(line.replaceAll('\n', ' ')).text}]\n`);
  return {
    path: file,
    attempt,
    output,
    close(last) {
      output.end();
      write(`[pawl: ${redactText(last.replaceAll('\n', ' ')).text}]\n`);
      if (isOpen) closeQuietly(fd);
      isOpen = false;
    },
  };
}
