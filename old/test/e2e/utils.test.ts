// The shell utilities of seed 004, as `pawl init --only utils` writes them: its examples, output and exit codes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { listOf, textIn } from '../../src/rules/json/read-member.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, type Ended, git, pawl, program, tempRepository, textOf } from './program.js';

const folder = '.claude/utils';
const names = ['cleanup-checkpoints.sh', 'list-checkpoints.sh', 'load-checkpoint.sh', 'save-checkpoint.sh'];
const noShell = process.platform === 'win32' ? 'needs a POSIX shell' : false;

/** A PATH with the tools of the system and Node, without pawl and without jq. */
const plainPath = (() => {
  const bin = tempFolder();
  for (const tool of ['sh', 'dirname', 'git']) {
    const found = ['/usr/bin', '/bin'].map((one) => path.join(one, tool)).find((file) => fs.existsSync(file));
    if (found !== undefined) fs.symlinkSync(found, path.join(bin, tool));
  }
  fs.symlinkSync(process.execPath, path.join(bin, 'node'));
  return bin;
})();

interface Surroundings {
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A repository with the utilities, and pawl where npm would put it. */
function project(): string {
  const root = tempRepository();
  assert.equal(pawl(['init', '--only', 'utils'], root).code, 0);
  fs.mkdirSync(path.join(root, 'node_modules/.bin'), { recursive: true });
  fs.symlinkSync(program, path.join(root, 'node_modules/.bin/pawl'));
  return root;
}

function utility(
  root: string,
  name: string,
  args: readonly string[],
  { input = '', cwd, env }: Surroundings = {},
): Ended {
  const { status, stdout, stderr } = spawnSync(path.join(root, folder, name), args, {
    cwd: cwd ?? root,
    env: cleanEnv({ PATH: plainPath, ...env }),
    input,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

/** Seed 004's example of a state. */
const state = {
  project_name: 'auth_system',
  workflow_description: 'Implement authentication system',
  status: 'in_progress',
  current_phase: 2,
  total_phases: 5,
  completed_phases: [1],
  artifact_registry: {},
  research_results: [],
};

describe('pawl init --only utils', () => {
  test('writes the four scripts, which may be run, and lets git ignore the folders; a second run changes nothing', () => {
    const root = tempRepository();
    assert.equal(pawl(['init', '--only', 'utils'], root).code, 0);
    assert.deepEqual(fs.readdirSync(path.join(root, folder)).sort(), names);
    for (const name of names) {
      assert.match(textOf(root, folder, name), /^#!\/bin\/sh\n# pawl \d/);
      if (noShell === false) assert.equal(fs.statSync(path.join(root, folder, name)).mode & 0o777, 0o755);
    }
    assert.equal(textOf(root, '.gitignore'), '.claude/state/\n.claude/checkpoints/\n');
    assert.match(pawl(['init', '--only', 'utils'], root).out, /nothing to do/);
  });

  test('keeps a script that a person changed, and takes the others back', () => {
    const root = tempRepository();
    pawl(['init', '--only', 'utils'], root);
    fs.appendFileSync(path.join(root, folder, 'load-checkpoint.sh'), '# mine\n');
    assert.match(pawl(['init', '--only', 'utils'], root).out, /load-checkpoint\.sh +was changed by a person/);
    pawl(['init', '--only', 'utils', '--uninstall', '--yes'], root);
    assert.deepEqual(fs.readdirSync(path.join(root, folder)), ['load-checkpoint.sh']);
  });
});

describe('save-checkpoint.sh', { skip: noShell }, () => {
  test('takes what can be no project’s name for the state, and says what is wrong with it', () => {
    const root = project();
    for (const text of ['not json', '[1,2]']) {
      const { code, err } = utility(root, 'save-checkpoint.sh', ['orchestrate', text], {
        input: JSON.stringify(state),
      });
      assert.equal(code, 1);
      assert.match(err, /--state/);
    }
  });

  test('<workflow-type> <state-json> prints the path of the checkpoint, with what was lifted from the state', () => {
    const root = project();
    const ended = utility(root, 'save-checkpoint.sh', ['orchestrate', JSON.stringify(state)]);
    assert.equal(ended.err, '');
    assert.equal(ended.code, 0);
    const file = ended.out.trimEnd();
    assert.match(path.relative(root, file), /^\.claude\/checkpoints\/orchestrate_auth_system_\d{8}_\d{6}\.json$/);
    const { checkpoint_id, created_at, updated_at, ...rest } = JSON.parse(textOf(file));
    assert.equal(checkpoint_id, path.basename(file, '.json'));
    assert.equal(created_at, updated_at);
    assert.deepEqual(rest, {
      workflow_type: 'orchestrate',
      workflow_description: 'Implement authentication system',
      status: 'in_progress',
      current_phase: 2,
      total_phases: 5,
      completed_phases: [1],
      workflow_state: state,
      last_error: null,
    });
  });

  test('a second save of a project updates its unfinished checkpoint', () => {
    const root = project();
    const first = utility(root, 'save-checkpoint.sh', ['orchestrate', JSON.stringify(state)]).out;
    const next = JSON.stringify({ current_phase: 4 });
    assert.equal(utility(root, 'save-checkpoint.sh', ['orchestrate', 'auth_system', next]).out, first);
    const document = JSON.parse(textOf(first.trimEnd()));
    assert.deepEqual([document.current_phase, document.total_phases, document.completed_phases], [4, 5, [1, 2, 3]]);
    assert.deepEqual(document.workflow_state, { project_name: 'auth_system', current_phase: 4 });
  });

  test('takes the state from stdin, with the project or without', () => {
    const root = project();
    const { project_name: _, ...nameless } = state;
    const named = utility(root, 'save-checkpoint.sh', ['implement', 'dark_mode'], { input: JSON.stringify(nameless) });
    assert.match(named.out, /implement_dark_mode_/);
    const alone = utility(root, 'save-checkpoint.sh', ['implement'], { input: JSON.stringify(state) });
    assert.match(alone.out, /implement_auth_system_/);
  });

  test('what load-checkpoint.sh printed can be changed and saved again', () => {
    const root = project();
    const file = utility(root, 'save-checkpoint.sh', ['orchestrate', JSON.stringify(state)]).out;
    const loaded = utility(root, 'load-checkpoint.sh', ['orchestrate']).out;
    const changed = loaded.replace('"research_results": []', '"research_results": ["found"]');
    assert.equal(utility(root, 'save-checkpoint.sh', ['orchestrate'], { input: changed }).out, file);
    assert.deepEqual(JSON.parse(textOf(file.trimEnd())).workflow_state.research_results, ['found']);
  });

  test('a complete state deletes the checkpoint, and its last state is kept', () => {
    const root = project();
    const file = utility(root, 'save-checkpoint.sh', ['orchestrate', JSON.stringify(state)]).out.trimEnd();
    const complete = JSON.stringify({ ...state, status: 'complete', completed_phases: [1, 2, 3, 4, 5] });
    const ended = utility(root, 'save-checkpoint.sh', ['orchestrate', complete]);
    assert.deepEqual([ended.code, ended.out], [0, '']);
    assert.match(ended.err, /its last state is archived/);
    assert.equal(fs.existsSync(file), false);
    const after = documentOf(pawl(['workflow', 'list', '--json'], root));
    assert.deepEqual(after['runs'], []);
  });

  test('a complete state with only the last phase open completes it and says so; with more open phases it is refused', () => {
    const root = project();
    const whole = { ...state, status: 'complete', total_phases: 5 };
    const lasts = [
      { ...whole, project_name: 'listed', completed_phases: [1, 2, 3, 4] },
      { ...whole, project_name: 'current', completed_phases: undefined, current_phase: 5 },
    ];
    for (const last of lasts) {
      const ended = utility(root, 'save-checkpoint.sh', ['orchestrate', JSON.stringify(last)]);
      assert.deepEqual([ended.code, ended.out], [0, ''], ended.err);
      assert.match(ended.err, /phase 5, the last one, is counted as completed, because the status is complete\n/);
      const shown = documentOf(pawl(['show', `workflow:orchestrate/${last.project_name}`, '--json'], root));
      assert.deepEqual([shown['status'], shown['completed_phases']], ['complete', [1, 2, 3, 4, 5]]);
    }
    for (const completed_phases of [
      [1, 2],
      [1, 2, 3, 5],
    ]) {
      const ended = utility(root, 'save-checkpoint.sh', [
        'orchestrate',
        JSON.stringify({ ...whole, completed_phases }),
      ]);
      assert.equal(ended.code, 1);
      assert.match(ended.err, /\/status: is "complete", but only \d of 5 phases are completed/);
    }
    assert.deepEqual(documentOf(pawl(['workflow', 'list', '--json'], root))['runs'], []);
  });

  test('a state that goes back to an earlier phase goes on there', () => {
    const root = project();
    const save = (text: string): Ended => utility(root, 'save-checkpoint.sh', ['orchestrate', 'p', text]);
    const whereAfter = (text: string): unknown => {
      assert.equal(save('{"current_phase":3,"total_phases":5}').code, 0);
      const { current_phase, completed_phases } = JSON.parse(textOf(save(text).out.trimEnd()));
      const { from } = documentOf(pawl(['resume', 'orchestrate/p', '--json'], root));
      return { current_phase, completed_phases, from };
    };
    const second = { current_phase: 2, completed_phases: [1], from: 'Phase 2' };
    assert.deepEqual(whereAfter('{"current_phase":2,"total_phases":5,"status":"in_progress"}'), second);
    assert.deepEqual(whereAfter('{"current_phase":2,"status":"failed","last_error":"tests fail"}'), second);
    assert.deepEqual(whereAfter('{"completed_phases":[1]}'), second);
    assert.deepEqual(whereAfter('{"note":"nothing about phases"}'), {
      current_phase: 3,
      completed_phases: [1, 2],
      from: 'Phase 3',
    });
  });

  test('after a failure a state without an error leaves it behind, in the history of errors', () => {
    const root = project();
    const save = (text: string): Ended => utility(root, 'save-checkpoint.sh', ['orchestrate', 'p', text]);
    const failed = '{"current_phase":2,"total_phases":2,"status":"failed","last_error":"tests fail"}';
    for (const text of [
      '{"current_phase":2}',
      '{"status":"in_progress"}',
      '{"current_phase":2,"status":null,"last_error":null}',
    ]) {
      assert.equal(save(failed).code, 0);
      const { status, last_error, pawl: kept } = JSON.parse(textOf(save(text).out.trimEnd()));
      assert.deepEqual([status, last_error, kept.errors.at(-1).error], ['in_progress', null, 'tests fail'], text);
      assert.equal(documentOf(pawl(['resume', 'orchestrate/p', '--json'], root))['verdict'], 'resume');
    }
    const file = save(failed).out.trimEnd();
    assert.equal(JSON.parse(textOf(save(failed).out.trimEnd())).pawl.errors.length, 3);
    const ended = save('{"current_phase":2,"total_phases":2,"status":"complete"}');
    assert.deepEqual([ended.code, ended.out, fs.existsSync(file)], [0, '', false], ended.err);
  });

  test('mistakes exit with 1, say how it is called or what is wrong, and write nothing', () => {
    const root = project();
    const mistakes: readonly (readonly [args: readonly string[], message: RegExp])[] = [
      [[], /Usage: \.claude\/utils\/save-checkpoint\.sh <workflow-type> \[project-name\] <state-json>/],
      [['a', 'b', '{}', 'c'], /Usage/],
      [['orchestrate', '{"current_phase": 2}'], /no project_name/],
      [['orchestrate', '{bad'], /not JSON/],
      [['orchestrate', 'x', '{"status": "done"}'], /\/status: must be one of/],
    ];
    for (const [args, message] of mistakes) {
      const ended = utility(root, 'save-checkpoint.sh', args);
      assert.deepEqual([ended.code, ended.out], [1, ''], args.join(' '));
      assert.match(ended.err, message);
    }
    assert.equal(fs.existsSync(path.join(root, '.claude/checkpoints')), false);
  });
});

describe('save-checkpoint.sh and those who work on the run', { skip: noShell }, () => {
  test('it takes the lease, so that no clean-up takes the run away; the end of the run gives it back', () => {
    const root = project();
    const begun = ['orchestrate', 'q', '{"current_phase":1,"total_phases":3}'];
    const file = utility(root, 'save-checkpoint.sh', begun).out.trimEnd();
    assert.match(utility(root, 'cleanup-checkpoints.sh', ['0']).out, /someone works on it|Nothing to clean up/);
    assert.ok(fs.existsSync(file));
    const leases = path.join(root, '.claude/state/.pawl/leases');
    const lease = (): { pid: number; released: boolean } =>
      JSON.parse(textOf(leases, fs.readdirSync(leases).at(-1) ?? ''));
    assert.deepEqual([lease().pid, lease().released], [process.pid, false], 'the script that was called is over');
    utility(root, 'save-checkpoint.sh', ['orchestrate', 'q', '{"current_phase":3,"status":"complete"}']);
    assert.deepEqual([fs.existsSync(file), lease().released], [false, true]);
  });

  test('it tells on stderr that someone else holds the run, and prints the path', () => {
    const root = project();
    const save = (session: string, text: string): Ended =>
      utility(root, 'save-checkpoint.sh', ['orchestrate', 'p', text], { env: { PAWL_SESSION: session } });
    const file = save('s1', '{"current_phase":1,"total_phases":3}').out;
    const second = save('s2', '{"current_phase":2,"total_phases":3}');
    assert.deepEqual([second.code, second.out], [0, file]);
    assert.match(second.err, /is held by session s1.*saved all the same/s);
    const secret = save('s1', `{"current_phase":3,"note":"ghp_${'a1B2'.repeat(9)}"}`);
    assert.deepEqual([secret.code, secret.out], [0, file]);
    assert.match(secret.err, /a secret was replaced/);
  });
});

describe('an unfinished checkpoint that is out of sight', { skip: noShell }, () => {
  const begun = '{"current_phase":4,"total_phases":5}';
  const anew = ['orchestrate', 'p', '{"current_phase":1,"total_phases":5}'];
  const archivedIn = (root: string): string => {
    const file = utility(root, 'save-checkpoint.sh', ['orchestrate', 'p', begun]).out.trimEnd();
    putAway(root);
    return file;
  };
  /** What this process saved is its own for as long as it lives. */
  const putAway = (root: string): void => {
    fs.rmSync(path.join(root, '.claude/state/.pawl/leases'), { recursive: true });
    assert.equal(pawl(['clean', '--max-age-days', '0'], root).code, 0);
  };
  const refsIn = (root: string): readonly unknown[] =>
    listOf(documentOf(pawl(['list', '--all', '--json'], root))['runs']).map((run) => [
      textIn(run, 'ref'),
      textIn(run, 'place'),
    ]);

  test('because it is archived, is named by load and list', () => {
    const root = project();
    const ref = path.basename(archivedIn(root), '.json');
    for (const args of [['orchestrate', 'p'], ['orchestrate']]) {
      const loaded = utility(root, 'load-checkpoint.sh', args);
      assert.deepEqual([loaded.code, loaded.out], [1, '']);
      assert.match(loaded.err, new RegExp(`${ref} is archived, unfinished`));
      assert.match(loaded.err, new RegExp(`pawl resume ${ref}`));
    }
    const listed = utility(root, 'list-checkpoints.sh', []);
    assert.deepEqual([listed.code, listed.out], [0, 'No checkpoints.\n']);
    assert.match(listed.err, new RegExp(`${ref} is archived, unfinished`));
    assert.equal(utility(root, 'list-checkpoints.sh', ['implement']).err, '');
  });

  test('because it is archived, is decided about before a second run begins', () => {
    const root = project();
    const ref = path.basename(archivedIn(root), '.json');
    const met = utility(root, 'save-checkpoint.sh', anew);
    assert.deepEqual([met.code, met.out], [1, '']);
    assert.match(met.err, new RegExp(`${ref}\\) is archived, unfinished: 3 of 5 phases`));
    assert.match(met.err, /--resume .*--fresh /s);
    assert.deepEqual(refsIn(root), [[ref, 'archived']]);
    const direct = pawl(['workflow', 'save', ...anew.slice(0, 2), '--state', begun, '--json'], root);
    assert.equal(direct.code, 6);
    const { verdict, acted, ...decision } = documentOf(direct);
    assert.deepEqual([verdict, decision['ref'], acted], ['ask', ref, null]);
    assert.match(utility(root, 'save-checkpoint.sh', ['implement', 'p', begun]).out, /implement_p_/);
  });

  test('goes on with --resume, and is put away with --fresh', () => {
    const root = project();
    const file = archivedIn(root);
    const resumed = utility(root, 'save-checkpoint.sh', ['--resume', 'orchestrate', 'p', '{"current_phase":5}']);
    assert.deepEqual([resumed.code, resumed.out], [0, `${file}\n`], resumed.err);
    assert.deepEqual(JSON.parse(textOf(file)).completed_phases, [1, 2, 3, 4]);
    putAway(root);
    const fresh = utility(root, 'save-checkpoint.sh', ['orchestrate', 'p', '--fresh', '{"current_phase":1}']);
    assert.equal(fresh.code, 0, fresh.err);
    assert.notEqual(fresh.out.trimEnd(), file);
    assert.deepEqual(refsIn(root), [
      [path.basename(fresh.out.trimEnd(), '.json'), 'live'],
      [path.basename(file, '.json'), 'failed'],
    ]);
    const again = utility(root, 'save-checkpoint.sh', ['--fresh', 'orchestrate', 'p', '{"current_phase":2}']);
    assert.equal(again.out, fresh.out, 'what is in use is saved into, whatever was said');
  });

  test('because its file cannot be read, stands in the way until someone says --fresh; its bytes are kept', () => {
    const root = project();
    utility(root, 'save-checkpoint.sh', ['orchestrate', 'another', '{}']);
    const file = path.join(root, '.claude/checkpoints/orchestrate_p_20251003_184530.json');
    fs.writeFileSync(file, '{"checkpoint_id": "orch');
    for (const args of [anew, ['--resume', ...anew]]) {
      const met = utility(root, 'save-checkpoint.sh', args);
      assert.deepEqual([met.code, met.out], [1, '']);
      assert.match(met.err, /orchestrate_p_20251003_184530 cannot be read/);
      assert.doesNotMatch(met.err, /--resume /);
      assert.match(met.err, /--fresh /);
      assert.equal(textOf(file), '{"checkpoint_id": "orch');
    }
    const fresh = utility(root, 'save-checkpoint.sh', ['--fresh', ...anew]);
    assert.equal(fresh.code, 0, fresh.err);
    assert.equal(fs.existsSync(file), false);
    assert.match(fresh.err, /its bytes are kept/);
  });
});

describe('load-checkpoint.sh and list-checkpoints.sh', { skip: noShell }, () => {
  test('load prints the newest of a type, or of exactly that project', () => {
    const root = project();
    for (const name of ['auth', 'auth_system']) {
      utility(root, 'save-checkpoint.sh', ['orchestrate', name, JSON.stringify({ total_phases: 2 })]);
    }
    const loaded = utility(root, 'load-checkpoint.sh', ['orchestrate', 'auth']);
    assert.equal(loaded.code, 0);
    assert.equal(JSON.parse(loaded.out).workflow_state.project_name, 'auth');
    assert.match(
      utility(root, 'load-checkpoint.sh', ['orchestrate']).out,
      /^\{\n {2}"checkpoint_id": "orchestrate_auth/,
    );
  });

  test('load exits with 1 and says why on stderr when there is none', () => {
    const root = project();
    for (const args of [['orchestrate'], ['orchestrate', 'x']]) {
      const ended = utility(root, 'load-checkpoint.sh', args);
      assert.deepEqual([ended.code, ended.out], [1, '']);
      assert.match(ended.err, /there is no checkpoint/);
    }
    assert.match(utility(root, 'load-checkpoint.sh', []).err, /Usage/);
  });

  test('load names the path of a corrupted checkpoint, and exits with 1', () => {
    const root = project();
    const file = path.join(root, '.claude/checkpoints/orchestrate_x_20251003_184530.json');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '{"checkpoint_id": "orch');
    const ended = utility(root, 'load-checkpoint.sh', ['orchestrate', 'x']);
    assert.deepEqual([ended.code, ended.out], [1, '']);
    assert.ok(ended.err.includes(file), ended.err);
    assert.equal(textOf(file), '{"checkpoint_id": "orch');
  });

  test('list shows all, or those of one type; none is no error', () => {
    const root = project();
    assert.deepEqual(utility(root, 'list-checkpoints.sh', []), { code: 0, out: 'No checkpoints.\n', err: '' });
    utility(root, 'save-checkpoint.sh', ['orchestrate', JSON.stringify(state)]);
    utility(root, 'save-checkpoint.sh', ['implement', 'x', '{}']);
    const all = utility(root, 'list-checkpoints.sh', []).out;
    assert.match(all, /orchestrate_auth_system_\d{8}_\d{6} +in_progress +█░░░░ 1\/5 .*Implement authentication system/);
    assert.match(all, /implement_x_/);
    assert.doesNotMatch(utility(root, 'list-checkpoints.sh', ['implement']).out, /orchestrate/);
    assert.equal(utility(root, 'list-checkpoints.sh', ['a', 'b']).code, 1);
  });
});

describe('cleanup-checkpoints.sh', { skip: noShell }, () => {
  test('archives what is older than so many days, seven unless given', () => {
    const root = project();
    const young = utility(root, 'save-checkpoint.sh', ['orchestrate', JSON.stringify(state)]).out.trimEnd();
    const past = new Date(Date.now() - 9 * 24 * 60 * 60 * 1000).toISOString();
    const id = `orchestrate_old_${past.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')}`;
    const old = path.join(path.dirname(young), `${id}.json`); // as another tool wrote it
    const document = { ...JSON.parse(textOf(young)), checkpoint_id: id, created_at: past, updated_at: past };
    fs.writeFileSync(old, JSON.stringify(document, null, 2));
    fs.utimesSync(old, new Date(past), new Date(past));
    assert.equal(utility(root, 'cleanup-checkpoints.sh', ['10']).code, 0);
    assert.ok(fs.existsSync(old));
    const ended = utility(root, 'cleanup-checkpoints.sh', []);
    assert.equal(ended.code, 0, ended.err);
    assert.deepEqual([fs.existsSync(old), fs.existsSync(young)], [false, true]);
  });

  test('takes a number of days only', () => {
    const root = project();
    for (const args of [['week'], ['-1'], [''], ['7', '8']]) {
      const ended = utility(root, 'cleanup-checkpoints.sh', args);
      assert.equal(ended.code, 1);
      assert.match(ended.err, /Usage: \.claude\/utils\/cleanup-checkpoints\.sh \[max-age-days\]/);
    }
  });
});

describe('the utilities', { skip: noShell }, () => {
  test('find pawl in PATH first, then in node_modules/.bin, and else say what to do', () => {
    const root = project();
    const bin = tempFolder();
    fs.writeFileSync(path.join(bin, 'pawl'), '#!/bin/sh\necho "from PATH: $*"\n', { mode: 0o755 });
    const inPath = utility(root, 'list-checkpoints.sh', ['x'], { env: { PATH: `${bin}:${plainPath}` } });
    assert.equal(inPath.out, `from PATH: -C ${root} workflow list x\n`);
    fs.rmSync(path.join(root, 'node_modules'), { recursive: true });
    const none = utility(root, 'list-checkpoints.sh', []);
    assert.equal(none.code, 1);
    assert.match(none.err, /pawl was not found: neither in PATH nor in node_modules\/\.bin\.\n.*npm install pawl/);
  });

  test('work on the project that they stand in, from any folder, unless the environment names another', () => {
    const root = project();
    const elsewhere = fs.realpathSync(tempFolder());
    const file = utility(root, 'save-checkpoint.sh', ['implement', 'x', '{}'], { cwd: elsewhere }).out;
    assert.ok(file.startsWith(root), file);
    const other = tempRepository();
    const env = { CLAUDE_PROJECT_DIR: other };
    assert.ok(utility(root, 'save-checkpoint.sh', ['implement', 'x', '{}'], { env }).out.startsWith(other));
    const linked = path.join(elsewhere, 'linked');
    git(root, 'add', '--force', '.claude/utils');
    git(root, 'commit', '--quiet', '--message', 'utilities');
    git(root, 'worktree', 'add', '--quiet', linked);
    const bin = { PATH: `${path.join(root, 'node_modules/.bin')}:${plainPath}` };
    assert.ok(utility(linked, 'save-checkpoint.sh', ['implement', 'x', '{}'], { env: bin }).out.startsWith(linked));
  });
});
