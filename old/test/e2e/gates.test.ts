// Gates as users meet them: the built program, real commands, a real terminal.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { findProcess } from '../../src/service/lease/processes.js';
import { hook, recorded } from '../support/hooks.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, type Ended, git, pawl, program, tempRepository, textOf } from './program.js';
import { noTerminal, pawlInTerminal, type Seen, type Typed } from './terminal.js';

const spec = `---
prd: PRD-009
prd_title: Things
workstreams:
  WS1: {name: Types, outputs: [src/a.ts], gate: type-check}
  WS2: {name: Use, depends_on: [WS1], outputs: ["src/b/**"], gate: test-pass}
  WS3: {name: Notes, outputs: [notes.md]}
execution_phases:
  - {name: One, parallel: [WS1, WS3]}
  - {name: Two, parallel: [WS2], gates: [sign-off]}
gates:
  type-check: {command: [node, -e, "process.exit(0)"]}
  test-pass: {command: node --test src/b/b.test.mjs}
  sign-off: {type: manual, criteria: [it reads well], approval: inspect}
---

## WS1

Write a.

## WS2

Use a.
`;

const quick = '{command: [node, -e, "process.exit(0)"]}';
const tsc = `{command: [node, ${path.resolve('node_modules/typescript/bin/tsc')}, --noEmit, src/a.ts]}`;

interface Stage {
  readonly root: string;
  readonly run: (...args: readonly string[]) => Ended;
  readonly json: (...args: readonly string[]) => JsonObject;
  readonly type: (args: readonly string[], ...keys: readonly Typed[]) => Promise<Seen>;
  readonly put: (file: string, text: string) => void;
  readonly checkpoint: () => JsonObject;
}

/** A repository with a spec, two of whose workstreams are done; the user's configuration is its own. */
function stage(text = spec): Stage {
  const root = tempRepository();
  const env = { XDG_CONFIG_HOME: tempFolder(), PAWL_ACTOR: 'ana' };
  const put = (file: string, content: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  };
  put('docs/PRD-009.md', text);
  put('src/a.ts', 'export const a: number = 1;\n');
  put('notes.md', 'notes\n');
  git(root, 'add', '-A');
  git(root, 'commit', '--quiet', '--message', 'files');
  const run = (...args: readonly string[]): Ended => pawl(args, root, env);
  const stored = path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-009.json');
  const ok = (...args: readonly string[]): void => assert.equal(run(...args).code, 0, args.join(' '));
  ok('pipeline', 'init', 'PRD-009');
  ok('pipeline', 'start', 'PRD-009', 'WS1', 'WS3');
  ok('pipeline', 'done', 'PRD-009', 'WS1');
  ok('pipeline', 'done', 'PRD-009', 'WS3');
  return {
    root,
    run,
    put,
    json: (...args) => documentOf(run(...args, '--json')),
    type: (args, ...keys) => pawlInTerminal(args, keys, root, env),
    checkpoint: () => {
      const value: unknown = JSON.parse(textOf(stored));
      assert.ok(isJsonObject(value));
      return value;
    },
  };
}

function secondPhase({ run, put }: Stage): void {
  assert.equal(run('gate', 'run', 'PRD-009', '--yes').code, 0);
  assert.equal(run('pipeline', 'start', 'PRD-009', 'WS2').code, 0);
  put('src/b/b.test.mjs', "import test from 'node:test';\ntest('works', () => {});\n");
  assert.equal(run('pipeline', 'done', 'PRD-009', 'WS2').code, 0);
}

describe('pawl gate run', () => {
  test('runs tsc over real files, and a failure stands in the checkpoint with its file and line', () => {
    const { run, put, checkpoint } = stage(spec.replace(quick, tsc));
    put('src/a.ts', 'export {};\nexport const a: number = "one";\n');
    const failed = run('gate', 'run', 'PRD-009', 'type-check', '--yes');
    assert.equal(failed.code, 1);
    assert.match(failed.out, /✗ gate type-check \(WS1\) failed .*\n {2}TS2322: .*\(src\/a\.ts:2\)/);
    const { status, error } = checkpoint();
    assert.ok(isJsonObject(error));
    assert.deepEqual([status, error['file'], error['line'], error['workstream']], ['failed', 'src/a.ts', 2, 'WS1']);
    put('src/a.ts', 'export const a: number = 2;\n');
    const mended = run('gate', 'run', 'PRD-009', '--yes');
    assert.equal(mended.code, 0, mended.err);
    assert.match(mended.out, /✓ gate type-check \(WS1\) passed \(.*1 file covered\)/);
    assert.deepEqual([checkpoint()['status'], checkpoint()['gates_passed']], ['paused', ['type-check (WS1)']]);
    assert.equal(run('resume', 'PRD-009').code, 0, 'what was mended and passed is not stale');
  });

  test('reads the output of node:test, and goes on over all gates to the end', () => {
    const scene = stage();
    const { run, put, checkpoint, json } = scene;
    secondPhase(scene);
    put(
      'src/b/b.test.mjs',
      "import test from 'node:test';\n\ntest('breaks', () => {\n  throw new Error('no luck');\n});\n",
    );
    assert.equal(run('pipeline', 'done', 'PRD-009', 'WS2').code, 0);
    const failed = json('gate', 'run', 'PRD-009', 'test-pass', '--yes');
    const [gate] = Array.isArray(failed['gates']) ? failed['gates'] : [];
    assert.ok(isJsonObject(gate));
    assert.deepEqual([gate['verdict'], gate['file'], gate['line']], ['fail', 'src/b/b.test.mjs', 4]);
    put('src/b/b.test.mjs', "import test from 'node:test';\ntest('works', () => {});\n");
    const all = json('gate', 'run', 'PRD-009', '--yes');
    assert.equal(all['ok'], true);
    assert.equal(checkpoint()['status'], 'complete');
    assert.equal(run('gate', 'run', 'PRD-009', '--yes').code, 1, 'a complete run takes no more');
  });

  test('the brief says what a person does before a gate can be run, and what the agent does', () => {
    const { run, root } = stage();
    const said =
      /^A person decides first: nobody has confirmed here what gate type-check runs: ask them .* gate_run, /m;
    assert.match(run('brief', 'PRD-009').out, said);
    assert.match(run('brief', 'PRD-009').out, /^Next command: pawl gate run PRD-009 type-check$/m);
    const hooked = hook('SessionStart', recorded('claude/session-start-startup', root, 's'), root);
    assert.match(JSON.stringify(hooked), /nobody has confirmed here what gate type-check runs/);
    assert.equal(run('gate', 'run', 'PRD-009', 'type-check', '--yes').code, 0);
    assert.doesNotMatch(run('brief', 'PRD-009').out, /confirmed/);
  });

  test('without a terminal nothing runs that nobody confirmed, and nothing waits', () => {
    const { run, checkpoint, root } = stage(spec.replace(quick, '{command: touch canary}'));
    const before = checkpoint();
    const { code, err } = run('gate', 'run', 'PRD-009');
    assert.equal(code, 6);
    assert.match(err, /nobody has confirmed its command \(touch canary\)/);
    assert.ok(!fs.existsSync(path.join(root, 'canary')));
    assert.deepEqual(checkpoint(), before);
  });

  test('a command that cannot be run is blocked: exit code 6, and the run has not failed', () => {
    const { run, checkpoint, json } = stage(spec.replace(quick, '{command: no-such-program}'));
    const { code, out } = run('gate', 'run', 'PRD-009', '--yes');
    assert.equal(code, 6);
    assert.match(out, /! gate type-check \(WS1\) is blocked, which is no failure/);
    assert.equal(checkpoint()['status'], 'paused');
    assert.match(JSON.stringify(json('resume', 'PRD-009')['reasons']), /gate type-check \(WS1\) could not be run/);
    const [line] = Object(json('gate', 'status', 'PRD-009', 'type-check')['gates']);
    assert.deepEqual([Object(line).state, Object(line).verdict], ['blocked', 'blocked']);
  });

  test('metacharacters in a spec reach no shell that was not shown', () => {
    const hostile = spec.replace(quick, '{command: [echo, "; touch canary", "`touch canary`", "$(touch canary)"]}');
    const { run, root } = stage(hostile);
    const { code } = run('gate', 'run', 'PRD-009', 'type-check', '--yes');
    assert.equal(code, 0);
    assert.ok(!fs.existsSync(path.join(root, 'canary')));
  });

  test('unknown gates and other runs are refused with what there is', () => {
    const { run } = stage();
    assert.match(run('gate', 'run', 'PRD-009', 'typecheck', '--yes').err, /has no gate typecheck.*known: type-check/);
    assert.equal(run('gate', 'run', 'PRD-009', 'typecheck', '--yes').code, 3);
    assert.match(run('gate', 'status', 'PRD-009', 'typecheck').err, /did you mean type-check/);
    assert.equal(run('gate', 'run', 'PRD-008').code, 3);
    assert.equal(run('gate', 'status', 'command:implement').code, 2);
    assert.match(
      run('gate', 'approve', 'PRD-009', 'type-check', '--yes').err,
      /has a command: it passes when that does/,
    );
  });

  test('a hint names a run whose id has a space, or looks like a command, so that it can be typed as it stands', () => {
    for (const [id, typed] of [
      ['PRD 9', `'PRD 9'`],
      ['deploy', 'pipeline:deploy'],
    ] as const) {
      const root = tempRepository();
      const run = (...args: readonly string[]): Ended => pawl(args, root, { XDG_CONFIG_HOME: tempFolder() });
      fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
      fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), '{"pipeline": {"id_pattern": "PRD 9|deploy"}}');
      const gated = spec.replace('[notes.md]}', '[notes.md], gate: sign-off}');
      fs.writeFileSync(path.join(root, 'spec.md'), gated.replace('PRD-009', id));
      fs.writeFileSync(path.join(root, 'notes.md'), 'notes');
      const ref = `pipeline:${id}`;
      for (const args of [
        ['init', 'spec.md'],
        ['start', ref, 'WS3'],
        ['done', ref, 'WS3'],
      ]) {
        assert.equal(run('pipeline', ...args).code, 0, args.join(' '));
      }
      for (const [args, hint] of [
        [['gate', 'run', ref, 'none'], `pawl gate status ${typed}`],
        [['gate', 'approve', ref, 'type-check'], `pawl gate run ${typed} type-check`],
        [['gate', 'run', ref, 'sign-off'], `pawl gate approve ${typed} sign-off`],
        [
          ['pipeline', 'fail', ref, 'WS1', '--error', 'x'],
          `pawl pipeline start ${typed.replace(/^pipeline:/, '')} WS1`,
        ],
      ] as const) {
        const { out, err } = run(...args);
        assert.ok(`${out}${err}`.includes(hint), `${args.join(' ')}: ${out}${err}`);
      }
    }
  });
});

describe('a person who says no', () => {
  test('is heard: exit code 6, and status and resume say who and why', () => {
    const scene = stage();
    const { run, json, checkpoint } = scene;
    secondPhase(scene);
    assert.equal(run('gate', 'approve', 'PRD-009', 'sign-off', '--yes').code, 0);
    const { code, out } = run('gate', 'approve', 'PRD-009', 'sign-off', '--no', '--note', 'the colours', '--by', 'bo');
    assert.equal(code, 6, out);
    const [line] = Object(json('gate', 'status', 'PRD-009', 'sign-off')['gates']);
    const { state, verdict, reasons } = Object(line);
    assert.deepEqual([state, verdict, reasons], ['declined', 'declined', ['bo said no: the colours']]);
    assert.deepEqual(checkpoint()['gates_passed'], ['type-check (WS1)']);
    assert.match(run('gate', 'status', 'PRD-009').out, /declined[^]*bo said no: the colours/);
    assert.match(run('resume', 'PRD-009').out, /gate sign-off \(Phase 2\) was declined: bo said no: the colours/);
    assert.match(run('status').out, /gate sign-off \(Phase 2\) was declined: bo said no: the colours/);
    assert.match(JSON.stringify(json('status')['runs']), /"error":"gate sign-off \(Phase 2\) was declined/);
    assert.equal(run('gate', 'approve', 'PRD-009', 'sign-off', '--yes').code, 0);
    assert.ok(!run('resume', 'PRD-009').out.includes('said no'));
  });
});

describe('on a terminal', { skip: noTerminal }, () => {
  test('a command is shown and confirmed once', async () => {
    const { type } = stage();
    const no = await type(['gate', 'run', 'PRD-009', 'type-check'], ['now and later\\? \\[y/N\\]', 'n\r']);
    assert.equal(no.code, 6);
    assert.match(no.screen, /\$ node -e 'process\.exit\(0\)'/);
    const yes = await type(['gate', 'run', 'PRD-009', 'type-check'], ['now and later\\? \\[y/N\\]', 'y\r']);
    assert.equal(yes.code, 0, yes.screen);
    assert.match(yes.screen, /gate type-check \(WS1\) passed/);
    const again = await type(['gate', 'run', 'PRD-009', 'type-check']);
    assert.equal(again.code, 0, 'no question is asked again');
  });

  test('a manual gate is inspected and approved; a no is kept and stops', async () => {
    const scene = stage();
    const { type, checkpoint } = scene;
    secondPhase(scene);
    const question = 'Does it pass\\? \\[y/n/inspect\\]';
    const no = await type(['gate', 'approve', 'PRD-009', 'sign-off'], [question, 'inspect\r'], [question, 'n\r']);
    assert.equal(no.code, 6);
    assert.match(no.screen, /it reads well/);
    assert.match(no.screen, /src\/b\/b\.test\.mjs/);
    assert.equal(checkpoint()['status'], 'paused');
    const yes = await type(['gate', 'approve', 'PRD-009'], [question, 'y\r']);
    assert.equal(yes.code, 0, yes.screen);
    assert.deepEqual(checkpoint()['gates_passed'], ['type-check (WS1)', 'sign-off (Phase 2)']);
    const answers = Object(checkpoint()['pawl']).approvals.map((one: unknown) => [Object(one).answer, Object(one).by]);
    assert.deepEqual(answers, [
      ['no', 'ana'],
      ['yes', 'ana'],
    ]);
  });

  test('a waiver is asked for once more', async () => {
    const { type, checkpoint } = stage();
    const waiver = ['gate', 'waive', 'PRD-009', 'type-check', '--by', 'bo', '--issue', 'BAS-12', '--reason', 'no time'];
    const no = await type(waiver, ['Waive it\\?', '\r']);
    assert.equal(no.code, 6);
    assert.deepEqual(checkpoint()['gates_passed'], []);
    const yes = await type(waiver, ['Waive it\\?', 'y\r']);
    assert.equal(yes.code, 0, yes.screen);
    assert.deepEqual(checkpoint()['gates_passed'], ['type-check (WS1)']);
  });

  test('Ctrl-C ends a command that hangs, and nothing is recorded', async () => {
    const script = `{command: [node, -e, "console.log(42); setInterval(() => {}, 1000)"]}`;
    const { type, checkpoint } = stage(spec.replace(quick, script));
    const before = checkpoint();
    const { code, screen } = await type(['gate', 'run', 'PRD-009', '--yes'], ['42', '\u0003']);
    assert.equal(code, 130, screen);
    assert.deepEqual(checkpoint(), before);
  });
});

describe('waivers without a terminal', () => {
  const waive = ['gate', 'waive', 'PRD-009', 'type-check', '--reason', 'x', '--by', 'bo'];

  test('need all three, and --yes is none of them', () => {
    const { run, checkpoint } = stage();
    assert.equal(run('gate', 'waive', 'PRD-009', 'type-check', '--yes').code, 2);
    assert.equal(run(...waive).code, 2);
    const { code, out } = run(...waive, '--issue', 'B-1');
    assert.equal(code, 0);
    assert.match(out, /gate type-check \(WS1\) is waived by bo \(B-1\)/);
    assert.equal(Object(checkpoint()['pawl']).waivers.length, 1);
  });

  test('never_waivable is never waived', () => {
    const { run } = stage(spec.replace(quick, '{command: "true", never_waivable: true}'));
    const { code, err } = run(...waive, '--issue', 'B-1');
    assert.equal(code, 1);
    assert.match(err, /can never be waived/);
  });
});

describe('results that expire', () => {
  const redo = (scene: Stage): unknown => scene.json('resume', 'PRD-009')['redo'];

  test('resume names exactly what an edit made stale, in order; a commit makes nothing stale', () => {
    const scene = stage();
    secondPhase(scene);
    git(scene.root, 'add', '-A');
    git(scene.root, 'commit', '--quiet', '--message', 'work');
    assert.deepEqual(redo(scene), []);
    assert.equal(scene.run('resume', 'PRD-009').code, 0);
    scene.put('notes.md', 'edited\n');
    assert.deepEqual(redo(scene), ['WS3']);
    scene.put('notes.md', 'notes\n');
    scene.put('src/a.ts', 'export const a: number = 3;\n');
    assert.deepEqual(redo(scene), ['WS1', 'gate type-check (WS1)', 'WS2']);
    const { code, out } = scene.run('resume', 'PRD-009');
    assert.equal(code, 6);
    assert.match(out, /src\/a\.ts changed since WS1 was done/);
  });

  test('to resume returns them to be done, and only them', () => {
    const scene = stage();
    secondPhase(scene);
    scene.put('src/a.ts', 'export const a: number = 3;\n');
    assert.equal(scene.run('resume', 'PRD-009', '--choice', 'r').code, 0);
    const { pending_workstreams: pending, completed_workstreams: done, gates_passed: passed } = scene.checkpoint();
    assert.deepEqual([pending, done, passed], [['WS1', 'WS2'], ['WS3'], []]);
    assert.equal(scene.run('pipeline', 'start', 'PRD-009', 'WS1').code, 0);
  });

  test('--accept keeps them on the record, until they change again', () => {
    const scene = stage();
    secondPhase(scene);
    scene.put('docs/PRD-009.md', textOf(scene.root, 'docs/PRD-009.md').replace('Write a.', 'Write a, well.'));
    assert.deepEqual(redo(scene), ['WS1', 'gate type-check (WS1)', 'WS2']);
    assert.equal(scene.run('resume', 'PRD-009', '--accept', ' ').code, 2);
    const kept = scene.json('resume', 'PRD-009', '--accept', 'only words');
    assert.deepEqual([kept['verdict'], kept['redo'], kept['accepted']], ['resume', [], ['WS1']]);
    const [entry] = Object(scene.checkpoint()['pawl']).accepted;
    assert.deepEqual([Object(entry).reason, Object(entry).by], ['only words', 'ana']);
    assert.deepEqual(Object(entry).changes, ['spec section of WS1 changed']);
    assert.match(scene.run('resume', 'PRD-009', '--accept', 'again').err, /nothing to accept/);
    scene.put('src/a.ts', 'export const a: number = 3;\n');
    assert.deepEqual(redo(scene), ['WS1', 'gate type-check (WS1)', 'WS2']);
  });

  test('why and show explain how results are known, and which no longer hold', () => {
    const scene = stage();
    secondPhase(scene);
    scene.put('src/a.ts', 'export const a: number = 3;\n');
    const unit = scene.run('why', 'PRD-009', 'WS1').out;
    assert.match(
      unit,
      /Known by:\n {2}WS1: 1 file, .* by ana at [0-9a-f]{7}\n {2}gate type-check \(WS1\): passed over 1 file, exit code 0/,
    );
    assert.match(unit, /! WS1: src\/a\.ts changed since WS1 was done/);
    const gate = scene.json('why', 'PRD-009', 'type-check');
    assert.match(JSON.stringify(gate['reasons']), /gate type-check \(WS1\): passed/);
    assert.match(JSON.stringify(gate['stale']), /changed since gate type-check \(WS1\) passed/);
    assert.match(scene.run('gate', 'status', 'PRD-009').out, /type-check \(WS1\) +stale/);
    assert.match(scene.run('show', 'PRD-009').out, /Evidence\n +WS1 +1 file, /);
  });
});

describe('a gate whose pawl is killed', { skip: process.platform === 'win32' && 'signals' }, () => {
  test('records nothing, and what it left behind is gone with the next run at the latest', async () => {
    const { root, run, put, checkpoint } = stage(spec.replace(quick, '{command: node gate.mjs}'));
    put(
      'gate.mjs',
      "import fs from 'node:fs'; fs.writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000);",
    );
    const before = checkpoint();
    const child = spawn(process.execPath, [program, 'gate', 'run', 'PRD-009', '--yes'], {
      cwd: root,
      env: cleanEnv(),
      stdio: 'ignore',
    });
    const file = path.join(root, 'pid');
    while (!fs.existsSync(file) || textOf(file) === '') await delay(20);
    child.kill('SIGKILL');
    await once(child, 'close');
    const left = Number(textOf(file));
    // A process that has ended may still be listed until its parent has looked.
    const isThere = (): boolean => findProcess(left)?.command.some((word) => word.endsWith('gate.mjs')) === true;
    // It may be there until the next run, or its watchdog was faster.
    assert.deepEqual(checkpoint(), before);
    put('gate.mjs', '');
    assert.equal(run('gate', 'run', 'PRD-009', '--yes').code, 0);
    assert.ok(!isThere());
  });
});
