// A program's phases in a command's checkpoint: each is a phase of its own name, with its result as `result`.

import type { Fields } from '../../rules/fields.js';
import { deepFreeze, isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { memberIn } from '../../rules/json/read-member.js';
import { applyCommand } from '../command/transitions.js';
import type { CommandCheckpoint, PhaseData } from '../command/types.js';
import { entryOf, type KnownPhase, withLedger } from './ledger.js';
import { type DonePhase, type FailedPhase, type FoundPhase, type PhaseBook, refuseOpenPhases } from './phase-book.js';

function phaseOf(doc: Fields, phase: string): JsonObject {
  const phases = doc['phases'];
  const found = memberIn(phases, phase);
  return isJsonObject(found) ? found : {};
}

function find(doc: Fields, phase: string): FoundPhase {
  const found = phaseOf(doc, phase);
  if (found['status'] !== 'complete' && found['status'] !== 'skipped') return { done: false };
  if (found['result'] !== undefined) return { done: true, known: true, result: found['result'] };
  return { done: true, known: entryOf(doc, phase)?.completed_at !== undefined };
}

function updated(doc: CommandCheckpoint, phase: string, data: PhaseData, now: string): CommandCheckpoint {
  return applyCommand(doc, { type: 'phase', command: doc.command, feature: doc.feature, phase, data }, now);
}

function done(doc: CommandCheckpoint, { name, result, known }: DonePhase, now: string): CommandCheckpoint {
  const patch = { completed_at: now, attempts: null, error: null, failed_at: null };
  const next = updated(withLedger(doc, known, { name, patch }), name, { status: 'complete' }, now);
  const phase = next.phases[name];
  if (result === undefined || phase === undefined) return next;
  // Beside the merge of data, in which null takes a member away: a result stays as it is.
  return { ...next, phases: { ...next.phases, [name]: deepFreeze({ ...phase, result }) } };
}

function failed(doc: CommandCheckpoint, phase: FailedPhase, now: string): CommandCheckpoint {
  const { name, error, attempts, known, outcome } = phase;
  const patch = { error, failed_at: now, attempts: outcome === 'again' ? attempts : null };
  const listed = withLedger(doc, known, { name, patch });
  return updated(listed, name, outcome === 'again' ? { status: 'in_progress' } : { status: 'failed', error }, now);
}

function keep(
  doc: CommandCheckpoint,
  phase: string,
  data: Fields,
  known: readonly KnownPhase[],
  now: string,
): CommandCheckpoint {
  return updated(withLedger(doc, known), phase, { status: 'in_progress', ...data }, now);
}

function finish(doc: CommandCheckpoint, _isWhole: boolean, now: string): CommandCheckpoint {
  refuseOpenPhases(doc, find);
  return applyCommand(doc, { type: 'complete' }, now);
}

export const commandBook: PhaseBook<CommandCheckpoint> = {
  resultMember: () => 'result',
  find,
  dataOf: phaseOf,
  done,
  failed,
  keep,
  finish,
};
