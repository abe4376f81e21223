// The shape of evidence, waivers, approvals and acceptances: in a checkpoint, and in the events that bring them.

import * as v from 'valibot';
import { limits } from '../../../rules/limits.js';
import { gateVerdicts } from './types.js';

const text = v.pipe(v.string(), v.nonEmpty());
const time = v.pipe(v.string(), v.isoTimestamp());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const files = v.pipe(v.array(text), v.maxLength(limits.maxFilesPerUnit));
const labels = v.pipe(v.array(text), v.maxLength(limits.maxFilesPerUnit));

const covered = {
  by: v.string(),
  head_commit: v.optional(v.string()),
  branch: v.optional(v.string()),
  spec_hash: v.optional(v.string()),
  files,
  unlisted: v.optional(count),
  changed_later: v.optional(files),
};
const witness = { seq: count, at: time };

/** The members of what is said about a workstream. */
export const unitFinding = {
  ...covered,
  input_paths: v.optional(files),
  missing_files: v.optional(files),
  touched: v.optional(files),
  exit_code: v.optional(v.pipe(v.number(), v.integer())),
};

/** The members of what is said about a gate. */
export const gateFinding = {
  ...covered,
  commands: v.optional(v.array(v.string())),
  exit_code: v.optional(v.pipe(v.number(), v.integer())),
  duration_ms: v.optional(count),
  output: v.optional(v.string()),
  covers: v.optional(v.array(text)),
  changed_meanwhile: v.optional(files),
  reason: v.optional(v.string()),
  kept_at: v.optional(time),
};

/** The evidence of one workstream. */
export const unitEvidence = v.looseObject({ ...unitFinding, ...witness });

/** The evidence of one use of a gate. */
export const gateEvidence = v.looseObject({ ...gateFinding, ...witness, verdict: v.picklist(gateVerdicts) });

export const waivers = v.array(v.looseObject({ gates: labels, by: text, reason: text, issue: text, at: time }));

export const approvalRecords = v.array(
  v.looseObject({
    about: text,
    answer: v.picklist(['yes', 'no']),
    by: text,
    note: v.optional(v.string()),
    at: time,
  }),
);

export const acceptances = v.array(
  v.looseObject({ kept: labels, changes: v.array(v.string()), reason: text, by: text, at: time }),
);
