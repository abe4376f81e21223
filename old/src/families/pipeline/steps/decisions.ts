// What people decide about gates and results: waivers, approvals, what is done again, and what is kept although it changed.

import { badInput, type Problem } from '../../../rules/errors.js';
import { finish, move, takeBack } from '../derive.js';
import { withEntry, withGateEvidence, withoutEvidence, withUnitEvidence } from '../evidence/record.js';
import type { GateEvidence, GateFinding } from '../evidence/types.js';
import { brief } from '../lists.js';
import type { PipelineCheckpoint } from '../types.js';
import type { AcceptEvent, ApproveEvent, RedoEvent, WaiveGateEvent } from './events.js';
import { labelsOf, passGate } from './gates.js';
import { needWorkstreams, notAllowed } from './refuse.js';
import type { Scene } from './work.js';

/** `12`, `#12`, `ABC-12`, `owner/repo#12`, or an address: what is owed has to be found again. */
const issueId = /^(?:https?:\/\/\S+|(?:[\w./-]*[#!/-])?\d+)$/;

/**
 * Tells what a waiver lacks.
 * @param waiver who, why, and where the debt is tracked
 * @param at what stands before a member's name
 * @returns a problem for each member that is blank, or is no issue
 */
export function waiverProblems(waiver: Pick<WaiveGateEvent, 'by' | 'reason' | 'issue'>, at = '/'): Problem[] {
  const { by, reason, issue } = waiver;
  const problems: Problem[] = Object.entries({ by, reason, issue })
    .filter(([, text]) => text.trim() === '')
    .map(([member]) => ({ path: `${at}${member}`, message: 'is empty', fix: 'a waiver needs it' }));
  if (issue.trim() !== '' && !issueId.test(issue.trim()))
    problems.push({
      path: `${at}issue`,
      message: 'is no issue',
      fix: 'write e.g. BAS-12, #12, owner/repo#12 or its address',
    });
  return problems;
}

/**
 * Lets a gate pass that did not. Whether it may be waived at all is known to its spec only.
 * @param scene the checkpoint
 * @param event the gate, who, why, and where the debt is tracked
 * @returns the checkpoint, in which it counts as passed
 */
export function waiveGate(scene: Scene, event: WaiveGateEvent): PipelineCheckpoint {
  const { by, reason, issue } = event;
  const problems = waiverProblems(event);
  if (problems.length > 0) throw badInput(scene.doc.prd, problems);
  const gates = labelsOf(scene, event);
  const waived = passGate(scene, event, 'waived');
  return withEntry(waived, 'waivers', { gates, by, reason, issue, at: scene.now });
}

/**
 * Records what a person said. A yes lets a manual gate pass; a no changes nothing else, and an earlier yes no longer counts.
 * @param scene the checkpoint
 * @param event what it is about, and the answer
 * @returns the checkpoint with the answer
 */
export function approve(scene: Scene, event: ApproveEvent): PipelineCheckpoint {
  const { doc, plan, now } = scene;
  const { gate, about, answer, by, note } = event;
  if ((gate === undefined) === (about === undefined)) {
    const message = 'an approval is about a gate or about something else, and needs exactly one of the two';
    throw badInput(doc.prd, [{ path: gate === undefined ? '/gate' : '/about', message, fix: 'write one of them' }]);
  }
  const rest = { answer, by, ...(note === undefined ? {} : { note }), at: now };
  if (gate === undefined) {
    const told = withEntry(doc, 'approvals', { about: about ?? '', ...rest });
    if (about !== 'completion' || answer === 'no') return { ...told, timestamp: now };
    const { awaits: _, ...pawl } = told.pawl ?? {};
    return finish({ ...told, pawl }, plan, now);
  }
  const target = { ...event, gate };
  const labels = labelsOf(scene, target);
  const next = answer === 'yes' ? passGate(scene, target, 'approved') : declined(scene, target, labels);
  return labels.reduce((at, label) => withEntry(at, 'approvals', { about: label, ...rest }), next);
}

/** A no: what was known before no longer counts, and why stands where a failure's reason would. */
function declined({ doc, plan, now }: Scene, event: ApproveEvent, labels: readonly string[]): PipelineCheckpoint {
  const { by, note, evidence = {} } = event;
  const reason = `${by} said no${note === undefined || note.trim() === '' ? '' : `: ${note.trim()}`}`;
  const findings = Object.fromEntries(Object.entries(evidence).map(([label, one]) => [label, { ...one, reason }]));
  const open = takeBack(doc, plan, labels);
  const known = withGateEvidence(open, labels, findings, 'declined', now);
  const bare = labels.filter((label) => !Object.hasOwn(findings, label));
  return finish(withoutEvidence(known, [], bare), plan, now);
}

/**
 * Returns workstreams to pending, and lets gates pass again.
 * @param scene the checkpoint
 * @param event which ones, and why
 * @returns the checkpoint; what they made stays listed in its history
 */
export function redo({ doc, plan, now }: Scene, event: RedoEvent): PipelineCheckpoint {
  const ids = [...new Set(event.workstreams ?? [])];
  const labels = [...new Set(event.gates ?? [])];
  needWorkstreams(
    doc,
    plan,
    ids.map((id, index) => ({ id, path: `/workstreams/${index}` })),
  );
  const open = ids.filter((id) => !doc.completed_workstreams.includes(id));
  const due = labels.filter((label) => !doc.gates_passed.includes(label));
  if (open.length + due.length > 0) {
    const names = brief([...open, ...due.map((label) => `gate ${label}`)]);
    throw notAllowed(`${names}: only what is done can be done again`, 'Look at the run again: it has changed.');
  }
  const artifacts = Object.fromEntries(Object.entries(doc.artifacts).filter(([id]) => !ids.includes(id)));
  const moved = move({ ...doc, artifacts }, ids, 'pending_workstreams', plan);
  return finish(withoutEvidence(takeBack(moved, plan, labels), ids, labels), plan, now);
}

/**
 * Records that a person is asked, from the first question on.
 * @param scene the checkpoint
 * @returns the checkpoint, whose completion waits for a yes
 */
export function hold({ doc, plan, now }: Scene): PipelineCheckpoint {
  return finish({ ...doc, pawl: { ...doc.pawl, awaits: 'completion' } }, plan, now);
}

/**
 * Keeps results although what they were about has changed. From now on they are about the present state.
 * @param scene the checkpoint
 * @param event which ones, who and why
 * @returns the checkpoint with the acceptance on record
 */
export function accept({ doc, plan, now }: Scene, event: AcceptEvent): PipelineCheckpoint {
  const { reason, by, workstreams = {}, gates = {}, changes = [] } = event;
  const [ids, labels] = [Object.keys(workstreams), Object.keys(gates)];
  if (reason.trim() === '' || by.trim() === '') {
    const path = reason.trim() === '' ? '/reason' : '/by';
    throw badInput(doc.prd, [{ path, message: 'to keep a result needs a person and a reason', fix: 'write both' }]);
  }
  needWorkstreams(
    doc,
    plan,
    ids.map((id) => ({ id, path: `/workstreams/${id}` })),
  );
  const unknown = [
    ...ids.filter((id) => !doc.completed_workstreams.includes(id)),
    ...labels.filter((label) => !doc.gates_passed.includes(label)).map((label) => `gate ${label}`),
  ];
  if (unknown.length > 0) {
    throw notAllowed(`${brief(unknown)}: only a result that is there can be kept`, 'Look at the run again.');
  }
  const units = ids.reduce((at, id) => withUnitEvidence(at, id, workstreams[id], now), doc);
  const all = labels.reduce((at, label) => {
    // How it was run, by whom and when stays known; what it is about is new.
    const known = doc.pawl?.evidence?.gates ?? {};
    const entry = Object.hasOwn(known, label) ? known[label] : undefined;
    const finding = gates[label];
    if (finding === undefined) return at;
    const { verdict, seq: _seq, at: ranAt, changed_later: _, ...before } = entry ?? { ...bare(finding), at: now };
    const kept = { ...before, ...finding, by: before.by, kept_at: now };
    return withGateEvidence(at, [label], { [label]: kept }, verdict, ranAt);
  }, units);
  const kept = [...ids, ...labels];
  return finish(withEntry(all, 'accepted', { kept, changes, reason, by, at: now }), plan, now);
}

/** A gate of which nothing was known but that it has passed. */
function bare(finding: GateFinding): Omit<GateEvidence, 'at'> {
  return { ...finding, verdict: 'approved', seq: 0 };
}
