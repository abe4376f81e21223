// `pawl build`: finished work is never run again over what a gate, a person who was asked, the agent itself or work that did
// not come to its end did to its files.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/rules/json/json.js';
import { buildAll, homeOf, prd, project, unit } from './build-project.js';
import { cleanEnv, documentOf, pawl, program, textOf } from './program.js';
import { noTerminal, pawlInTerminal, type Typed } from './terminal.js';

const ran = (root: string): string => textOf(root, 'ran').replaceAll('\n', '');
const put = (root: string, file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);
const decision = (root: string): JsonObject => documentOf(pawl(['resume', prd, '--json'], root, homeOf(root)));
const makes = (id: string, file: string, text: string): string => `sh -c 'echo ${text} > ${file}; echo ${id} >> ran'`;

describe('finished work is not run again', () => {
  test('over what a gate changed that does not cover it', () => {
    const root = project(
      [
        'workstreams:',
        unit('A', makes('A', 'a.ts', 'var'), 'outputs: [a.ts]'),
        unit('B', makes('B', 'b.ts', 'var'), 'depends_on: [A], outputs: [b.ts], gate: lint'),
        unit('C', 'test -f go', 'depends_on: [B]'),
        'gates:',
        '  lint: {command: "sed -i s/var/let/ a.ts b.ts"}',
      ].join('\n'),
    );
    const { doc } = buildAll(root);
    assert.match(JSON.stringify(doc['gates']), /"changed_meanwhile":\[[^\]]*"a\.ts"/);
    assert.deepEqual(decision(root)['redo'], []);
    buildAll(root, '--resume');
    put(root, 'go', '');
    assert.equal(buildAll(root, '--resume').code, 0);
    assert.equal(ran(root), 'AB');
    assert.equal(textOf(root, 'a.ts'), 'let\n');
  });

  test('over the repair of a file that a failed gate names, and does not cover', () => {
    const root = project(
      [
        'workstreams:',
        unit('A', makes('A', 'a.ts', 'BAD'), 'outputs: [a.ts]'),
        unit('B', makes('B', 'b.ts', 'b'), 'depends_on: [A], outputs: [b.ts], gate: t'),
        unit('C', 'test -f go', 'depends_on: [B]'),
        'gates:',
        `  t: {command: "sh -c 'if grep -q BAD a.ts; then echo test.sh:4 at a.ts:1: bad; exit 1; fi'"}`,
      ].join('\n'),
    );
    assert.equal(buildAll(root).code, 1);
    put(root, 'a.ts', 'HALF BAD');
    assert.deepEqual(decision(root)['redo'], []);
    assert.equal(buildAll(root, '--resume').code, 1);
    put(root, 'a.ts', 'GOOD');
    assert.equal(buildAll(root, '--resume').doc['status'], 'failed', 'C has not been told to go');
    put(root, 'go', '');
    assert.equal(buildAll(root, '--resume').code, 0);
    assert.deepEqual([ran(root), textOf(root, 'a.ts')], ['AB', 'GOOD']);
  });

  test('over what a person changes after a no at a manual gate, or at a phase', { skip: noTerminal }, async () => {
    const made = unit('A', makes('A', 'a.txt', 'agent'), 'outputs: [a.txt]');
    const rest = `${unit('B', 'true', 'depends_on: [A]')}\ngates:\n  has: {command: "test -f a.txt"}`;
    const texts = [
      [`workstreams:\n${made.replace(']}', '], gate: look}')}\ngates:\n  look: {type: manual}`, /pass\?/],
      [`workstreams:\n${made.replace(']}', '], gate: has}')}\n${rest}`, /Go on\?/],
    ] as const;
    for (const [text, question] of texts) {
      const root = project(text);
      const typed: Typed[] = [
        [/Run (?:them|it)/, 'y\n'],
        [/Begin with this spec\?/, 'y\n'],
        [question, 'n\n'],
      ];
      assert.equal((await pawlInTerminal(['build', prd], typed, root, homeOf(root))).code, 6);
      put(root, 'a.txt', 'person');
      const isPhase = question.source.startsWith('Go');
      const { redo, notes } = decision(root);
      assert.deepEqual(redo, isPhase ? ['gate has (A)'] : [], 'gates judge it, nobody else does');
      if (question.source.startsWith('Go'))
        assert.match(JSON.stringify(notes), /a\.txt changed after A: Phase 1 was not/);
      const again: Typed[] = [...(isPhase ? [[/Choice/, 'r\n'] as const] : []), [question, 'n\n']];
      const no = await pawlInTerminal(['build', prd, '--resume'], again, root, homeOf(root));
      assert.equal(no.code, 6, no.screen);
      put(root, 'a.txt', 'person again');
      const ended = buildAll(root, '--resume');
      assert.equal(ended.code, 0, JSON.stringify(ended.doc));
      assert.deepEqual([ran(root), textOf(root, 'a.txt')], ['A', 'person again']);
    }
  });

  test('because its agent ticked its boxes, set its status or wrote into its own section', () => {
    const agent = [
      'echo $1 >> ran',
      `sed -i "s/\\[ \\] do $1/[x] do $1/; s/status: open, note: $1/status: complete, note: $1/; s/^Notes of $1.*/&more/" docs/${prd}.md`,
    ].join('\n');
    const root = project(
      [
        'workstreams:',
        unit('A', 'sh agent.sh A', 'status: open, note: A'),
        unit('B', 'sh agent.sh B', 'depends_on: [A], status: open, note: B'),
        unit('C', 'test -f go', 'depends_on: [B]'),
      ].join('\n'),
      { 'agent.sh': agent },
    );
    const file = path.join(root, `docs/${prd}.md`);
    fs.appendFileSync(file, '\n## A\n\n- [ ] do A\n\nNotes of A:\n\n## B\n\n1. [ ] do B\n\nNotes of B:\n');
    buildAll(root);
    assert.match(fs.readFileSync(file, 'utf8'), /\[x\] do B[^]*B:more/);
    assert.deepEqual(decision(root)['redo'], []);
    put(root, 'go', '');
    assert.equal(buildAll(root, '--resume').code, 0);
    assert.equal(ran(root), 'AB');
  });

  const ways: readonly (readonly [string, NodeJS.Signals | null])[] = [
    ['failed', null],
    ['was interrupted', 'SIGINT'],
    ['died with its build', 'SIGKILL'],
  ];
  for (const [what, signal] of ways) {
    test(`because later work changed its file, does not name it among its outputs, and ${what}`, async () => {
      const end = signal === null ? 'exit 3' : 'sleep 300';
      const root = project(
        [
          'workstreams:',
          unit('A', makes('A', 'index.ts', 'a'), 'outputs: [index.ts], gate: has'),
          unit('B', `sh -c 'echo b >> index.ts; echo B >> ran; touch begun; test -f go || ${end}'`, 'depends_on: [A]'),
          'gates:',
          '  has: {command: "test -f index.ts"}',
        ].join('\n'),
      );
      if (signal === null) buildAll(root);
      else await interrupted(root, signal);
      assert.deepEqual(decision(root)['redo'], []);
      put(root, 'go', '');
      assert.equal(buildAll(root, '--resume').code, 0);
      assert.equal(ran(root), 'ABB');
      assert.deepEqual(fs.readdirSync(path.join(root, '.claude/state/.pawl/children')), []);
    });
  }

  test("but what is changed after its build was killed is nobody else's doing", async () => {
    const root = project(
      [
        'workstreams:',
        unit('A', makes('A', 'a.ts', 'a'), 'outputs: [a.ts]'),
        unit('B', `sh -c 'echo B >> ran; touch begun; test -f go || sleep 300'`, 'depends_on: [A]'),
      ].join('\n'),
    );
    await interrupted(root, 'SIGKILL');
    put(root, 'a.ts', 'edited');
    assert.deepEqual(decision(root)['redo'], ['A']);
  });
});

/** Begins a build, ends it with a signal once its second workstream is at work, and waits until nothing of it is left. */
async function interrupted(root: string, signal: NodeJS.Signals): Promise<void> {
  const env = cleanEnv(homeOf(root));
  const child = spawn(process.execPath, [program, 'build', prd, '--yes'], { cwd: root, env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (let i = 0; i < 600 && !fs.existsSync(path.join(root, 'begun')); i++) await sleep(20);
  await sleep(500); // long enough for all that has happened to be on record
  child.kill(signal);
  await ended;
  const folder = path.join(root, '.claude/state/.pawl/children');
  const isNoted = (): boolean =>
    fs.readdirSync(folder).some((name) => name.endsWith('.killed') && textOf(folder, name) !== '');
  if (signal === 'SIGKILL') for (let i = 0; i < 200 && !isNoted(); i++) await sleep(20);
  await sleep(20); // file systems have no finer clock
}
