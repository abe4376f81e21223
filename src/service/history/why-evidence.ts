// How the results of a pipeline are known, in words, and which of them no longer hold.

import type { StaleResult } from '../../families/pipeline/evidence/index.js';
import { gateIdOf, planOf } from '../../families/pipeline/index.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { stalenessOf } from '../evidence/staleness.js';
import type { Workbench } from '../workbench.js';

/**
 * Finds the gate that a name means.
 * @param typed an id, or one use, e.g. `type-check (WS2)`
 * @param state the pipeline
 * @returns the name; null when no gate is called that
 */
export function gateNamed(typed: string, state: JsonObject): string | null {
  const passed = textsIn(state, 'gates_passed');
  const known = [
    ...(planOf(state)?.uses.map(({ label }) => label) ?? []),
    ...passed,
    ...textsIn(state, 'gates_pending'),
  ];
  return known.some((label) => label === typed || gateIdOf(label) === typed) ? typed : null;
}

/**
 * Tells whether a change is about a gate.
 * @param gate its id, or one use
 * @param change the change in words, e.g. `gate lint (WS3): passed`
 * @returns true when it is
 */
export function isOfGate(gate: string, change: string): boolean {
  const starts = [`gate ${gate} (`, `gate ${gate}:`, `${gate} (`, `${gate}:`];
  return starts.some((start) => change.startsWith(start)) || change.includes(`: gate ${gateIdOf(gate)} failed: `);
}

/**
 * Explains how results are known.
 * @param bench the project
 * @param state the pipeline
 * @param about a workstream or a gate; everything when null
 * @returns a line for each result, and what no longer holds
 */
export async function evidenceFor(
  bench: Workbench,
  state: JsonObject,
  about: string | null,
): Promise<{ readonly evidence: readonly string[]; readonly stale: readonly StaleResult[] }> {
  const all = mapIn(mapIn(state, 'pawl'), 'evidence');
  const isMeant = (id: string): boolean => about === null || id === about || gateIdOf(id) === about;
  const completed = textsIn(state, 'completed_workstreams');
  const units = completed.filter(isMeant).map((id) => unitLine(id, mapIn(mapIn(all, 'workstreams'), id)));
  const gates = Object.entries(mapIn(all, 'gates'))
    .filter(([label]) => isMeant(label) || label === `${gateIdOf(label)} (${about ?? ''})`)
    .map(([label, entry]) => gateLine(label, isJsonObject(entry) ? entry : {}));
  const { results } = await stalenessOf(bench, state);
  return { evidence: [...units, ...gates], stale: results.filter(({ id }) => isMeant(id)) };
}

function unitLine(id: string, entry: JsonObject): string {
  const files = textsIn(entry, 'files').length;
  if (entry['seq'] === undefined) return `${id}: claimed; nothing was recorded about its files`;
  return `${id}: ${counted(files)} as of ${witness(entry)}`;
}

const verdicts: Readonly<Record<string, string>> = {
  pass: 'passed',
  fail: 'failed',
  blocked: 'could not be run',
  approved: 'approved',
  waived: 'waived',
};

function gateLine(label: string, entry: JsonObject): string {
  const verdict = verdicts[text(entry, 'verdict')] ?? 'run';
  const code = typeof entry['exit_code'] === 'number' ? `, exit code ${entry['exit_code']}` : '';
  const ms = entry['duration_ms'];
  const took = typeof ms === 'number' ? `, ${(ms / 1000).toFixed(1)} s` : '';
  const files = textsIn(entry, 'files').length;
  const over = files === 0 ? '' : ` over ${counted(files)}`;
  const why = text(entry, 'reason') === '' ? '' : `: ${text(entry, 'reason')}`;
  return `gate ${label}: ${verdict}${over}, ${witness(entry)}${code}${took}${why}`;
}

function witness(entry: JsonObject): string {
  const head = text(entry, 'head_commit').slice(0, 7);
  return `${text(entry, 'at')} by ${text(entry, 'by') || 'someone'}${head === '' ? '' : ` at ${head}`}`;
}

const counted = (files: number): string => `${files} ${files === 1 ? 'file' : 'files'}`;

function text(of: JsonObject, name: string): string {
  const value = of[name];
  return typeof value === 'string' ? value : '';
}

function mapIn(of: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(of, name) ? of[name] : undefined;
  return isJsonObject(value) ? value : {};
}

function textsIn(of: JsonObject, name: string): readonly string[] {
  const value = of[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
