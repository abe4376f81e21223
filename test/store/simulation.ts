// Runs every interleaving of a few processes on one run, with a crash after each step, in memory.
//
// A process is a pure function of the results of its file calls. To advance it by one call it is run again from the start
// with the results so far; the next call is made on the shared disk, its result is recorded, and the process is stopped.

import assert from 'node:assert/strict';
import path from 'node:path';
import { type JsonObject, isObject } from '../../src/base/json.js';
import { commandKey } from '../../src/base/names.js';
import { commandFormat } from '../../src/formats/command.js';
import { FileStore } from '../../src/store/file/file-store.js';
import type { Files } from '../../src/store/file/files.js';
import { type Head, Log, revOf } from '../../src/store/file/log.js';
import type { Put, Stored } from '../../src/store/store.js';
import { MemoryFiles } from './memory-files.js';

const key = commandKey('work');
const logFile = '/p/.claude/state/.pawl/logs/command.work-checkpoint.jsonl';
const checkpointFile = '/p/.claude/state/work-checkpoint.json';
const at = '2026-01-01T00:00:00.000Z';

function open(files: Files, notify: (message: string) => unknown = () => {}): FileStore {
  const [formats, now] = [[commandFormat], () => new Date(at)];
  return new FileStore({ root: '/p', formats, files, now, notify: ({ message }) => notify(message) });
}

/** A save leaves its op id in the state, beside those that it found. */
function putOn(before: Stored | null, op: string, place: Put['place'] = 'live'): Put {
  const phases = { ...phasesOf(before?.state), [op]: { status: 'complete' } };
  const lists = { current_phase: null, completed_phases: Object.keys(phases), pending_phases: [] };
  const state = { state: lists, phases };
  return { expect: before?.revision ?? 0, state, place, at, actor: op, event: { name: 'test' }, op };
}

function phasesOf(state: JsonObject | undefined): JsonObject {
  return isObject(state?.['phases']) ? state['phases'] : {};
}

/** What a process does. It has read the run before, and reports the revisions that it was given: those must not be lost. */
type Program = (store: FileStore, read: Stored | null, given: (stored: Stored | null) => void) => void;

/** Saves on what it has read, with its own op id, and once more when another writer was faster. */
const writer =
  (op: string, place: Put['place'] = 'live'): Program =>
  (store, read, given) => {
    const first = store.put(key, putOn(read, op, place));
    const result = first.ok ? first : store.put(key, putOn(first.current, op, place));
    if (!result.ok) return;
    assert.equal(result.stored.op, op, 'the answer is about the record of another writer');
    given(result.stored);
  };
const reader: Program = (store, _, given) => given(store.get(key));
const purger: Program = (store) => void store.purge(key);

export interface Scene {
  readonly programs: readonly Program[];
  /** How many revisions the run has at the start. */
  readonly revisions?: number;
  /** The first process is cut off at some step before the others begin. */
  readonly isFirstCutOff?: boolean;
  /**
   * A run is purged or archived. If somebody is cut off or frozen then, it may count as removed by hand: only what the
   * processes leave at their end is judged strictly, and whoever sleeps outlasts what the others are doing.
   */
  readonly isGoing?: boolean;
  /** More states than memory holds: stops after so many, in a full run. The first ones hold the closest races. */
  readonly maxStates?: number;
}

const [a, b] = [writer('a'), writer('b')];
const archiver = writer('b', 'archived');
export const scenes: Readonly<Record<string, Scene>> = {
  'a writer begins a run': { programs: [a], revisions: 0 },
  'two writers begin a run': { programs: [a, b], revisions: 0 },
  'a writer begins a run, and a reader': { programs: [a, reader], revisions: 0 },
  'two writers': { programs: [a, b], revisions: 3 },
  'two writers with one op id': { programs: [a, a] },
  'a writer and a reader': { programs: [a, reader] },
  'a writer is cut off, then a writer and a reader': { programs: [a, b, reader], isFirstCutOff: true },
  'two writers and a reader': { programs: [a, b, reader], maxStates: 400_000 },
  'a writer, and one that archives the run': { programs: [a, archiver], isGoing: true },
  'a writer, and one that purges the run': { programs: [a, purger], isGoing: true },
  'a reader, and two that purge the run': { programs: [reader, purger, purger], isGoing: true },
};

const callNames = [
  ...(['openRead', 'openAppend', 'stat', 'inodeAt', 'read', 'append', 'sync', 'syncFolder', 'close'] as const),
  ...(['create', 'rename', 'remove', 'sleep'] as const),
];
interface Call {
  readonly name: (typeof callNames)[number];
  readonly args: readonly unknown[];
}
/** The result of a call, and what it shows of a file. */
type Result = ({ readonly value: unknown } | { readonly error: unknown }) & { readonly shows?: string };

function perform(disk: MemoryFiles, { name, args }: Call): Result {
  try {
    const value: unknown = Reflect.apply(disk[name], disk, args);
    const fd = name === 'stat' ? args[0] : name === 'openRead' ? value : null;
    if (typeof fd === 'number' && (name === 'stat' || !disk.isLog(fd))) return { value, shows: disk.contentName(fd) };
    const revisions = name === 'sync' ? disk.text(logFile)?.match(/"revision":\d+/g) : null;
    return revisions == null ? { value } : { value, shows: revisions.sort().at(-1) ?? '' };
  } catch (error) {
    return { error };
  }
}

/** A process that waits for its next shared call, or has ended. */
interface Position {
  readonly id: number;
  /** Where it stands and what it has seen: from here on, two of the same name behave in the same way. */
  readonly name: string;
  readonly next: Call | null;
  readonly given: readonly Stored[];
  readonly notices: readonly string[];
  readonly error: unknown;
  readonly results: readonly Result[];
  /** The calls since the last shared one. */
  readonly local: readonly Call[];
  readonly after: Map<string, Position>;
}

interface World {
  readonly disk: MemoryFiles;
  readonly positions: readonly Position[];
  /** Who made the last step. */
  readonly last: number;
  readonly step: string;
  readonly before: World | null;
}

/** All schedules of a scene. */
class Simulation {
  readonly #scene: Scene;
  readonly #start: Stored | null;
  readonly #positions = new Map<string, Position>();
  readonly #seen = new Set<string>();
  readonly #checked = new Set<string>();
  readonly #stack: World[];
  #count = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    const disk = new MemoryFiles();
    const store = open(disk);
    for (let n = 1; n <= (scene.revisions ?? 1); n++) store.put(key, putOn(store.get(key), `first${n}`));
    this.#start = store.get(key);
    const positions = scene.programs.map((_, index) => this.#run(index, disk.actAs(index), []));
    this.#stack = [{ disk, positions, last: 0, step: 'start', before: null }];
  }

  /** Visits every state, and checks it as if all processes died there. Gives their number. */
  explore(): number {
    const { maxStates = Number.POSITIVE_INFINITY } = this.#scene;
    for (let world = this.#stack.pop(); world !== undefined && this.#seen.size < maxStates; world = this.#stack.pop()) {
      const { disk, positions } = world;
      const diskName = disk.diskName();
      const name = [diskName, disk.descriptors(), ...positions.map(({ id }) => id)].join(' ');
      if (this.#seen.has(name)) continue;
      this.#seen.add(name);
      const given = positions.flatMap((one) => [...one.given.map(({ rev }) => rev), ...one.notices, one.error]);
      const checkName = [diskName, disk.purged, ...given, hasEnded(world)].join(' ');
      if (!this.#checked.has(checkName)) this.#check(world);
      this.#checked.add(checkName);
      // Others go on first: that finds races soon.
      for (const n of positions.keys()) this.#advance(world, (world.last + n) % positions.length);
    }
    return this.#seen.size;
  }

  /** Lets a process make its next shared call, if it can. */
  #advance(world: World, index: number): void {
    const position = world.positions[index];
    if (position === undefined || position.next === null) return;
    const isBusy = ({ next }: Position): boolean => next !== null && next.name !== 'sleep';
    if (this.#scene.isGoing === true && position.next.name === 'sleep' && world.positions.some(isBusy)) return;
    if (this.#scene.isFirstCutOff === true && index === 0 && world.last !== 0) return;
    const disk = new MemoryFiles(world.disk).actAs(index);
    const result = perform(disk, position.next);
    const name = JSON.stringify('error' in result ? String(result.error) : result);
    let after = position.after.get(name);
    if (after !== undefined) for (const call of after.local) perform(disk, call);
    else position.after.set(name, (after = this.#run(index, disk, [...position.results, result])));
    const same = this.#positions.get(after.name) ?? after;
    this.#positions.set(same.name, same);
    const positions = world.positions.with(index, same);
    this.#stack.push({ disk, positions, last: index, step: `${index} ${describe(position.next)}`, before: world });
  }

  /** Runs a process with the results so far, and on to its next shared call. */
  #run(index: number, disk: MemoryFiles, before: readonly Result[]): Position {
    const [results, local, given, notices]: [Result[], Call[], Stored[], string[]] = [[...before], [], [], []];
    /** What the process has in its variables: what it last saw of each file, and what it did last. */
    const seen = new Map<unknown, unknown>();
    const paths = new Map<unknown, unknown>();
    let [next, stack, error]: [Call | null, string, unknown] = [null, '', null];
    let [count, appends] = [0, 0];
    const call = (one: Call): unknown => {
      if (next !== null) throw new Error('stopped');
      let result = results[count++];
      if (result === undefined) {
        if (this.#isShared(one, disk)) {
          [next, stack] = [one, callStack()];
          throw new Error('stopped');
        }
        local.push(one);
        results.push((result = perform(disk, one)));
      }
      const { name, args } = one;
      if (name === 'append') seen.set('append', `${++appends} ${String(args[1])}`);
      if (name === 'sleep') seen.set('sleep', Number(seen.get('sleep') ?? 0) + 1);
      if (args.includes(checkpointFile) && (name === 'rename' || name === 'remove'))
        seen.set('published', `${callStack()} ${String(seen.get(logFile))}`);
      if ('error' in result) throw result.error;
      const { value, shows } = result;
      const file = name === 'stat' ? paths.get(args[0]) : name === 'openRead' && value === null ? args[0] : null;
      if (file === checkpointFile) seen.set('before', seen.get(file));
      if (file !== null) seen.set(file, shows);
      if (name === 'sync') seen.set('sync', shows);
      if (name === 'openRead' || name === 'openAppend') paths.set(value, args[0]);
      if (name === 'close') paths.delete(args[0]);
      return value;
    };
    const calls = callNames.map((name) => [name, (...args: unknown[]) => call({ name, args })]);
    const files: Files = Object.assign(new MemoryFiles(), Object.fromEntries(calls));
    files.randomId = () => `${index}-${appends}`;
    const whileRunning = <T>(list: T[], item: T | null): unknown => next === null && item !== null && list.push(item);
    try {
      const store = open(files, (message) => whileRunning(notices, message));
      this.#scene.programs[index]?.(store, this.#start, (stored) => whileRunning(given, stored));
    } catch (reason) {
      if (next === null) error = reason;
    }
    const state = next === null ? [] : [stack, next, [...seen].map(String).sort(), [...paths]];
    const name = JSON.stringify([index, given.map(({ rev }) => rev), notices, String(error), state]);
    return { id: ++this.#count, name, next, given, notices, error, results, local, after: new Map() };
  }

  /** Whether other processes can notice a call, or can change its result. */
  #isShared({ name, args }: Call, disk: MemoryFiles): boolean {
    if (name === 'stat') return disk.isLog(Number(args[0]));
    if (name === 'append' || name === 'sync' || name === 'sleep') return true;
    if (name === 'syncFolder')
      return args.includes(path.dirname(logFile)) || args.includes(path.dirname(checkpointFile));
    const canMove = this.#scene.isGoing === true || disk.inodeAt(logFile) === null;
    return args.includes(checkpointFile) || (canMove && args.includes(logFile));
  }

  #check(world: World): void {
    const { disk, positions } = world;
    const isStrict = this.#scene.isGoing !== true;
    try {
      for (const { error, notices } of positions) {
        if (error !== null) throw error;
        assert.deepEqual(notices, [], 'nobody touched the file');
      }
      const given = positions.flatMap((one) => one.given);
      checkGiven(given, examine(disk.afterKill(), true, isStrict || hasEnded(world)), disk.purged);
      if (!isStrict) return; // a purge need not survive a power cut
      for (const cut of disk.afterPowerCut([logFile, checkpointFile])) checkGiven(given, examine(cut, false, true), '');
    } catch (error) {
      const steps: string[] = [];
      for (let one: World | null = world; one !== null; one = one.before) steps.unshift(one.step);
      const reason = error instanceof Error ? error.message : String(error);
      throw new assert.AssertionError({ message: `${reason}\nafter\n${steps.join('\n')}` });
    }
  }
}

/** Explores every schedule of a scene; throws at the first state that breaks a promise. */
export function simulate(scene: Scene): number {
  return new Simulation(scene).explore();
}

function describe({ name, args }: Call): string {
  return `${name} ${args.map((arg) => String(arg).trim().slice(0, 60)).join(' ')}`;
}

/** The places in the code where a process is. */
function callStack(): string {
  const before = { prepareStackTrace: Reflect.get(Error, 'prepareStackTrace'), stackTraceLimit: Error.stackTraceLimit };
  Error.stackTraceLimit = 40;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getPosition()).join(' ');
  const stack = String(new Error('').stack);
  Object.assign(Error, before);
  return stack;
}

function hasEnded({ positions }: World): boolean {
  return positions.every(({ next }) => next === null);
}

/** What somebody was told is in the log, unless it was purged. */
function checkGiven(given: readonly Stored[], heads: readonly Head[], purged: string): void {
  for (const { rev, op, state } of given) {
    const head = heads.find((one) => revOf(one) === rev);
    if (head === undefined && purged.includes(`"sum":"${rev.split('-')[1]}`)) continue;
    assert.deepEqual({ rev, op, state: head?.state }, { rev, op: head?.op, state }, 'an acknowledged revision is lost');
  }
}

const examined = new Map<string, readonly Head[]>();

/** Lets a fresh reader and a fresh writer work with what a crash has left, and gives the revisions that are in the log. */
function examine(disk: MemoryFiles, isKill: boolean, isStrict: boolean): readonly Head[] {
  const name = `${isKill} ${isStrict} ${disk.diskName()}`;
  const known = examined.get(name);
  if (known !== undefined) return known;
  const { heads, damage } = new Log(logFile, '', disk).revisions();
  assert.equal(damage, null);
  const phases: JsonObject = {};
  for (const [index, { revision, op, state, event }] of heads.entries()) {
    assert.equal(revision, index + 1);
    if (event.name !== 'test' && !isStrict) continue;
    assert.ok(!Object.hasOwn(phases, op), `${op} counts twice`);
    assert.deepEqual(phasesOf(state), Object.assign(phases, { [op]: { status: 'complete' } }), 'a save was lost');
  }
  if (isKill) JSON.parse(disk.text(checkpointFile) ?? '{}');
  const survivor = new MemoryFiles(disk);
  const notices: string[] = [];
  const store = open(survivor, (message) => notices.push(message));
  const newest = store.get(key);
  if (isStrict) assert.equal(newest?.revision ?? 0, heads.length, notices.join());
  const expected = newest?.place === 'live' ? newest.rev : undefined;
  if (isStrict && isKill) assert.deepEqual([published(survivor), notices], [expected, []]);
  const put = store.put(key, putOn(newest, 'survivor'));
  assert.deepEqual([put.ok, published(survivor)], [true, put.ok && put.stored.rev]);
  examined.set(name, heads);
  return heads;
}

function published(disk: MemoryFiles): unknown {
  return JSON.parse(disk.text(checkpointFile) ?? '{}')?.pawl?.rev;
}
