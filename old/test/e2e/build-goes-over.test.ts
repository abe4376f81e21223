// `pawl build`: work that was begun over files of earlier work, and did not come to its end.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, buildAll, checkpoint, homeOf, prd, project, unit } from './build-project.js';
import { cleanEnv, documentOf, pawl, program, textOf } from './program.js';

const slow = 'echo c >> shared.ts; echo C >> ran; test -f go || sleep 300';
const spec = (second: string, more = ''): string =>
  [
    'workstreams:',
    unit('A', "sh -c 'echo a > shared.ts; echo a > own.ts; echo A >> ran'", 'outputs: [shared.ts, own.ts], gate: ga'),
    unit('C', `sh -c '${second}'`, `depends_on: [A], outputs: ["*ared.ts"]${more}`),
    'gates:',
    '  ga: {command: "test -f shared.ts"}',
  ].join('\n');
const ran = (root: string): string => textOf(root, 'ran').replaceAll('\n', '');

/** Begins a build, ends it with a signal once its second workstream is at work. */
async function interrupted(root: string, signal: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, [program, 'build', prd, '--yes'], {
    cwd: root,
    env: cleanEnv(homeOf(root)),
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (let i = 0; i < 600 && !(fs.existsSync(path.join(root, 'ran')) && ran(root).includes('C')); i++) await sleep(20);
  child.kill(signal);
  await ended;
}

describe('a later workstream that goes on over earlier files and', () => {
  const ways: readonly (readonly [string, string, (root: string) => Promise<void>])[] = [
    ['fails', spec(slow.replace('sleep 300', 'exit 3')), async (root) => void buildAll(root)],
    ['runs into its time limit', spec(slow, ', timeout: 1s'), async (root) => void buildAll(root)],
    ['is interrupted', spec(slow), async (root) => interrupted(root, 'SIGINT')],
    ['dies with its build', spec(slow), async (root) => interrupted(root, 'SIGKILL')],
  ];
  for (const [what, text, way] of ways) {
    test(`${what} is done again alone; resume and why tell whose change it is`, async () => {
      const root = project(text);
      await way(root);
      const decision = documentOf(pawl(['resume', prd, '--json'], root, homeOf(root)));
      assert.deepEqual([decision['progress'], decision['redo']], [{ done: 1, total: 2 }, []], JSON.stringify(decision));
      const told =
        /shared\.ts changed after A, ga \(A\): C, which was begun and is not done, names it among its outputs/;
      assert.match(JSON.stringify(decision['notes']), told);
      assert.match(pawl(['why', prd, 'A'], root, homeOf(root)).out, told);
      fs.writeFileSync(path.join(root, 'go'), '');
      assert.equal(buildAll(root, '--resume').code, 0);
      assert.equal(ran(root), 'ACC');
      assert.equal(JSON.stringify(checkpoint(root)).includes('"begun"'), false, 'what is done is not begun any more');
    });
  }

  test('fails leaves files that it does not name to those who made them', () => {
    const root = project(spec(slow.replace('sleep 300', 'exit 3')));
    buildAll(root);
    fs.writeFileSync(path.join(root, 'own.ts'), 'changed');
    const { redo, reasons } = documentOf(pawl(['resume', prd, '--json'], root, homeOf(root)));
    assert.deepEqual(redo, ['A', 'gate ga (A)']);
    assert.match(JSON.stringify(reasons), /own\.ts changed since A was done/);
    fs.writeFileSync(path.join(root, 'go'), '');
    assert.equal(build(root, prd, '--resume', '--yes').code, 0);
    assert.equal(ran(root), 'ACAC');
  });

  test('fails has no part in what is changed after the earlier work was done again', () => {
    const root = project(spec(slow.replace('sleep 300', 'exit 3')));
    buildAll(root);
    assert.equal(pawl(['pipeline', 'done', prd, 'A'], root, homeOf(root)).code, 0);
    fs.writeFileSync(path.join(root, 'shared.ts'), 'changed');
    const { redo } = documentOf(pawl(['resume', prd, '--json'], root, homeOf(root)));
    assert.match(JSON.stringify(redo), /"A"/);
  });

  test('fails beside work that is done then is not taken for the doing of that one', () => {
    const root = project(
      [
        'workstreams:',
        unit('A', "sh -c 'echo a > shared.ts; echo A >> ran'", 'outputs: [shared.ts]'),
        unit(
          'C',
          "sh -c 'echo c >> shared.ts; sleep 1; echo c >> shared.ts; test -f go'",
          'depends_on: [A], outputs: [shared.ts]',
        ),
        unit('D', "sh -c 'sleep 0.5; echo D >> ran'", 'depends_on: [A]'),
      ].join('\n'),
    );
    buildAll(root);
    const { redo } = documentOf(pawl(['resume', prd, '--json'], root, homeOf(root)));
    assert.deepEqual(redo, []);
    fs.writeFileSync(path.join(root, 'go'), '');
    assert.equal(buildAll(root, '--resume').code, 0);
    assert.equal(ran(root), 'AD');
  });
});
