// A person lets a gate pass that did not: with a name, a reason and an issue that tracks the debt.

import { gateUses, type PipelineCheckpoint, planOf } from '../../families/pipeline/index.js';
import type { Spec } from '../../families/pipeline/spec/types.js';
import { PawlError } from '../../rules/errors.js';
import type { Key } from '../../rules/names.js';
import type { Saved } from '../checkpoint.js';
import { asDocument } from '../documents.js';
import { loadUnchanged } from '../load-unchanged.js';
import { withPlan } from '../pipeline/with-plan.js';
import { planPipeline } from '../plans/pipeline.js';
import { readNewest, type Workbench, write } from '../workbench.js';
import { gateStates } from './gate-states.js';

/** Who waives what, and why. */
export interface WaiverRequest {
  readonly gate: string;
  readonly phase?: number | undefined;
  readonly by: string;
  readonly reason: string;
  readonly issue: string;
}

/**
 * Waives a gate.
 * @param bench the store and the circumstances
 * @param key the pipeline
 * @param spec its spec, which says whether the gate may be waived
 * @param request who, what and why
 * @returns the uses that were waived, and what was stored; throws `not-allowed` for a gate that is never waived
 */
export async function waiveGate(
  bench: Workbench,
  key: Key,
  spec: Spec,
  request: WaiverRequest,
): Promise<{ readonly uses: readonly string[]; readonly saved: Saved<PipelineCheckpoint> }> {
  const { state } = await withPlan(bench, await readNewest(bench.store, key));
  const { phase } = request;
  const uses = gateUses(asDocument<PipelineCheckpoint>(state), { gate: request.gate, phase });
  const id = uses[0]?.gate ?? request.gate;
  const gate = spec.gates.find((one) => one.id === id);
  if (gate === undefined || gate.never_waivable) {
    const why = gate === undefined ? 'its spec does not declare it' : 'its spec says that it can never be waived';
    throw new PawlError('not-allowed', `gate ${id} cannot be waived: ${why}`, {
      hint: 'Mend what it found, and run it again.',
    });
  }
  const labels = uses.map(({ label }) => label);
  const states = (await gateStates(bench, state)).filter(({ use }) => labels.includes(use)).map((one) => one.state);
  if (states.length > 0 && states.every((one) => one === 'passed' || one === 'approved')) {
    throw new PawlError('not-allowed', `gate ${labels.join(', ')} has passed: there is nothing to waive`, {
      hint: 'Only a gate that does not pass is waived; what is known of it stays as it is.',
    });
  }
  const { by, reason, issue } = request;
  const evidence = Object.fromEntries(
    uses.map(({ label }) => [label, { by, reason, spec_hash: gate.hash, files: [] }]),
  );
  const isPlanned = planOf(state) !== null;
  const target = isPlanned ? { gate: id, phase: uses[0]?.phase } : { gate: request.gate, phase: request.phase };
  const same = await loadUnchanged<PipelineCheckpoint>(bench, key, {}, (doc) =>
    isWaivedSo(asDocument<PipelineCheckpoint>(doc), labels, request),
  );
  const event = { type: 'waive_gate', ...target, by, reason, issue, evidence } as const;
  const saved = same ?? (await write<PipelineCheckpoint>(bench, key, planPipeline(key, event)));
  return { uses: labels, saved };
}

/** The same waiver once more is no second debt. */
function isWaivedSo(doc: PipelineCheckpoint, labels: readonly string[], { by, reason, issue }: WaiverRequest): boolean {
  const { gates_passed: passed, pawl } = doc;
  const isPassed = Array.isArray(passed) && labels.every((label) => passed.includes(label));
  const waivers = Array.isArray(pawl?.waivers) ? pawl.waivers : [];
  const last = waivers.findLast(({ gates }) => labels.every((label) => gates.includes(label)));
  return isPassed && last?.by === by && last.reason === reason && last.issue === issue;
}
