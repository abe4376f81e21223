// The member `pawl.evidence`: what is known about finished work besides somebody's word. Pure.

import * as v from 'valibot';
import type { JsonObject } from '../base/json.js';
import { decodeBy, time } from './schema.js';

/** Who did it, and when. */
export const said = { by: v.nullish(v.string()), at: v.optional(time) };

const states = v.nullish(v.record(v.string(), v.string()));

const ranCommand = v.looseObject({
  result: v.picklist(['failed', 'blocked', 'passed']),
  command: v.string(),
  exit_code: v.nullish(v.number()),
  seconds: v.nullish(v.number()),
  /** The file with its output, from the root. */
  output: v.nullish(v.string()),
  /** The workstreams that the result says something about. */
  covers: v.nullish(v.array(v.string())),
  at: v.optional(time),
});
export type RanCommand = v.InferInput<typeof ranCommand>;

export const evidenceSchema = v.nullish(
  v.looseObject({
    /** The last recorded state of each file of a unit: a hash, or `absent`. */
    files: states,
    /** The same of each workstream's own section of the spec. */
    sections: states,
    /** What pawl ran last, by gate as in `gates_passed`, and by workstream. */
    commands: v.nullish(v.record(v.string(), ranCommand)),
    /** Units that were stopped in the middle and did not start again yet. */
    interrupted: v.nullish(v.array(v.string())),
  }),
);
export type RecordedEvidence = NonNullable<v.InferInput<typeof evidenceSchema>>;

const proved = v.looseObject({ pawl: v.nullish(v.looseObject({ evidence: evidenceSchema })) });

/** The evidence in any checkpoint; values that do not fit count as absent. Drop-ins only keep it. */
export function evidenceIn(state: JsonObject): RecordedEvidence {
  return decodeBy(proved, state).doc.pawl?.evidence ?? {};
}
