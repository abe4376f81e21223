// The roll of a run's children: a file that is there before the first of them, so that whatever a killed runner left
// behind is found and ended when its run is taken up again. Lines of JSON; a torn last line is no entry.

import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '../../rules/json/json.js';
import { parseJson } from '../../rules/json/parse-json.js';
import { type Key, keyText } from '../../rules/names.js';
import { appendFlags, closeQuietly, loadBytes, removeFile, writeNewFile } from '../../disk/files.js';
import { ensureFolder, ensurePassingFolder } from '../../disk/folders.js';
import { ownFolder, publishedFolders } from '../../disk/layout.js';
import { isAlive, type ProcessMark, startOf, thisPidSpace } from '../lease/processes.js';
import { killedFile, rollFolder } from './killed-build.js';
import { startWatchdog, type Watchdog } from './watchdog.js';
import { endProcesses, groupsOf, type Quarry } from './marked-processes.js';

const namePattern = /^[0-9a-f]{16}\.jsonl$/;

/**
 * Linux tells the mark of every process, so that the first moments of a child need no writing down: what ends at once is
 * never noted at all.
 */
const tellAfterMs = process.platform === 'linux' ? 20 : 0;
/** What ended is told together: whoever looks for it meanwhile finds that it is gone. */
const tellEveryMs = 20;

/** What a roll begins with: whose children these are. */
interface RollHead {
  readonly v: 1;
  readonly key: string;
  readonly mark: string;
  readonly pid: number;
  readonly started: string | null;
  readonly boot: string | null;
  readonly pid_space: string | null;
}

/** The children of a run that is under way. */
export class ChildRoll {
  readonly mark: string;
  private readonly file: string;
  private readonly fd: number;
  private readonly groups = new Set<number>();
  private count = 0;
  private watchdog: Watchdog | null = null;
  /** Children that are not written down yet, and since when they run. */
  private readonly untold = new Map<number, number>();
  /** Children that were written down, and are gone. */
  private readonly gone = new Set<number>();
  private timer: NodeJS.Timeout | null = null;

  private readonly started: string | null;
  private readonly note: { readonly file: string; readonly text: string };

  private constructor({ key, mark, started }: RollHead, root: string, file: string, fd: number) {
    this.mark = mark;
    this.note = { file: killedFile(root, mark), text: key };
    this.started = started;
    this.file = file;
    this.fd = fd;
  }

  /**
   * Begins the roll of a run.
   * @param root the project's root
   * @param key the run
   * @returns the roll; to be closed
   */
  static open(root: string, key: Key): ChildRoll {
    const { randomBytes } = process.getBuiltinModule('node:crypto');
    const mark = randomBytes(8).toString('hex');
    ensureFolder(root, publishedFolders.command, 0o755);
    ensureFolder(root, ownFolder, 0o700);
    ensurePassingFolder(root, rollFolder);
    const file = path.join(root, rollFolder, `${mark}.jsonl`);
    const started = startOf(process.pid);
    const head: RollHead = { v: 1, key: keyText(key), mark, pid: process.pid, started, ...thisPidSpace() };
    writeNewFile(file, Buffer.from(`${JSON.stringify(head)}\n`), { mode: 0o600, sync: false });
    return new ChildRoll(head, root, file, fs.openSync(file, appendFlags));
  }

  /** Gives the mark of the next child. */
  nextMark(): string {
    this.count++;
    return `${this.mark}.${this.count}`;
  }

  /**
   * Notes that a child runs. It is in a group of its own, which has its id.
   * @param pid its id
   */
  add(pid: number): void {
    this.groups.add(pid);
    this.untold.set(pid, performance.now());
    if (tellAfterMs === 0) this.tell();
    else this.tellSoon();
  }

  private tellSoon(): void {
    this.timer ??= setTimeout(() => this.tell(), tellEveryMs).unref();
  }

  /** Writes down what has run for a while, and what is gone. */
  private tell(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const since = performance.now() - tellAfterMs;
    const begun = [...this.untold].filter(([, at]) => at <= since).map(([pid]) => pid);
    for (const pid of begun) this.untold.delete(pid);
    if (begun.length > 0) this.watchdog ??= startWatchdog(this.mark, this.note);
    this.watchdog?.tell(this.gone, begun);
    this.append([
      ...[...this.gone].map((pid) => ({ pid, ended: true })),
      ...begun.map((pid) => ({ pid, started: startOf(pid) })),
    ]);
    this.gone.clear();
    if (this.untold.size > 0) this.tellSoon();
  }

  /**
   * Notes that a child and its group are gone.
   * @param pid its id
   */
  remove(pid: number): void {
    this.groups.delete(pid);
    if (this.untold.delete(pid)) return;
    this.gone.add(pid);
    this.tellSoon();
  }

  /** A full disk must not fail the work: the watchdog and the mark are left. */
  private append(entries: readonly object[]): void {
    if (entries.length === 0) return;
    try {
      fs.writeSync(this.fd, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    } catch {
      // See above.
    }
  }

  /** Everything of the run that is not to outlive it. */
  get quarry(): Quarry {
    return { groups: [...this.groups], mark: `${this.mark}.`, since: this.started };
  }

  /**
   * Ends whatever of the run still runs, also what left its group.
   * @param graceMs how long it may take to end by itself; 0 to not ask
   * @returns true when all is gone
   */
  async endAll(graceMs: number): Promise<boolean> {
    return endProcesses(this.quarry, graceMs);
  }

  /** Leaves the roll where it is, for whoever takes the run up again. */
  leave(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    closeQuietly(this.fd);
  }

  /** Ends the roll, when nothing of the run is left. */
  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.watchdog?.dismiss();
    closeQuietly(this.fd);
    removeFile(this.file);
  }
}

/**
 * Ends what runners left behind that were killed.
 * @param root the project's root
 * @param key the run; all runs unless given
 * @returns how many processes were ended (where only groups are known, how many of those), and the rolls of those that would not
 */
export async function endOrphans(
  root: string,
  key?: Key,
): Promise<{ readonly ended: number; readonly stuck: readonly string[] }> {
  const stuck: string[] = [];
  let ended = 0;
  if (!ensureFolder(root, rollFolder, null)) return { ended, stuck };
  for (const name of fs.readdirSync(path.join(root, rollFolder)).filter((one) => namePattern.test(one))) {
    const file = path.join(root, rollFolder, name);
    const roll = readRoll(loadBytes(file)?.toString('utf8') ?? '', name.slice(0, 16));
    if (roll === null || (key !== undefined && roll.head.key !== keyText(key)) || isAlive(roll.head)) continue;
    const { boot, pid_space } = thisPidSpace();
    // After a restart, and in another container, those ids are other processes.
    const isHere = roll.head.boot === boot && roll.head.pid_space === pid_space;
    const groups = isHere ? groupsOf(roll.running) : [];
    const known = new Map<number, string>();
    const quarry = { groups, mark: `${roll.head.mark}.`, since: roll.head.started };
    if (isHere && !(await endProcesses(quarry, 0, known))) {
      stuck.push(name);
      continue;
    }
    removeFile(file);
    ended += Math.max(known.size, groups.length);
  }
  return { ended, stuck };
}

function readRoll(
  text: string,
  mark: string,
): { readonly head: RollHead; readonly running: readonly ProcessMark[] } | null {
  const running = new Map<number, ProcessMark>();
  let head: RollHead | null = null;
  for (const line of text.split('\n')) {
    const parsed = parseJson(line);
    if (!parsed.ok || !isJsonObject(parsed.value)) continue;
    const { pid, started = null, ended, ...rest } = parsed.value;
    if (typeof pid !== 'number' || (started !== null && typeof started !== 'string')) continue;
    if (head === null) {
      const { key, boot = null, pid_space: space = null } = rest;
      if (rest['mark'] !== mark || typeof key !== 'string' || !isTextOrNull(boot) || !isTextOrNull(space)) return null;
      head = { v: 1, key, mark, pid, started, boot, pid_space: space };
    } else if (ended === true) running.delete(pid);
    else running.set(pid, { pid, started });
  }
  return head === null ? null : { head, running: [...running.values()] };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
