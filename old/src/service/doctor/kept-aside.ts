// Bytes that were kept aside: nothing has to be done about them, but whoever misses them should find them.

import path from 'node:path';
import { entriesIn } from '../../disk/folders.js';
import { detectFamily } from '../../families/repair/index.js';
import { ageInWords } from '../../families/workflow/resume.js';
import { isPawlError } from '../../rules/errors.js';
import { type Key, refOf, stemsOf } from '../../rules/names.js';
import { readContent } from './content.js';
import { asideFolder, lookAt } from './disk.js';
import type { Sight } from './judge-file.js';
import { type ExaminedProject, type Examiner, shownPath } from './project.js';
import { type Finding, finding } from './types.js';

/**
 * Finds the copies that were kept aside. What a revision holds as well (an adopted or repaired file) is left out.
 * @param examiner who asks
 * @param project the project
 * @returns a finding for each, with what it is and since when; none of them is something to do
 */
export async function findKeptAside(examiner: Examiner, project: ExaminedProject): Promise<readonly Finding[]> {
  const names = entriesIn(path.join(project.root, asideFolder)).map(({ name }) => name);
  if (names.length === 0) return [];
  const keys = keysByStem(project);
  const findings: Finding[] = [];
  for (const name of names.sort()) {
    // Behind the stem stands the checksum of the bytes, or what makes the name a new one.
    const [, stem, hash] = /^(.+)\.([^.]+)\.bytes$/.exec(name) ?? [];
    const file = path.join(project.root, asideFolder, name);
    const sight = lookAt(file);
    if (stem === undefined || hash === undefined || (sight?.is !== 'bytes' && sight?.is !== 'oversized')) continue;
    const key = keys.get(stem.toLowerCase()) ?? null;
    if (key !== null && ((await isTakenIn(project, key, hash, sight)) || isStillThere(project, key, hash, sight)))
      continue;
    const ref = key === null ? null : refOf(key);
    const subject = { path: shownPath(examiner.root, file), ref, family: key?.family ?? null };
    findings.push(finding(subject, 'kept-aside', whatItIs(stem, sight, examiner.clock())));
  }
  return findings;
}

function keysByStem({ store }: ExaminedProject): ReadonlyMap<string, Key> {
  const keys = [...store.upkeep.logs()].flatMap(({ key }) => (key === null ? [] : [key]));
  return new Map(keys.flatMap((key) => stemsOf(key).map((stem) => [stem.toLowerCase(), key] as const)));
}

/** Whether a revision was made of these bytes, and says all that they do: a repair keeps what a document cannot say. */
async function isTakenIn({ store }: ExaminedProject, key: Key, hash: string, copy: Copy): Promise<boolean> {
  try {
    const history = await store.history(key);
    const made = history.findIndex(({ event }) => event.args?.['bytes'] === hash);
    return made >= 0 && (saysAll(copy) || history[made - 1]?.event.name === 'repaired');
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return false; // a log that cannot be read holds nothing that a person could look at instead
  }
}

function saysAll(copy: Copy): boolean {
  const content = copy.is === 'bytes' ? readContent(copy.bytes) : null;
  return content?.is === 'json' && content.isExact;
}

/** A copy of what stands in the file as before: nothing was replaced yet, and the file itself is spoken of. */
function isStillThere({ store }: ExaminedProject, key: Key, hash: string, copy: Copy): boolean {
  const file = store.pathOf(key);
  const sight = file === null ? null : lookAt(file);
  if (sight?.is === 'oversized') return copy.is === 'oversized' && copy.size === sight.size;
  return sight?.is === 'bytes' && sight.hash === hash;
}

type Copy = Extract<Sight, { readonly is: 'bytes' | 'oversized' }>;

function whatItIs(stem: string, copy: Copy, now: number): string {
  if (copy.is === 'oversized') return `${copy.size} bytes, more than a checkpoint may have`;
  const content = readContent(copy.bytes);
  const kept = `, kept ${ageInWords(copy.modifiedAt, now)}`;
  if (content.is === 'corrupt') return `bytes that hold no JSON (${content.message})${kept}`;
  const { family } = detectFamily(`${stem}.json`, content.value);
  const [repeated] = content.repeated;
  const more = repeated === undefined ? '' : `, with ${repeated.path} more than once`;
  return `${family === null ? 'JSON that is no checkpoint' : `the bytes of a ${family} checkpoint`}${more}${kept}`;
}
