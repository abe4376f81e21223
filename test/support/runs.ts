// One small run that many processes save to, and the ledger that tells whether anything was lost or doubled.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { isPawlError } from '../../src/base/errors.js';
import type { JsonObject } from '../../src/base/json.js';
import { type Key, commandKey } from '../../src/base/names.js';
import { commandFormat, newCommand } from '../../src/formats/command.js';
import { withRev } from '../../src/formats/notes.js';
import { pipelineFormat } from '../../src/formats/pipeline.js';
import { workflowFormat } from '../../src/formats/workflow.js';
import { FileStore, type FileStoreOptions } from '../../src/store/file/file-store.js';
import type { Put, Stored } from '../../src/store/store.js';

export const key: Key = commandKey('implement', 'auth');
export const own = '.claude/state/.pawl';
export const fileOf = (root: string): string => path.join(root, '.claude/state/implement-auth.json');
export const logOf = (root: string): string => path.join(root, own, 'logs/command.implement-auth.jsonl');
export const readFile = (root: string): JsonObject => JSON.parse(fs.readFileSync(fileOf(root), 'utf8'));

/** Opens a store over all families; notices are collected as `code: message`. */
export function openStore(root: string, notices: string[] = [], options: Partial<FileStoreOptions> = {}): FileStore {
  const formats = [commandFormat, pipelineFormat, workflowFormat];
  return new FileStore({ root, formats, notify: (one) => notices.push(`${one.code}: ${one.message}`), ...options });
}

/** `yes`, or the code of a PawlError. Anything else that is thrown is a crash. */
export function answer(act: () => unknown): string {
  try {
    act();
    return 'yes';
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return error.code;
  }
}

const empty: JsonObject = JSON.parse(JSON.stringify(newCommand('implement', 'auth', '2026-01-01T00:00:00.000Z')));
const countsIn = (state: JsonObject | undefined): Record<string, number> => ({ ...Object(state?.['counts']) });

/** A save on top of a revision: it counts, and it leaves its op id in the state. */
export function nextPut(before: Stored | null, name: string, n: number, more: JsonObject = {}): Put {
  const [op, at, counts] = [`${name}-${n}`, new Date().toISOString(), countsIn(before?.state)];
  counts[name] = (counts[name] ?? 0) + 1;
  const state = { ...empty, ...before?.state, ...more, updated_at: at, counts, last_op: op };
  return { expect: before?.revision ?? 0, state, at, actor: name, event: { name: 'test' }, op };
}

/** Saves until it counts; the answer is the store's. */
export function save(store: FileStore, name: string, n = 1, more: JsonObject = {}): Stored {
  let before = store.get(key);
  for (let tries = 0; tries < 5_000; tries++) {
    const result = store.put(key, nextPut(before, name, n, more));
    if (!result.ok) before = result.current;
    else return (assert.equal(result.stored.op, `${name}-${n}`, 'an answer about another op'), result.stored);
  }
  throw new Error('others kept winning');
}

/** All that an answer says about a revision, on one line. */
export function answerOf({ op, revision, rev, actor, state }: Stored): string {
  return JSON.stringify([op, revision, rev, actor, state['last_op'], countsIn(state)[actor]]);
}

/** Every revision, oldest first, as a fresh reader sees them. Each must be whole, and must build on the one before. */
export function ledger(root: string, notices: string[] = []): readonly Stored[] {
  const store = openStore(root, notices);
  const newest = store.get(key);
  const all = store.changes(null).changes;
  let total = 0;
  for (const [index, { revision, op, actor, state }] of all.entries()) {
    if (actor !== 'hand') total++;
    assert.deepEqual([revision, actor === 'hand' ? op : state['last_op']], [index + 1, op]);
    const counted = Object.values(countsIn(state)).reduce((sum, n) => sum + n, 0);
    assert.equal(counted, total, `revision ${revision} lost or doubled a save`);
  }
  assert.equal(new Set(all.map(({ op }) => op)).size, all.length, 'an op id is there twice');
  assert.equal(newest?.revision ?? 0, all.length);
  if (newest !== null) assert.deepEqual(readFile(root), withRev(newest.state, newest.rev));
  return all;
}

/** The answers that are not what their op ids stored. */
export function falseAnswers(root: string, answers: readonly string[], notices: string[] = []): string {
  const stored = new Set(ledger(root, notices).map(answerOf));
  return answers.filter((line) => !stored.has(line)).join('\n');
}

/** Saves once more, as if nothing had happened; gives what was told. */
export function saveLast(root: string): readonly string[] {
  const notices: string[] = [];
  save(openStore(root, notices), 'last');
  assert.equal(ledger(root, notices).at(-1)?.op, 'last-1');
  return notices;
}
