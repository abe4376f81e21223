// What happened to a pipeline, workstream by workstream.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import { listOf, mapIn, memberIn, textsOf } from '../../rules/json/read-member.js';
import { decisionChanges, gateRuns, unitOf } from './pipeline-evidence.js';
import { became, type Change, counted, newIn, shortly } from './change.js';

/** Places that are described here, that follow from others, or that every save changes. */
export const pipelinePlaces =
  /^\/(?:timestamp|status|current_phase|completed_workstreams|in_progress_workstreams|pending_workstreams|artifacts|gates_passed|gates_pending|error|adversarial_review|eslint_fixes|cleanup_done|key_fixes|pawl\/(?:errors|evidence|waivers|approvals|accepted|awaits|begun|blocked))(?:\/|$)/;

/** What a pipeline is called, and its plan, are no news when it begins. */
export const pipelineIdentity = /^\/(?:prd|prd_title|pawl|pawl\/spec)$/;

const lists = [
  ['pending_workstreams', 'pending'],
  ['in_progress_workstreams', 'in_progress'],
  ['completed_workstreams', 'complete'],
] as const;

function statusesIn(doc: JsonObject): Map<string, string> {
  return new Map(lists.flatMap(([list, status]) => textsOf(doc[list]).map((id) => [id, status] as const)));
}

/**
 * Describes what happened to a pipeline.
 * @param before the state before; empty when there was none
 * @param after the state after
 * @returns a line for each workstream that changed, and for the run
 */
export function pipelineChanges(before: JsonObject, after: JsonObject): Change[] {
  const [old, now] = [statusesIn(before), statusesIn(after)];
  const [oldFiles, files] = [mapIn(before, 'artifacts'), mapIn(after, 'artifacts')];
  const changes: Change[] = [];
  const planned: string[] = [];
  for (const [id, status] of now) {
    const was = old.get(id);
    old.delete(id);
    if (was === undefined && status === 'pending') planned.push(id);
    else {
      const more = newIn(textsOf(files[id]), textsOf(oldFiles[id])).length;
      const fewer = newIn(textsOf(oldFiles[id]), textsOf(files[id])).length;
      const parts = [
        ...(was === status ? [] : [became(was, status)]),
        ...(more > 0 ? [`${counted(more, 'file')} added`] : []),
        ...(fewer > 0 ? [`${counted(fewer, 'file')} no longer listed`] : []),
      ];
      if (parts.length > 0) changes.push({ unit: id, text: `workstream ${id}: ${parts.join(', ')}` });
    }
  }
  if (planned.length > 0) changes.push({ unit: null, text: `planned: ${planned.join(', ')}`, units: planned });
  changes.push(...[...old.keys()].map((unit) => ({ unit, text: `workstream ${unit}: taken away` })));
  return [
    ...changes,
    ...blockedChanges(before, after),
    ...gateChanges(before, after),
    ...gateRuns(before, after),
    ...decisionChanges(before, after),
    ...runChanges(before, after),
  ];
}

function blockedChanges(before: JsonObject, after: JsonObject): Change[] {
  const [was, is] = [before, after].map((doc) => mapIn(doc, 'pawl', 'blocked'));
  return Object.entries(is ?? {}).flatMap(([unit, why]) =>
    sameJson(why, was?.[unit]) ? [] : [{ unit, text: `workstream ${unit}: could not be run: ${shortly(why)}` }],
  );
}

function gateChanges(before: JsonObject, after: JsonObject): Change[] {
  const [was, is] = [textsOf(before['gates_passed']), textsOf(after['gates_passed'])];
  const passed = newIn(is, was).map((gate) => ({ unit: unitOf(gate), text: `gate ${gate}: passed` }));
  const undone = newIn(was, is).map((gate) => ({ unit: unitOf(gate), text: `gate ${gate}: no longer passed` }));
  // What passed, was waived or no longer holds is told as such.
  const settled = new Set([...newIn(is, was), ...newIn(was, is), ...waivedIn(after)].map(gateOf));
  const [waited, waits] = [textsOf(before['gates_pending']), textsOf(after['gates_pending'])];
  const isNew = before['gates_pending'] === undefined;
  const pending = (gates: readonly string[], word: string): Change[] =>
    gates.filter((gate) => !settled.has(gateOf(gate))).map((gate) => ({ unit: null, text: `gate ${gate}: ${word}` }));
  return [
    ...passed,
    ...undone,
    ...(isNew ? [] : pending(newIn(waits, waited), 'pending')),
    ...pending(newIn(waited, waits), 'no longer pending'),
  ];
}

const gateOf = (use: string): string => use.replace(/ \([^()]*\)$/, '');

function waivedIn(doc: JsonObject): readonly string[] {
  return listOf(memberIn(doc, 'pawl', 'waivers')).flatMap((one) => textsOf(memberIn(one, 'gates')));
}

function runChanges(before: JsonObject, after: JsonObject): Change[] {
  const changes: Change[] = [];
  const tell = (text: string, unit: string | null = null): number => changes.push({ unit, text });
  if (!sameJson(after['status'], before['status'])) tell(`status: ${became(before['status'], after['status'])}`);
  if (before['current_phase'] !== undefined && !sameJson(after['current_phase'], before['current_phase']))
    tell(`last phase with all gates passed: ${became(before['current_phase'], after['current_phase'])}`);
  const { error, adversarial_review: review } = after;
  for (const one of failuresBeside(before, after)) tell(...errorText(one));
  if (!sameJson(error, before['error'])) tell(...errorText(error));
  if (!sameJson(review, before['adversarial_review'])) tell(`review: ${reviewText(review)}`);
  for (const [field, word] of [
    ['eslint_fixes', 'lint fix'],
    ['cleanup_done', 'clean-up'],
    ['key_fixes', 'key fix'],
  ] as const) {
    const more = lengthOf(after[field]) - lengthOf(before[field]);
    if (more > 0) tell(`${counted(more, word, word.endsWith('x') ? `${word}es` : `${word}s`)} noted`);
    else if (!sameJson(after[field], before[field])) tell(`${field}: ${shortly(after[field])}`);
  }
  return changes;
}

/** What failed at the same time as the failure that the run stands at: what it stood at before was told then. */
function failuresBeside(before: JsonObject, after: JsonObject): readonly Json[] {
  const known = listOf(memberIn(before, 'pawl', 'errors'));
  const stood = memberIn(before, 'error');
  return listOf(memberIn(after, 'pawl', 'errors'))
    .slice(known.length)
    .filter((one) => {
      const { time: _, ...rest } = isJsonObject(one) ? one : {};
      return !sameJson(rest, stood);
    });
}

const lengthOf = (value: Json | undefined): number => (Array.isArray(value) ? value.length : 0);

function errorText(error: Json | undefined): [text: string, unit: string | null] {
  if (!isJsonObject(error)) return ['the failure is dealt with', null];
  const { workstream, message, file, line } = error;
  const unit = typeof workstream === 'string' ? workstream : null;
  const at = typeof file === 'string' ? ` (${file}${typeof line === 'number' ? `:${line}` : ''})` : '';
  return [`failed${unit === null ? '' : ` at ${unit}`}: ${shortly(message)}${at}`, unit];
}

function reviewText(review: Json | undefined): string {
  if (!isJsonObject(review)) return 'taken away';
  const { verdict, attempt, p0_count: p0, p1_count: p1, override_reason: reason } = review;
  const counts = `attempt ${shortly(attempt)}, ${shortly(p0)} P0 and ${shortly(p1)} P1 findings`;
  return `${shortly(verdict)} (${counts})${reason === undefined ? '' : `, because ${shortly(reason)}`}`;
}
