// The published schemas of hand-offs; the build turns them into JSON Schema. What they cannot say is in check-request.ts,
// check-response.ts and findings.ts.

import * as v from 'valibot';
import { limits } from '../../rules/limits.js';
import {
  expectedOutputs,
  handoffDecisions,
  handoffModes,
  handoffPhases,
  type HandoffRequest,
  type HandoffResponse,
  responseStatuses,
} from './types.js';

const text = v.pipe(v.string(), v.minLength(1));
const taskId = v.pipe(text, v.maxLength(limits.maxNameChars));
const texts = v.array(text);
const files = v.pipe(texts, v.maxLength(limits.maxFilesPerUnit));
const summary = v.pipe(v.string(), v.description('At most 500 words'));

export const requestSchema = v.looseObject({
  task_id: taskId,
  phase: v.picklist(handoffPhases),
  mode: v.picklist(handoffModes),
  context: v.looseObject({
    feature: text,
    spec_path: v.nullish(v.string()),
    relevant_files: v.optional(files),
    constraints: v.optional(texts),
    previous_summary: v.nullish(summary),
  }),
  instructions: text,
  expected_output: v.picklist(expectedOutputs),
});

export const responseSchema = v.looseObject({
  task_id: taskId,
  phase: v.picklist(handoffPhases),
  status: v.picklist(responseStatuses),
  decision: v.picklist(handoffDecisions),
  findings: v.pipe(v.looseObject({}), v.description('Its shape depends on the phase')),
  context_summary: v.pipe(text, v.description('At most 500 words')),
  tokens_used: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  issues: v.optional(texts),
});

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
type Agree<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Do not compile when a schema and its interface differ. */
export const requestFitsType: Agree<DeepReadonly<v.InferOutput<typeof requestSchema>>, HandoffRequest> = true;
export const responseFitsType: Agree<DeepReadonly<v.InferOutput<typeof responseSchema>>, HandoffResponse> = true;
