// The writing commands: what they store, what they answer, and what they refuse.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { tempFolder } from '../support/temp.js';
import { noTerminal, pawlInTerminal } from './terminal.js';
import { cleanEnv, documentOf, type Ended, git, pawl, program, tempRepository, textOf } from './program.js';

const state = '.claude/state';

/** Root may write everywhere: then someone else tries. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function pawlWith(input: string, args: readonly string[], cwd: string, as: typeof nobody = {}): Ended {
  const options = { cwd, env: cleanEnv(), encoding: 'utf8', input, timeout: 60_000, ...as } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { code: status, out: stdout, err: stderr };
}

/** Runs a command that must succeed, and gives its document. */
function done(root: string, ...args: readonly string[]): JsonObject {
  const ended = pawl([...args, '--json'], root);
  assert.equal(ended.code, 0, ended.out + ended.err);
  return documentOf(ended);
}

function stored(root: string, file: string): JsonObject {
  const value: unknown = JSON.parse(textOf(root, file));
  assert.ok(isJsonObject(value));
  return value;
}

function part(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((found, name) => (isJsonObject(found) ? found[name] : undefined), value);
}

function errorOf(ended: Ended): JsonObject {
  const { error } = documentOf(ended);
  assert.ok(isJsonObject(error));
  return error;
}

describe('a call with several mistakes', () => {
  const pathsOf = (ended: Ended): readonly unknown[] => {
    const { problems } = errorOf(ended);
    assert.ok(Array.isArray(problems));
    return problems.map((problem) => part(problem, 'path'));
  };

  test('tells them all at once: options, arguments, forms and what the document would be refused for', () => {
    const root = tempRepository();
    const long = 'word '.repeat(501);
    const line = ['phase', 'implement/auth', 'api', 'done', '--task', 'T1', '--task', 'T2', '--expect', 'abc'];
    const refused = pawl([...line, '--created', '', '--summary', long, '--json'], root);
    assert.equal(refused.code, 2);
    assert.equal(errorOf(refused)['code'], 'bad-usage');
    assert.deepEqual(pathsOf(refused), [
      '--expect',
      'STATUS',
      '--created',
      '--task',
      '--task',
      '/phases/api/context_summary',
    ]);
    const told = pawl([...line, '--summary', long], root).err;
    assert.match(told, /^pawl: pawl phase has 5 problems:\n {2}--expect cannot be "abc" \(It is a whole number/);
    assert.match(told, /\n {2}\/phases\/api\/context_summary: .*501 tokens/);
    assert.equal(fs.existsSync(path.join(root, state)), false);
  });

  test('of which the arguments are none tells the rest at once', () => {
    const root = tempRepository();
    const long = 'word '.repeat(501);
    const refused = pawl(
      ['phase', 'implement/auth', 'api', 'complete', '--task', 'T1', '--summary', long, '--json'],
      root,
    );
    assert.deepEqual(pathsOf(refused), ['--task', '/phases/api/context_summary']);
  });

  test('that starts a workflow tells them all', () => {
    const root = tempRepository();
    const start = ['workflow', 'start', 'orchestrate', 'shop', '--description', '', '--state', '[1]', '--json'];
    assert.deepEqual(pathsOf(pawl([...start, '--phases', '1001'], root)), ['--state', '/description', '/total_phases']);
    assert.deepEqual(pathsOf(pawl([...start, '--phases', 'x'], root)), ['--phases', '--state', '--description']);
  });

  test('is not kept waiting for a text from stdin', () => {
    const root = tempRepository();
    const refused = pawl(['phase', 'implement/auth', 'api', 'done', '--summary', '-', '--json'], root);
    assert.deepEqual(pathsOf(refused), ['STATUS']);
  });
});

describe('a save onto a drifted file', () => {
  test('names the repair, and never how to write over what stands there', () => {
    const root = tempRepository();
    done(root, 'phase', 'implement/auth', 'a', 'complete', '--summary', 'kept');
    const file = path.join(root, state, 'implement-auth.json');
    const document = stored(root, `${state}/implement-auth.json`);
    const phases = [{ name: 'a', status: 'complete', context_summary: 'kept' }];
    fs.writeFileSync(file, JSON.stringify({ ...document, phases }));
    const refused = pawl(['phase', 'implement/auth', 'c', 'complete', '--json'], root);
    assert.equal(refused.code, 1);
    const error = errorOf(refused);
    assert.match(String(error['hint']), /`pawl doctor --fix` repairs it, losing nothing/);
    assert.match(String(error['message']), /\/phases: must be an object/);
    assert.doesNotMatch(JSON.stringify(error), /write \{/);
    assert.equal(pawl(['doctor', '--fix'], root).code, 0);
    done(root, 'phase', 'implement/auth', 'c', 'complete');
    assert.equal(part(stored(root, `${state}/implement-auth.json`), 'phases', 'a', 'context_summary'), 'kept');
  });
});

describe('pawl phase', () => {
  test('begins a run with its typical phases, and tells what comes next', () => {
    const root = tempRepository();
    const ended = pawl(['phase', 'design', 'research', 'in_progress'], root);
    assert.equal(ended.err, '');
    assert.match(
      ended.out,
      /^✓ design: a new run, phase research is in_progress \(revision 1, \.claude\/state\/design-/,
    );
    assert.match(ended.out, /When it is done: pawl phase design research complete\n$/);
    const document = stored(root, `${state}/design-checkpoint.json`);
    assert.deepEqual(part(document, 'state'), {
      current_phase: 'research',
      completed_phases: [],
      pending_phases: ['planning', 'specs'],
    });
    assert.equal(document['head_commit'], git(root, 'rev-parse', 'HEAD').trim());
  });

  test('answers with --json in a document whose members do not change', () => {
    const root = tempRepository();
    const document = done(root, 'phase', 'implement/auth', 'implementation', 'in_progress');
    assert.deepEqual(document, {
      ok: true,
      ref: 'implement/auth',
      family: 'command',
      revision: 1,
      path: path.join(root, state, 'implement-auth.json'),
      place: 'live',
      redacted: [],
      repeated: false,
      status: 'in_progress',
      finished: false,
      progress: { done: 0, total: 2 },
      current: 'implementation',
      next: 'validation',
      next_command: 'pawl phase implement/auth implementation complete',
      held_by: null,
      new_run: true,
      missing_files: [],
      dropped_files: [],
      near: [],
    });
  });

  test('with an op id that stands for another change is a conflict; a retry of the same one is silent', () => {
    const root = tempRepository();
    const call = (status: string): readonly string[] => ['phase', 'implement/o', 'a', status, '--op-id', 'X1'];
    done(root, ...call('complete'));
    const other = pawl([...call('failed'), '--error', 'no'], root);
    assert.deepEqual([other.code, other.out], [4, '']);
    assert.match(
      other.err,
      /"X1" stands for another change of implement\/o \(phase a complete, revision 1\): nothing of/,
    );
    assert.equal(part(documentOf(pawl([...call('failed'), '--json'], root)), 'error', 'code'), 'conflict');
    done(root, 'phase', 'implement/o', 'b', 'in_progress');
    const same = pawl(call('complete'), root);
    assert.deepEqual([same.err, same.code], ['', 0]);
    assert.match(same.out, /nothing new, this op id was stored before/);
  });

  test('with an op id of another kind of change is a conflict, for every kind', () => {
    const root = tempRepository();
    const started = done(root, 'workflow', 'start', 'orchestrate', 'p', '--description', 'd', '--phases', '3');
    const id = String(started['ref']);
    done(root, 'workflow', 'advance', id, '--op-id', 'A');
    done(root, 'workflow', 'advance', id);
    const calls = [
      ['workflow', 'finish', id],
      ['workflow', 'fail', id, '--error', 'no'],
      ['workflow', 'start', 'orchestrate', 'p', '--description', 'd', '--phases', '3'],
      ['restore', id, '--revision', '1'],
      ['archive', id],
      ['delete', id],
    ];
    for (const call of calls) {
      const refused = pawl([...call, '--op-id', 'A'], root);
      assert.equal(refused.code, 4, `${call.join(' ')}: ${refused.out}${refused.err}`);
      assert.match(refused.err, /"A" stands for another change of orchestrate\S+ \(advance/);
      assert.doesNotMatch(refused.out, /✓/);
    }
    const { revisions } = done(root, 'history', id);
    assert.equal(Array.isArray(revisions) ? revisions.length : 0, 3);
  });

  test('restore, archive and delete repeated with their op id say that nothing is new', () => {
    const root = tempRepository();
    for (const phase of ['a', 'b']) done(root, 'phase', 'implement/o', phase, 'in_progress');
    for (const call of [
      ['restore', 'implement/o', '--revision', '1'],
      ['archive', 'implement/o'],
      ['delete', 'implement/o'],
    ]) {
      const withId = [...call, '--op-id', `${call[0]}`];
      done(root, ...withId);
      done(root, 'phase', 'implement/o', 'c', 'in_progress');
      const again = pawl(withId, root);
      assert.deepEqual([again.code, /nothing new, this op id was stored before/.test(again.out)], [0, true], again.out);
    }
  });

  test('refuses a secret as the name of a phase, without repeating it', () => {
    const root = tempRepository();
    const secret = ['AKIA', 'IOSFODNN7EXAMPLF'].join('');
    const refused = pawl(['phase', 'implement/s', secret, 'in_progress'], root);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /must not be called by a secret/);
    assert.equal(fs.existsSync(path.join(root, state)), false);
  });

  test('stores summary, files, tasks, error, next action and current task in one revision', () => {
    const root = tempRepository();
    fs.mkdirSync(path.join(root, 'src'));
    fs.writeFileSync(path.join(root, 'src/a.ts'), '');
    fs.writeFileSync(path.join(root, 'why.txt'), 'two tests fail\n');
    const args = ['phase', 'implement/auth', 'validation', 'failed', '--created', 'a.ts', 'b.ts', '--modified', 'c.ts'];
    const more = ['--error', '@../why.txt', '--task', 'T1=done', 'T2=open', '--next', 'Fix.', '--current-task', 'T2'];
    const ended = pawl([...args, ...more, '--summary', 'Ran them.', '--json'], path.join(root, 'src'));
    const answer = documentOf(ended);
    assert.equal(answer['revision'], 1);
    assert.deepEqual(answer['missing_files'], ['b.ts', 'c.ts']);
    const document = stored(root, `${state}/implement-auth.json`);
    const { started_at: _, updated_at: __, ...phase } = Object(part(document, 'phases', 'validation'));
    assert.deepEqual(phase, {
      status: 'failed',
      context_summary: 'Ran them.',
      error: 'two tests fail',
      files_created: ['src/a.ts', 'b.ts'],
      files_modified: ['c.ts'],
      tasks: { T1: { status: 'done' }, T2: { status: 'open' } },
    });
    assert.equal(part(document, 'state', 'current_task'), 'T2');
    assert.equal(part(document, 'pawl', 'next_action'), 'Fix.');
  });

  test('takes a summary from stdin', () => {
    const root = tempRepository();
    pawlWith('from stdin\n', ['phase', 'ship', 'push', 'complete', '--summary', '-'], root);
    assert.equal(
      part(stored(root, `${state}/ship-checkpoint.json`), 'phases', 'push', 'context_summary'),
      'from stdin',
    );
  });

  test('on a complete run begins a new one, whose revisions go on', () => {
    const root = tempRepository();
    done(root, 'phase', 'implement/auth', 'implementation', 'complete');
    done(root, 'complete', 'implement/auth');
    const again = done(root, 'phase', 'implement/auth', 'validation', 'in_progress');
    assert.equal(again['revision'], 3);
    assert.equal(again['new_run'], true);
    const document = stored(root, `${state}/implement-auth.json`);
    assert.deepEqual(Object.keys(Object(document['phases'])), ['validation']);
    assert.equal(document['completed_at'], undefined);
  });

  test('counts once with the same op id, and not at all with another expected revision', () => {
    const root = tempRepository();
    const call = ['phase', 'implement/auth', 'a', 'in_progress', '--op-id', 'try-1'];
    assert.equal(done(root, ...call)['revision'], 1);
    assert.equal(done(root, ...call)['revision'], 1);
    const late = pawl(['phase', 'implement/auth', 'b', 'in_progress', '--expect', '7', '--json'], root);
    assert.equal(late.code, 4);
    assert.equal(errorOf(late)['code'], 'conflict');
    assert.equal(done(root, 'phase', 'implement/auth', 'b', 'pending', '--expect', '1')['revision'], 2);
  });

  test('replaces secrets and tells where', () => {
    const root = tempRepository();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const args = ['phase', 'implement/auth', 'a', 'complete', '--summary', `token ${secret}`];
    const ended = pawl(args, root);
    assert.match(ended.err, /a secret was replaced .*\/phases\/a\/context_summary/);
    assert.deepEqual(done(root, ...args)['redacted'], ['/phases/a/context_summary']);
    assert.doesNotMatch(textOf(root, state, 'implement-auth.json') + ended.out, new RegExp(secret));
  });

  test('--code also keeps the working tree, and without a repository says that the save counts all the same', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'new.txt'), 'work\n');
    const { code } = done(root, 'phase', 'implement/auth', 'a', 'complete', '--code');
    assert.equal(git(root, 'show', `${String(part(code, 'commit'))}:new.txt`), 'work\n');
    const outside = pawl(['phase', 'implement/auth', 'a', 'complete', '--code', '--json'], tempFolder());
    assert.equal(outside.code, 1);
    assert.match(String(errorOf(outside)['message']), /is saved as revision 1, but not its code/);
  });
});

describe('pawl complete and pawl note', () => {
  test('a run that is completed although a phase failed says so', () => {
    const root = tempRepository();
    done(root, 'phase', 'implement/auth', 'api', 'failed', '--error', 'two tests fail');
    assert.match(pawl(['complete', 'implement/auth'], root).err, /complete although phase api is failed/);
    assert.deepEqual(done(root, 'complete', 'implement/auth')['failed_phases'], ['api']);
  });

  test('completing skips what is pending; once more makes no revision and says so', () => {
    const root = tempRepository();
    done(root, 'phase', 'design', 'research', 'in_progress');
    const { status, taken_as_done, skipped_phases } = done(root, 'complete', 'design');
    assert.deepEqual([status, taken_as_done, skipped_phases], ['complete', ['research'], ['planning', 'specs']]);
    const twice = done(root, 'complete', 'design');
    assert.deepEqual([twice['finished'], twice['next_command'], twice['revision']], [true, null, 2]);
    assert.deepEqual([twice['unchanged'], twice['taken_as_done'], twice['skipped_phases']], [true, [], []]);
    assert.match(
      pawl(['complete', 'design'], root).out,
      /the run was complete already, nothing was changed \(revision 2, /,
    );
    assert.equal(pawl(['complete', 'design', '--expect', '1'], root).code, 4);
    done(root, 'phase', 'design/b', 'research', 'in_progress');
    const { err } = pawl(['complete', 'design/b'], root);
    assert.match(err, /phase research was in progress and is taken as done/);
    assert.match(err, /phases planning, specs were not begun and are skipped/);
    done(root, 'phase', 'design/c', 'research', 'complete');
    for (const phase of ['planning', 'specs']) done(root, 'phase', 'design/c', phase, 'complete');
    assert.equal(pawl(['complete', 'design/c'], root).err, '', 'all was reported');
  });

  test('notes of one call are one revision, on runs of every family', () => {
    const root = tempRepository();
    done(root, 'phase', 'design', 'research', 'in_progress');
    const noted = done(root, 'note', 'design', '--next', 'n', '--decision', 'd1', '--decision', 'd2', '--reject', 'r');
    assert.equal(noted['revision'], 2);
    const { decisions, rejected, next_action } = Object(stored(root, `${state}/design-checkpoint.json`)['pawl']);
    assert.deepEqual([decisions.length, rejected[0].text, next_action], [2, 'r', 'n']);
    done(root, 'note', 'design', '--next', '');
    assert.equal(part(stored(root, `${state}/design-checkpoint.json`), 'pawl', 'next_action'), undefined);

    const flow = String(done(root, 'workflow', 'start', 'test-all', 'x', '--description', 'd', '--phases', '2')['ref']);
    done(root, 'workflow', 'fail', flow, '--error', 'no', '--final');
    assert.equal(done(root, 'note', flow, '--supersede', 's')['place'], 'failed');
    pawlWith(pipeline, ['save', 'PRD-009'], root);
    assert.equal(done(root, 'note', 'PRD-009', '--decision', 'd')['revision'], 2);
  });

  test('a run that is not there is not found, with what is near', () => {
    const root = tempRepository();
    done(root, 'phase', 'implement/auth', 'a', 'complete');
    for (const args of [
      ['complete', 'implement/auht'],
      ['note', 'implement/auht', '--next', 'x'],
    ]) {
      const ended = pawl([...args, '--json'], root);
      assert.equal(ended.code, 3);
      assert.match(String(errorOf(ended)['message']), /did you mean implement\/auth\?/);
    }
  });
});

const pipeline = JSON.stringify({
  prd: 'PRD-009',
  prd_title: 'Cashier Workflows',
  current_phase: 0,
  status: 'initialized',
  completed_workstreams: [],
  in_progress_workstreams: [],
  pending_workstreams: ['WS1'],
  artifacts: {},
  gates_passed: [],
  gates_pending: ['lint'],
  timestamp: '2025-12-11T10:00:00Z',
});
const command = { state: { current_phase: null, completed_phases: [], pending_phases: ['a'] }, phases: {} };

describe('pawl save', () => {
  test('stores checkpoints of every family, from stdin or a file', () => {
    const root = tempRepository();
    assert.equal(documentOf(pawlWith(pipeline, ['save', 'PRD-009', '--json'], root))['family'], 'pipeline');
    fs.writeFileSync(path.join(root, 'c.json'), JSON.stringify(command));
    assert.equal(done(root, 'save', 'review/auth', '--file', 'c.json')['family'], 'command');
    assert.equal(done(root, 'save', 'review/x', '--file', 'c.json')['ref'], 'review/x');
    assert.match(textOf(root, state, 'review-auth.json'), /"feature": "auth"/);
  });

  test('finds the family of a new checkpoint in its document where the ref does not tell', () => {
    const root = tempRepository();
    const other = pipeline.replace('PRD-009', 'PRD-010');
    assert.equal(documentOf(pawlWith(other, ['save', 'pipeline:PRD-010', '--json'], root))['family'], 'pipeline');
    const ended = pawlWith(pipeline.replace('PRD-009', 'spec'), ['save', 'spec', '--json'], root);
    assert.match(String(errorOf(ended)['message']), /PRD-/);
  });

  test('says every problem with its place and its fix', () => {
    const root = tempRepository();
    const wrong = { command: 'ship', version: 2, state: { pending_phases: 'a' }, phases: { a: { status: 'done' } } };
    const ended = pawlWith(JSON.stringify(wrong), ['save', 'implement/auth', '--json'], root);
    assert.equal(ended.code, 1);
    const { problems } = errorOf(ended);
    assert.ok(Array.isArray(problems));
    const places = problems.map((one) => part(one, 'path'));
    for (const place of ['/command', '/version', '/state/pending_phases', '/phases/a/status']) {
      assert.ok(places.includes(place), `${place} in ${places.join(' ')}`);
    }
    assert.ok(problems.every((one) => typeof part(one, 'fix') === 'string'));
    const told = pawlWith(JSON.stringify(wrong), ['save', 'implement/auth'], root);
    assert.match(told.err, /\/phases\/a\/status: .* but is "done" \(write "complete"\)/);
    assert.equal(fs.existsSync(path.join(root, state)), false);
  });

  test('a run under way is not overwritten by a document that tells no base; --expect replaces it', () => {
    const root = tempRepository();
    done(root, 'phase', 'implement', 'a', 'in_progress');
    const refused = pawlWith(JSON.stringify(command), ['save', 'implement', '--json'], root);
    assert.equal(refused.code, 4);
    const replaced = pawlWith(JSON.stringify(command), ['save', 'implement', '--expect', '1', '--json'], root);
    assert.equal(documentOf(replaced)['revision'], 2);
  });

  test('a file that is not there, and a document that is none, change nothing', () => {
    const root = tempRepository();
    assert.equal(pawl(['save', 'implement', '--file', 'nowhere.json'], root).code, 2);
    assert.equal(pawlWith('', ['save', 'implement'], root).code, 1);
    assert.match(pawlWith('{"a": 1, "a": 2}', ['save', 'implement'], root).err, /\/a: stands 2 times/);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });
});

describe('pawl workflow', () => {
  const begin = ['workflow', 'start', 'orchestrate', 'auth_system', '--description', 'Sign-in', '--phases', '2'];

  test('goes from start to finish; its file goes away and comes back as its place changes', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'plan.md'), '# Plan\n');
    const started = done(root, ...begin, '--plan', 'plan.md', '--state', '{"a": 1}');
    const ref = 'orchestrate/auth_system';
    assert.match(String(started['ref']), /^orchestrate_auth_system_\d{8}_\d{6}$/);
    const file = path.relative(root, String(started['path']));
    assert.equal(part(stored(root, file), 'workflow_state', 'plan_path'), 'plan.md');
    assert.equal(typeof part(stored(root, file), 'pawl', 'spec', 'hash'), 'string');
    assert.deepEqual(done(root, 'workflow', 'advance', ref, '--state', '{"b": 2}')['progress'], { done: 1, total: 2 });
    done(root, 'workflow', 'update', `workflow:${ref}`, '--state', '{"a": null}');
    const failed = done(root, 'workflow', 'fail', String(started['ref']), '--error', 'boom', '--final');
    assert.equal(path.basename(path.dirname(String(failed['path']))), 'failed');
    assert.ok(fs.existsSync(String(failed['path'])));
    assert.equal(done(root, 'workflow', 'retry', ref)['path'], started['path']);
    assert.deepEqual(part(stored(root, file), 'workflow_state'), {
      project_name: 'auth_system',
      b: 2,
      plan_path: 'plan.md',
    });
    const finished = done(root, 'workflow', 'finish', ref);
    assert.deepEqual([finished['place'], finished['path'], finished['finished']], ['archived', null, true]);
    assert.equal(fs.existsSync(String(started['path'])), false);
    assert.equal(pawl(['workflow', 'advance', ref], root).code, 1);
  });

  test('start over an unfinished one decides first, with exit code 6; --fresh puts that one away', () => {
    const root = tempRepository();
    const first = done(root, ...begin);
    const second = pawl([...begin, '--json'], root);
    assert.equal(second.code, 6);
    assert.equal(documentOf(second)['ref'], first['ref']);
    assert.equal(documentOf(second)['verdict'], 'resume');
    const told = pawl(begin, root);
    assert.equal(told.code, 6);
    assert.match(told.out, /"Sign-in" is unfinished: orchestrate_auth_system_.*Nothing was begun\./s);
    for (const other of [
      ['workflow', 'start', 'implement', 'auth_system', '--description', 'Something else', '--phases', '2'],
      ['workflow', 'start', 'implement', 'other', '--description', ' sign-IN ', '--phases', '2'],
    ]) {
      assert.equal(pawl(other, root).code, 6, other.join(' '));
    }
    const fresh = done(root, ...begin, '--choice', 's');
    assert.equal(fresh['replaced'], first['ref']);
    assert.notEqual(fresh['ref'], first['ref']);
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints/failed')), [`${String(first['ref'])}.json`]);
  });

  test('on a terminal a start over an unfinished one asks, and the answer counts', { skip: noTerminal }, async () => {
    const root = tempRepository();
    const first = done(root, ...begin);
    const question = /Choice \[r\/s\/v\/d\]: /;
    const viewed = await pawlInTerminal(
      begin,
      [
        [question, 'v\r'],
        [question, 'r\r'],
      ],
      root,
    );
    assert.match(viewed.screen, /Found existing checkpoint for "Sign-in".*"checkpoint_id".*Choice.*is yours/s);
    assert.equal(viewed.code, 0);
    const fresh = await pawlInTerminal(begin, [[question, 's\r']], root);
    assert.match(fresh.screen, /phase 1 of 2 may begin/);
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints/failed')), [`${String(first['ref'])}.json`]);
    const stopped = await pawlInTerminal(begin, [[question, '\u0003']], root);
    assert.equal(stopped.code, 130);
    const removed = await pawlInTerminal(begin, [[question, 'd\r']], root);
    assert.match(removed.screen, /its history is kept/);
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints')).sort(), ['.gitignore', 'failed']);
  });

  test('a start that is repeated with its op id is the same start', () => {
    const root = tempRepository();
    const [first, again] = [done(root, ...begin, '--op-id', 'x'), done(root, ...begin, '--op-id', 'x')];
    assert.equal(again['ref'], first['ref']);
  });

  test('abandoning keeps the file in failed/', () => {
    const root = tempRepository();
    done(root, ...begin);
    const given = done(root, 'workflow', 'abandon', 'orchestrate/auth_system', '--reason', 'dropped');
    assert.deepEqual([given['status'], given['place']], ['abandoned', 'failed']);
  });

  test('says what is wrong with a state: no JSON, no object, a plan that is not there', () => {
    const root = tempRepository();
    const wrong: readonly (readonly [state: string, message: RegExp])[] = [
      ['{', /--state: is not JSON/],
      ['[]', /must be a JSON object, but is a list/],
      ['{"plan_path": "gone.md"}', /\/state\/plan_path: names "gone\.md", which does not exist/],
    ];
    for (const [text, message] of wrong) {
      const ended = pawl([...begin, '--state', text], root);
      assert.equal(ended.code, 1);
      assert.match(ended.err, message);
    }
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });
});

describe('wrong calls', () => {
  const mistakes: readonly (readonly [line: string, message: RegExp])[] = [
    ['phase', /needs REF/],
    ['phase implement a', /needs STATUS \(pending, in_progress, complete, failed, skipped\)/],
    ['phase implement a completed', /STATUS cannot be "completed", did you mean complete\?/],
    ['phase implement a complete b', /does not take "b"/],
    ['phase implement a complete --task T1', /--task cannot be "T1"/],
    ['phase implement a complete --summary', /--summary needs a value/],
    ['phase implement a complete --summary @gone.md', /there is no file gone\.md/],
    ['phase implement a complete --expect two', /whole number/],
    ['phase PRD-009 a complete', /PRD-009 names a pipeline.*pawl pipeline start PRD-009/s],
    ['phase orchestrate_x_20260105_090000 a complete', /names a workflow.*pawl workflow advance/s],
    ['phase .. a complete', /dots only/],
    ['complete', /needs REF/],
    ['complete pipeline:PRD-009', /names a pipeline/],
    ['note implement', /needs --next, --decision, --reject or --supersede/],
    ['note', /needs REF/],
    ['save', /needs REF/],
    ['save implement --fil x', /did you mean --file\?/],
    ['workflow advnce x', /did you mean workflow advance\?/],
    ['workflow start orchestrate', /needs PROJECT/],
    ['workflow start orchestrate x --phases 3', /needs --description/],
    ['workflow start orchestrate x --description d --phases 0', /whole number, 1 or more/],
    ['workflow start orchestrate x --description d --phases 1 --choice x', /--choice cannot be "x"/],
    ['workflow fail x', /needs --error/],
    ['workflow advance command:x', /names a command, not a workflow/],
    ['workflow save', /needs TYPE/],
    ['workflow load', /needs TYPE/],
    ['workflow list a b', /does not take "b"/],
  ];
  for (const [line, message] of mistakes) {
    test(`pawl ${line} exits with 2, says what is wrong and writes nothing`, () => {
      const root = tempRepository();
      const ended = pawlWith('{}', line.split(' '), root);
      assert.equal(ended.code, 2, ended.err);
      assert.match(ended.err, message);
      assert.doesNotMatch(ended.err, /\n +at /);
      assert.deepEqual(fs.readdirSync(root), ['.git']);
    });
  }
});

describe('places', () => {
  const calls: readonly (readonly string[])[] = [
    ['phase', 'implement', 'a', 'complete'],
    ['save', 'implement'],
    ['workflow', 'start', 'orchestrate', 'x', '--description', 'd', '--phases', '1'],
    ['workflow', 'save', 'orchestrate', 'x'],
  ];
  for (const args of calls) {
    const input = JSON.stringify(args.includes('workflow') ? {} : command);

    test(`pawl ${args[0]} ${args[1]} works outside of any repository, and in a linked worktree of its own`, () => {
      const outside = fs.realpathSync(tempFolder());
      assert.equal(pawlWith(input, args, outside).code, 0);
      const main = tempRepository();
      const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
      git(main, 'worktree', 'add', '--quiet', linked);
      const ended = pawlWith(input, [...args, '--json'], linked);
      assert.equal(ended.code, 0, ended.err);
      assert.ok(String(documentOf(ended)['path']).startsWith(linked));
      assert.equal(fs.existsSync(path.join(main, '.claude')), false);
    });

    test(`pawl ${args[0]} ${args[1]} says so where it may not write`, () => {
      const root = tempRepository();
      fs.chmodSync(root, 0o555);
      const ended = pawlWith(input, [...args, '--json'], root, nobody);
      fs.chmodSync(root, 0o755);
      assert.equal(ended.code, 5, ended.out);
      assert.equal(errorOf(ended)['code'], 'store-unavailable');
    });
  }

  test('commands on runs that must be there find none in an empty repository', () => {
    const root = tempRepository();
    const lines = [
      'complete implement',
      'note implement --next x',
      'workflow advance a/b',
      'workflow finish a_b_20260105_090000',
    ];
    for (const line of [...lines, 'workflow load orchestrate']) {
      const ended = pawl([...line.split(' '), '--json'], root);
      assert.equal(ended.code, 3, line);
      assert.equal(errorOf(ended)['code'], 'not-found');
    }
    assert.equal(pawl(['workflow', 'list'], root).out, 'No checkpoints.\n');
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });
});

describe('a project that wants shorter summaries', () => {
  const config = '.claude/config/pawl.json';

  function repository(summary_tokens: number): string {
    const root = tempRepository();
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    fs.writeFileSync(path.join(root, config), JSON.stringify({ limits: { summary_tokens } }));
    return root;
  }

  test('gets them: a longer one is refused with the limit, by phase and by save', () => {
    const root = repository(3);
    const phase = ['phase', 'implement', 'api', 'complete', '--summary'];
    assert.equal(done(root, ...phase, 'Two tables stand.')['revision'], 1);
    const refused = pawl([...phase, 'Two tables stand now.', '--json'], root);
    assert.equal(refused.code, 1);
    const { problems } = errorOf(refused);
    assert.deepEqual(problems, [
      {
        path: '/phases/api/context_summary',
        message: "has 4 words; this project's limit is 3 (limits.summary_tokens)",
        fix: 'shorten it to at most 3 words',
      },
    ]);
    const document = stored(root, `${state}/implement-checkpoint.json`);
    const longer = { ...document, phases: { api: { status: 'complete', context_summary: 'a b c d' } } };
    assert.equal(pawlWith(JSON.stringify(longer), ['save', 'implement'], root).code, 1);
  });

  test('keeps the ones that are there already', () => {
    const root = repository(500);
    done(root, 'phase', 'implement', 'api', 'complete', '--summary', 'Four words are here.');
    fs.writeFileSync(path.join(root, config), JSON.stringify({ limits: { summary_tokens: 2 } }));
    assert.equal(done(root, 'phase', 'implement', 'ui', 'in_progress')['revision'], 2);
  });
});

describe('a workflow in failed/', () => {
  test('stays there when something is only noted or updated', () => {
    const root = tempRepository();
    const start = ['workflow', 'start', 'orchestrate', 'auth', '--description', 'Sign-in', '--phases', '3'];
    const ref = String(done(root, ...start)['ref']);
    done(root, 'workflow', 'fail', ref, '--error', 'no way', '--final');
    assert.equal(done(root, 'note', ref, '--decision', 'Passkeys.')['place'], 'failed');
    assert.equal(done(root, 'workflow', 'update', ref, '--state', '{"tried":2}')['place'], 'failed');
    assert.ok(fs.existsSync(path.join(root, `.claude/checkpoints/failed/${ref}.json`)));
    assert.equal(done(root, 'workflow', 'retry', ref)['place'], 'live');
  });
});

describe('a whole save with a current phase that can be none', () => {
  const command = { state: { current_phase: 3, completed_phases: [], pending_phases: [] }, phases: {} };
  const workflow = {
    checkpoint_id: 'orchestrate_x_20260105_090000',
    workflow_type: 'orchestrate',
    workflow_description: 'x',
    created_at: '2026-01-05T09:00:00.000Z',
    updated_at: '2026-01-05T09:00:00.000Z',
    status: 'in_progress',
    current_phase: '1',
    total_phases: 2,
    completed_phases: [],
    workflow_state: {},
    last_error: null,
  };
  const cases: readonly (readonly [string, object, string])[] = [
    ['implement', command, '/state/current_phase'],
    [workflow.checkpoint_id, workflow, '/current_phase'],
  ];
  for (const [ref, document, place] of cases) {
    test(`is refused, with its place: ${place}`, () => {
      const ended = pawlWith(JSON.stringify(document), ['save', ref, '--json'], tempRepository());
      assert.equal(ended.code, 1, ended.out);
      const { problems } = errorOf(ended);
      assert.ok(Array.isArray(problems) && problems.length === 1 && part(problems[0], 'path') === place);
    });
  }
});

describe('who works on a run', () => {
  const [ana, ben] = [{ PAWL_SESSION: 'ana' }, { PAWL_SESSION: 'ben' }];

  function saved(root: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): JsonObject {
    const ended = pawl([...args, '--json'], root, env);
    assert.equal(ended.code, 0, ended.out + ended.err);
    return documentOf(ended);
  }

  function verdictFor(root: string, env: Readonly<Record<string, string>>, ref: string): unknown {
    return documentOf(pawl(['resume', ref, '--json'], root, env))['verdict'];
  }

  test('is who saved it first; another one’s save is stored, and told whose the run is', () => {
    const root = tempRepository();
    assert.equal(saved(root, ana, 'phase', 'implement', 'api', 'in_progress')['held_by'], null);
    assert.equal(saved(root, ana, 'phase', 'implement', 'api', 'in_progress')['held_by'], null);
    const second = saved(root, ben, 'phase', 'implement', 'ui', 'in_progress');
    assert.equal(second['revision'], 3);
    assert.equal(part(second, 'held_by', 'owner'), 'session ana');
    const told = pawl(['note', 'implement', '--next', 'Look at the API.'], root, ben);
    assert.match(told.err, /^pawl: implement is held by session ana .*since .*\. This was saved all the same;/);
    assert.equal(told.code, 0);
    assert.equal(verdictFor(root, ana, 'implement'), 'resume');
    assert.equal(verdictFor(root, ben, 'implement'), 'blocked');
  });

  test('gives it back by completing it, and a remark takes nothing', () => {
    const root = tempRepository();
    saved(root, ana, 'phase', 'implement', 'api', 'in_progress');
    saved(root, ana, 'complete', 'implement');
    assert.equal(saved(root, ben, 'phase', 'implement', 'api', 'in_progress')['held_by'], null);
    assert.equal(part(saved(root, ana, 'complete', 'implement'), 'held_by', 'owner'), 'session ben');
    saved(root, ben, 'phase', 'design', 'research', 'complete');
    fs.rmSync(path.join(root, state, '.pawl/leases'), { recursive: true });
    saved(root, ana, 'note', 'design', '--decision', 'Passkeys.');
    assert.equal(saved(root, ben, 'phase', 'design', 'planning', 'in_progress')['held_by'], null);
  });

  test('holds for workflows and whole saves as well, until the run is over', () => {
    const root = tempRepository();
    const start = ['workflow', 'start', 'orchestrate', 'auth', '--description', 'Sign-in', '--phases', '3'];
    const ref = String(saved(root, ana, ...start)['ref']);
    for (const step of [['advance'], ['update', '--state', '{"a":1}'], ['fail', '--error', 'no network'], ['retry']]) {
      const [name = '', ...rest] = step;
      assert.equal(part(saved(root, ben, 'workflow', name, ref, ...rest), 'held_by', 'owner'), 'session ana', name);
    }
    const file = path.join(root, `.claude/checkpoints/${ref}.json`);
    assert.equal(part(saved(root, ben, 'save', ref, '--file', file), 'held_by', 'owner'), 'session ana');
    saved(root, ana, 'workflow', 'fail', ref, '--error', 'no way', '--final');
    assert.equal(saved(root, ben, 'workflow', 'retry', ref)['held_by'], null);
    assert.equal(part(saved(root, ana, 'workflow', 'abandon', ref), 'held_by', 'owner'), 'session ben');
  });
});

test('a remark about a file shows no character that steers a terminal', () => {
  const file = 'src/a\u001B[31mred\u001B]0;title\u0007\u202E.ts';
  const { code, err } = pawl(['phase', 'implement', 'api', 'in_progress', '--created', file], tempRepository());
  assert.equal(code, 0);
  assert.match(err, /is recorded, although no such file is there/);
  for (const sign of ['\u001B', '\u0007', '\u202E']) assert.equal(err.includes(sign), false);
});

describe('a new run whose name is nearly that of an unfinished one', () => {
  const note = /did you mean implement\/auth\?/;

  test('is begun, and the other one is named as what may have been meant', () => {
    const root = tempRepository();
    done(root, 'phase', 'implement/auth', 'api', 'in_progress');
    const answer = pawl(['phase', 'implement/auht', 'api', 'in_progress', '--json'], root);
    assert.equal(answer.code, 0);
    assert.deepEqual(documentOf(answer)['near'], ['implement/auth']);
    assert.equal(part(stored(root, `${state}/implement-auht.json`), 'phases', 'api', 'status'), 'in_progress');
    const second = pawl(['phase', 'implement/auht', 'api', 'complete'], root);
    assert.doesNotMatch(second.err, note, 'only when it begins');
    assert.match(pawl(['phase', 'implemnet/auth', 'api', 'complete'], root).err, note);
  });

  test('is begun, and an unfinished workflow of the same name is told; from then on the name alone means neither', () => {
    const root = tempRepository();
    done(root, 'workflow', 'start', 'orchestrate', 'px', '--description', 'PX', '--phases', '3');
    const begun = pawl(['phase', 'orchestrate/px', 'a', 'in_progress', '--json'], root);
    assert.match(String(documentOf(begun)['near']), /^orchestrate_px_\d{8}_\d{6}$/);
    const isAmbiguous = (...args: string[]): void => {
      const ended = pawl(args, root);
      assert.equal(ended.code, 1, args.join(' '));
      assert.match(ended.err, /orchestrate\/px may mean command:orchestrate\/px and workflow:orchestrate_px_/);
    };
    for (const command of ['archive', 'show', 'resume', 'history', 'why', 'brief', 'delete'])
      isAmbiguous(command, 'orchestrate/px');
    done(root, 'delete', 'command:orchestrate/px');
    isAmbiguous('resume', 'orchestrate/px');
    assert.equal(documentOf(pawl(['resume', 'workflow:orchestrate/px', '--json'], root))['verdict'], 'resume');
    done(root, 'workflow', 'abandon', 'orchestrate/px');
    assert.equal(documentOf(pawl(['show', 'orchestrate/px', '--json'], root))['command'], 'orchestrate');
  });

  test('is begun without a word when the names differ by more than a slip, in a number, or when the other is complete', () => {
    const root = tempRepository();
    for (const ref of ['implement/BAS-6', 'implement/ui', 'implement/auth']) done(root, 'phase', ref, 'x', 'complete');
    done(root, 'complete', 'implement/auth');
    for (const ref of ['implement/BAS-7', 'implement/api', 'implement/auht', 'design/ui']) {
      const answer = pawl(['phase', ref, 'x', 'in_progress', '--json'], root);
      assert.deepEqual([answer.code, answer.err, documentOf(answer)['near']], [0, '', []], ref);
    }
  });
});

test('a workflow is named TYPE/PROJECT by every command; what has exactly that name comes first', () => {
  const root = tempRepository();
  const ref = String(
    done(root, 'workflow', 'start', 'orchestrate', 'shop', '--description', 'A shop', '--phases', '2')['ref'],
  );
  for (const command of ['show', 'resume', 'history', 'diff', 'why', 'brief', 'note', 'archive', 'delete']) {
    const more = command === 'note' ? ['--next', 'Go on.'] : command === 'delete' ? ['--yes'] : [];
    const ended = pawl([command, 'orchestrate/shop', ...more, '--json'], root);
    assert.ok([0, 6].includes(ended.code ?? 1), `${command}: ${ended.out}`);
    if (!['show', 'brief', 'delete'].includes(command)) assert.match(ended.out, new RegExp(ref), command);
  }
  assert.match(pawl(['show', 'orchestrate/shp'], root).err, /did you mean orchestrate\/shop\?/);
  const run = { command: 'orchestrate', feature: 'shop', version: 1, head_commit: null, phases: {} };
  const now = new Date().toISOString();
  const lists = { current_phase: null, completed_phases: [], pending_phases: [] };
  const document = { ...run, started_at: now, updated_at: now, state: lists };
  const saved = pawlWith(JSON.stringify(document), ['save', 'orchestrate/shop', '--json'], root);
  assert.equal(saved.code, 0, saved.out);
  assert.equal(documentOf(saved)['family'], 'command', 'a command document does not go into the workflow');
  assert.equal(part(documentOf(pawl(['show', 'orchestrate/shop', '--json'], root)), 'command'), 'orchestrate');
});

test('a workflow whose type or project cannot stand in its id as it is, is found by TYPE/PROJECT all the same', () => {
  for (const [type, project] of [
    ['my_type', 'proj'],
    ['orchestrate', 'proj name'],
    ['a/b', 'c/d'],
  ] as const) {
    const root = tempRepository();
    const started = documentOf(
      pawl(['workflow', 'start', type, project, '--description', 'X', '--phases', '3', '--json'], root),
    );
    const name = `${type}/${project}`;
    assert.equal(documentOf(pawl(['workflow', 'advance', name, '--json'], root))['ref'], started['ref'], name);
    assert.equal(documentOf(pawl(['show', `workflow:${name}`, '--json'], root))['checkpoint_id'], started['ref']);
    assert.equal(documentOf(pawl(['resume', name, '--json'], root))['ref'], started['ref']);
    assert.match(pawl(['workflow', 'list', type], root).out, new RegExp(`^${String(started['ref'])} `, 'm'));
    assert.equal(pawl(['workflow', 'load', type, project], root).code, 0);
    assert.equal(pawl(['workflow', 'finish', name], root).code, 1); // two phases are open
    assert.equal(pawl(['archive', name], root).code, 0);
    assert.equal(pawl(['workflow', 'list', 'other'], root).out, 'No checkpoints of other.\n');
  }
});

test('a workflow says what it is for: an empty description is refused, and nothing is begun', () => {
  const root = tempRepository();
  for (const empty of ['', '  \n']) {
    const start = ['workflow', 'start', 'orchestrate', 'shop', '--description', empty, '--phases', '2'];
    const ended = pawl([...start, '--json'], root);
    assert.equal(ended.code, 1);
    assert.match(JSON.stringify(errorOf(ended)['problems']), /description.*text that says what is to be done/);
    assert.match(pawl(start, root).err, /description/);
  }
  assert.ok(!fs.existsSync(path.join(root, '.claude/checkpoints')));
});
