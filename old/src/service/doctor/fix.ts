// Puts right what can be put right without a person: one small step for each kind of finding, then another look.

import { asideFolder } from '../../disk/layout.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import { type JsonObject, sameJson } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import { checksum } from '../../rules/checksum.js';
import type { EventNote, Stored } from '../../store/store.js';
import { nextTime } from '../change.js';
import { families } from '../families.js';
import { currentOwner, leaseOf } from '../lease/leases.js';
import { keepBeside, lookAt, replaceLoose } from './disk.js';
import type { FoundFile } from './find-files.js';
import { type ExaminedProject, examineFile, type Examiner, shownPath } from './project.js';
import type { Diagnosis, Finding, FindingKind, RepairPlan } from './types.js';

/** What a step works on. */
interface Patient {
  readonly examiner: Examiner;
  readonly project: ExaminedProject | null;
  readonly file: FoundFile;
  readonly diagnosis: Diagnosis;
}

/** Puts one thing right; returns what was done, in words. */
type Step = (patient: Patient) => Promise<string>;

const steps: readonly (readonly [FindingKind, Step])[] = [
  ['damaged', carryOn],
  ['corrupt', putBack],
  ['drifted', normalise],
];

/**
 * Puts right what is the matter with a file.
 * @param examiner who does it
 * @param project the file's project; null outside of any
 * @param file the file
 * @param first what was found
 * @returns what was done, and what is left
 */
export async function fixFile(
  examiner: Examiner,
  project: ExaminedProject | null,
  file: FoundFile,
  first: Diagnosis,
): Promise<Diagnosis> {
  const fixed: Finding[] = [];
  let diagnosis = first;
  for (const [kind, step] of steps) {
    const found = diagnosis.findings.find((one) => one.kind === kind && one.remedy === 'fix');
    if (found === undefined) continue;
    try {
      const todo = await step({ examiner, project, file, diagnosis });
      const again = examineFile(examiner, project, file) ?? { ...diagnosis, findings: [], plan: null };
      diagnosis = again;
      const isLeft = again.findings.some((one) => one.kind === kind && one.remedy === 'fix');
      const holder = isLeft ? '' : heldWords(examiner, project, diagnosis.key);
      if (!isLeft) fixed.push({ ...found, isFixed: true, remedy: 'none', todo: `${todo}${holder}` });
    } catch (error) {
      if (!isPawlError(error)) throw error;
      diagnosis = {
        ...diagnosis,
        findings: diagnosis.findings.map((one) => (one === found ? failed(one, error) : one)),
      };
    }
  }
  return { ...diagnosis, findings: [...fixed, ...diagnosis.findings] };
}

/** As with every save: it is stored all the same, and told. */
function heldWords({ clock }: Examiner, project: ExaminedProject | null, key: Key | null): string {
  if (project === null || key === null) return '';
  const { state, reason } = leaseOf({ root: project.root, clock }, key, currentOwner());
  return state === 'live' ? ` It is ${reason ?? 'held by someone else'}: tell them before they go on.` : '';
}

function failed(one: Finding, error: PawlError): Finding {
  const hint = error.hint === undefined ? '' : ` ${error.hint}`;
  return { ...one, remedy: 'person', todo: `It could not be put right: ${error.message}.${hint}` };
}

function placeOf({ project, diagnosis }: Patient): { readonly project: ExaminedProject; readonly key: Key } {
  const { key } = diagnosis;
  if (project === null || key === null) throw new PawlError('internal', 'a file outside of any project has no history');
  const [bad] = project.bad;
  if (bad !== undefined) throw new PawlError('unsafe-path', bad.message, { hint: 'Put that right first.' });
  return { project, key };
}

/** A damaged log goes on from the newest state that can be read. */
async function carryOn(patient: Patient): Promise<string> {
  const { project, key } = placeOf(patient);
  await project.store.repair(key, patient.examiner.actor);
  const stored = await project.store.get(key);
  return `The log goes on at revision ${stored?.revision ?? 0}; the damaged part is kept.`;
}

/** Where a history is known, the file gets its newest revision back. */
async function putBack(patient: Patient): Promise<string> {
  const { project, key } = placeOf(patient);
  const { store } = project;
  const before = lookAt(patient.file.path);
  const stored = await store.get(key);
  if (stored === null) throw new PawlError('corrupt', 'no earlier revision is known');
  const now = lookAt(patient.file.path);
  const isBack = now?.is === 'bytes' && before?.is === 'bytes' && now.hash !== before.hash;
  const event = { name: 'repaired', args: { reason: 'corrupt' } };
  const made = isBack ? stored.revision : await storeNext(patient, key, stored, stored.state, event);
  const as = made === stored.revision ? '' : `, as revision ${made}`;
  return `Revision ${stored.revision} is in the file again${as}; unreadable bytes are kept in ${asideFolder}.`;
}

/** A drifted file becomes a valid one: the original is a revision, the repaired document the next. */
async function normalise(patient: Patient): Promise<string> {
  const { plan } = patient.diagnosis;
  if (plan === null) throw new PawlError('not-allowed', 'what stands in the way has to be put right first');
  if (patient.project === null || plan.key === null) return normaliseLoose(patient, plan);
  const { project, key } = placeOf(patient);
  const { store } = project;
  const before = store.getSync(key);
  const read = (bytes: Buffer): typeof plan.original | null => (checksum(bytes) === plan.hash ? plan.original : null);
  const isTaken = before !== null && isAsRead(before.state, plan.original);
  const kept = isTaken && plan.isExact ? null : store.upkeep.adopt(key, read);
  const stored = store.getSync(key);
  if (stored === null || !isAsRead(stored.state, plan.original)) {
    throw new PawlError('conflict', 'it changed meanwhile', { hint: 'Run it again.' });
  }
  const event = { name: 'repaired', args: { changes: plan.changes.length } };
  const made = await storeNext(patient, key, stored, plan.document, event);
  const at = kept === null ? null : shownPath(patient.examiner.root, kept);
  if (at !== null && !plan.isExact) {
    const rest = `revision ${stored.revision} is the original as far as a document can say it`;
    return `Repaired as revision ${made}; ${rest}, and its exact bytes are ${at}.`;
  }
  const aside = at === null ? '' : `; its bytes are kept as ${at}`;
  return `Repaired as revision ${made}; the original is revision ${stored.revision}${aside}.`;
}

/** A number that is too large for any is null in every file; in this process it may not be yet. */
function isAsRead(state: JsonObject, original: JsonObject): boolean {
  return sameJson(state, original) || JSON.stringify(state) === JSON.stringify(original);
}

/** Unlike a change, a repair is not redacted: nothing may be lost. */
async function storeNext(
  { examiner, project }: Patient,
  key: Key,
  stored: Stored,
  state: Stored['state'],
  event: EventNote,
): Promise<number> {
  const { revision: expect, place } = stored;
  const at = nextTime(examiner.clock, families[key.family].stampOf(stored.state));
  const result = await project?.store.put(key, { state, place, expect, actor: examiner.actor, event, at });
  if (result?.ok !== true) throw new PawlError('conflict', 'someone saved it meanwhile', { hint: 'Run it again.' });
  return result.stored.revision;
}

/** Outside of any project there is no history: the original stays beside the file. */
function normaliseLoose({ examiner, file }: Patient, plan: RepairPlan): string {
  const seen = lookAt(file.path);
  if (seen?.is !== 'bytes' || seen.hash !== plan.hash) {
    throw new PawlError('conflict', 'it changed meanwhile', { hint: 'Run it again.' });
  }
  const kept = keepBeside(file.path, seen.bytes);
  replaceLoose(file.path, Buffer.from(`${JSON.stringify(plan.document, null, 2)}\n`), plan.hash);
  return `Repaired in place; the original is ${shownPath(examiner.root, kept)}.`;
}
