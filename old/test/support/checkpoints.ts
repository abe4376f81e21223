// Checkpoints for store tests: states that tell which updates they contain, and puts that make them.
import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../src/rules/json/json.js';
import { type Key, commandKey } from '../../src/rules/names.js';
import { families } from '../../src/service/families.js';
import { openFileStore } from '../../src/service/open.js';
import type { FileStore } from '../../src/store/file/file-store.js';
import type { FileStoreOptions } from '../../src/store/file/open-space.js';
import type { Put, Store, Stored } from '../../src/store/store.js';

/** The checkpoint that store tests use unless they need another. */
export const key: Key = commandKey('implement', 'auth');

/**
 * Opens the store of a project as the library does.
 * @param root the project's root
 * @param options when to publish, whom to tell
 * @returns the store
 */
export function openStore(root: string, options: Partial<FileStoreOptions> = {}): FileStore {
  return openFileStore(root, families, options);
}

/**
 * Gives the time of the nth update.
 * @param n its number
 * @returns ISO 8601
 */
export function timeOf(n: number): string {
  return new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
}

/**
 * Makes a command checkpoint that contains the updates 1 to n.
 * @param n how many
 * @returns a valid document
 */
export function stateOf(n: number): JsonObject {
  const tasks = Object.fromEntries(Array.from({ length: n }, (_, i) => [`T${i + 1}`, { status: 'done' }]));
  return {
    command: 'implement',
    feature: 'auth',
    version: 1,
    head_commit: null,
    started_at: timeOf(0),
    updated_at: timeOf(n),
    state: { current_phase: 'work', completed_phases: [], pending_phases: [] },
    phases: { work: { status: 'in_progress', updated_at: timeOf(n), tasks } },
  };
}

/**
 * Makes the put of the nth update.
 * @param n its number; it expects the one before
 * @param more what differs
 * @returns the put
 */
export function putOf(n: number, more: Partial<Put> = {}): Put {
  return {
    state: stateOf(n),
    expect: n - 1,
    actor: 'test',
    event: { name: 'update', args: { n } },
    at: timeOf(n),
    ...more,
  };
}

/**
 * Stores the updates from `from` to `to`.
 * @param store the store
 * @param from the first
 * @param to the last
 */
export async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) {
    const result = await store.put(key, putOf(n));
    if (!result.ok) throw new Error(`update ${n} was refused`);
  }
}

/**
 * Lists the updates that a document contains.
 * @param state a document, e.g. of a revision
 * @returns the names of the tasks, and of the entries that update-many makes, of all its phases
 */
export function tasksIn(state: unknown): string[] {
  const { phases = {} } = state as {
    readonly phases?: Record<string, { readonly tasks?: object; readonly ops?: object }>;
  };
  return Object.values(phases).flatMap((phase) => Object.keys({ ...phase.tasks, ...phase.ops }));
}

/**
 * Reads every revision's state in one replay.
 * @param store the store
 * @param of the checkpoint
 * @returns the states, oldest first
 */
export function statesOf(store: FileStore, of: Key = key): JsonObject[] {
  const states: JsonObject[] = [];
  store.findSync(of, (state) => {
    states.push(state);
    return false;
  });
  return states;
}

/** Where the files of {@link key} stand. */
export const places = {
  published: '.claude/state/implement-auth.json',
  own: '.claude/state/.pawl',
  log: '.claude/state/.pawl/command/implement-auth.log',
  aside: '.claude/state/.pawl/aside',
  temp: '.claude/state/.pawl/tmp',
} as const;

/**
 * Lists all files below a folder.
 * @param folder the folder
 * @returns paths relative to it, sorted; none when it is absent
 */
export function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const all = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** A folder's files, held in memory to be put back any number of times. */
export type Snapshot = ReadonlyMap<string, Buffer>;

/**
 * Takes a folder's files into memory.
 * @param root the folder
 * @returns its files
 */
export function snapshot(root: string): Snapshot {
  return new Map(filesBelow(root).map((file) => [file, fs.readFileSync(path.join(root, file))]));
}

/**
 * Puts a folder's files back as they were; whatever else stands there goes away.
 * @param root the folder
 * @param files its files
 */
export function restore(root: string, files: Snapshot): void {
  fs.rmSync(path.join(root, '.claude'), { recursive: true, force: true });
  for (const [file, bytes] of files) {
    const target = path.join(root, file);
    fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    fs.writeFileSync(target, bytes, { mode: 0o600 });
  }
}

/**
 * Reads the newest revision of {@link key} like a fresh process.
 * @param open opens the store
 * @returns the revision
 */
export async function readFresh(open: () => FileStore): Promise<Stored | null> {
  const store = open();
  try {
    return await store.get(key);
  } finally {
    await store.close();
  }
}
