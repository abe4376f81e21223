// A run becomes complete only on results that hold, whoever drives it; and what no longer holds of a complete one is told,
// kept or looked at again without its work.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { openProject } from '../../src/index.js';
import { buildAll, checkpoint, homeOf, prd, project, unit } from './build-project.js';
import { documentOf, type Ended, git, pawl, textOf } from './program.js';

const run = (root: string, ...args: readonly string[]): Ended => pawl(args, root, homeOf(root));
const json = (root: string, ...args: readonly string[]): JsonObject => documentOf(run(root, ...args, '--json'));
const put = (root: string, file: string, text: string): void => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};
const gates = (root: string): Readonly<Record<string, unknown>> => {
  const lines = json(root, 'gate', 'status', prd)['gates'];
  return Object.fromEntries(
    (Array.isArray(lines) ? lines : []).filter(isJsonObject).map((one) => [String(one['use']), one['state']]),
  );
};

const selfDriven = [
  'workstreams:',
  '  WS1: {outputs: [src/a.js], gate: ga}',
  '  WS2: {outputs: [src/b.js], depends_on: [WS1], gate: gb}',
  'gates:',
  '  ga: {command: "grep -q good src/a.js"}',
  '  gb: {command: "test -f src/b.js"}',
].join('\n');

/** An agent drives itself: WS1 is done and its gate has passed; then its file is changed. */
function changedMidway(spec = selfDriven): string {
  const root = project(spec);
  run(root, 'pipeline', 'init', prd);
  run(root, 'pipeline', 'start', prd, 'WS1');
  put(root, 'src/a.js', 'good');
  run(root, 'pipeline', 'done', prd, 'WS1');
  assert.equal(run(root, 'gate', 'run', prd, '--yes').code, 0);
  put(root, 'src/a.js', 'bad');
  return root;
}

describe('a run that an agent drives itself', () => {
  test('is told what no longer holds at every start and report, and is not complete on it', () => {
    const root = changedMidway();
    const started = run(root, 'pipeline', 'start', prd, 'WS2');
    assert.match(started.err, /no longer to be believed: WS1, gate ga \(WS1\).*src\/a\.js changed since WS1 was done/s);
    put(root, 'src/b.js', 'b');
    assert.match(run(root, 'pipeline', 'done', prd, 'WS2').err, /WS1, gate ga \(WS1\)/);
    const ended = run(root, 'gate', 'run', prd, '--yes');
    assert.equal(ended.code, 1, 'the stale gate was run as well, and says no');
    assert.equal(checkpoint(root)['status'], 'failed');
    put(root, 'src/a.js', 'good again');
    const mended = run(root, 'gate', 'run', prd, '--yes');
    assert.equal(mended.code, 0, mended.err);
    assert.equal(checkpoint(root)['status'], 'complete');
    assert.deepEqual(gates(root), { 'ga (WS1)': 'passed', 'gb (WS2)': 'passed' });
  });

  const noGates = 'workstreams:\n  WS1: {outputs: [src/a.js]}\n  WS2: {outputs: [src/b.js], depends_on: [WS1]}';
  const midway = (): string => {
    const root = project(noGates);
    run(root, 'pipeline', 'init', prd);
    put(root, 'src/a.js', 'good');
    run(root, 'pipeline', 'done', prd, 'WS1');
    fs.rmSync(path.join(root, 'src/a.js'));
    put(root, 'src/b.js', 'b');
    return root;
  };

  test('stays open at its last report, says why and what to do, and is complete when a person keeps it', () => {
    const root = midway();
    const done = json(root, 'pipeline', 'done', prd, 'WS2');
    assert.equal(done['status'], 'paused');
    assert.match(JSON.stringify(done['remarks']), /src\/a\.js is gone since WS1 was done.*pawl resume PRD-007/);
    assert.equal(run(root, 'doctor').code, 0);
    const asked = json(root, 'resume', prd);
    assert.deepEqual([asked['verdict'], asked['redo']], ['ask', ['WS1', 'WS2']]);
    assert.equal(run(root, 'resume', prd, '--accept', 'rightly gone').code, 0);
    assert.equal(checkpoint(root)['status'], 'complete');
  });

  test('is complete when it is taken up and everything holds again', () => {
    const root = midway();
    run(root, 'pipeline', 'done', prd, 'WS2');
    put(root, 'src/a.js', 'good');
    const up = run(root, 'resume', prd, '--auto');
    assert.equal(up.code, 0, up.err);
    assert.equal(checkpoint(root)['status'], 'complete');
  });

  test('stays open for the library as well', async () => {
    const root = midway();
    const opened = await openProject({ root });
    const { document } = await opened.pipelines.done(prd, 'WS2');
    await opened.close();
    assert.equal(document.status, 'paused');
    assert.equal(document.pawl?.awaits, 'evidence');
  });

  test('work that is reported once more makes its gate due again', () => {
    const root = changedMidway();
    const again = json(root, 'pipeline', 'done', prd, 'WS1');
    assert.deepEqual(again['gates_due'], ['ga (WS1)']);
  });

  test('a report with a file that never existed is a claim: resume asks, and the brief counts no file', () => {
    const root = project('workstreams:\n  WS1: {name: One}\n  WS2: {depends_on: [WS1]}');
    run(root, 'pipeline', 'init', prd);
    assert.equal(run(root, 'pipeline', 'done', prd, 'WS1', '--artifacts', 'db/never.sql').code, 0);
    const asked = json(root, 'resume', prd);
    assert.deepEqual([asked['verdict'], asked['redo']], ['ask', ['WS1']]);
    assert.match(JSON.stringify(asked['reasons']), /db\/never\.sql/);
    const brief = run(root, 'brief', prd).out;
    assert.doesNotMatch(brief, /1 file/);
    run(root, 'pipeline', 'done', prd, 'WS1');
    assert.equal(json(root, 'resume', prd)['verdict'], 'ask', 'saying it twice proves nothing');
    put(root, 'db/never.sql', 'now it is');
    assert.equal(json(root, 'resume', prd)['verdict'], 'resume', 'files may follow');
  });

  test('a run may be complete on claims, as the format has it: only what is known to have changed keeps it open', () => {
    const root = project('workstreams:\n  WS1: {name: One}\n  WS2: {depends_on: [WS1]}');
    run(root, 'pipeline', 'init', prd);
    run(root, 'pipeline', 'done', prd, 'WS1', '--artifacts', 'db/never.sql');
    run(root, 'pipeline', 'start', prd, 'WS2');
    assert.equal(json(root, 'pipeline', 'done', prd, 'WS2', '--artifacts', 'src/never.ts')['status'], 'complete');
  });
});

describe('gates', () => {
  const below = (ws0: string): string =>
    [
      'workstreams:',
      unit('WS1', "sh -c 'echo ok > a.js'", 'outputs: [a.js]'),
      unit('WS2', "sh -c 'echo ok > b.js'", 'outputs: [b.js], depends_on: [WS1]'),
      ...(ws0 === '' ? [] : [unit('WS0', ws0, 'outputs: [z.js]')]),
      'execution_phases:',
      `  - {name: one, parallel: [WS1${ws0 === '' ? '' : ', WS0'}]}`,
      '  - {name: two, parallel: [WS2], gates: [clean]}',
      'gates:',
      `  clean: {command: "sh -c '! grep -n TODO *.js'", covers: ["*.js"]}`,
    ].join('\n');

  test('are due again when new work of an earlier phase is done that they cover', () => {
    const root = project(below(''));
    assert.equal(buildAll(root).code, 0);
    put(root, `docs/${prd}.md`, `---\nprd: ${prd}\nprd_title: A test\n${below("sh -c 'echo TODO > z.js'")}\n---\n`);
    assert.equal(buildAll(root, '--redo').code, 1);
    assert.deepEqual(gates(root), { 'clean (Phase 2)': 'failed' });
  });

  test('that mend the same file leave nothing stale, and it is told', () => {
    const root = project(
      [
        'workstreams:',
        unit('A', "sh -c 'echo var > a.js'", 'outputs: [a.js]'),
        unit('B', "sh -c 'echo var > b.js'", 'outputs: [b.js], depends_on: [A]'),
        'execution_phases:',
        '  - {name: one, parallel: [A], gates: [format]}',
        '  - {name: two, parallel: [B], gates: [chk, lint]}',
        'gates:',
        '  format: {command: "sed -i s/var/var2/ a.js", covers: ["*.js"]}',
        '  chk: {command: "true"}',
        '  lint: {command: "sed -i s/var/let/ a.js b.js", covers: ["*.js"]}',
      ].join('\n'),
    );
    const { code, doc } = buildAll(root);
    assert.equal(code, 0);
    assert.equal(doc['status'], 'complete');
    assert.deepEqual(gates(root), {
      'format (Phase 1)': 'passed',
      'chk (Phase 2)': 'passed',
      'lint (Phase 2)': 'passed',
    });
    assert.match(
      run(root, 'gate', 'status', prd).out,
      /gate format \(Phase 1\): a\.js was changed or removed after it passed/,
    );
  });

  test('over a file that someone changed while later work ran: told in the summary, by gate status and by why', () => {
    const root = project(
      [
        'workstreams:',
        unit('A', "sh -c 'echo good > a.js'", 'outputs: [a.js], gate: ga'),
        unit('B', "sh -c 'echo bad > a.js; echo b > b.js'", 'outputs: [b.js], depends_on: [A]'),
        'gates: {ga: {command: "grep -q good a.js"}}',
      ].join('\n'),
    );
    const { code, doc } = buildAll(root);
    assert.equal(code, 0);
    assert.match(JSON.stringify(doc['reasons']), /a\.js/);
    assert.match(run(root, 'gate', 'status', prd).out, /gate ga \(A\): a\.js was changed or removed after it passed/);
    assert.match(run(root, 'why', prd, 'A').out, /a\.js was changed or removed after/);
    assert.equal(run(root, 'gate', 'run', prd, 'ga', '--yes').code, 1, 'it can be looked at again');
  });
});

describe('a complete run whose results no longer hold', () => {
  const finished = (): string => {
    const spec = ['workstreams:', unit('A', "sh -c 'echo a > a.js'", 'outputs: [a.js], gate: ga')];
    const root = project([...spec, 'gates: {ga: {command: "grep -q a a.js"}}'].join('\n'));
    assert.equal(buildAll(root).code, 0);
    put(root, 'a.js', 'a polished');
    return root;
  };

  for (const how of [['resume'], ['build'], ['build', '--redo']]) {
    test(`keeps them by ${how.join(' ')} --accept, on the record`, () => {
      const root = finished();
      const [command = '', ...flags] = how;
      const ended = run(root, command, prd, ...flags, '--accept', 'polish');
      assert.equal(ended.code, 0, ended.out + ended.err);
      assert.deepEqual(gates(root), { 'ga (A)': 'passed' });
      assert.match(JSON.stringify(checkpoint(root)['pawl']), /"reason":"polish"/);
      assert.equal(checkpoint(root)['status'], 'complete');
      assert.equal(textOf(root, 'a.js'), 'a polished');
      assert.doesNotMatch(run(root, command, prd, ...flags, '--accept', 'polish').out, /kept/);
    });
  }

  test('has its gate run alone', () => {
    const root = finished();
    assert.equal(run(root, 'gate', 'run', prd, 'ga', '--yes').code, 0);
    assert.deepEqual(gates(root), { 'ga (A)': 'passed' });
    put(root, 'a.js', 'b');
    assert.equal(run(root, 'gate', 'run', prd, '--yes').code, 1);
    assert.equal(checkpoint(root)['status'], 'failed');
  });
});

test('show calls a waived gate waived, as gate status does', () => {
  const root = project("workstreams:\n  A: {gate: ga}\ngates: {ga: {command: 'false'}}");
  run(root, 'pipeline', 'init', prd);
  run(root, 'pipeline', 'done', prd, 'A');
  run(root, 'gate', 'run', prd, '--yes');
  const said = ['--by', 'ana', '--issue', '#1', '--reason', 'later'];
  assert.equal(run(root, 'gate', 'waive', prd, 'ga', ...said).code, 0);
  assert.match(run(root, 'show', prd).out, /waived.*ga \(A\)/);
});

test('on another branch nothing of a pipeline is done again', () => {
  const root = project(
    [
      'workstreams:',
      unit('A', "sh -c 'echo A >> .home/ran; echo a > a.js; echo new > old.js'", 'outputs: [a.js, old.js]'),
      unit('B', 'test -f .home/go', 'depends_on: [A]'),
    ].join('\n'),
    { '.gitignore': '.claude/\n.home/\n', '.home/x': '' },
  );
  put(root, 'old.js', 'old');
  git(root, 'add', '-A');
  git(root, 'commit', '--quiet', '--message', 'spec');
  git(root, 'branch', 'base');
  git(root, 'checkout', '--quiet', '-b', 'feat');
  buildAll(root);
  git(root, 'add', '-A');
  git(root, 'commit', '--quiet', '--message', 'work');
  git(root, 'checkout', '--quiet', 'base');
  const asked = json(root, 'resume', prd);
  assert.deepEqual(asked['redo'], []);
  assert.match(JSON.stringify(asked['reasons']), /saved on feat, and you are on base/);
  put(root, '.home/go', '');
  buildAll(root, '--resume');
  assert.equal(textOf(root, '.home/ran'), 'A\n');
  git(root, 'merge', '--quiet', '--no-edit', 'feat');
  assert.deepEqual(gates(root), {});
  put(root, 'a.js', 'edited');
  git(root, 'commit', '--quiet', '--all', '--message', 'edited here');
  assert.match(run(root, 'why', prd, 'A').out, /a\.js changed since A was done/, 'what was merged is here');
});
