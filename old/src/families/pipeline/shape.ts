// Turns what a schema finds into problems in plain words, each with a fix. Knows no rules of its own.

import * as v from 'valibot';
import type { Problem } from '../../rules/errors.js';
import { pointer } from '../../rules/json/json.js';
import { knownNames } from '../../rules/members.js';
import { shorten } from '../../rules/text/shorten.js';

type Examples = Readonly<Record<string, string>>;

/** A correct value for each member, as it would be written in JSON. */
const examples: Examples = {
  prd: '"PRD-009"',
  prd_title: '"Cashier Workflows"',
  current_phase: '0 (the number of the last phase whose gates passed)',
  status: 'one of initialized, in_progress, paused, failed, complete',
  completed_workstreams: '["WS1"], or [] when none is',
  in_progress_workstreams: '["WS2"], or [] when none is',
  pending_workstreams: '["WS3"], or [] when none is',
  artifacts: '{"WS1": ["src/a.ts"]}, or {} when there are none',
  gates_passed: '["type-check (WS1)"], or [] when none has',
  gates_pending: '["lint"], or [] when none is',
  timestamp: '"2025-12-11T10:00:00Z"',
  time: '"2025-12-11T10:00:00Z"',
  error: '{"workstream": "WS3", "message": "what went wrong"}, or leave it out when nothing failed',
  adversarial_review: '{"verdict": "ship", "p0_count": 0, "p1_count": 0, "attempt": 1}, or leave it out',
  verdict: 'one of ship, ship_with_gates, do_not_ship, overridden',
  p0_count: '0, or how many there are',
  p1_count: '0, or how many there are',
  attempt: '1 or 2',
  workstream: 'the id of a workstream, e.g. "WS1"',
  message: 'what went wrong',
  file: 'a path, e.g. "src/a.ts"',
  change: 'what was changed',
  line: '45',
  eslint_fixes: '[{"file": "src/a.ts", "change": "what was changed"}]',
  key_fixes: '[{"file": "src/a.ts", "change": "what was changed"}]',
  cleanup_done: '["what was cleaned up"]',
  workstreams: '["WS1"]; at init also {"WS1": {"name": "Database Layer", "depends_on": [], "gate": "lint"}}',
  phases: '[{"name": "Database", "workstreams": ["WS1"], "gates": ["lint"]}]',
  gates: '["type-check", "lint"]',
  depends_on: '["WS1"]',
  gate: '"type-check", or a list of such ids',
  pawl: '{}, or leave it out',
  spec: '{"path": "docs/EXECUTION-SPEC.md"}, or leave it out',
};

/** Spellings met in real files, and what they mean. */
const meant: Readonly<Record<string, string>> = {
  completed: 'complete',
  done: 'complete',
  finished: 'complete',
  executing: 'in_progress',
  inprogress: 'in_progress',
  running: 'in_progress',
  started: 'in_progress',
  initialised: 'initialized',
  not_started: 'initialized',
  pending: 'initialized',
  error: 'failed',
  failure: 'failed',
  'ship_w/_gates': 'ship_with_gates',
  override: 'overridden',
};

/**
 * Makes the schema of an object that takes these members and no others. Unlike a strict object of the library it names
 * every member that is not known, and the known ones of that very object.
 * @param entries the members
 * @returns the schema
 */
export function only<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectWithRestSchema<Entries, v.NeverSchema<string>, undefined> {
  const known = Object.keys(entries).filter((name) => name !== 'type');
  return v.objectWithRest(entries, v.never(known.join(', ')));
}

/** A schema of any type. */
type AnySchema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/**
 * Holds a value against a schema.
 * @param schema the expected shape
 * @param value the value
 * @param own correct values for members that mean something else here than in a document
 * @returns every place where the value does not fit; patterns are left to the caller, who may know wider ones
 */
export function shapeProblems(schema: AnySchema, value: unknown, own: Examples = {}): Problem[] {
  const result = v.safeParse(schema, value);
  return (result.issues ?? []).filter((issue) => issue.type !== 'regex').map((issue) => toProblem(issue, own));
}

/**
 * Shows a value in a message, briefly.
 * @param value any value
 * @returns e.g. `"completed"`, `null`, `a list`
 */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value, 60));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return String(value);
}

function toProblem(issue: v.BaseIssue<unknown>, own: Examples): Problem {
  const steps = (issue.path ?? []).map((item) => (typeof item.key === 'number' ? item.key : String(item.key)));
  const member = steps.findLast((step) => typeof step === 'string');
  const held = member !== undefined && Object.hasOwn(own, member) ? own : examples;
  const example = member === undefined || !Object.hasOwn(held, member) ? undefined : held[member];
  const [message, fix] = words(issue, placeName(steps), member ?? '');
  return { path: pointer(...steps), message, fix: fix ?? (example === undefined ? 'correct it' : `write ${example}`) };
}

function placeName(steps: readonly (string | number)[]): string {
  const last = steps.at(-1);
  if (last === undefined) return 'the document';
  return typeof last === 'number' ? `item ${last + 1} of ${placeName(steps.slice(0, -1))}` : last;
}

/** What is wrong and, where it does not depend on the member, what to write. */
function words(issue: v.BaseIssue<unknown>, place: string, member: string): [string, string | undefined] {
  const value = show(issue.input);
  const limit = String(issue.requirement);
  if (issue.type === 'never') return [`${place} is not known here`, knownNames(member, issue.message.split(', '))];
  if (issue.input === undefined) return [`${place} is missing`, undefined];
  switch (issue.type) {
    case 'loose_object':
    case 'object_with_rest':
    case 'record':
      return [`${place} is ${value}, not an object`, undefined];
    case 'picklist':
    case 'variant':
      return [`${place} is ${value}, which is not known`, pickFix(issue)];
    case 'string':
      return [`${place} is ${value}, not a text`, undefined];
    case 'array':
      return [`${place} is ${value}, not a list`, undefined];
    case 'union':
      return [`${place} is ${value}, neither a text nor a list of texts`, undefined];
    case 'boolean':
      return [`${place} is ${value}, not true or false`, 'write true or false'];
    case 'number':
    case 'integer':
      return [`${place} is ${value}, not a whole number`, undefined];
    case 'min_value':
      return [`${place} is ${value}, too small`, `write a whole number from ${limit}`];
    case 'max_value':
      return [`${place} is ${value}, too large`, `write a whole number up to ${limit}`];
    case 'non_empty':
      return [`${place} is empty`, undefined];
    case 'max_length':
      return [
        `${place} is too long: ${issue.received}`,
        `at most ${limit} ${Array.isArray(issue.input) ? 'items' : 'characters'}`,
      ];
    case 'iso_timestamp':
      return [`${place} is ${value}, not an ISO 8601 time with its zone`, undefined];
    default:
      return [`${place} is ${value}, which does not fit`, undefined];
  }
}

function pickFix(issue: v.BaseIssue<unknown>): string {
  const options = [...(issue.expected ?? '').matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
  const plain =
    typeof issue.input === 'string'
      ? issue.input
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_')
      : '';
  const wanted = Object.hasOwn(meant, plain) ? meant[plain] : plain;
  const hit = options.find((option) => option === wanted);
  return hit === undefined ? `write one of ${options.join(', ')}` : `write "${hit}"`;
}
