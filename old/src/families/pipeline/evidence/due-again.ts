// Which gates have to pass again because work was done after them. Pure.

import { outputTest } from '../../../rules/text/file-patterns.js';
import { gateLabel, type GateUse, type PlanView } from '../plan.js';
import type { DoneEvent } from '../steps/events.js';
import type { PipelineCheckpoint } from '../types.js';
import { fileStates } from './file-lines.js';
import type { GateEvidence } from './types.js';

/**
 * Finds the gates that have passed and did not see the work that is done now: it is of their own or of an earlier phase, and
 * they are about it, or cover a file that it made or changed.
 * @param doc the checkpoint before
 * @param plan its plan, when known
 * @param event the work
 * @returns the uses, e.g. `type-check (WS2)`
 */
export function gatesDueAgain(doc: PipelineCheckpoint, plan: PlanView | null, event: DoneEvent): readonly string[] {
  if (plan === null || doc.gates_passed.length === 0) return [];
  const { workstream: id, evidence } = event;
  const [passed, phase] = [new Set(doc.gates_passed), plan.phaseOf.get(id) ?? 0];
  const later = plan.uses.filter((use) => use.phase >= phase && passed.has(use.label));
  if (later.length === 0) return [];
  const isNew = !doc.completed_workstreams.includes(id);
  const known = doc.pawl?.evidence?.gates ?? {};
  const made = fileStates(evidence?.files);
  return later
    .filter((use) => {
      if (isNew && use.covers.includes(id)) return true;
      const entry = Object.hasOwn(known, use.label) ? known[use.label] : undefined;
      return entry !== undefined && entry.verdict !== 'waived' && isUnseen(entry, use, id, made);
    })
    .map(({ label }) => label);
}

/** Whether a gate covers one of the files, and not in this state. */
function isUnseen(entry: GateEvidence, use: GateUse, id: string, made: ReadonlyMap<string, string>): boolean {
  const seen = fileStates(entry.files);
  const isOwn = use.covers.includes(id) && (entry.covers === undefined || use.label === gateLabel(use.gate, id));
  const isCovered = outputTest(entry.covers ?? []);
  return [...made].some(([path, state]) => seen.get(path) !== state && (isOwn || seen.has(path) || isCovered(path)));
}
