// The operations on gates. A gate runs once for a phase and is recorded for each workstream of it that names the gate.

import { badInput } from '../../../rules/errors.js';
import { finish, leaveFailure, takeBack } from '../derive.js';
import { withGateEvidence } from '../evidence/record.js';
import type { GateVerdict } from '../evidence/types.js';
import { brief, unitLists } from '../lists.js';
import { gateIdOf, gateLabel, type GateUse, phaseName, planOf, type PlanView } from '../plan.js';
import type { PipelineCheckpoint } from '../types.js';
import type { BlockGateEvent, FailGateEvent, PassGateEvent } from './events.js';
import { needStill, needWorkstreams, notAllowed } from './refuse.js';
import { failWith, type Scene } from './work.js';

/** Which gate an event is about, and for what. */
export type Target = Pick<PassGateEvent, 'gate' | 'workstream' | 'phase'>;

/**
 * Records that a gate passed.
 * @param scene the checkpoint
 * @param event the gate, and for what; see PassGateEvent
 * @param verdict how it came to pass
 * @returns the checkpoint with the pass recorded; an id leaves `gates_pending` with its last use
 */
export function passGate(
  scene: Scene,
  event: Target & Pick<PassGateEvent, 'evidence'>,
  verdict: GateVerdict = 'pass',
): PipelineCheckpoint {
  const labels = labelsOf(scene, event);
  return withGateEvidence(passed(scene, event), labels, event.evidence, verdict, scene.now);
}

/**
 * Lists the uses of a gate that an event is about.
 * @param scene the checkpoint
 * @param target the gate, and for what
 * @returns e.g. `type-check (WS2)`; throws `bad-input` when there is no such gate
 */
export function labelsOf({ doc, plan }: Scene, target: Target): readonly string[] {
  return plan === null ? [unplanned(doc, target).label] : usesFor(doc, plan, target).map((use) => use.label);
}

/**
 * Finds the uses of a gate that a run of it is about.
 * @param doc the checkpoint
 * @param target the gate, and for what; the first phase that still needs it unless given
 * @returns its uses, all in one phase; throws `bad-input` when there is no such gate
 */
export function gateUses(doc: PipelineCheckpoint, target: Target): readonly GateUse[] {
  const plan = planOf(doc);
  if (plan !== null) return usesFor(doc, plan, target);
  const { label, workstream } = unplanned(doc, target);
  const phase = target.phase ?? doc.current_phase + 1;
  return [{ gate: gateIdOf(label), phase, label, covers: workstream === undefined ? [] : [workstream] }];
}

function passed(scene: Scene, event: Target): PipelineCheckpoint {
  const { plan, now } = scene;
  // The gate that the run failed at has passed: the failure is dealt with.
  const failure = scene.doc.error?.message ?? '';
  const isThis = failure.startsWith(`gate ${event.gate} failed: `);
  const doc: PipelineCheckpoint = isThis ? { ...leaveFailure(scene.doc, now), status: 'paused' } : scene.doc;
  if (plan === null) return passUnplanned({ ...scene, doc }, event);
  const uses = usesFor(doc, plan, event);
  const completed = new Set(doc.completed_workstreams);
  const open = [...new Set(uses.flatMap((use) => use.covers))].filter((id) => !completed.has(id));
  if (open.length > 0) {
    const labels = brief(uses.map((use) => use.label));
    const message = `${labels} cannot pass yet: ${brief(open)} ${open.length === 1 ? 'is' : 'are'} not complete`;
    throw notAllowed(message, 'Finish what is missing, then run the gate.', {
      missing: { workstreams: open, gates: [] },
    });
  }
  const fresh = uses.map((use) => use.label).filter((label) => !doc.gates_passed.includes(label));
  if (fresh.length === 0) return finish(doc, plan, now);
  return finish({ ...doc, gates_passed: [...doc.gates_passed, ...fresh] }, plan, now);
}

/** Finds the uses that an event is about; all of them are in one phase unless a workstream stands in several. */
function usesFor(doc: PipelineCheckpoint, plan: PlanView, target: Target): readonly GateUse[] {
  const known = plan.uses.filter((use) => use.gate === target.gate || use.label === target.gate);
  const fix = `known: ${brief(plan.gates)}`;
  if (known.length === 0) {
    throw badInput(doc.prd, [{ path: '/gate', message: `${doc.prd} has no gate ${target.gate}`, fix }]);
  }
  if (target.workstream !== undefined) needWorkstreams(doc, plan, [{ id: target.workstream, path: '/workstream' }]);
  const fits = known.filter(
    (use) =>
      (target.workstream === undefined || use.label === gateLabel(use.gate, target.workstream)) &&
      (target.phase === undefined || use.phase === target.phase),
  );
  if (fits.length === 0) {
    const path = target.workstream === undefined ? '/phase' : '/workstream';
    const message = `gate ${target.gate} is not used there`;
    throw badInput(doc.prd, [{ path, message, fix: `its uses: ${brief(known.map((use) => use.label))}` }]);
  }
  const due = fits.find((use) => !doc.gates_passed.includes(use.label)) ?? fits[0];
  return fits.filter((use) => use.phase === due?.phase);
}

/**
 * Records a pass where the spec is not known: for the given workstream, else for the given or next phase. The gate
 * leaves `gates_pending` at once, and each new pass counts as a phase, as in seed 003's examples.
 */
function passUnplanned({ doc, plan, now }: Scene, event: Target): PipelineCheckpoint {
  const { label, workstream, isDue } = unplanned(doc, event);
  if (workstream !== undefined) {
    needWorkstreams(doc, plan, [{ id: workstream, path: '/workstream' }]);
    if (!doc.completed_workstreams.includes(workstream)) {
      const missing = { workstreams: [workstream], gates: [] };
      throw notAllowed(`${label} cannot pass yet: ${workstream} is not complete`, 'Finish it, then run the gate.', {
        missing,
      });
    }
  }
  // Without a target a second report cannot be told from a retry of the first.
  const isRetry = !isDue && workstream === undefined && event.phase === undefined;
  if (isRetry || doc.gates_passed.includes(label)) return finish(doc, plan, now);
  return finish(
    {
      ...doc,
      current_phase: event.phase === undefined ? doc.current_phase + 1 : Math.max(doc.current_phase, event.phase),
      gates_passed: [...doc.gates_passed, label],
      gates_pending: doc.gates_pending.filter((pending) => pending !== gateIdOf(label) && pending !== label),
    },
    plan,
    now,
  );
}

/** Finds a gate among those that the checkpoint itself names: as an id, or with what it covers. */
function unplanned(
  doc: PipelineCheckpoint,
  { gate, workstream, phase }: Target,
): { readonly label: string; readonly workstream: string | undefined; readonly isDue: boolean } {
  const labels = [...doc.gates_pending, ...doc.gates_passed];
  const fits = (label: string): boolean => label === gate || gateIdOf(label) === gate;
  if (!labels.some(fits)) {
    const fix = `known: ${brief([...new Set(labels.map(gateIdOf))])}`;
    throw badInput(doc.prd, [{ path: '/gate', message: `${doc.prd} has no gate ${gate}`, fix }]);
  }
  const pending = doc.gates_pending.find(fits);
  const target = workstream ?? (phase === undefined ? undefined : phaseName(phase));
  const wanted = target === undefined ? (pending ?? gate) : gateLabel(gateIdOf(gate), target);
  const id = gateIdOf(wanted);
  const label = wanted === id ? gateLabel(id, phaseName(doc.current_phase + 1)) : wanted;
  const covered = label.slice(id.length + 2, -1);
  const isUnit = unitLists.some((key) => doc[key].includes(covered));
  return { label, workstream: workstream ?? (isUnit ? covered : undefined), isDue: pending !== undefined };
}

/**
 * Records that a gate could not be run. Nothing else changes: it is no failure.
 * @param scene the checkpoint
 * @param event the gate, for what, and why
 * @returns the checkpoint with the evidence
 */
export function blockGate(scene: Scene, event: BlockGateEvent): PipelineCheckpoint {
  const { doc, now } = scene;
  return { ...withGateEvidence(doc, labelsOf(scene, event), event.evidence, 'blocked', now), timestamp: now };
}

/**
 * Records that a gate failed. An earlier pass of it is not taken back, unless pawl itself saw it fail.
 * @param scene the checkpoint
 * @param event the gate, for what, and what went wrong
 * @returns the checkpoint, failed
 */
export function failGate(scene: Scene, event: FailGateEvent): PipelineCheckpoint {
  if (event.evidence === undefined) return failed(scene, event);
  const { doc, now } = scene;
  const labels = labelsOf(scene, event);
  const known = withGateEvidence(takeBack(doc, scene.plan, labels), labels, event.evidence, 'fail', now);
  return failed({ ...scene, doc: known }, event);
}

function failed(scene: Scene, event: FailGateEvent): PipelineCheckpoint {
  const { doc, plan } = scene;
  const gate = gateIdOf(event.gate);
  let workstream = event.workstream ?? phaseName(event.phase ?? doc.current_phase + 1);
  if (plan === null) {
    const { workstream: covered } = unplanned(doc, event);
    workstream = covered ?? workstream;
    if (event.workstream !== undefined) needWorkstreams(doc, plan, [{ id: event.workstream, path: '/workstream' }]);
    needBegun(doc, gate, covered === undefined ? [] : [covered]);
  } else {
    const covered = usesFor(doc, plan, event).flatMap(({ covers }) => covers);
    workstream = event.workstream ?? covered[0] ?? workstream;
    needBegun(doc, gate, [...new Set(covered)]);
  }
  needStill(doc, `record that gate ${gate} failed`, doc.in_progress_workstreams, event.stop_running);
  return failWith(scene, workstream, `gate ${gate} failed: ${event.message}`, event);
}

/** A gate judges work: where none of it was begun, it has not been reached. After a failure, work waits to be done again. */
function needBegun(doc: PipelineCheckpoint, gate: string, covered: readonly string[]): void {
  const isBegun = (id: string): boolean =>
    doc.completed_workstreams.includes(id) || doc.in_progress_workstreams.includes(id);
  if (doc.status === 'failed' || covered.length === 0 || covered.some(isBegun)) return;
  const message = `gate ${gate} cannot fail yet: ${brief(covered)} ${covered.length === 1 ? 'was' : 'were'} not begun`;
  throw notAllowed(message, 'Begin the work first; a gate is run when it is done.', {
    missing: { workstreams: covered, gates: [] },
  });
}
