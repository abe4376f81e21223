// The file that keeps what a child printed: one for each attempt of a workstream or a gate, readable by its owner only.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../rules/errno.js';
import { encodePart, isPlainName, type Key, stemsOf } from '../../rules/names.js';
import { redactText } from '../../rules/text/redact.js';
import { closeQuietly, diskError, exclusiveFlags, removeFile } from '../../disk/files.js';
import { ensureFolder, ensurePassingFolder } from '../../disk/folders.js';
import { ownFolder, publishedFolders } from '../../disk/layout.js';
import { KeptOutput } from './kept-output.js';

const outputFolder = `${ownFolder}/output`;
/** Older attempts go away. */
const keptAttempts = 10;

/** The log of one attempt. Its file begins with the first output; an attempt that says nothing and ends well has none. */
export interface OutputLog {
  /** From the root, with forward slashes; null while there is no file. */
  readonly path: string | null;
  /** From 1. */
  readonly attempt: number;
  readonly output: KeptOutput;
  /**
   * Writes the end of the output and a last line of pawl's own, and closes the file.
   * @param line how the child ended
   * @param isWell whether there is nothing to look up, so that a log without output needs no file
   */
  close(line: string, isWell: boolean): void;
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

/** What a log is about. */
export interface Logged {
  /** The workstream or gate, e.g. `WS1`, `gate type-check`. */
  readonly unit: string;
  /** Its first line, e.g. the command. */
  readonly line: string;
  /** Which attempt this is, where attempts without output count as well; the next one that has no log unless given. */
  readonly attempt?: number | undefined;
}

/** The attempts that have a log, by folder and unit. A build begins hundreds of logs: a folder is listed once. */
const listed = new Map<string, Map<string, number[]>>();

function attemptsOf(folder: string, part: string): number[] {
  let units = listed.get(folder);
  if (units === undefined) {
    units = new Map();
    for (const name of fs.readdirSync(folder)) {
      const [, own, number] = /^(.+)-(\d{1,9})\.log$/.exec(name) ?? [];
      if (own !== undefined) units.set(own, [...(units.get(own) ?? []), Number(number)]);
    }
    listed.set(folder, units);
  }
  const attempts = units.get(part) ?? [];
  units.set(part, attempts);
  return attempts;
}

/**
 * Begins the log of an attempt. Its file has the attempt's number, or the next one when an earlier run has logs of it.
 * @param root the project's root
 * @param key the run
 * @param logged what it is about
 * @returns the log
 */
export function openOutputLog(root: string, key: Key, logged: Logged): OutputLog {
  const relative = folderOf(key);
  const folder = path.join(root, relative);
  if (!listed.has(folder)) {
    ensureFolder(root, publishedFolders.command, 0o755);
    ensureFolder(root, ownFolder, 0o700);
    ensurePassingFolder(root, relative);
  }
  const part = unitPart(logged.unit);
  const attempts = attemptsOf(folder, part);
  const attempt = Math.max(logged.attempt ?? 1, ...attempts.map((one) => one + 1));
  attempts.push(attempt);
  return new FileLog({ root, relative, part, attempts, attempt }, logged.line);
}

/** A line of pawl's own. */
function ownLine(text: string): string {
  return `[pawl: ${redactText(text.replaceAll('\n', ' ')).text}]\n`;
}

/** Where a log's file is to be. */
interface Place {
  readonly root: string;
  readonly relative: string;
  readonly part: string;
  readonly attempts: number[];
  readonly attempt: number;
}

class FileLog implements OutputLog {
  readonly output: KeptOutput;
  readonly #place: Place;
  /** The first line, until it is written. */
  #head: string | null;
  #fd: number | null = null;
  #isClosed = false;
  attempt: number;
  path: string | null = null;

  constructor(place: Place, head: string) {
    this.#place = place;
    this.attempt = place.attempt;
    this.#head = head;
    this.output = new KeptOutput((text) => this.#write(text));
  }

  /** A full disk must not fail the work: what cannot be kept is not kept. */
  #write(text: string): void {
    if (this.#isClosed || text === '') return;
    try {
      this.#fd ??= this.#open();
      fs.writeSync(this.#fd, this.#head === null ? text : ownLine(this.#head) + text);
      this.#head = null;
    } catch {
      // See above.
    }
  }

  #open(): number {
    const { root, relative, part, attempts } = this.#place;
    ensurePassingFolder(root, relative);
    for (;;) {
      const name = `${part}-${this.attempt}.log`;
      const fd = create(path.join(root, relative, name));
      if (fd !== null) {
        this.path = `${relative}/${name}`;
        this.#prune();
        return fd;
      }
      this.attempt++;
      attempts.push(this.attempt);
    }
  }

  #prune(): void {
    const { root, relative, part, attempts } = this.#place;
    const old = attempts.filter((one) => one <= this.attempt - keptAttempts);
    for (const one of old) removeFile(path.join(root, relative, `${part}-${one}.log`));
    if (old.length > 0) attempts.splice(0, attempts.length, ...attempts.filter((one) => !old.includes(one)));
  }

  close(line: string, isWell: boolean): void {
    this.output.end();
    if (this.#fd !== null || !isWell) this.#write(ownLine(line));
    if (this.#fd !== null) closeQuietly(this.#fd);
    this.#isClosed = true;
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
