// Checks a hand-off's response: everything that is wrong at once, each with its place and what to write instead. What an
// orchestrator does about a summary that is too long is its own choice.

import type { Problem } from '../../rules/errors.js';
import { checkJson } from '../../rules/json/check-json.js';
import { checkFields, type Fields, inWords } from '../../rules/fields.js';
import { isJsonObject } from '../../rules/json/json.js';
import { truncateSummary } from '../../rules/text/truncate.js';
import { type HandoffCheck, secretId } from './check-request.js';
import { checkFindings, contradictions } from './findings.js';
import { responseRules } from './rules.js';
import { lengthProblem, type SummaryLimit, summaryLimit } from './summary.js';
import { type HandoffPhase, handoffPhases, type HandoffRequest, type HandoffResponse } from './types.js';

export interface ResponseOptions extends SummaryLimit {
  /** What it answers: task and phase must be the same. */
  readonly request?: Pick<HandoffRequest, 'task_id' | 'phase'> | undefined;
  /** A summary that is too long is told (`warn`), cut at the end of a sentence, or refused. */
  readonly overlong?: 'warn' | 'truncate' | 'reject' | undefined;
}

/**
 * Checks a response.
 * @param value any value
 * @param options what it answers, and what a summary that is too long means
 * @returns the response, perhaps with a shorter summary, or every problem
 */
export function checkHandoffResponse(value: unknown, options: ResponseOptions = {}): HandoffCheck<HandoffResponse> {
  if (!isJsonObject(value)) {
    const message = `a response is an object, but this is ${inWords(value)}`;
    return { ok: false, problems: [{ path: '', message, fix: 'write { … }' }], warnings: [] };
  }
  const overlong = lengthProblem(value['context_summary'], '/context_summary', options);
  const problems = [
    ...checkFields(value, responseRules),
    ...checkEcho(value, options.request),
    ...checkMeaning(value),
    ...secretId(value['task_id']),
    ...(options.overlong === 'reject' ? overlong : []),
  ];
  const known = new Set(problems.map(({ path }) => path));
  problems.push(...checkJson(value).filter(({ path }) => !known.has(path)));
  if (!isSound(value, problems)) return { ok: false, problems, warnings: [] };
  const response: HandoffResponse = value;
  const empty = emptyFindings(response);
  if (overlong.length === 0) return { ok: true, handoff: response, warnings: empty };
  if (options.overlong !== 'truncate') return { ok: true, handoff: response, warnings: [...overlong, ...empty] };
  const { text, before, after } = truncateSummary(response.context_summary, summaryLimit(options));
  const message = `was cut from ${before} to ${after} words`;
  const cut = { path: '/context_summary', message, fix: `write at most ${summaryLimit(options)} words next time` };
  return { ok: true, handoff: { ...response, context_summary: text }, warnings: [cut, ...empty] };
}

/** The rules have looked at every field that the type names. */
function isSound(doc: unknown, problems: readonly Problem[]): doc is HandoffResponse {
  return isJsonObject(doc) && problems.length === 0;
}

function checkEcho(value: Fields, request: ResponseOptions['request']): Problem[] {
  if (request === undefined) return [];
  return (['task_id', 'phase'] as const).flatMap((name) => {
    const given = value[name];
    if (typeof given !== 'string' || given === request[name]) return [];
    const message = `is ${inWords(given)}, but the request has ${inWords(request[name])}`;
    return [{ path: `/${name}`, message, fix: `repeat it as it is: ${JSON.stringify(request[name])}` }];
  });
}

/** What the fields say together. */
function checkMeaning(value: Fields): Problem[] {
  const { status, decision, findings, issues } = value;
  const phase = handoffPhases.find((one) => one === value['phase']);
  const problems: Problem[] = [];
  if (phase !== undefined && isJsonObject(findings)) problems.push(...inFindings(phase, findings, status, decision));
  if (status !== 'blocked') return problems;
  if (decision === 'PROCEED') {
    const fix = 'write "STOP" or "CLARIFY", or another status';
    problems.push({ path: '/decision', message: 'is PROCEED, but the status is blocked', fix });
  }
  if (issues === undefined || (Array.isArray(issues) && issues.length === 0)) {
    const fix = 'add what blocks: "issues": ["the database is down"]';
    problems.push({ path: '/issues', message: 'must say what blocks, as the status is blocked', fix });
  }
  return problems;
}

function inFindings(phase: HandoffPhase, findings: Fields, status: unknown, decision: unknown): Problem[] {
  const problems = checkFindings(phase, findings, status === 'complete');
  return decision === 'PROCEED' ? [...problems, ...contradictions(phase, findings)] : problems;
}

function emptyFindings({ status, findings }: HandoffResponse): Problem[] {
  if (status !== 'complete' || Object.keys(findings).length > 0) return [];
  return [{ path: '/findings', message: 'is empty, although the work is complete', fix: 'say what was found or done' }];
}
