import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { seed, sized, tellSeed } from '../../../test/support/sizes.js';
import { countTokens } from '../../rules/text/tokens.js';
import {
  aggregateHandoffs,
  aggregationRules,
  checkHandoffRequest,
  checkHandoffResponse,
  type HandoffRequest,
  type HandoffResponse,
  handoffsIn,
  withRequest,
  withResponse,
} from './index.js';
import { requestSchema, responseSchema } from './schema.js';

const now = '2026-01-05T09:00:00.000Z';
const request: HandoffRequest = {
  task_id: 'auth-001',
  phase: 'research',
  mode: 'code',
  context: {
    feature: 'auth',
    spec_path: null,
    relevant_files: ['src/auth.ts'],
    constraints: [],
    previous_summary: null,
  },
  instructions: 'Find the session code.',
  expected_output: 'structured_findings',
};
const response = (more: Partial<HandoffResponse> = {}): HandoffResponse => ({
  task_id: 'auth-001',
  phase: 'research',
  status: 'complete',
  decision: 'PROCEED',
  findings: { recommendations: ['Extend src/auth.ts'] },
  context_summary: 'Sessions are in src/auth.ts.',
  issues: [],
  ...more,
});
const words = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
const pathsOf = (check: ReturnType<typeof checkHandoffRequest> | ReturnType<typeof checkHandoffResponse>): string[] =>
  check.ok ? [] : check.problems.map(({ path }) => path);

describe('a request', () => {
  test('that is whole is sound, and keeps fields that nobody knows', () => {
    const given = { ...request, extra: { kept: true } };
    const check = checkHandoffRequest(given);
    assert.ok(check.ok);
    assert.deepEqual([check.handoff, check.warnings], [given, []]);
  });

  test('is told everything that is wrong with it at once, each with its place and what to write', () => {
    const check = checkHandoffRequest({
      task_id: ' ',
      phase: 'Implement',
      mode: 'frontend',
      context: { feature: 7, relevant_files: 'src', constraints: ['ok', ''], previous_summary: words(501) },
      expected_output: 'files',
    });
    assert.ok(!check.ok);
    const fixes = new Map(check.problems.map(({ path, fix }) => [path, fix]));
    assert.deepEqual(
      [...fixes.keys()],
      [
        '/task_id',
        '/phase',
        '/mode',
        '/instructions',
        '/expected_output',
        '/context/feature',
        '/context/relevant_files',
        '/context/constraints/1',
        '/context/previous_summary',
      ],
    );
    assert.equal(fixes.get('/phase'), 'write "write"');
    assert.equal(fixes.get('/mode'), 'write "ui"');
    assert.equal(fixes.get('/expected_output'), 'write "files_changed"');
    assert.ok(check.problems.every(({ fix }) => fix !== undefined && fix !== ''));
  });

  test('with a previous summary of more than 500 words is rejected; a project may allow fewer', () => {
    const long = (count: number): object => ({
      ...request,
      context: { feature: 'auth', previous_summary: words(count) },
    });
    assert.equal(checkHandoffRequest(long(500)).ok, true);
    const check = checkHandoffRequest(long(501));
    assert.ok(!check.ok);
    assert.equal(check.problems[0]?.message, 'Context summary exceeds 500 token limit (actual: 501 tokens)');
    assert.deepEqual(pathsOf(checkHandoffRequest(long(101), { summaryTokens: 100 })), ['/context/previous_summary']);
    assert.deepEqual(pathsOf(checkHandoffRequest(long(501), { summaryTokens: 900 })), ['/context/previous_summary']);
  });

  test('with the old name previous_findings is read, renamed, and told', () => {
    const old = { ...request, context: { feature: 'auth', previous_findings: 'Sessions exist.' } };
    const check = checkHandoffRequest(old);
    assert.ok(check.ok);
    assert.deepEqual(check.handoff.context, { feature: 'auth', previous_summary: 'Sessions exist.' });
    assert.match(check.warnings[0]?.message ?? '', /now called "previous_summary"/);
    const both = (summary: unknown, findings: unknown): string[] =>
      pathsOf(
        checkHandoffRequest({
          ...request,
          context: { feature: 'a', previous_summary: summary, previous_findings: findings },
        }),
      );
    assert.deepEqual(both('same', 'same'), []);
    assert.deepEqual(both('one', null), []);
    assert.deepEqual(both(null, 'two'), []);
    assert.deepEqual(both('one', 'two'), ['/context/previous_findings']);
    assert.deepEqual(both(null, ['two']), ['/context/previous_findings']);
    const long = { ...request, context: { feature: 'a', previous_findings: words(501) } };
    assert.deepEqual(pathsOf(checkHandoffRequest(long)), ['/context/previous_summary']);
  });

  test('that expects what its phase does not usually give is told, not refused', () => {
    const check = checkHandoffRequest({ ...request, expected_output: 'files_changed' });
    assert.ok(check.ok);
    assert.equal(check.warnings[0]?.path, '/expected_output');
  });

  test('must not be called by a secret', () => {
    const check = checkHandoffRequest({ ...request, task_id: 'AKIAIOSFODNN7EXAMPLE' });
    assert.ok(!check.ok);
    assert.doesNotMatch(JSON.stringify(check.problems), /AKIA/);
  });
});

describe('a response', () => {
  test('with a summary of more than 500 words is a warning, cut at the end of a sentence, or refused', () => {
    const long = response({ context_summary: `${words(450)}. ${words(100)}.` });
    const told = checkHandoffResponse(long);
    assert.ok(told.ok);
    assert.deepEqual([told.handoff, told.warnings[0]?.path], [long, '/context_summary']);
    const cut = checkHandoffResponse(long, { overlong: 'truncate' });
    assert.ok(cut.ok);
    assert.equal(cut.handoff.context_summary, `${words(450)}.`);
    assert.match(cut.warnings[0]?.message ?? '', /cut from 550 to 450 words/);
    assert.deepEqual(pathsOf(checkHandoffResponse(long, { overlong: 'reject' })), ['/context_summary']);
  });

  test('repeats the task and the phase of its request', () => {
    assert.deepEqual(pathsOf(checkHandoffResponse(response(), { request })), []);
    const other = response({ task_id: 'auth-002', phase: 'write', findings: {} });
    assert.deepEqual(pathsOf(checkHandoffResponse(other, { request })), ['/task_id', '/phase']);
  });

  const wrong: readonly (readonly [what: string, more: object, paths: readonly string[]])[] = [
    ['that is blocked and goes on', { status: 'blocked', issues: ['x'] }, ['/decision']],
    ['that is blocked and does not say by what', { status: 'blocked', decision: 'STOP' }, ['/issues']],
    ['without findings', { findings: undefined }, ['/findings']],
    ['with an empty summary', { context_summary: ' ' }, ['/context_summary']],
    ['with half a token', { tokens_used: 0.5 }, ['/tokens_used']],
    ['with issues that are no texts', { issues: [{ text: 'x' }] }, ['/issues/0']],
    ['with recommendations that are no list', { findings: { recommendations: 'go' } }, ['/findings/recommendations']],
    [
      'with a critical conflict that goes on',
      { findings: { conflicts: [{ description: 'two routers', severity: 'critical' }] } },
      ['/findings/conflicts/0'],
    ],
    ['with a conflict without words', { findings: { conflicts: [{}] } }, ['/findings/conflicts/0']],
    [
      'with a file that is no path',
      { phase: 'write', findings: { files_created: ['a', {}] } },
      ['/findings/files_created/1'],
    ],
    ['that validates without a result', { phase: 'validate', findings: {} }, ['/findings/overall_passed']],
    [
      'that failed to validate and goes on',
      { phase: 'validate', findings: { overall_passed: false } },
      ['/findings/overall_passed'],
    ],
    [
      'with a check that does not say whether it passed',
      { phase: 'validate', findings: { overall_passed: true, checks: { lint: {} } } },
      ['/findings/checks/lint'],
    ],
    [
      'with issues that block and goes on',
      { phase: 'validate', findings: { overall_passed: true, blocking_issues: ['x'] } },
      ['/findings/blocking_issues'],
    ],
    ['of parallel work without results', { phase: 'parallel', findings: {} }, ['/findings/results']],
  ];
  for (const [what, more, paths] of wrong) {
    test(`${what} is refused`, () => {
      assert.deepEqual(pathsOf(checkHandoffResponse({ ...response(), ...more })), paths);
    });
  }

  test('that is not complete may leave parts of its findings out', () => {
    const partial = response({ phase: 'validate', status: 'partial', decision: 'CLARIFY', findings: {} });
    assert.equal(checkHandoffResponse(partial).ok, true);
  });

  test('that stops may say what is critical', () => {
    const stop = response({
      decision: 'STOP',
      findings: { conflicts: [{ description: 'two routers', severity: 'critical', type: 'pattern' }] },
    });
    assert.equal(checkHandoffResponse(stop).ok, true);
  });

  test('no message shows PROCEED or complete to someone who forgot to decide', () => {
    const check = checkHandoffResponse({ task_id: 'a', phase: 'write' });
    assert.ok(!check.ok);
    const fixes = check.problems.map(({ fix = '' }) => fix).filter((fix) => /^add "(?:decision|status)"/.test(fix));
    assert.deepEqual(
      fixes.map((fix) => /^add "\w+": "(\w+)"/.exec(fix)?.[1]),
      ['partial', 'CLARIFY'],
    );
  });
});

test('the checks and the published schemas agree, and nothing makes a check throw', (t) => {
  tellSeed(t);
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('research', 'PROCEED', 'complete', 'code', '', undefined, {}, []),
  );
  const edit = (doc: object): fc.Arbitrary<unknown> =>
    fc
      .tuple(fc.constantFrom(...Object.keys(doc)), odd)
      .map(([name, value]) => Object.assign({}, doc, { [name]: value }));
  const settings = { seed, numRuns: sized(500, 10_000) };
  fc.assert(
    fc.property(fc.oneof(edit(request), edit(response()), odd), (value) => {
      // Whatever the checks accept, the schema accepts; they say more than it can.
      if (checkHandoffRequest(value).ok) {
        const checked = checkHandoffRequest(value);
        assert.ok(checked.ok && v.is(requestSchema, checked.handoff), JSON.stringify(value));
      }
      if (checkHandoffResponse(value).ok) assert.ok(v.is(responseSchema, value), JSON.stringify(value));
    }),
    settings,
  );
});

describe('responses of parallel sub-agents', () => {
  const pass = (task_id: string): HandoffResponse => response({ task_id });
  const fail = (task_id: string): HandoffResponse => response({ task_id, decision: 'STOP', issues: ['tests fail'] });
  const partial = (task_id: string): HandoffResponse => response({ task_id, status: 'partial' });
  const blocked = (task_id: string): HandoffResponse =>
    response({ task_id, status: 'blocked', decision: 'CLARIFY', issues: ['the database is down'] });
  const table: readonly (readonly [
    rule: (typeof aggregationRules)[number],
    votes: string,
    decision: string,
    status: string,
  ])[] = [
    ['all_must_pass', 'ppp', 'PROCEED', 'complete'],
    ['all_must_pass', 'ppf', 'STOP', 'complete'],
    ['all_must_pass', 'pp~', 'CLARIFY', 'partial'],
    ['all_must_pass', 'ppb', 'CLARIFY', 'blocked'],
    ['all_must_pass', 'p~b', 'CLARIFY', 'partial'],
    ['all_must_pass', 'f~b', 'STOP', 'complete'],
    ['any_pass', 'ffp', 'PROCEED', 'complete'],
    ['any_pass', 'fff', 'STOP', 'complete'],
    ['any_pass', 'ffb', 'CLARIFY', 'blocked'],
    ['majority_pass', 'ppf', 'PROCEED', 'complete'],
    ['majority_pass', 'pf', 'STOP', 'complete'],
    ['majority_pass', 'p~f', 'CLARIFY', 'partial'],
    ['majority_pass', 'pp~~', 'CLARIFY', 'partial'],
    ['majority_pass', 'ppff', 'STOP', 'complete'],
    ['majority_pass', 'pffb', 'STOP', 'complete'],
    ['majority_pass', 'p', 'PROCEED', 'complete'],
  ];
  const make = { p: pass, f: fail, '~': partial, b: blocked };
  const made = (votes: string): HandoffResponse[] =>
    votes.split('').map((vote, at) => make[vote === 'p' || vote === 'f' || vote === 'b' ? vote : '~'](`t-${at}`));
  for (const [rule, votes, decision, status] of table) {
    test(`${votes} by ${rule} are ${decision}, ${status}`, () => {
      const result = aggregateHandoffs(made(votes), rule);
      assert.deepEqual([result.decision, result.response.status], [decision, status]);
      assert.equal(result.passed, decision === 'PROCEED');
      assert.equal(result.reasons.length, 1 + votes.split('').filter((vote) => vote !== 'p').length);
    });
  }

  test('come to a response that is sound itself, however many and however long they are', (t) => {
    tellSeed(t);
    const votes = fc.array(fc.constantFrom('p', 'f', '~', 'b'), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(votes, fc.constantFrom(...aggregationRules), fc.nat(700), (letters, rule, length) => {
        const all = made(letters.join('')).map((one) =>
          Object.assign({}, one, { context_summary: words(length + 1), tokens_used: 2 }),
        );
        const { response: whole, counts, passed } = aggregateHandoffs(all, rule, { task_id: 'auth' });
        const check = checkHandoffResponse(whole, { overlong: 'reject' });
        assert.ok(check.ok, JSON.stringify(pathsOf(check)));
        assert.ok(countTokens(whole.context_summary) <= 500);
        assert.equal(whole.tokens_used, letters.length * 2);
        assert.equal(counts.passed + counts.failed + counts.open, counts.total);
        if (passed) assert.ok(counts.passed > 0);
      }),
      { seed, numRuns: sized(100, 2_000) },
    );
  });

  test('are at least one, each once, by a rule that there is', () => {
    assert.throws(() => aggregateHandoffs([], 'any_pass'), { code: 'bad-usage' });
    assert.throws(() => aggregateHandoffs([pass('a'), pass('b'), pass('a')], 'any_pass'), {
      code: 'bad-input',
      message: /^The list of responses: \/2: is the response to "a" \(\w+\) that stands at \/0 already/,
      hint: 'Nothing was counted.',
    });
  });

  test('may be several answers to one task', () => {
    const answers = [pass('a'), fail('a'), { ...pass('a'), context_summary: 'I think so too.' }];
    const { decision, counts, response: whole } = aggregateHandoffs(answers, 'majority_pass');
    assert.deepEqual([decision, counts.total, counts.passed], ['PROCEED', 3, 2]);
    assert.ok(checkHandoffResponse(whole, { overlong: 'reject' }).ok);
  });
});

describe('what a run remembers', () => {
  test('is one entry for each task and phase, with the answer', () => {
    const asked = withRequest([], request, now);
    assert.equal(asked[0]?.status, 'open');
    const answered = withResponse(asked, request, response({ context_summary: words(900) }), now);
    assert.equal(answered.length, 1);
    assert.deepEqual([answered[0]?.status, answered[0]?.decision], ['complete', 'PROCEED']);
    assert.equal(countTokens(answered[0]?.context_summary), 500);
    assert.equal(withRequest(answered, request, now)[0]?.status, 'open');
    assert.equal(withRequest(answered, { ...request, phase: 'write' }, now).length, 2);
    assert.equal(withResponse([], request, response(), now).length, 1);
  });

  test('does not grow without end, and forgets answered ones first', () => {
    let entries = withRequest([], { ...request, task_id: 'open' }, now);
    for (let at = 0; at < 300; at++) {
      const one = { ...request, task_id: `t-${at}` };
      entries = withResponse(withRequest(entries, one, now), one, response({ task_id: one.task_id }), now);
    }
    assert.equal(entries.length, 200);
    assert.deepEqual([entries[0]?.task_id, entries.at(-1)?.task_id], ['open', 't-299']);
  });

  test('is read leniently', () => {
    const entry = { task_id: 'a', phase: 'write', mode: 'code', status: 'open', requested_at: now };
    assert.deepEqual(handoffsIn({ pawl: { handoffs: [1, null, {}, entry] } }), [entry]);
    assert.deepEqual(handoffsIn({ pawl: { handoffs: 'x' } }), []);
    assert.deepEqual(handoffsIn({ pawl: [] }), []);
  });
});
