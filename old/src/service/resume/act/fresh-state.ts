// A run of the same kind, from its beginning: what is left of its state when everything is to be done again. Pure.

import { applyPipeline, type InitEvent, type PipelineCheckpoint } from '../../../families/pipeline/index.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { mapIn, textsOf } from '../../../rules/json/read-member.js';
import type { Key } from '../../../rules/names.js';
import { asDocument, asState } from '../../documents.js';
import { unitsOf } from '../../../families/command/phases.js';

/**
 * Begins a command's run again: its phases are known, and all of them pending.
 * @param key the checkpoint
 * @param doc the run so far
 * @param now the time, ISO 8601
 * @param head HEAD, or null
 * @returns the new document
 */
export function freshCommand(
  key: Extract<Key, { readonly family: 'command' }>,
  doc: JsonObject,
  now: string,
  head: string | null,
): JsonObject {
  return {
    command: key.command,
    feature: key.feature,
    version: 1,
    head_commit: head,
    started_at: now,
    updated_at: now,
    state: { current_phase: null, completed_phases: [], pending_phases: unitsOf(doc).map(({ name }) => name) },
    phases: {},
  };
}

/**
 * Begins a pipeline again, from the plan that it remembers, else from its own lists. The review of its spec still holds.
 * @param key the checkpoint
 * @param doc the run so far
 * @param now the time, ISO 8601
 * @returns the new document
 */
export function freshPipeline(
  key: Extract<Key, { readonly family: 'pipeline' }>,
  doc: JsonObject,
  now: string,
): JsonObject {
  const { adversarial_review: review } = doc;
  const fresh = asState(applyPipeline(null, initOf(key.id, doc), now));
  return review === undefined ? fresh : { ...fresh, adversarial_review: review };
}

function initOf(id: string, doc: JsonObject): InitEvent {
  const { prd_title, pawl } = doc;
  const prd = typeof doc['prd'] === 'string' ? doc['prd'] : id;
  const spec = mapIn(pawl, 'spec');
  const named = { type: 'init', prd, prd_title: typeof prd_title === 'string' ? prd_title : prd } as const;
  const planned = asDocument<NonNullable<NonNullable<PipelineCheckpoint['pawl']>['spec']>>(spec);
  if (planned.workstreams !== undefined && planned.phases !== undefined) {
    const { workstreams, phases, path, hash } = planned;
    return { ...named, workstreams, phases, spec: { path, hash } };
  }
  const lists = ['completed_workstreams', 'in_progress_workstreams', 'pending_workstreams'];
  const gates = [...textsOf(doc['gates_passed']), ...textsOf(doc['gates_pending'])].map(
    (label) => label.split(' (')[0] ?? '',
  );
  return {
    ...named,
    workstreams: [...new Set(lists.flatMap((list) => textsOf(doc[list])))].sort(),
    gates: [...new Set(gates)],
  };
}
