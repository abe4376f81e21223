// The shape of an event: events come from command lines and agents, so a misspelt member is told, never ignored.

import * as v from 'valibot';
import type { Problem } from '../../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { gateFinding, unitFinding } from '../evidence/schema.js';
import { whyOutside } from '../outside.js';
import { type Same, pipelineSchema } from '../schema.js';
import { only, shapeProblems, show } from '../shape.js';
import { reviewVerdicts } from '../types.js';
import type { PipelineEvent } from './events.js';

const doc = pipelineSchema.entries;
const text = v.pipe(v.string(), v.nonEmpty());
const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.maxNameChars));
const names = v.pipe(v.array(name), v.maxLength(limits.maxUnits));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const phase = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Lines are counted from 1. */
const line = v.pipe(v.number(), v.integer(), v.minValue(1));
const at = { file: v.optional(text), line: v.optional(line), stop_running: v.optional(v.boolean()) };
const target = { workstream: v.optional(name), phase: v.optional(phase) };
const findings = v.record(v.string(), only(gateFinding));
const evidence = v.optional(findings);

/** Strict: a misspelt `gates` or `dependsOn` must not quietly become a workstream without gate and order. */
const plannedWorkstream = only({
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  executor: v.optional(v.string()),
  executor_type: v.optional(v.string()),
  depends_on: v.optional(names),
  outputs: v.optional(v.array(v.string())),
  gate: v.optional(v.union([name, names])),
  estimated_complexity: v.optional(v.union([v.string(), v.number()])),
  hash: v.optional(v.string()),
});
const planned = v.record(v.string(), plannedWorkstream);

/** What a spec comes to. */
const plan = {
  prd_title: v.string(),
  workstreams: v.lazy((value): typeof names | typeof planned => (Array.isArray(value) ? names : planned)),
  phases: v.optional(
    v.pipe(
      v.array(only({ name: v.optional(v.string()), workstreams: names, gates: v.optional(names) })),
      v.maxLength(limits.maxUnits),
    ),
  ),
  gates: v.optional(names),
  spec: v.optional(
    only({
      path: v.optional(v.string()),
      hash: v.optional(v.string()),
      gates: v.optional(v.array(only({ id: name, hash: v.string() }))),
    }),
  ),
};

const events = {
  init: only({ type: v.literal('init'), prd: name, ...plan }),
  start: only({
    type: v.literal('start'),
    workstreams: v.pipe(names, v.nonEmpty()),
    hold_completion: v.optional(v.boolean()),
  }),
  done: only({
    type: v.literal('done'),
    workstream: name,
    artifacts: v.optional(doc.artifacts.value),
    evidence: v.optional(only(unitFinding)),
  }),
  pass_gate: only({ type: v.literal('pass_gate'), gate: text, ...target, evidence }),
  fail_gate: only({ type: v.literal('fail_gate'), gate: text, message: text, ...target, ...at, evidence }),
  block_gate: only({ type: v.literal('block_gate'), gate: text, ...target, evidence: findings }),
  waive_gate: only({
    type: v.literal('waive_gate'),
    gate: text,
    ...target,
    by: text,
    reason: text,
    issue: text,
    evidence,
  }),
  approve: only({
    type: v.literal('approve'),
    about: v.optional(text),
    gate: v.optional(text),
    ...target,
    answer: v.picklist(['yes', 'no']),
    by: text,
    note: v.optional(v.string()),
    evidence,
  }),
  redo: only({
    type: v.literal('redo'),
    workstreams: v.optional(names),
    gates: v.optional(v.array(text)),
    reasons: v.optional(v.array(v.string())),
  }),
  hold: only({ type: v.literal('hold') }),
  accept: only({
    type: v.literal('accept'),
    reason: text,
    by: text,
    changes: v.optional(v.array(v.string())),
    workstreams: v.optional(v.record(v.string(), only(unitFinding))),
    gates: evidence,
  }),
  moved: only({
    type: v.literal('moved'),
    files: v.array(text),
    with_gates: v.optional(v.boolean()),
    by_gate: v.optional(text),
  }),
  replan: only({ type: v.literal('replan'), ...plan }),
  fail: only({ type: v.literal('fail'), workstream: name, message: text, ...at }),
  pause: only({
    type: v.literal('pause'),
    stop_running: v.optional(v.boolean()),
    blocked: v.optional(v.record(v.string(), text)),
  }),
  review: only({
    type: v.literal('review'),
    verdict: v.picklist(reviewVerdicts),
    p0_count: v.optional(count),
    p1_count: v.optional(count),
    attempt: v.optional(phase),
    findings_path: v.optional(text),
    override_reason: v.optional(v.string()),
  }),
  note: only({
    type: v.literal('note'),
    eslint_fixes: doc.eslint_fixes,
    cleanup_done: doc.cleanup_done,
    key_fixes: doc.key_fixes,
  }),
} as const;

/** The output of each event's schema. */
type Parsed = { [Type in keyof typeof events]: v.InferOutput<(typeof events)[Type]> };

/** Does not compile when an event's schema and its interface drift apart. */
export const eventsFitTypes: { [Type in keyof Parsed]: Same<Parsed[Type], Extract<PipelineEvent, { type: Type }>> } = {
  init: true,
  replan: true,
  start: true,
  done: true,
  pass_gate: true,
  fail_gate: true,
  block_gate: true,
  waive_gate: true,
  approve: true,
  redo: true,
  hold: true,
  accept: true,
  moved: true,
  fail: true,
  pause: true,
  review: true,
  note: true,
};

/** Correct values for members that mean something else in an event than in a document, or stand in events only. */
const examples = {
  artifacts: '["src/a.ts"], the files that the workstream made',
  phase: '1, the number of a phase',
  findings_path: 'a path, e.g. "reviews/PRD-009.md"',
  override_reason: 'why the review is overridden',
  outputs: '["src/**"]',
  executor: 'the name of who does the work',
  by: 'who decides, e.g. "ana"',
  reason: 'why, in a sentence',
  issue: 'the id of the issue that tracks it, e.g. "BAS-12"',
  answer: '"yes" or "no"',
  about: 'what it is about, e.g. "spec", "Phase 2", "completion"',
  reasons: '["src/a.ts changed"]',
  blocked: '{"WS2": "docker is not there"}, workstreams that could not be run',
  changes: '["src/a.ts changed"]',
  evidence: 'what pawl found when it ran the gate, or leave it out',
  files: '["3f2a… src/a.ts"], each a hash, a space and a path',
};

function isEventType(type: unknown): type is keyof typeof events {
  return typeof type === 'string' && Object.hasOwn(events, type);
}

/**
 * Finds every problem of an event's shape.
 * @param event the event; any value
 * @returns the problems, each with its place and a fix
 */
export function eventProblems(event: unknown): Problem[] {
  if (!isJsonObject(event)) return [{ path: '', message: `the event is ${show(event)}, not an object`, fix: typeFix }];
  const { type }: JsonObject = event;
  if (!isEventType(type)) return [{ path: '/type', message: `type is ${show(type)}, which is no event`, fix: typeFix }];
  const schema = events[type];
  return [...shapeProblems(schema, event, examples), ...(type === 'done' ? foreignFiles(event['artifacts']) : [])];
}

/** Files of a report are recorded and compared: those of others are none of the workstream's. */
function foreignFiles(files: unknown): Problem[] {
  const all: readonly unknown[] = Array.isArray(files) ? files : [];
  return all.flatMap((file, index) => {
    const why = typeof file === 'string' ? whyOutside(file.replaceAll('\\', '/')) : null;
    const fix = 'name files of the repository, by their paths from its root';
    return why === null ? [] : [{ path: `/artifacts/${index}`, message: `${show(file)} ${why}`, fix }];
  });
}

const typeFix = `write one of ${Object.keys(events).join(', ')} as its type`;
