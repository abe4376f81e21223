// What is good to know about a run and no reason to ask. Pure.

import { failedBeside } from '../../../families/command/resume.js';
import { latestSchemaVersion, needsMigration, schemaVersionOf } from '../../../families/workflow/migrate.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
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
    ...(family === 'command' ? failedBeside(doc) : []),
    ...(lease.state === 'expired' && lease.lease !== null
      ? [`held by ${lease.lease.owner} before; ${lease.reason}`]
      : []),
    ...(family === 'workflow' && needsMigration(doc) ? [migration(doc)] : []),
    ...(family === 'pipeline' && overview.status === 'paused' ? lastGate(doc) : []),
    ...facts.stale.notes,
    ...(family === 'pipeline' ? blockedGates(doc) : []),
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
  return typeof last === 'string' ? [`last gate passed: ${last}`] : [];
}

/** Neither is a failure, so nothing else tells of it. */
function blockedGates({ pawl, gates_passed: passed }: JsonObject): readonly string[] {
  const evidence = isJsonObject(pawl) && isJsonObject(pawl['evidence']) ? pawl['evidence'] : {};
  const gates = isJsonObject(evidence['gates']) ? evidence['gates'] : {};
  return Object.entries(gates).flatMap(([label, entry]) => {
    const verdict = isJsonObject(entry) ? entry['verdict'] : null;
    if (!isJsonObject(entry) || (verdict !== 'blocked' && verdict !== 'declined')) return [];
    if (Array.isArray(passed) && passed.includes(label)) return [];
    const what = verdict === 'blocked' ? 'could not be run' : 'was declined';
    return [`gate ${label} ${what}${typeof entry['reason'] === 'string' ? `: ${entry['reason']}` : ''}`];
  });
}
