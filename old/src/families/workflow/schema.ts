// The workflow checkpoint's published schema; the build turns it into JSON Schema. What it cannot say is in check.ts.

import * as v from 'valibot';
import { limits } from '../../rules/limits.js';
import type { WorkflowCheckpoint } from './types.js';

const time = v.pipe(v.string(), v.isoTimestamp(), v.description('ISO 8601 with time zone'));
const phaseCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.maxUnits));
const phaseNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limits.maxUnits));
const error = v.union([v.string(), v.looseObject({ message: v.string() })]);
const notes = v.optional(v.array(v.looseObject({ text: v.string(), at: time })));

export const workflowSchema = v.looseObject({
  checkpoint_id: v.pipe(v.string(), v.regex(/^[^_]+_.+_\d{8}_\d{6}$/)),
  workflow_type: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.maxNameChars)),
  workflow_description: v.string(),
  created_at: time,
  updated_at: time,
  status: v.picklist(['in_progress', 'failed', 'complete', 'abandoned']),
  current_phase: phaseCount,
  total_phases: phaseCount,
  completed_phases: v.pipe(v.array(phaseNumber), v.maxLength(limits.maxUnits)),
  workflow_state: v.looseObject({}),
  last_error: v.nullable(error),
  schema_version: v.optional(v.union([v.string(), v.number()])),
  pawl: v.optional(
    v.looseObject({
      next_action: v.optional(v.string()),
      decisions: notes,
      rejected: notes,
      superseded: notes,
      errors: v.optional(v.array(v.looseObject({ error, at: time }))),
      failed_at: v.optional(time),
      spec: v.optional(v.looseObject({ path: v.optional(v.string()), hash: v.optional(v.string()) })),
      abandoned: v.optional(v.looseObject({ at: time, reason: v.optional(v.string()) })),
    }),
  ),
});

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
type Agree<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Does not compile when the schema and the interface differ. */
export const schemaFitsType: Agree<DeepReadonly<v.InferOutput<typeof workflowSchema>>, WorkflowCheckpoint> = true;
