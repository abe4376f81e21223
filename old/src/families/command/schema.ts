// The command checkpoint's published schema; the build turns it into JSON Schema. What it cannot say is in check.ts.

import * as v from 'valibot';
import { limits } from '../../rules/limits.js';
import type { CommandCheckpoint } from './types.js';

const time = v.pipe(v.string(), v.isoTimestamp(), v.description('ISO 8601 with time zone'));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.maxNameChars));
const names = v.pipe(v.array(name), v.maxLength(limits.maxUnits));
const files = v.pipe(v.array(v.string()), v.maxLength(limits.maxFilesPerUnit));
const summary = v.pipe(v.string(), v.description('At most 500 words'));
const commit = v.nullish(v.string());
const notes = v.optional(v.array(v.looseObject({ text: v.string(), at: time })));

export const phaseSchema = v.looseObject({
  status: v.picklist(['pending', 'in_progress', 'complete', 'failed', 'skipped']),
  started_at: v.optional(time),
  updated_at: v.optional(time),
  context_summary: v.optional(summary),
  files_created: v.optional(files),
  files_modified: v.optional(files),
  error: v.optional(v.string()),
  tasks: v.optional(
    v.record(v.string(), v.looseObject({ status: v.optional(v.string()), description: v.optional(v.string()) })),
  ),
});

export const commandSchema = v.looseObject({
  command: name,
  feature: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(limits.maxFeatureChars))),
  version: v.literal(1),
  head_commit: commit,
  started_at: time,
  updated_at: time,
  completed_at: v.optional(time),
  state: v.looseObject({
    current_phase: v.nullable(name),
    completed_phases: names,
    pending_phases: names,
    current_task: v.nullish(v.string()),
    context_summary: v.optional(summary),
  }),
  phases: v.record(name, phaseSchema),
  gate: v.optional(v.looseObject({ ship_allowed: v.boolean(), blockers: v.array(v.string()), head_commit: commit })),
  pawl: v.optional(
    v.looseObject({ next_action: v.optional(v.string()), decisions: notes, rejected: notes, superseded: notes }),
  ),
});

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
type Agree<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Does not compile when the schema and the interface differ. */
export const schemaFitsType: Agree<DeepReadonly<v.InferOutput<typeof commandSchema>>, CommandCheckpoint> = true;
