// Hand-offs through the program and the built library.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { contextRules, requestRules, responseRules } from '../../src/families/handoff/rules.js';
import {
  aggregationRules,
  expectedOutputs,
  handoffDecisions,
  handoffModes,
  handoffPhases,
  responseStatuses,
} from '../../src/families/handoff/types.js';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { checkHandoffRequest, checkHandoffResponse, openProject } from '../../src/index.js';
import { pipelineDocument } from '../support/documents.js';
import { hostileNames } from '../support/hostile-names.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, type Ended, pawl, program, tempRepository, textOf } from './program.js';

const ref = 'implement/auth';

/** A project with a run whose first phase is done. */
function began(): string {
  const root = tempRepository();
  const done = ['phase', ref, 'implementation', 'complete', '--summary', 'Sessions are in src/auth.ts.'];
  assert.equal(pawl(done, root).code, 0);
  return root;
}

const request = {
  task_id: 'auth-001',
  phase: 'research',
  mode: 'code',
  context: { feature: 'auth' },
  instructions: 'Find the session code.',
  expected_output: 'structured_findings',
};
const response = {
  task_id: 'auth-001',
  phase: 'research',
  status: 'complete',
  decision: 'PROCEED',
  findings: { recommendations: ['Extend src/auth.ts'] },
  context_summary: 'Sessions are in src/auth.ts.',
};
const words = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

/** Runs pawl with a document on stdin. */
function piped(root: string, args: readonly string[], input: unknown): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    env: cleanEnv(),
    encoding: 'utf8',
    input: typeof input === 'string' ? input : JSON.stringify(input),
  });
  return { code: status, out: stdout, err: stderr };
}

const give = (root: string, doc: unknown, ...more: readonly string[]): Ended =>
  piped(root, ['handoff', 'new', ref, '--json', ...more], doc);
const reply = (root: string, doc: unknown, ...more: readonly string[]): Ended =>
  piped(root, ['handoff', 'reply', ref, '--json', ...more], doc);

function memberOf(doc: JsonObject, ...names: readonly string[]): unknown {
  let value: unknown = doc;
  for (const name of names) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

const problemsOf = (ended: Ended): readonly string[] => {
  const problems = memberOf(documentOf(ended), 'error', 'problems');
  return Array.isArray(problems) ? problems.map((one) => (isJsonObject(one) ? String(one['path']) : '')) : [];
};

function file(content: unknown): string {
  const name = path.join(tempFolder(), 'handoff.json');
  fs.writeFileSync(name, typeof content === 'string' ? content : JSON.stringify(content));
  return name;
}

describe('a hand-off', () => {
  test('is made, answered, and part of its run’s history', () => {
    const root = began();
    const made = documentOf(give(root, request));
    assert.equal(made['revision'], 2);
    // What was done last goes along without being asked for.
    assert.equal(memberOf(made, 'request', 'context', 'previous_summary'), 'Sessions are in src/auth.ts.');
    assert.match(pawl(['brief', ref], root).out, /^Handed off: open: auth-001 \(research\)$/m);
    const answered = documentOf(reply(root, response));
    assert.equal(answered['revision'], 3);
    assert.match(pawl(['brief', ref], root).out, /^Handed off: auth-001 \(research\) complete, PROCEED$/m);
    assert.match(pawl(['show', ref], root).out, /Hand-offs\n {2}auth-001 +research, code: complete, PROCEED/);
    const history = pawl(['history', ref], root).out;
    assert.match(history, /3 .*hand-off auth-001 \(research\) answered: complete, PROCEED/);
    assert.match(history, /2 .*handed off auth-001 \(research, code\)/);
    assert.match(pawl(['why', ref], root).out, /hand-off auth-001 \(research\): complete, PROCEED: Sessions are in/);
    const doc: unknown = JSON.parse(textOf(root, '.claude/state/implement-auth.json'));
    assert.ok(isJsonObject(doc));
    const entries = memberOf(doc, 'pawl', 'handoffs');
    assert.ok(Array.isArray(entries) && isJsonObject(entries[0]));
    assert.deepEqual([entries.length, entries[0]['status'], entries[0]['decision']], [1, 'complete', 'PROCEED']);
  });

  test('can be given by options, which win over a file', () => {
    const root = began();
    const options = ['--task', 'auth-002', '--mode', 'docs', '--constraint', 'no new words', 'short', '--previous', ''];
    const made = documentOf(pawl(['handoff', 'new', ref, '--file', file(request), ...options, '--json'], root));
    const { task_id, mode, phase, context } = Object.fromEntries(Object.entries(memberOf(made, 'request') ?? {}));
    assert.deepEqual([task_id, mode, phase], ['auth-002', 'docs', 'research']);
    assert.deepEqual(context, { feature: 'auth', constraints: ['no new words', 'short'], previous_summary: null });
    const whole = ['--task', 'a', '--phase', 'validate', '--mode', 'eval', '--instructions', 'Run all tests.'];
    const other = documentOf(pawl(['handoff', 'new', ref, ...whole, '--json'], root));
    assert.equal(memberOf(other, 'request', 'expected_output'), 'validation_result');
    assert.equal(memberOf(other, 'request', 'context', 'feature'), 'auth');
  });

  test('that is wrong is refused with everything at once, and nothing is stored', () => {
    const root = began();
    const wrong = give(root, {
      ...request,
      mode: 'backend',
      context: { previous_summary: words(501) },
      instructions: '',
    });
    assert.equal(wrong.code, 1);
    assert.deepEqual(problemsOf(wrong), ['/mode', '/instructions', '/context/previous_summary']);
    for (const text of ['', '[]', '{"task_id":', '```json\n{}\n```', '{"mode":"code","mode":"ui"}']) {
      assert.equal(give(root, text).code, 1, text);
    }
    assert.match(pawl(['history', ref], root).out, /^.*\n {7}1 .*\n$/);
    assert.ok(!fs.existsSync(path.join(root, '.claude/state/.pawl/handoffs')));
  });

  test('with the old name previous_findings is renamed, with a note', () => {
    const root = began();
    const old = { ...request, context: { feature: 'auth', previous_findings: 'Sessions exist.' } };
    const made = piped(root, ['handoff', 'new', ref], old);
    assert.match(made.err, /previous_findings: is now called "previous_summary"; it was renamed/);
    const folder = path.join(root, '.claude/state/.pawl/handoffs');
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const name = names.find((one) => one.endsWith('.json')) ?? '';
    assert.match(textOf(folder, name), /"previous_summary": "Sessions exist\."/);
    assert.doesNotMatch(textOf(folder, name), /previous_findings/);
  });

  test('is kept where only its owner reads it, without secrets, and goes with a run that leaves no trace', () => {
    const root = began();
    const secret = 'AKIAIOSFODNN7EXAMPLE';
    const made = documentOf(give(root, { ...request, instructions: `Use ${secret}.` }));
    assert.deepEqual(made['request_redacted'], ['/instructions']);
    documentOf(reply(root, { ...response, context_summary: `The key is ${secret}.` }));
    const folder = path.join(root, '.claude/state');
    const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
    const plain = files.filter((name) => fs.statSync(name).isFile());
    assert.equal(plain.filter((name) => name.includes('handoffs')).length, 2);
    for (const name of plain) assert.ok(!fs.readFileSync(name).includes(secret), name);
    for (const name of plain.filter((one) => one.includes('handoffs'))) {
      assert.deepEqual([fs.statSync(name).mode & 0o777, fs.statSync(path.dirname(name)).mode & 0o777], [0o600, 0o700]);
    }
    const purge = pawl(['delete', ref, '--purge', '--yes', '--json'], root);
    assert.equal(purge.code, 0, purge.out + purge.err);
    assert.deepEqual(fs.readdirSync(path.join(folder, '.pawl/handoffs')), []);
  });

  test('belongs to a run of any family, and needs one', () => {
    const root = tempRepository();
    const started = pawl(
      ['workflow', 'start', 'orchestrate', 'shop', '--description', 'x', '--phases', '2', '--json'],
      root,
    );
    const id = String(documentOf(started)['ref']);
    const saved = pawl(['save', 'PRD-009', '--file', file(pipelineDocument())], root);
    assert.equal(saved.code, 0, saved.err);
    for (const name of [id, 'PRD-009']) {
      assert.equal(piped(root, ['handoff', 'new', name], request).code, 0);
      assert.equal(piped(root, ['handoff', 'reply', name], response).code, 0);
      assert.match(pawl(['history', name], root).out, /hand-off auth-001 \(research\) answered/);
    }
    const absent = piped(root, ['handoff', 'new', 'PRD-008'], request);
    assert.equal(absent.code, 3);
    assert.match(absent.err, /did you mean PRD-009\?/);
  });

  test('belongs to its run: a new run under the same name begins without it, and the history keeps it', () => {
    const root = began();
    documentOf(give(root, request));
    assert.equal(pawl(['complete', ref], root).code, 0);
    assert.equal(pawl(['phase', ref, 'implementation', 'in_progress'], root).code, 0);
    assert.doesNotMatch(textOf(root, '.claude/state/implement-auth.json'), /auth-001/);
    assert.equal(reply(root, response).code, 3);
    assert.match(pawl(['history', ref], root).out, /handed off auth-001/);
  });

  test('is called by any name that can be one, each in a file of its own inside of its folder', () => {
    const root = began();
    const before = fs.readdirSync(root).sort();
    const names = [...hostileNames, 'Auth-001', 'AUTH-001', 'auth-001', 'aux', '.hidden', 'a/../../b'];
    let stored = 0;
    for (const task_id of new Set(names)) {
      const ended = give(root, { ...request, task_id });
      assert.ok([0, 1, 2].includes(ended.code ?? -1), `${JSON.stringify(task_id)}: ${ended.out}${ended.err}`);
      if (ended.code === 0) stored += 1;
    }
    assert.ok(stored > 5);
    const folder = path.join(root, '.claude/state/.pawl/handoffs');
    const [run = '', ...others] = fs.readdirSync(folder);
    assert.deepEqual(others, []);
    const files = fs.readdirSync(path.join(folder, run));
    assert.equal(new Set(files.map((name) => name.toLowerCase())).size, stored);
    assert.deepEqual(fs.readdirSync(root).sort(), before);
  });

  test('is not written through a link that a clone has planted', () => {
    const root = began();
    const elsewhere = tempFolder();
    fs.symlinkSync(elsewhere, path.join(root, '.claude/state/.pawl/handoffs'));
    const ended = give(root, request);
    assert.equal(memberOf(documentOf(ended), 'error', 'code'), 'unsafe-path');
    assert.deepEqual(fs.readdirSync(elsewhere), []);
  });
});

describe('a response', () => {
  test('must answer what was asked, in the same phase', () => {
    const root = began();
    const early = reply(root, response);
    assert.equal(early.code, 3);
    documentOf(give(root, request));
    assert.deepEqual(problemsOf(reply(root, { ...response, phase: 'write', findings: {} })), ['/phase']);
    const other = reply(root, { ...response, task_id: 'auth-01' });
    assert.equal(other.code, 3);
    assert.match(String(memberOf(documentOf(other), 'error', 'message')), /did you mean auth-001\?/);
    assert.equal(reply(root, response).code, 0);
  });

  test('with a summary that is too long is told, cut at the end of a sentence, or refused', () => {
    const root = began();
    documentOf(give(root, request));
    const long = { ...response, context_summary: `${words(400)}. ${words(200)}.` };
    const told = documentOf(reply(root, long));
    assert.equal(memberOf(told, 'response', 'context_summary'), long.context_summary);
    assert.match(JSON.stringify(told['warnings']), /exceeds 500 token limit \(actual: 600 tokens\)/);
    assert.equal(reply(root, long, '--reject').code, 1);
    const cut = documentOf(reply(root, long, '--truncate'));
    assert.equal(memberOf(cut, 'response', 'context_summary'), `${words(400)}.`);
    assert.equal(reply(root, long, '--truncate', '--reject').code, 2);
  });

  test('is not lost among others that come at the same time', async () => {
    const root = began();
    const tasks = Array.from({ length: 6 }, (_, at) => `task-${at}`);
    for (const task_id of tasks) documentOf(give(root, { ...request, task_id }));
    const replies = tasks.map(async (task_id) => {
      const child = spawn(process.execPath, [program, 'handoff', 'reply', ref], { cwd: root, env: cleanEnv() });
      child.stdin.end(JSON.stringify({ ...response, task_id }));
      const [code] = await once(child, 'close');
      return Number(code);
    });
    assert.deepEqual(
      await Promise.all(replies),
      tasks.map(() => 0),
    );
    const doc: unknown = JSON.parse(textOf(root, '.claude/state/implement-auth.json'));
    assert.ok(isJsonObject(doc));
    const entries = memberOf(doc, 'pawl', 'handoffs');
    assert.ok(Array.isArray(entries));
    assert.deepEqual(
      entries.map((one) => (isJsonObject(one) ? [one['task_id'], one['status']] : null)),
      tasks.map((task) => [task, 'complete']),
    );
  });

  test('that comes after another is kept beside it, and whoever reads is told', () => {
    const root = began();
    documentOf(give(root, request));
    const stop = { ...response, decision: 'STOP', context_summary: 'UNIQUEFINDING' };
    const [first, second, same] = [stop, response, response].map((one) => documentOf(reply(root, one)));
    assert.deepEqual(first?.['warnings'], []);
    assert.match(
      JSON.stringify(second?.['warnings']),
      /was answered before, which is complete, STOP: both are kept, and this one counts now/,
    );
    assert.deepEqual(same?.['warnings'], [], 'the same once more is no other response');
    assert.match(textOf(String(first?.['response_path'])), /UNIQUEFINDING/);
    assert.equal(same?.['response_path'], second?.['response_path']);
    assert.notEqual(second?.['response_path'], first?.['response_path']);
    assert.match(pawl(['history', ref], root).out, /answered: complete, PROCEED; before: complete, STOP\n/);
    assert.match(pawl(['brief', ref], root).out, /complete, PROCEED \(before: complete, STOP\)/);
  });

  test('of a request that is made once more is awaited anew; the earlier ones are kept', async () => {
    const root = began();
    const earlier = documentOf(give(root, request));
    documentOf(reply(root, response));
    const again = documentOf(give(root, { ...request, instructions: 'Something else.' }));
    assert.match(JSON.stringify(again['warnings']), /was handed off before, which is complete, PROCEED: both are kept/);
    assert.doesNotMatch(textOf(String(earlier['request_path'])), /Something else/);
    const project = await openProject({ root });
    const asked = await project.handoffs.load(ref, 'auth-001', 'research');
    assert.deepEqual([asked?.request['instructions'], asked?.response], ['Something else.', null]);
    documentOf(reply(root, { ...response, decision: 'STOP' }));
    const answered = await project.handoffs.load(ref, 'auth-001', 'research');
    assert.equal(answered?.response?.['decision'], 'STOP');
    await project.close();
  });

  test('that is refused leaves the one that counts where it is', async () => {
    const root = began();
    documentOf(give(root, request));
    documentOf(reply(root, response));
    assert.equal(reply(root, { ...response, decision: 'STOP' }, '--expect', '1').code, 4);
    const project = await openProject({ root });
    const { response: counts } = (await project.handoffs.load(ref, 'auth-001', 'research')) ?? {};
    assert.equal(counts?.['decision'], 'PROCEED');
    await project.close();
  });

  test('can come twice, first in part', () => {
    const root = began();
    documentOf(give(root, request));
    assert.equal(reply(root, { ...response, status: 'partial', decision: 'CLARIFY' }).code, 0);
    assert.equal(reply(root, response).code, 0);
    assert.match(
      pawl(['history', ref], root).out,
      /answered: complete, PROCEED; before: partial, CLARIFY\n.*answered: partial, CLARIFY\n/,
    );
  });
});

describe('handoff check', () => {
  test('tells requests and responses apart, and finds what is wrong in every file', () => {
    const root = tempRepository();
    const files = [file(request), file(response), file({ ...request, mode: 'x' }), file('nonsense')];
    const ended = pawl(['handoff', 'check', ...files, '--json'], root);
    assert.equal(ended.code, 1);
    const { files: told } = documentOf(ended);
    assert.ok(Array.isArray(told));
    const kinds = told.map((one) => (isJsonObject(one) ? [one['kind'], one['ok']] : null));
    assert.deepEqual(kinds, [
      ['request', true],
      ['response', true],
      ['request', false],
      [null, false],
    ]);
    assert.match(pawl(['handoff', 'check', files[2] ?? ''], root).out, /\/mode: must be one of .* \(write "plan"\)/);
    assert.equal(pawl(['handoff', 'check', files[1] ?? '', '--kind', 'request'], root).code, 1);
    assert.ok(!fs.existsSync(path.join(root, '.claude')));
  });

  test('adds responses up by a rule, and says why', () => {
    const root = tempRepository();
    const one = (task_id: string, more: object = {}): string => file({ ...response, task_id, ...more });
    const stop = one('b', { decision: 'STOP', issues: ['2 tests fail'] });
    const blocked = one('c', { status: 'blocked', decision: 'CLARIFY', issues: ['the database is down'] });
    const by = (rule: string, ...files: readonly string[]): Ended =>
      pawl(['handoff', 'check', ...files, '--rule', rule], root);
    assert.equal(by('any_pass', one('a'), stop, blocked).code, 0);
    const all = by('all_must_pass', one('a'), stop, blocked);
    assert.equal(all.code, 6);
    assert.match(
      all.out,
      /STOP: all_must_pass needs 3: 1 of 3 passed, 1 failed, 1 open.*\n {2}- b .*2 tests fail\n {2}- c .*database is down/,
    );
    assert.match(by('majority_pass', one('a'), stop, blocked).out, /CLARIFY: majority_pass needs 2/);
    assert.equal(by('majority_pass', one('a'), one('d'), stop).code, 0);
    assert.equal(by('any_pass', one('a'), file({ task_id: 'x' })).code, 1);
    assert.equal(by('most', one('a')).code, 2);
  });
});

describe('the protocol that init writes', () => {
  const page = textOf('templates/handoff.md');
  const examples = [...page.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text = '']): unknown => JSON.parse(text));

  test('shows a request and a response that are sound', () => {
    assert.deepEqual(
      examples.map((doc) => [checkHandoffRequest(doc).ok, checkHandoffResponse(doc).ok]),
      [
        [true, false],
        [false, true],
      ],
    );
  });

  test('names every field, word and rule that there is', () => {
    const words = [...handoffPhases, ...handoffModes, ...expectedOutputs, ...responseStatuses, ...handoffDecisions];
    const fields = [...Object.keys(requestRules), ...Object.keys(responseRules)];
    for (const word of [...words, ...aggregationRules, ...fields]) assert.ok(page.includes(`\`${word}\``), word);
    for (const field of Object.keys(contextRules)) assert.ok(page.includes(`\`context.${field}\``), field);
  });
});

describe('the library', () => {
  test('makes, answers and loads hand-offs, and asks the ship gate', async () => {
    const root = began();
    const project = await openProject({ root, actor: 'ana' });
    try {
      const { handoff, saved } = await project.handoffs.new(ref, { ...request, context: {} });
      assert.deepEqual([handoff.context.feature, saved.revision], ['auth', 2]);
      await assert.rejects(project.handoffs.new(ref, { task_id: 'x' }), { code: 'bad-input' });
      await assert.rejects(project.handoffs.reply(ref, { ...response, task_id: 'x' }), { code: 'not-found' });
      const long = { ...response, context_summary: `${words(400)}. ${words(200)}.` };
      const answer = await project.handoffs.reply(ref, long, { overlong: 'truncate' });
      assert.equal(answer.handoff.context_summary, `${words(400)}.`);
      const loaded = await project.handoffs.load(ref, 'auth-001', 'research');
      assert.deepEqual(loaded?.response, answer.handoff);
      assert.equal(await project.handoffs.load(ref, 'auth-001', 'write'), null);
      assert.equal((await project.ship.check()).state, 'no-review');
      await project.ship.set({ is: 'allow' });
      assert.equal((await project.ship.check()).state, 'approved');
      await project.ship.set({ is: 'block', blockers: ['x'] }, { feature: 'auth', commit: 'HEAD' });
      assert.equal((await project.ship.check({ feature: 'auth', commit: 'HEAD' })).state, 'blockers');
    } finally {
      await project.close();
    }
  });
});
