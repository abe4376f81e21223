// What a pipeline waits for that is no work: resume, brief, status and steps tell it, and how to go on.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/rules/json/json.js';
import { build, buildAll, checkpoint, homeOf, prd, project, unit } from './build-project.js';
import { documentOf, type Ended, pawl } from './program.js';
import { noTerminal, pawlInTerminal, type Seen, type Typed } from './terminal.js';

const spec = ['workstreams:', unit('A', 'touch a.txt'), unit('B', 'touch b.txt', 'depends_on: [A]')].join('\n');
const run = (root: string, ...args: readonly string[]): Ended => pawl(args, root, homeOf(root));
const decision = (root: string): JsonObject => documentOf(run(root, 'resume', prd, '--json'));
const onTerminal = (root: string, args: readonly string[], typed: readonly Typed[]): Promise<Seen> =>
  pawlInTerminal(args, typed, root, homeOf(root));
const confirm: Typed = [/Run them/, 'y\n'];
const begin: Typed = [/Begin with this spec\?/, 'y\n'];
const next = `pawl build ${prd} --resume`;

describe("a person's no", { skip: noTerminal }, () => {
  const points: readonly (readonly [string, RegExp, readonly Typed[], string])[] = [
    ['its spec', /its spec was not approved: \S+ said no/, [confirm, [/Begin with this spec\?/, 'n\n']], 'A'],
    ['a phase', /Phase 1 was not approved: \S+ said no/, [confirm, begin, [/Go on\?/, 'n\n']], 'B'],
  ];
  for (const [point, told, typed, unitBehind] of points) {
    test(`at ${point} is told by resume, brief, status and start, and nothing goes past it`, async () => {
      const root = project(spec);
      assert.equal((await onTerminal(root, ['build', prd], typed)).code, 6);
      const { verdict, reasons, next_command: command } = decision(root);
      assert.deepEqual([verdict, command], ['ask', next]);
      assert.match(JSON.stringify(reasons), told);
      const choice = `A person decides: ${next}, on a terminal; or pawl resume ${prd} --choice`;
      assert.ok(run(root, 'resume', prd).out.includes(choice), 'a build takes no choice');
      const auto = run(root, 'resume', prd, '--auto', '--json');
      assert.deepEqual([auto.code, documentOf(auto)['acted']], [6, null]);
      const { out: brief } = run(root, 'brief', prd);
      assert.match(brief, told);
      assert.match(brief, new RegExp(`Next command: ${next}\n`));
      assert.match(run(root, 'status').out, told);
      const before = checkpoint(root);
      const start = run(root, 'pipeline', 'start', prd, unitBehind);
      assert.equal(start.code, 6, start.out);
      assert.match(start.err, told);
      assert.match(start.err, new RegExp(next));
      assert.deepEqual(checkpoint(root), before);
      assert.equal(build(root, prd, '--resume').code, 6, 'without a terminal nobody answers');
    });
  }

  test('is taken back by a yes at the same question, which is asked at once', async () => {
    const root = project(spec);
    await onTerminal(root, ['build', prd], [confirm, begin, [/Go on\?/, 'n\n']]);
    const again = await onTerminal(
      root,
      ['build', prd, '--resume'],
      [
        [/Phase 1 is done\. Go on\?/, 'y\n'],
        [/Complete it\?/, 'y\n'],
      ],
    );
    assert.equal(again.code, 0, again.screen);
    assert.doesNotMatch(again.screen, /Choice \[/);
  });

  test('is taken back by --yes, and by a person who resumes the run; both are on record', async () => {
    for (const args of [
      ['build', prd, '--resume', '--yes'],
      ['resume', prd, '--choice', 'r'],
    ]) {
      const root = project(spec);
      await onTerminal(root, ['build', prd], [confirm, begin, [/Go on\?/, 'n\n']]);
      const { code, out, err } = run(root, ...args);
      assert.equal(code, 0, out + err);
      assert.match(run(root, 'why', prd).out, /Phase 1: \S+ said no[^]*Phase 1: \S+ said yes/);
      if (args[0] === 'resume') assert.equal(run(root, 'pipeline', 'start', prd, 'B').code, 0);
    }
  });

  test('at a manual gate is a reason to ask, and names the gate to run again', async () => {
    const root = project(
      `${spec.replace('"touch a.txt"', '"touch a.txt", gate: look')}\ngates:\n  look: {type: manual}`,
    );
    await onTerminal(root, ['build', prd], [confirm, begin, [/Does it pass\?/, 'n\n']]);
    const { verdict, reasons, notes, next_command: command } = decision(root);
    assert.deepEqual([verdict, command], ['ask', `pawl gate run ${prd} look`]);
    assert.match(JSON.stringify(reasons), /gate look \(A\) was declined: \S+ said no/);
    assert.doesNotMatch(JSON.stringify(notes), /declined/, 'it is told once');
    assert.match(run(root, 'brief', prd).out, /A person decides first: gate look \(A\) was declined/);
  });
});

describe('a run that waits', () => {
  test('only for the approval of its completion asks, and every place names the build', {
    skip: noTerminal,
  }, async () => {
    const root = project(spec);
    await onTerminal(root, ['build', prd], [confirm, begin, [/Go on\?/, '\u0003']]);
    const between = decision(root);
    assert.deepEqual([between['verdict'], between['reasons']], ['ask', ["Phase 1 waits for a person's yes"]]);
    assert.equal(run(root, 'pipeline', 'start', prd, 'B').code, 0, 'nobody said no');
    const done = run(root, 'pipeline', 'done', prd, 'B').out;
    assert.match(done, new RegExp(`its completion waits for a person's yes; .${next}. asks, on a terminal`));
    const { verdict, reasons, from, next_command: command } = decision(root);
    assert.deepEqual([verdict, reasons], ['ask', ["its completion waits for a person's yes"]]);
    assert.deepEqual([from, command], ['approval of its completion', next]);
    assert.match(run(root, 'brief', prd).out, new RegExp(`Next command: ${next}\n`));
    assert.match(run(root, 'status').out, /its completion waits for a person's yes/);
    const taken = documentOf(run(root, 'resume', prd, '--choice', 'r', '--json'));
    assert.equal(taken['next_command'], next);
    const end = await onTerminal(root, ['build', prd, '--resume'], [[/Complete it\?/, 'y\n']]);
    assert.equal(end.code, 0, end.screen);
  });

  test('for a gate that could not be run is blocked, names it, and a build runs it again', () => {
    const root = project(
      `${spec.replace('"touch a.txt"', '"touch a.txt", gate: g1')}\ngates:\n  g1: {command: "./not-there"}`,
    );
    assert.equal(buildAll(root).code, 6);
    const { verdict, reasons, notes, next_command: command, options } = decision(root);
    assert.deepEqual([verdict, command, options], ['blocked', `pawl gate run ${prd} g1`, ['r', 's', 'v', 'd']]);
    assert.match(JSON.stringify(reasons), /gate g1 \(A\) could not be run: /);
    assert.doesNotMatch(JSON.stringify(notes), /could not be run/);
    assert.match(run(root, 'brief', prd).out, /Gates: gate g1 \(A\) could not be run: [^\n]*pending g1/);
    assert.equal(build(root, prd, '--resume', '--yes').code, 6, 'it is tried again, and still not there');
    fs.writeFileSync(path.join(root, 'not-there'), '#!/bin/sh\n', { mode: 0o755 });
    assert.equal(buildAll(root, '--resume').code, 0);
  });

  test('for a workstream that could not be run is told everywhere, until it runs', () => {
    const root = project(spec.replace('"touch b.txt"', '"./not-there x"'));
    assert.equal(buildAll(root).code, 6);
    const told = /B could not be run: [^\n]*not-there/;
    const { verdict, reasons, notes } = decision(root);
    assert.equal(verdict, 'ask');
    assert.match(JSON.stringify(reasons), told);
    assert.doesNotMatch(JSON.stringify(notes), told);
    for (const command of ['resume', 'brief', 'show']) assert.match(run(root, command, prd).out, told, command);
    assert.match(run(root, 'status').out, told);
    assert.match(run(root, 'why', prd, 'B').out, /workstream B: could not be run: [^\n]*not-there/);
    assert.match(run(root, 'history', prd).out, /paused: could not be run: B/);
    assert.equal(build(root, prd, '--resume', '--yes').code, 6, 'it is tried again, and still not there');
    fs.writeFileSync(path.join(root, 'not-there'), '#!/bin/sh\n', { mode: 0o755 });
    assert.equal(buildAll(root, '--resume').code, 0);
    assert.doesNotMatch(JSON.stringify(checkpoint(root)), /could not be/);
  });
});
