// `pawl build` at its edges: many files, previews, scripts of several lines, work that others did.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject } from '../../src/rules/json/json.js';
import { build, buildAll, checkpoint, configure, hasRun, homeOf, js, prd, project, unit } from './build-project.js';
import { mountMemory } from '../support/mount.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, node, pawl, program, textOf } from './program.js';

describe('outputs', () => {
  test('that are more than a checkpoint lists are counted, and do not fail the work', () => {
    const many = js("const f=require('fs');f.mkdirSync('big');for(let i=0;i<10005;i++)f.writeFileSync('big/'+i,'')");
    const root = project(
      `workstreams:\n${unit('WS1', many, 'outputs: ["big/**"]')}\n${unit('WS2', 'false', 'depends_on: [WS1]')}`,
    );
    const { doc } = buildAll(root);
    assert.deepEqual(doc['completed'], ['WS1'], JSON.stringify(doc).slice(0, 500));
    const { artifacts, pawl: own } = checkpoint(root);
    assert.equal(isJsonObject(artifacts) && Array.isArray(artifacts['WS1']) ? artifacts['WS1'].length : 0, 10_000);
    assert.match(JSON.stringify(own), /"unlisted":5\b/);
    const { out } = build(root, prd, '--resume', '--yes');
    assert.match(out, /✓ +WS1 .* and 10002 more/, 'the summary counts them all');
    fs.writeFileSync(path.join(root, 'big/another'), '');
    assert.equal(pawl(['pipeline', 'done', prd, 'WS1', '--artifacts', 'big/another'], root, homeOf(root)).code, 0);
  });
});

test('dozens of workstreams side by side say nothing but what they are', () => {
  const ids = Array.from({ length: 24 }, (_, n) => `W${n}`);
  const root = project(['workstreams:', ...ids.map((id) => unit(id, 'sleep 0.5'))].join('\n'));
  const { code, err } = build(root, prd, '--yes', '--parallel', '24');
  assert.equal(code, 0, err);
  assert.doesNotMatch(err, /Warning/);
});

describe('a preview', () => {
  const spec = [
    'workstreams:',
    unit('A', 'touch a.txt', 'outputs: [a.txt], gate: ga'),
    unit('B', 'test -f go', 'depends_on: [A]'),
    'gates:',
    '  ga: {command: "test -f a.txt"}',
  ].join('\n');

  test('shows what the call would run: stale work again, and no gate that passed and holds', () => {
    const root = project(spec);
    assert.equal(buildAll(root).code, 1);
    const held = build(root, prd, '--resume', '--dry-run').out;
    assert.match(held, /A {2}done already\n/);
    assert.match(held, /B {2}\$ test -f go\n/);
    assert.doesNotMatch(held, /gate ga/);
    fs.writeFileSync(path.join(root, 'a.txt'), 'changed');
    const before = checkpoint(root);
    const stale = build(root, prd, '--resume', '--dry-run').out;
    assert.match(stale, /! A is done again: a\.txt/);
    assert.match(stale, /A {2}\$ touch a\.txt\n {2}gate ga {2}\$ test -f a\.txt\n/);
    const kept = build(root, prd, '--resume', '--dry-run', '--accept', 'meant').out;
    assert.match(kept, /! A is kept: a\.txt[^]*A {2}done already\n/);
    assert.deepEqual(checkpoint(root), before, 'nothing was written');
    const doc = documentOf(build(root, prd, '--resume', '--dry-run', '--json'));
    assert.match(JSON.stringify(doc), /"id":"A",[^}]*"done":false/);
  });

  test('with --accept names what is kept, and not what stands on it', () => {
    const root = project(
      `${spec.split('\n').slice(0, 2).join('\n')}\n${unit('B', 'true', 'depends_on: [A]')}\n${unit('C', 'false', 'depends_on: [B]')}\n${spec.split('\n').slice(3).join('\n')}`,
    );
    assert.equal(buildAll(root).code, 1);
    fs.writeFileSync(path.join(root, 'a.txt'), 'changed');
    for (const way of ['--dry-run', '--yes']) {
      const { out } = build(root, prd, '--resume', way, '--accept', 'meant');
      assert.match(out, /! A is kept: a\.txt/);
      assert.doesNotMatch(out, /B is kept|done again/);
    }
  });

  test('of a run that is complete answers as the call itself does', () => {
    const root = project(`workstreams:\n${unit('A', 'true')}`);
    assert.equal(buildAll(root).code, 0);
    const { code, err } = build(root, prd, '--dry-run');
    assert.deepEqual([code, /already complete/.test(err)], [1, true]);
    assert.match(build(root, prd, '--fresh', '--dry-run').out, /A {2}\$ true/);
  });

  test('of work that nothing can run answers as the call itself does: what is missing, and its exit code', () => {
    const root = project(
      `workstreams:\n  A: {name: Nobody}\n  B: {name: Agent, executor: some-agent}\n${unit('C', 'true')}`,
    );
    const answers = (...args: readonly string[]): unknown => {
      const [real, preview] = [build(root, prd, ...args), build(root, prd, '--dry-run', ...args)];
      assert.deepEqual([preview.code, preview.out, preview.err], [real.code, real.out, real.err]);
      return [real.code, /no executor and no command: A\n.*executor "some-agent": B/.test(`${real.out}${real.err}`)];
    };
    assert.deepEqual(answers(), [6, true]);
    assert.equal(documentOf(build(root, prd, '--dry-run', '--json'))['ok'], false);
    answers('--json');
    configure(root, { executors: { 'some-agent': { command: 'not a list' }, '*': { command: ['true'] } } });
    const { code, err } = build(root, prd, '--dry-run');
    assert.deepEqual(
      [code, /executor "some-agent": B\n {2}your configuration: executors\.some-agent/.test(err)],
      [6, true],
    );
  });

  test('of work that nothing can run is no trouble where that is done already', () => {
    const root = project(`workstreams:\n  A: {name: By hand}\n${unit('B', 'true', 'depends_on: [A]')}`);
    for (const words of [
      ['init', prd],
      ['start', prd, 'A'],
      ['done', prd, 'A'],
    ])
      pawl(['pipeline', ...words], root, homeOf(root));
    assert.match(build(root, prd, '--resume', '--dry-run').out, /A {2}done already\n[^]*B {2}\$ true\n/);
    assert.equal(build(root, prd, '--fresh', '--dry-run').code, 6);
  });
});

describe('--accept', () => {
  test('answers what was kept, as the record says it', () => {
    const root = project(
      `workstreams:\n${unit('A', 'touch a.txt', 'outputs: [a.txt], gate: ga')}\n${unit('B', 'test -f go', 'depends_on: [A]')}\ngates:\n  ga: {command: "test -f a.txt"}`,
    );
    assert.equal(buildAll(root).code, 1);
    fs.writeFileSync(path.join(root, 'a.txt'), 'changed');
    fs.writeFileSync(path.join(root, 'go'), '');
    const { code, doc } = buildAll(root, '--resume', '--accept', 'meant');
    assert.deepEqual([code, doc['kept']], [0, ['A', 'gate ga (A)']], JSON.stringify(doc));
  });
});

describe('a command of several lines', () => {
  test('fails with its first line that fails', () => {
    const gate = 'gates:\n  ci:\n    command: |\n      false\n      echo tests ok\n';
    const failing = buildAll(project(`workstreams:\n${unit('A', 'true')}\n${gate}`));
    assert.deepEqual([failing.code, failing.doc['end']], [1, 'failed'], JSON.stringify(failing.doc));
    const work = buildAll(project(`workstreams:\n${unit('A', 'false\ntouch a.txt')}`));
    assert.deepEqual([work.code, work.doc['end']], [1, 'failed'], JSON.stringify(work.doc));
    assert.equal(buildAll(project(`workstreams:\n${unit('A', 'true\nfalse || true')}`)).code, 0);
    assert.equal(buildAll(project(`workstreams:\n${unit('A', 'false; true')}`)).code, 0, 'one line is run as it is');
  });
});

describe('work that was done by hand', () => {
  test('needs no executor any more', () => {
    const root = project(`workstreams:\n  WS1: {name: By hand}\n${unit('WS2', 'touch b.txt', 'depends_on: [WS1]')}`);
    for (const words of [
      ['init', prd],
      ['start', prd, 'WS1'],
      ['done', prd, 'WS1'],
    ])
      assert.equal(pawl(['pipeline', ...words], root, homeOf(root)).code, 0, words.join(' '));
    const { code, doc } = buildAll(root, '--resume');
    assert.deepEqual([code, doc['end']], [0, 'complete'], JSON.stringify(doc));
  });
});

describe('a build that waits for a decision', () => {
  test('says so in the form of every build: not ok, nothing ran, and how to go on', () => {
    const root = project(`workstreams:\n${unit('WS1', 'false')}`);
    assert.equal(buildAll(root).code, 1);
    const ended = build(root, prd, '--resume', '--json');
    const doc = documentOf(ended);
    assert.equal(ended.code, 6);
    assert.deepEqual(
      [doc['ok'], doc['prd'], doc['status'], doc['end'], doc['ran'], doc['completed'], doc['pending']],
      [false, prd, 'failed', 'paused', [], [], ['WS1']],
      JSON.stringify(doc),
    );
    assert.match(String(doc['next_command']), /--resume --yes/);
    assert.ok(Array.isArray(doc['reasons']) && doc['reasons'].length > 0);
  });
});

describe('a disk that is full', () => {
  test('does not take back what was saved: the summary tells that the run is complete', (t) => {
    const root = mountMemory(t, 'size=400k');
    if (root === null) return;
    fs.mkdirSync(path.join(root, 'docs'));
    const fills = unit('WS1', "sh -c 'head -c 2000000 /dev/zero > fill; exit 0'");
    const text = `---\nprd: ${prd}\nprd_title: A test\nworkstreams:\n${fills}\n---\n`;
    fs.writeFileSync(path.join(root, `docs/${prd}.md`), text);
    const { code, out, err } = pawl(['build', prd, '--yes'], root, homeOf(tempFolder()));
    assert.equal(code, 0, `${out}\n${err}`);
    assert.match(out, /PRD-007 is complete\n {2}1 workstream done/);
    assert.doesNotMatch(err, /previous revision/);
    fs.rmSync(path.join(root, 'fill'));
    assert.match(pawl(['show', prd], root, homeOf(root)).out, /1\/1 · complete/);
  });
});

describe('what is told about a run', () => {
  test('a workstream that pawl ran itself is not only claimed', () => {
    const root = project(`workstreams:\n${unit('A', 'true')}\n${unit('B', 'false', 'depends_on: [A]')}`);
    const { out } = build(root, prd, '--yes');
    assert.doesNotMatch(out, /all of it/);
    const why = pawl(['why', prd], root, homeOf(root)).out;
    assert.match(why, /A.* ran here, exit code 0, /);
    assert.doesNotMatch(why, /claimed/);
  });

  test('a spec that cannot be read any more is told with its first problem', () => {
    const root = project(`workstreams:\n${unit('A', 'true')}\n${unit('B', 'false', 'depends_on: [A]')}`);
    buildAll(root);
    fs.writeFileSync(path.join(root, `docs/${prd}.md`), `---\nprd: ${prd}\nworkstreams: {A: {depends_on: [Z]}}\n---\n`);
    const { out } = pawl(['resume', prd], root, homeOf(root));
    assert.match(
      out,
      /its spec cannot be compared: docs\/PRD-007\.md has a problem:\s+docs\/PRD-007\.md:3:32: A depends on Z/,
    );
  });

  test('a failure whose work was done after all names the way on, and resuming completes it', () => {
    const root = project('workstreams:\n  A: {name: By hand}');
    const say = (...words: readonly string[]): string => pawl(words, root, homeOf(root)).out;
    say('pipeline', 'init', prd);
    say('pipeline', 'start', prd, 'A');
    say('pipeline', 'fail', prd, 'A', '--error', 'no');
    const done = say('pipeline', 'done', prd, 'A');
    assert.match(done, /failure[^]*Next: pawl pipeline pause PRD-007\n/);
    assert.match(
      say('resume', prd, '--choice', 'r'),
      /PRD-007 is yours: nothing was left to do, and it is complete now/,
    );
  });

  test('an error of the library that nobody catches is printed with its own name', () => {
    const { err } = node(
      ['-e', "require(process.argv[1]).openProject({root: '/', nonsense: 1})", path.resolve('dist/index.cjs')],
      '/',
    );
    assert.match(err, /\nPawlError: /);
    assert.doesNotMatch(err, /\[PawlError\]/);
  });
});

describe('an attempt', () => {
  test('is counted by its start, also when it said nothing and its build was killed', async () => {
    const root = project(
      `workstreams:\n${unit('WS1', "sh -c 'echo $PAWL_ATTEMPT >> att; test -e go || sleep 300; echo said'")}`,
    );
    const attempts = (): number =>
      fs.existsSync(path.join(root, 'att')) ? textOf(root, 'att').trim().split('\n').length : 0;
    for (let round = 1; round <= 2; round++) {
      const child = spawn(process.execPath, [program, 'build', prd, '--yes'], {
        cwd: root,
        env: cleanEnv(homeOf(root)),
        stdio: 'ignore',
      });
      for (let i = 0; i < 600 && (attempts() < round || !hasRun(root)); i++) await sleep(50);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    fs.writeFileSync(path.join(root, 'go'), '');
    const { code, doc } = buildAll(root, '--resume');
    assert.equal(code, 0);
    assert.equal(textOf(root, 'att'), '1\n2\n3\n');
    assert.match(JSON.stringify(doc['ran']), /"attempt":3,.*WS1-3\.log"/, 'its log has its number');
  });
});

test('of two lanes that fail each keeps its own failure: on record, in its history, and for its next attempt', () => {
  const agent = [
    'id=$PAWL_WORKSTREAM; cat > brief-$id.txt',
    '[ $id = A ] || sleep 0.3',
    'echo "$id.ts:3 broken $id" >&2; exit 1',
  ];
  const root = project('workstreams:\n  A: {executor: x}\n  B: {executor: x}', { 'A.ts': '', 'B.ts': '' });
  configure(root, { executors: { x: { command: ['sh', '-c', agent.join('\n')] } } });
  assert.equal(buildAll(root).code, 1);
  const { error, pawl: own } = checkpoint(root);
  assert.match(JSON.stringify(error), /"workstream":"A","message":"[^"]*broken A/);
  assert.match(JSON.stringify(isJsonObject(own) && own['errors']), /"workstream":"B","message":"[^"]*broken B/);
  assert.match(pawl(['why', prd, 'B'], root).out, /failed at B: .*broken B/);
  assert.doesNotMatch(pawl(['why', prd, 'B'], root).out, /broken A/);
  buildAll(root, '--resume');
  for (const id of ['A', 'B'])
    assert.match(textOf(root, `brief-${id}.txt`), new RegExp(`last attempt failed: .*broken ${id}`));
});

test('the summary shows no more of a long line than anyone reads', () => {
  const root = project(`workstreams:\n${unit('A', `node -e "console.log('x'.repeat(60000)); process.exit(1)"`)}`);
  const { out } = build(root, prd, '--yes');
  assert.match(out, /│ x+…\n/);
  assert.ok(out.split('\n').every((line) => line.length < 600));
});
