// The shape of a pipeline checkpoint as a schema: what check.ts tests and what the published JSON Schema is made from.
// Rules that need more than one member are in list-rules.ts and status-rules.ts.

import * as v from 'valibot';
import { limits } from '../../rules/limits.js';
import { acceptances, approvalRecords, gateEvidence, unitEvidence, waivers } from './evidence/schema.js';
import {
  defaultIdPattern,
  maxReviewAttempts,
  type PipelineCheckpoint,
  pipelineStatuses,
  reviewVerdicts,
} from './types.js';

const text = v.pipe(v.string(), v.nonEmpty());
const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.maxNameChars));
const names = v.pipe(v.array(name), v.maxLength(limits.maxUnits));
// A passed gate is written with what it covered, so it may be longer than a name.
const gateLabel = v.pipe(v.string(), v.nonEmpty(), v.maxLength(2 * limits.maxNameChars + 3));
const gateLabels = v.pipe(v.array(gateLabel), v.maxLength(limits.maxFilesPerUnit));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const files = v.pipe(v.array(text), v.maxLength(limits.maxFilesPerUnit));
const fixes = v.pipe(v.array(v.looseObject({ file: text, change: v.string() })), v.maxLength(limits.maxFilesPerUnit));

const failure = { workstream: name, message: text, file: v.optional(text), line: v.optional(count) };

const plannedWorkstream = v.looseObject({
  name: v.optional(v.string()),
  depends_on: v.optional(names),
  gate: v.optional(v.union([name, names])),
  hash: v.optional(v.string()),
});

const plannedPhase = v.looseObject({
  name: v.optional(v.string()),
  workstreams: names,
  gates: v.optional(names),
});

/** The shape of `pawl.spec`. */
export const planSchema = v.looseObject({
  path: v.optional(v.string()),
  hash: v.optional(v.string()),
  workstreams: v.optional(v.record(v.string(), plannedWorkstream)),
  phases: v.optional(v.pipe(v.array(plannedPhase), v.maxLength(limits.maxUnits))),
  gates: v.optional(v.array(v.looseObject({ id: name, hash: v.string() }))),
});

/** The shape of `pawl.evidence`. */
export const evidenceSchema = v.looseObject({
  workstreams: v.optional(v.record(v.string(), unitEvidence)),
  gates: v.optional(v.record(v.string(), gateEvidence)),
});

/** The shape of a pipeline checkpoint; members that it does not name are let through. */
export const pipelineSchema = v.looseObject({
  prd: v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.maxNameChars), v.regex(defaultIdPattern)),
  prd_title: v.string(),
  current_phase: count,
  status: v.picklist(pipelineStatuses),
  completed_workstreams: names,
  in_progress_workstreams: names,
  pending_workstreams: names,
  artifacts: v.record(v.string(), files),
  gates_passed: gateLabels,
  gates_pending: gateLabels,
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  error: v.optional(v.looseObject(failure)),
  adversarial_review: v.optional(
    v.looseObject({
      verdict: v.picklist(reviewVerdicts),
      p0_count: count,
      p1_count: count,
      attempt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxReviewAttempts)),
      findings_path: v.optional(v.string()),
      override_reason: v.optional(v.string()),
    }),
  ),
  eslint_fixes: v.optional(fixes),
  cleanup_done: v.optional(v.pipe(v.array(v.string()), v.maxLength(limits.maxFilesPerUnit))),
  key_fixes: v.optional(fixes),
  pawl: v.optional(
    v.looseObject({
      spec: v.optional(planSchema),
      awaits: v.optional(v.picklist(['completion', 'evidence'])),
      branch: v.optional(v.string()),
      errors: v.optional(v.array(v.looseObject({ ...failure, time: v.pipe(v.string(), v.isoTimestamp()) }))),
      begun: v.optional(v.record(v.string(), count)),
      blocked: v.optional(v.record(v.string(), v.string())),
      evidence: v.optional(evidenceSchema),
      waivers: v.optional(waivers),
      approvals: v.optional(approvalRecords),
      accepted: v.optional(acceptances),
    }),
  ),
});

/** A type spelled out for comparison: no index signatures, nothing writable, members that say if they may be absent. */
export type Plain<T> = T extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : T extends object
    ? {
        readonly [Key in keyof T as Declared<T, Key>]-?: [
          object extends Pick<T, Key> ? 'optional' : 'required',
          Plain<T[Key]>,
        ];
      }
    : T;

/** The declared keys of a loose object; a map, which has none, keeps its index. */
type Declared<T, Key> = keyof { [K in keyof T as string extends K ? never : K]: 1 } extends never
  ? Key
  : string extends Key
    ? never
    : Key;

/** True when a schema's output and an interface are the same. */
export type Same<A, B> = [Plain<A>] extends [Plain<B>] ? ([Plain<B>] extends [Plain<A>] ? true : false) : false;

/** Does not compile when the schema and the hand-written interface drift apart. */
export const schemaFitsType: Same<v.InferOutput<typeof pipelineSchema>, PipelineCheckpoint> = true;
