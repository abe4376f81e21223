// Hand-offs between an orchestrator and its sub-agents: a request, the response to it, and what several responses of
// parallel sub-agents come to. Pure.

import * as v from 'valibot';
import { PawlError, type Problem } from '../base/errors.js';
import { type JsonObject, isObject, kindOf } from '../base/json.js';
import { MAX_SUMMARY_TOKENS, countTokens, truncateSummary } from '../base/tokens.js';
import { checkBy, checkSummary, files, unitName } from './schema.js';

const phase = v.picklist(['research', 'write', 'validate', 'parallel']);
const texts = v.nullish(v.array(v.string()));

export const handoffRequestSchema = v.looseObject({
  task_id: unitName,
  phase,
  mode: v.picklist(['plan', 'code', 'ui', 'docs', 'eval', 'reconcile', 'research']),
  context: v.looseObject({
    feature: unitName,
    spec_path: v.nullish(v.string()),
    relevant_files: v.nullish(files),
    constraints: texts,
    previous_summary: v.nullish(v.pipe(v.string(), v.description('At most 500 words'))),
  }),
  instructions: unitName,
  expected_output: v.picklist(['structured_findings', 'files_changed', 'validation_result', 'aggregated_results']),
});

export const handoffResponseSchema = v.looseObject({
  task_id: unitName,
  phase,
  status: v.picklist(['complete', 'partial', 'blocked']),
  decision: v.picklist(['PROCEED', 'STOP', 'CLARIFY']),
  findings: v.pipe(v.looseObject({}), v.description('Its members depend on the phase')),
  context_summary: v.pipe(unitName, v.description('At most 500 words')),
  tokens_used: v.nullish(v.pipe(v.number(), v.minValue(0, 'must not be negative'))),
  issues: texts,
});

export type HandoffRequest = v.InferInput<typeof handoffRequestSchema>;
export type HandoffResponse = v.InferInput<typeof handoffResponseSchema>;
export type HandoffPhase = HandoffRequest['phase'];
export type HandoffDecision = HandoffResponse['decision'];

const list = v.nullish(v.array(v.unknown()));

/** What the findings of each phase hold, as far as something depends on it. Other members are free. */
const findingsSchemas = {
  research: v.looseObject({ recommendations: texts, conflicts: list }),
  write: v.looseObject({ files_created: list, files_modified: list, tests_written: list }),
  validate: v.looseObject({ overall_passed: v.nullish(v.boolean()), blocking_issues: texts }),
  parallel: v.looseObject({ results: list }),
} satisfies Record<HandoffPhase, v.GenericSchema>;

/** What a phase's findings must hold when its work is complete. */
const requiredFindings: Readonly<Partial<Record<HandoffPhase, string>>> = {
  validate: 'overall_passed',
  parallel: 'results',
};

export interface RequestCheck {
  /** The request under its present names; null when it has problems. */
  readonly request: HandoffRequest | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface ResponseCheck {
  /** The response, perhaps with a shorter summary; null when it has problems. */
  readonly response: HandoffResponse | null;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface RequestOptions {
  /** Maximum number of words in a summary (default 500). */
  readonly maxSummaryTokens?: number | undefined;
}

export interface ResponseOptions extends RequestOptions {
  /** The request that it answers: task and phase must be the same. */
  readonly request?: Pick<HandoffRequest, 'task_id' | 'phase'> | undefined;
  /** Shortens a summary that is too long. */
  readonly truncate?: boolean | undefined;
  /** Makes a summary that is too long a problem instead of a warning. */
  readonly reject?: boolean | undefined;
}

/** Checks a request. A `previous_summary` that is too long is a problem. Never throws. */
export function checkHandoffRequest(value: unknown, options: RequestOptions = {}): RequestCheck {
  if (!isObject(value)) return { request: null, problems: [notAnObject(value)], warnings: [] };
  const { request, problems: found, warnings } = withPresentName(value);
  const problems = [...found, ...checkBy(handoffRequestSchema, request, [])];
  const context = isObject(request['context']) ? request['context'] : {};
  problems.push(...summaryProblems(context['previous_summary'], ['context', 'previous_summary'], options));
  const isSound = problems.length === 0 && v.is(handoffRequestSchema, request);
  return { request: isSound ? request : null, problems, warnings };
}

/** Checks a response. A `context_summary` that is too long is a warning, unless the options say otherwise. Never throws. */
export function checkHandoffResponse(value: unknown, options: ResponseOptions = {}): ResponseCheck {
  if (!isObject(value)) return { response: null, problems: [notAnObject(value)], warnings: [] };
  const problems = checkBy(handoffResponseSchema, value, []);
  const tooLong = summaryProblems(value['context_summary'], ['context_summary'], options);
  if (options.reject === true) problems.push(...tooLong);
  if (!v.is(handoffResponseSchema, value)) return { response: null, problems, warnings: [] };
  problems.push(...checkAnswer(value, options.request), ...checkFindings(value));
  if (problems.length > 0) return { response: null, problems, warnings: [] };
  if (tooLong.length === 0 || options.truncate !== true) return { response: value, problems, warnings: tooLong };
  const context_summary = truncateSummary(value.context_summary, options.maxSummaryTokens);
  const message = `was shortened from ${countTokens(value.context_summary)} to ${countTokens(context_summary)} words`;
  return { response: { ...value, context_summary }, problems, warnings: [{ path: '/context_summary', message }] };
}

function notAnObject(value: unknown): Problem {
  return { path: '', message: `must be an object, found ${kindOf(value)}` };
}

function summaryProblems(text: unknown, at: readonly string[], options: RequestOptions): Problem[] {
  return typeof text === 'string' ? checkSummary(text, at, options.maxSummaryTokens ?? MAX_SUMMARY_TOKENS) : [];
}

interface Renamed {
  readonly request: JsonObject;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Reads `previous_findings` as the old name of `previous_summary`. */
function withPresentName(request: JsonObject): Renamed {
  const { context } = request;
  if (!isObject(context) || !Object.hasOwn(context, 'previous_findings'))
    return { request, problems: [], warnings: [] };
  const { previous_findings = null, ...rest } = context;
  const path = '/context/previous_findings';
  const present = rest['previous_summary'] ?? null;
  if (present !== null && previous_findings !== null && present !== previous_findings) {
    const message = 'is the old name of previous_summary, which has another text';
    return { request, problems: [{ path, message, fix: 'keep only previous_summary' }], warnings: [] };
  }
  const renamed = { ...request, context: { ...rest, previous_summary: present ?? previous_findings } };
  const warning = { path, message: 'is the old name of previous_summary', fix: 'write "previous_summary"' };
  return { request: renamed, problems: [], warnings: [warning] };
}

function checkAnswer(response: HandoffResponse, request: ResponseOptions['request']): Problem[] {
  if (request === undefined) return [];
  return (['task_id', 'phase'] as const)
    .filter((member) => response[member] !== request[member])
    .map((member) => ({
      path: `/${member}`,
      message: `is "${response[member]}", but the request has "${request[member]}"`,
      fix: `write "${request[member]}"`,
    }));
}

/** Checks the findings by their phase, and what contradicts a decision to proceed. */
function checkFindings({ phase, status, decision, findings, issues }: HandoffResponse): Problem[] {
  const problems = checkBy(findingsSchemas[phase], findings, ['findings']);
  const required = requiredFindings[phase];
  if (status === 'complete' && required !== undefined && findings[required] == null)
    problems.push({ path: `/findings/${required}`, message: `is missing; a complete ${phase} phase needs it` });
  if (status === 'blocked' && (issues ?? []).length === 0)
    problems.push({ path: '/issues', message: 'must say what blocks, because the status is "blocked"' });
  if (decision !== 'PROCEED') return problems;
  const { overall_passed, blocking_issues } = findings;
  const fix = 'write "STOP" or "CLARIFY"';
  const refuse = (why: string): void =>
    void problems.push({ path: '/decision', message: `is "PROCEED", but ${why}`, fix });
  if (status === 'blocked') refuse('the status is "blocked"');
  if (phase === 'validate' && overall_passed === false) refuse('the validation did not pass');
  if (phase === 'validate' && Array.isArray(blocking_issues) && blocking_issues.length > 0)
    refuse('there are blocking issues');
  return problems;
}

export const aggregationRules = ['all_must_pass', 'any_pass', 'majority_pass'] as const;
export type AggregationRule = (typeof aggregationRules)[number];

/** Work that is partial or blocked, or that asks, has neither passed nor failed: it is open. */
export type Vote = 'passed' | 'failed' | 'open';

export interface Aggregated {
  readonly rule: AggregationRule;
  readonly decision: HandoffDecision;
  readonly counts: { readonly total: number } & Readonly<Record<Vote, number>>;
  readonly votes: readonly { readonly task_id: string; readonly vote: Vote }[];
  /** In words: the count, then each response that did not pass. */
  readonly reasons: readonly string[];
}

/** Counts the responses of parallel sub-agents by a rule. It says STOP only when open work can no longer change the result. */
export function aggregateHandoffs(responses: readonly HandoffResponse[], rule: AggregationRule): Aggregated {
  if (responses.length === 0) throw new PawlError('bad-usage', 'there are no responses to aggregate');
  const votes = responses.map((response) => ({ task_id: response.task_id, vote: voteOf(response) }));
  const count = (vote: Vote): number => votes.filter((one) => one.vote === vote).length;
  const counts = { total: votes.length, passed: count('passed'), failed: count('failed'), open: count('open') };
  const { total, passed, failed, open } = counts;
  const needed = { all_must_pass: total, any_pass: 1, majority_pass: Math.floor(total / 2) + 1 }[rule];
  const decision = passed >= needed ? 'PROCEED' : passed + open >= needed ? 'CLARIFY' : 'STOP';
  const tally = `${passed} of ${total} passed, ${failed} failed, ${open} open; ${rule} needs ${needed}`;
  const others = responses.filter((response) => voteOf(response) !== 'passed').map(reasonOf);
  return { rule, decision, counts, votes, reasons: [tally, ...others] };
}

function voteOf({ status, decision }: HandoffResponse): Vote {
  if (decision === 'STOP') return 'failed';
  return status === 'complete' && decision === 'PROCEED' ? 'passed' : 'open';
}

function reasonOf({ task_id, status, decision, issues }: HandoffResponse): string {
  const why = issues == null || issues.length === 0 ? '' : `: ${issues.join('; ')}`;
  return `${task_id} is ${status}, ${decision}${why}`;
}
