import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from '../base/tokens.js';
import {
  type HandoffResponse,
  aggregateHandoffs,
  aggregationRules,
  checkHandoffRequest,
  checkHandoffResponse,
} from './handoff.js';

const context = { feature: 'auth', spec_path: null, relevant_files: ['src/auth.ts'], constraints: [] };
const request = {
  task_id: 'auth-001',
  phase: 'research',
  mode: 'code',
  context: { ...context, previous_summary: null },
  instructions: 'Find the session code.',
  expected_output: 'structured_findings',
};
const response: HandoffResponse = {
  task_id: 'auth-001',
  phase: 'research',
  status: 'complete',
  decision: 'PROCEED',
  findings: { recommendations: ['Extend src/auth.ts'] },
  context_summary: 'Sessions are in src/auth.ts.',
  tokens_used: 1200,
  issues: [],
};
const long = 'One sentence of five words. '.repeat(101);
const tooLong = 'Context summary exceeds 500 token limit (actual: 505 tokens)';
const places = ({ problems }: { readonly problems: readonly { readonly path: string }[] }): string[] =>
  problems.map(({ path }) => path);

test('a request is valid in every mode, and keeps unknown members', () => {
  for (const mode of ['plan', 'code', 'ui', 'docs', 'eval', 'reconcile', 'research']) {
    const given = { ...request, mode, extra: { kept: true } };
    assert.deepEqual(checkHandoffRequest(given), { request: given, problems: [], warnings: [] });
  }
});

test('a request gets every problem with its place', () => {
  const wrong = { ...request, task_id: '', mode: 'frontend', context: { feature: 7, relevant_files: 'src' } };
  const checked = checkHandoffRequest({ ...wrong, instructions: undefined });
  assert.equal(checked.request, null);
  const expected = ['/task_id', '/mode', '/context/feature', '/context/relevant_files', '/instructions'];
  assert.deepEqual(places(checked), expected);
  assert.equal(checked.problems[1]?.message, '"frontend" is not a mode');
  assert.deepEqual(places(checkHandoffRequest('text')), ['']);
});

test('a request is rejected when its previous summary has more than 500 words', () => {
  const given = { ...request, context: { ...context, previous_summary: long } };
  assert.equal(checkHandoffRequest(given).request, null);
  assert.equal(checkHandoffRequest(given).problems[0]?.message, tooLong);
  assert.deepEqual(checkHandoffRequest(given, { maxSummaryTokens: 505 }).problems, []);
});

test('a request may use the old name previous_findings', () => {
  const old = checkHandoffRequest({ ...request, context: { ...context, previous_findings: 'Found it.' } });
  assert.deepEqual(old.request?.context, { ...context, previous_summary: 'Found it.' });
  assert.equal(old.warnings[0]?.message, 'is the old name of previous_summary');
  const both = { ...context, previous_findings: 'Found it.', previous_summary: 'Something else.' };
  assert.deepEqual(places(checkHandoffRequest({ ...request, context: both })), ['/context/previous_findings']);
  const lengthy = checkHandoffRequest({ ...request, context: { ...context, previous_findings: long } });
  assert.deepEqual(places(lengthy), ['/context/previous_summary']);
});

test('a response with a long summary is accepted with a warning, shortened or rejected', () => {
  const given = { ...response, context_summary: long };
  const warned = checkHandoffResponse(given);
  assert.deepEqual([warned.response, warned.warnings[0]?.message], [given, tooLong]);
  const cut = checkHandoffResponse(given, { truncate: true });
  assert.equal(countTokens(cut.response?.context_summary), 500);
  assert.equal(cut.warnings[0]?.message, 'was shortened from 505 to 500 words');
  assert.deepEqual(places(checkHandoffResponse(given, { reject: true })), ['/context_summary']);
});

const rows: [string, object, string[]][] = [
  ['valid', {}, []],
  ['without issues and tokens', { issues: undefined, tokens_used: null }, []],
  ['without a summary', { context_summary: undefined }, ['/context_summary']],
  ['with another decision', { decision: 'proceed', status: 'done' }, ['/status', '/decision']],
  ['of another task and phase', { task_id: 'b', phase: 'write' }, ['/task_id', '/phase']],
  ['blocked by nothing', { status: 'blocked', decision: 'STOP' }, ['/issues']],
  ['blocked, yet proceeding', { status: 'blocked', issues: ['no database'] }, ['/decision']],
  ['with findings of another shape', { findings: { recommendations: 'one' } }, ['/findings/recommendations']],
];
test('a response is checked on its own and against its request', () => {
  const options = { request: { task_id: 'auth-001', phase: 'research' } } as const;
  for (const [what, changes, expected] of rows) {
    assert.deepEqual(places(checkHandoffResponse({ ...response, ...changes }, options)), expected, what);
  }
});

test('a response of a validation says whether it passed, and proceeds only then', () => {
  const validate = (findings: object): string[] =>
    places(checkHandoffResponse({ ...response, phase: 'validate', findings }));
  assert.deepEqual(validate({ overall_passed: true }), []);
  assert.deepEqual(validate({}), ['/findings/overall_passed']);
  assert.deepEqual(validate({ overall_passed: false }), ['/decision']);
  assert.deepEqual(validate({ overall_passed: true, blocking_issues: ['lint'] }), ['/decision']);
});

test('responses are aggregated by a rule; open work decides only while it can change the result', () => {
  const failed: HandoffResponse = { ...response, decision: 'STOP', issues: ['2 tests fail'] };
  const open: HandoffResponse = { ...response, status: 'partial' };
  const rows = [
    [response, response, response, 'PROCEED PROCEED PROCEED'],
    [response, response, open, 'CLARIFY PROCEED PROCEED'],
    [response, response, failed, 'STOP PROCEED PROCEED'],
    [response, failed, open, 'STOP PROCEED CLARIFY'],
    [failed, failed, open, 'STOP CLARIFY STOP'],
    [failed, failed, failed, 'STOP STOP STOP'],
  ] as const;
  for (const [a, b, c, expected] of rows) {
    const decisions = aggregationRules.map((rule) => aggregateHandoffs([a, b, c], rule).decision);
    assert.equal(decisions.join(' '), expected);
  }
  assert.equal(aggregateHandoffs([response, failed], 'majority_pass').decision, 'STOP');
  const { counts, reasons } = aggregateHandoffs([response, failed], 'any_pass');
  assert.deepEqual(counts, { total: 2, passed: 1, failed: 1, open: 0 });
  assert.equal(
    reasons.join(' | '),
    '1 of 2 passed, 1 failed, 0 open; any_pass needs 1 | auth-001 is complete, STOP: 2 tests fail',
  );
  assert.throws(() => aggregateHandoffs([], 'any_pass'), { code: 'bad-usage' });
});
