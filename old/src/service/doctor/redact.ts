// Removes secrets from checkpoints: from the file, from every revision of its history, from copies that were kept aside, and
// from the catalogue. What git, backups or the disk's free blocks still hold is out of its reach, and said.

import path from 'node:path';
import { entriesIn } from '../../disk/folders.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import { type Key, refOf } from '../../rules/names.js';
import { nextTime } from '../change.js';
import { families } from '../families.js';
import { asideFolder, lookAt, replaceLoose } from './disk.js';
import { type ExaminedProject, type Examiner, logOf, shownPath } from './project.js';
import { redactBytes, redactDocument } from './secrets.js';
import { type Finding, finding } from './types.js';

/**
 * Counts the revisions of a checkpoint that brought a secret in.
 * @param project the project
 * @param key the checkpoint
 * @returns how many of its revisions
 */
export async function countSecretRevisions({ store }: ExaminedProject, key: Key): Promise<number> {
  let count = 0;
  let before: JsonObject | undefined;
  await store.find(key, (state) => {
    // Revisions share what did not change: only what is new is searched.
    if (redactDocument(state, before).found.length > 0) count += 1;
    before = state;
    return false;
  });
  return count;
}

/**
 * Removes the secrets of a checkpoint that has a history. The newest revision goes first, so that the file is clean; then
 * every older one is written anew.
 * @param examiner who does it
 * @param project the project
 * @param key the checkpoint
 */
async function redactHistory(examiner: Examiner, project: ExaminedProject, key: Key): Promise<void> {
  const { store } = project;
  const current = store.getSync(key);
  if (current === null) throw new PawlError('not-found', `there is no checkpoint ${refOf(key)}`);
  const { revision: expect, place, state } = current;
  const at = nextTime(examiner.clock, families[key.family].stampOf(state));
  const put = { state: redactDocument(state).value, place, expect, actor: examiner.actor, at };
  const result = await store.put(key, { ...put, event: { name: 'redacted' } });
  if (!result.ok) throw new PawlError('conflict', 'someone saved it meanwhile', { hint: 'Run it again.' });
  store.upkeep.rewrite(key, (value) => redactDocument(value).value);
}

/** A file without a history, and the copies of it that an earlier repair left beside it. */
function redactFile(file: string): void {
  const beside = entriesIn(path.dirname(file))
    .filter(({ name }) => name.startsWith(`${path.basename(file)}.original`))
    .map(({ name }) => path.join(path.dirname(file), name));
  for (const one of [file, ...beside]) {
    const sight = lookAt(one);
    const clean = sight?.is === 'bytes' ? redactBytes(sight.bytes) : null;
    if (sight?.is === 'bytes' && clean !== null) replaceLoose(one, clean, sight.hash);
  }
}

/**
 * Removes the secret that a finding is about.
 * @param examiner who does it
 * @param project the file's project; null outside of any
 * @param key the checkpoint; null for a file without one
 * @param file the file
 * @param found the finding
 * @returns the finding, put right or with the reason why not
 */
export async function redactFound(
  examiner: Examiner,
  project: ExaminedProject | null,
  key: Key | null,
  file: string,
  found: Finding,
): Promise<Finding> {
  try {
    const hasHistory = key !== null && (logOf(project, key)?.revision ?? 0) > 0;
    if (hasHistory && project !== null) await redactHistory(examiner, project, key);
    else redactFile(file);
    const where = hasHistory ? 'the file and every revision' : 'the file';
    const todo = `Removed from ${where}. Revoke it: git, backups and people may have it.`;
    return { ...found, isFixed: true, remedy: 'none', todo };
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return {
      ...found,
      remedy: 'person',
      todo: `It could not be removed: ${error.message}. ${error.hint ?? ''}`.trim(),
    };
  }
}

/**
 * Looks for secrets in the copies that were kept aside, and removes them when asked to.
 * @param examiner who does it
 * @param project the project
 * @param isWanted whether they are removed
 * @returns a finding for each copy that has, or had, one
 */
export function redactAside(examiner: Examiner, project: ExaminedProject, isWanted: boolean): readonly Finding[] {
  return entriesIn(path.join(project.root, asideFolder)).flatMap(({ name }) => {
    const file = path.join(project.root, asideFolder, name);
    const sight = lookAt(file);
    const clean = sight?.is === 'bytes' ? redactBytes(sight.bytes) : null;
    if (sight?.is !== 'bytes' || clean === null) return [];
    const subject = { path: shownPath(examiner.root, file), ref: null, family: null };
    const todo = '--redact removes it. Revoke it as well: others may have seen it.';
    const found = finding(subject, 'secret', 'a copy that was kept aside holds a secret', { remedy: 'redact', todo });
    if (!isWanted) return [found];
    replaceLoose(file, clean, sight.hash);
    return [{ ...found, isFixed: true, remedy: 'none' as const, todo: 'Removed. Revoke it: others may have it.' }];
  });
}
