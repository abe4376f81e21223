// How the gates of a pipeline stand: what passed, what is due, what no longer holds, and how that is known.

import { dueGates, gateIdOf, planOf } from '../../families/pipeline/index.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { listOf, mapIn, memberIn, textIn, textsOf } from '../../rules/json/read-member.js';
import { stalenessOf } from '../evidence/staleness.js';
import type { Workbench } from '../workbench.js';

/** `stale`: passed, and no longer to be believed. `waiting`: for work that is not done. */
export type GateState =
  | 'passed'
  | 'approved'
  | 'waived'
  | 'stale'
  | 'failed'
  | 'blocked'
  | 'declined'
  | 'due'
  | 'waiting';

/** One use of a gate. */
export interface GateLine {
  /** e.g. `type-check (WS2)`; the bare id where the spec is not known. */
  readonly use: string;
  readonly gate: string;
  readonly phase: number | null;
  readonly state: GateState;
  /** Why it no longer holds; or why it failed, is blocked or was declined. */
  readonly reasons: readonly string[];
  readonly verdict: string | null;
  readonly by: string | null;
  readonly at: string | null;
  readonly head_commit: string | null;
  readonly exit_code: number | null;
  readonly duration_ms: number | null;
  /** How many files the last result is about; null when nothing is known. */
  readonly covered: number | null;
  /** Files that changed while it ran: the result counts for what was there at its end. */
  readonly changed_meanwhile: readonly string[];
  /** Files that changed after it, in the time of other work, and that it did not look at since. */
  readonly changed_later: readonly string[];
  readonly commands: readonly string[];
  readonly output: string | null;
  /** Set when a person kept the result although what it covers had changed. */
  readonly kept: { readonly by: string; readonly at: string; readonly reason: string } | null;
}

/**
 * Tells how the gates of a pipeline stand. Runs nothing.
 * @param bench the project
 * @param state the pipeline
 * @returns every use of every gate, in the order of the phases
 */
export async function gateStates(bench: Workbench, state: JsonObject): Promise<readonly GateLine[]> {
  const plan = planOf(state);
  const passed = textsOf(state['gates_passed']);
  const pending = textsOf(state['gates_pending']);
  const uses =
    plan?.uses.map(({ label, phase }) => ({ label, phase })) ??
    [...passed, ...pending].map((label) => ({ label, phase: null }));
  const due = new Set(dueGates(state).map(({ label }) => label));
  const { results } = await stalenessOf(bench, state);
  const stale = new Map(results.filter(({ kind }) => kind === 'gate').map(({ id, reasons }) => [id, reasons]));
  const evidence = mapIn(state, 'pawl', 'evidence', 'gates');
  const accepted = listOf(memberIn(state, 'pawl', 'accepted')).filter(isJsonObject);
  return uses.map(({ label, phase }) => {
    const entry = mapIn(evidence, label);
    const verdict = textIn(entry, 'verdict');
    const hasPassed = passed.includes(label);
    const isDue = due.has(label) || (plan === null && !hasPassed);
    const reason = textIn(entry, 'reason');
    return {
      use: label,
      gate: gateIdOf(label),
      phase,
      state: stateOf(hasPassed, stale.has(label), isDue, verdict),
      reasons: stale.get(label) ?? (hasPassed || reason === null ? [] : [reason]),
      verdict,
      by: textIn(entry, 'by'),
      at: textIn(entry, 'at'),
      head_commit: textIn(entry, 'head_commit'),
      exit_code: numberIn(entry, 'exit_code'),
      duration_ms: numberIn(entry, 'duration_ms'),
      covered: Array.isArray(entry['files']) ? entry['files'].length + (numberIn(entry, 'unlisted') ?? 0) : null,
      changed_meanwhile: textsOf(entry['changed_meanwhile']),
      changed_later: textsOf(entry['changed_later']),
      commands: textsOf(entry['commands']),
      output: textIn(entry, 'output'),
      kept: keptAs(accepted, label, textIn(entry, 'kept_at')),
    };
  });
}

function stateOf(hasPassed: boolean, isStale: boolean, isDue: boolean, verdict: string | null): GateState {
  if (hasPassed) return isStale ? 'stale' : verdict === 'waived' || verdict === 'approved' ? verdict : 'passed';
  if (verdict === 'fail') return 'failed';
  if (verdict === 'blocked' || verdict === 'declined') return verdict;
  return isDue ? 'due' : 'waiting';
}

function keptAs(accepted: readonly JsonObject[], label: string, at: string | null): GateLine['kept'] {
  if (at === null) return null;
  const one = accepted.findLast((entry) => entry['at'] === at && textsOf(entry['kept']).includes(label)) ?? {};
  return { by: textIn(one, 'by') ?? '', at, reason: textIn(one, 'reason') ?? '' };
}

function numberIn(of: JsonObject, name: string): number | null {
  const value = of[name];
  return typeof value === 'number' ? value : null;
}
