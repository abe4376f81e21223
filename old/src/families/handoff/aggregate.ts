// Makes one response of several that came from parallel sub-agents, by a rule, and says why it came out so.

import { badInput, PawlError } from '../../rules/errors.js';
import { truncateSummary } from '../../rules/text/truncate.js';
import { type SummaryLimit, summaryLimit } from './summary.js';
import { type AggregationRule, aggregationRules, type HandoffDecision, type HandoffResponse } from './types.js';

/** How one response counts: work that is partial or blocked, or that asks, has neither passed nor failed. */
export type Vote = 'passed' | 'failed' | 'open';

/** What several responses come to. */
export interface Aggregated {
  readonly rule: AggregationRule;
  readonly passed: boolean;
  readonly decision: HandoffDecision;
  readonly counts: { readonly total: number; readonly passed: number; readonly failed: number; readonly open: number };
  /** Why, in words: first the rule, then each response that did not pass. */
  readonly reasons: readonly string[];
  /** The same as a response of the phase `parallel`. */
  readonly response: HandoffResponse;
}

/**
 * Tells how a response counts.
 * @param response the response
 * @returns passed: complete and PROCEED; failed: STOP; open: all else
 */
export function voteOf({ status, decision }: HandoffResponse): Vote {
  if (decision === 'STOP') return 'failed';
  return status === 'complete' && decision === 'PROCEED' ? 'passed' : 'open';
}

/**
 * Aggregates responses of parallel sub-agents.
 * @param responses at least one: of several tasks, or several answers to one
 * @param rule how they count together
 * @param options the id of the task that they belong to, and what the project allows
 * @returns the decision, and why
 */
export function aggregateHandoffs(
  responses: readonly HandoffResponse[],
  rule: AggregationRule,
  options: SummaryLimit & { readonly task_id?: string | undefined } = {},
): Aggregated {
  refuse(responses, rule);
  const votes = responses.map((response) => ({ response, vote: voteOf(response) }));
  const count = (vote: Vote): number => votes.filter((one) => one.vote === vote).length;
  const counts = { total: votes.length, passed: count('passed'), failed: count('failed'), open: count('open') };
  const decision = decide(rule, counts);
  const notPassed = votes.filter(({ vote }) => vote !== 'passed').map(({ response }) => reasonOf(response));
  const reasons = [inWords(rule, counts, decision), ...notPassed];
  return {
    rule,
    passed: decision === 'PROCEED',
    decision,
    counts,
    reasons,
    response: asResponse(votes, { rule, counts, decision }, options),
  };
}

type Counts = Aggregated['counts'];

function refuse(responses: readonly HandoffResponse[], rule: AggregationRule): void {
  if (!aggregationRules.includes(rule)) {
    throw new PawlError('bad-usage', `${JSON.stringify(rule)} is no rule of aggregation`, {
      hint: `It is one of: ${aggregationRules.join(', ')}.`,
    });
  }
  if (responses.length === 0) {
    throw new PawlError('bad-usage', 'there are no responses to aggregate', { hint: 'Give at least one.' });
  }
  const texts = responses.map((response) => JSON.stringify(response));
  const problems = responses.flatMap(({ task_id, phase }, index) => {
    const first = texts.indexOf(texts[index] ?? '');
    const message = `is the response to ${JSON.stringify(task_id)} (${phase}) that stands at /${first} already`;
    return first === index ? [] : [{ path: `/${index}`, message, fix: 'give each response once' }];
  });
  if (problems.length > 0) throw badInput('The list of responses', problems, 'Nothing was counted.');
}

/** STOP only when what is open could not turn it any more. */
function decide(rule: AggregationRule, { total, passed, failed, open }: Counts): HandoffDecision {
  if (rule === 'all_must_pass') return failed > 0 ? 'STOP' : open > 0 ? 'CLARIFY' : 'PROCEED';
  if (rule === 'any_pass') return passed > 0 ? 'PROCEED' : open > 0 ? 'CLARIFY' : 'STOP';
  if (passed * 2 > total) return 'PROCEED';
  return (passed + open) * 2 > total ? 'CLARIFY' : 'STOP';
}

function inWords(rule: AggregationRule, { total, passed, failed, open }: Counts, decision: HandoffDecision): string {
  const needed = { all_must_pass: total, any_pass: 1, majority_pass: Math.floor(total / 2) + 1 }[rule];
  const tally = `${passed} of ${total} passed, ${failed} failed, ${open} open`;
  const end = {
    PROCEED: 'so the work goes on',
    STOP: 'and that can no longer be reached',
    CLARIFY: 'and what is open decides',
  }[decision];
  return `${rule} needs ${needed}: ${tally}, ${end}`;
}

function reasonOf({ task_id, phase, status, decision, issues }: HandoffResponse): string {
  const why = issues === undefined || issues.length === 0 ? '' : `: ${issues.join('; ')}`;
  return `${task_id} (${phase}) is ${status}, ${decision}${why}`;
}

interface Voted {
  readonly response: HandoffResponse;
  readonly vote: Vote;
}

const order: Readonly<Record<Vote, number>> = { failed: 0, open: 1, passed: 2 };
const maxSummaries = 25;

function asResponse(
  votes: readonly Voted[],
  { rule, counts, decision }: Pick<Aggregated, 'rule' | 'counts' | 'decision'>,
  options: SummaryLimit & { readonly task_id?: string | undefined },
): HandoffResponse {
  const tokens = votes.flatMap(({ response }) => response.tokens_used ?? []);
  const issues = [...new Set(votes.flatMap(({ response }) => response.issues ?? []))];
  const isStuck = votes.every(({ response, vote }) => vote !== 'open' || response.status === 'blocked');
  const status = decision !== 'CLARIFY' ? 'complete' : isStuck && issues.length > 0 ? 'blocked' : 'partial';
  return {
    task_id: options.task_id ?? 'aggregated',
    phase: 'parallel',
    status,
    decision,
    findings: {
      results: votes.map(({ response: { task_id, phase, ...response }, vote }) => ({
        task_id,
        type: phase,
        passed: vote === 'passed',
        status: response.status,
        decision: response.decision,
        summary: truncateSummary(response.context_summary, summaryLimit(options)).text,
      })),
      aggregation: { ...counts, rule, overall_passed: decision === 'PROCEED' },
    },
    context_summary: summarise(votes, inWords(rule, counts, decision), summaryLimit(options)),
    ...(tokens.length === 0 ? {} : { tokens_used: tokens.reduce((sum, one) => sum + one, 0) }),
    issues,
  };
}

/** What did not pass comes first; each gets its share of the limit. */
function summarise(votes: readonly Voted[], outcome: string, limit: number): string {
  const first = votes.toSorted((a, b) => order[a.vote] - order[b.vote]).slice(0, maxSummaries);
  const share = Math.floor((limit - 30) / first.length);
  const lines = first.flatMap(({ response: { task_id, context_summary }, vote }) => {
    const id = task_id.replace(/\s+/g, '_');
    return share < 4 ? [] : [`- ${id} ${vote}: ${truncateSummary(context_summary, share - 3).text}`];
  });
  const more = votes.length > first.length ? [`- and ${votes.length - first.length} more`] : [];
  return truncateSummary([`${outcome}.`, ...lines, ...more].join('\n'), limit).text;
}
