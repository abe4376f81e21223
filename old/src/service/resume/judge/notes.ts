// What is good to know about a run and no reason to ask. Pure.

import { failedBeside } from '../../../families/command/resume.js';
import { blockedWork, heldGates } from '../../../families/pipeline/held-gates.js';
import { latestSchemaVersion, needsMigration, schemaVersionOf } from '../../../families/workflow/migrate.js';
import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { branchInWords } from '../../absent-files.js';
import { mapIn } from '../../../rules/json/read-member.js';
import { whenForbidden } from '../../pipeline/next-steps.js';
import type { RunFacts } from './judge.js';

/**
 * Finds what a person may want to know.
 * @param facts what is known of the run
 * @returns sentences
 */
export function notesOf(facts: RunFacts): readonly string[] {
  const { family, doc, lease, notices, overview } = facts;
  return [
    ...headMoved(facts),
    ...(facts.otherBranch === null ? [] : [branchInWords(facts.otherBranch)]),
    ...(family === 'command' ? failedBeside(doc) : []),
    ...facts.gone.map(({ unit }) => `if its files are rightly gone, report ${unit} complete once more`),
    ...(lease.state === 'expired' && lease.lease !== null
      ? [`held by ${ownerInShort(lease.lease.owner)} before; ${lease.reason}`]
      : []),
    ...(family === 'workflow' && needsMigration(doc) ? [migration(doc)] : []),
    ...(family === 'pipeline' && overview.status === 'paused' ? lastGate(doc) : []),
    ...facts.stale.notes,
    ...forbidden(facts),
    ...(family === 'pipeline' ? [...blockedWork(doc), ...heldGates(doc)].map(({ text }) => text) : []),
    ...notices.filter(({ code }) => code === 'edited' || code === 'switched').map(({ message }) => message),
  ];
}

function headMoved({ doc, head }: RunFacts): readonly string[] {
  const then = doc['head_commit'];
  if (typeof then !== 'string' || then === '' || head === null || then === head) return [];
  return [`HEAD has moved from ${then.slice(0, 7)} to ${head.slice(0, 7)}`];
}

function migration(doc: JsonObject): string {
  const from = schemaVersionOf(doc);
  return `its next save lifts it from schema version ${from} to ${latestSchemaVersion}; the original stays in its history`;
}

function lastGate(doc: JsonObject): readonly string[] {
  const passed = doc['gates_passed'];
  const last: unknown = Array.isArray(passed) ? passed.at(-1) : undefined;
  if (typeof last !== 'string') return [];
  const known = ['pawl', 'evidence', 'gates', last].reduce<Json | undefined>(
    (at, name) => (isJsonObject(at) ? at[name] : undefined),
    doc,
  );
  const isWaived = isJsonObject(known) && known['verdict'] === 'waived';
  return [`last gate ${isWaived ? 'waived' : 'passed'}: ${last}`];
}

/** When a process was started tells it from a later one of the same number, and people nothing. */
function ownerInShort(owner: string): string {
  return owner.replace(/^(process \d+) \([^)]*\)$/, '$1');
}

/** The way out, where a review lets nothing start. */
function forbidden({ family, doc }: RunFacts): readonly string[] {
  const review = family === 'pipeline' ? mapIn(doc, 'adversarial_review') : {};
  const { prd } = doc;
  return review['verdict'] === 'do_not_ship' && typeof prd === 'string' ? [whenForbidden(prd, review['attempt'])] : [];
}
