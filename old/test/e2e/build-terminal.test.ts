// `pawl build` on a terminal: confirmations, approvals, progress, Ctrl-C.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, checkpoint, hasRun, homeOf, prd, project, unit } from './build-project.js';
import { cleanEnv, documentOf, pawl, program, textOf } from './program.js';
import { noTerminal, pawlInTerminal, type Seen, type Typed } from './terminal.js';

const twoPhases = [
  'workstreams:',
  unit('WS1', "sh -c 'echo one > a.txt; echo a.txt is there'", 'outputs: [a.txt]'),
  unit('WS2', "sh -c 'sleep 0.3; cp a.txt b.txt'", 'outputs: [b.txt], depends_on: [WS1]'),
].join('\n');
const waits = `workstreams:\n${unit('WS1', "sh -c 'echo waiting; touch began; sleep 300'")}`;
const stubborn = `workstreams:\n${unit('WS1', `sh -c 'trap "" TERM; echo waiting; touch began; while true; do sleep 0.1; done'`)}`;

function onTerminal(root: string, args: readonly string[], typed: readonly Typed[]): Promise<Seen> {
  return pawlInTerminal(['build', ...args], typed, root, homeOf(root));
}

const ctrlC = '\u0003';
// oxlint-disable-next-line no-control-regex -- colours are what is taken out
const plain = (screen: string): string => screen.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');

describe('on a terminal', { skip: noTerminal }, () => {
  test('Ctrl-C at a question ends the build, and says that what was done is saved', async () => {
    const root = project(twoPhases);
    const typed: Typed[] = [
      [/Run them, now and later\?/, 'y\n'],
      [/Begin with this spec\?/, 'y\n'],
      [/Go on\?/, ctrlC],
    ];
    const { code, screen } = await onTerminal(root, [prd], typed);
    assert.equal(code, 130, screen);
    assert.match(screen, /interrupted; what was done so far is saved, and `pawl build PRD-007 --resume` goes on/);
    assert.doesNotMatch(screen, /nothing was changed/);
    assert.deepEqual(checkpoint(root)['completed_workstreams'], ['WS1']);
  });

  test('commands are confirmed once, and a person is asked after the spec, each phase and before completion', async () => {
    const root = project(twoPhases);
    const { code, screen } = await onTerminal(
      root,
      [prd],
      [
        [/Run them, now and later\?/, 'y\n'],
        [/Begin with this spec\? \[y\/n\/edit\]:/, 'y\n'],
        [/Phase 1 is done\. Go on\? \[y\/n\/inspect\]:/, 'inspect\n'],
        [/a\.txt[^]*Phase 1 is done\. Go on\?/, 'yes\n'],
        [/All work of PRD-007 is done\. Complete it\? \[y\/n\/review\]:/, 'r\n'],
        [/b\.txt[^]*Complete it\?/, 'y\n'],
      ],
    );
    assert.equal(code, 0, screen);
    assert.match(screen, /PRD-007 is complete/);
    const { pawl: own, status } = checkpoint(root) as {
      pawl: { approvals: { about: string; answer: string }[] };
      status: string;
    };
    assert.deepEqual(
      own.approvals.map(({ about, answer }) => [about, answer]),
      [
        ['spec', 'yes'],
        ['Phase 1', 'yes'],
        ['completion', 'yes'],
      ],
    );
    assert.equal(status, 'complete');
    const again = await onTerminal(root, [prd, '--fresh'], [[/Begin with this spec/, 'n\n']]);
    assert.equal(again.code, 6, again.screen);
    assert.ok(!again.screen.includes('Run them'), 'what was confirmed is not asked about again');
  });

  test('a no saves and stops, also before completion; --yes finishes what was begun with questions', async () => {
    const root = project(twoPhases);
    const no = await onTerminal(
      root,
      [prd],
      [
        [/Run them/, 'y\n'],
        [/Begin with this spec/, 'y\n'],
        [/Phase 1 is done/, 'n\n'],
      ],
    );
    assert.equal(no.code, 6, no.screen);
    assert.match(plain(no.screen), /PRD-007 is paused\r\n {2}Phase 1 was not approved/);
    assert.equal(checkpoint(root)['status'], 'paused');
    const going: readonly Typed[] = [[/Resuming PRD-007 from Phase 2[^]*Phase 1 is done/, 'y\n']];
    const last = await onTerminal(root, [prd, '--resume'], [...going, [/Complete it\?/, 'n\n']]);
    assert.equal(last.code, 6, last.screen);
    assert.equal(checkpoint(root)['status'], 'paused');
    assert.deepEqual(checkpoint(root)['pending_workstreams'], []);
    const yes = build(root, prd, '--resume', '--yes');
    assert.equal(yes.code, 0, yes.out + yes.err);
    assert.equal(checkpoint(root)['status'], 'complete');
  });

  test('a question that was left without an answer stands for everyone, the first one too', async () => {
    const root = project(twoPhases);
    await onTerminal(
      root,
      [prd],
      [
        [/Run them/, 'y\n'],
        [/Begin with this spec/, '\u0003'],
      ],
    );
    const { verdict, reasons, next_command } = documentOf(pawl(['resume', prd, '--json'], root));
    assert.deepEqual(
      [verdict, reasons, next_command],
      ['ask', ["its spec waits for a person's yes"], `pawl build ${prd} --resume`],
    );
  });

  test('commands that are not confirmed are not run', async () => {
    const root = project(twoPhases);
    const { code, screen } = await onTerminal(
      root,
      [prd],
      [[/WS1 {2}\$ sh -c[^]*Run them, now and later\? \[y\/N\]/, '\n']],
    );
    assert.equal(code, 6, screen);
    assert.ok(!fs.existsSync(path.join(root, 'a.txt')));
  });

  test('a spec that is edited at its approval is what is built', async () => {
    const root = project(twoPhases);
    const editor = path.join(root, 'editor.sh');
    fs.writeFileSync(editor, '#!/bin/sh\nsed -i "s/echo one/echo edited/" "$1"\n', { mode: 0o755 });
    const { code, screen } = await pawlInTerminal(
      ['build', prd],
      [
        [/Run them/, 'y\n'],
        [/Begin with this spec/, 'edit\n'],
        [/brings 1 command[^]*echo edited[^]*Run them/, 'y\n'],
        [/Begin with this spec/, 'y\n'],
        [/Phase 1 is done/, 'y\n'],
        [/Complete it\?/, 'y\n'],
      ],
      root,
      { ...homeOf(root), EDITOR: editor },
    );
    assert.equal(code, 0, screen);
    assert.equal(textOf(root, 'b.txt'), 'edited\n');
  });

  test('what runs is drawn with its last line within the window, and the cursor comes back', async () => {
    const long = 'x'.repeat(200);
    const root = project(`workstreams:\n${unit('WS1', `sh -c 'echo ${long}; sleep 0.6; echo the end; sleep 0.6'`)}`);
    const { code, screen } = await onTerminal(root, [prd, '--yes'], []);
    assert.equal(code, 0, screen);
    assert.match(screen, /● WS1 {2}\d\.\d s {2}the end/);
    assert.match(screen, /░░ 0\/1 {2}\d\.\d s/);
    const drawn = screen.split('\r\n').filter((line) => line.includes('xxx') && !line.includes('$ sh'));
    assert.ok(drawn.length > 0 && drawn.every((line) => line.slice(line.lastIndexOf('\u001b[J') + 3).length < 83));
    assert.ok(screen.lastIndexOf('\u001b[?25h') > screen.lastIndexOf('\u001b[?25l'));
  });

  test('a run that goes on is drawn from where it is, also while only gates are left', async () => {
    const root = project(
      `workstreams:\n${unit('WS1', 'true')}\ngates:\n  g: {command: "sh -c 'sleep 0.6; test -e go'"}`,
    );
    assert.equal(build(root, prd, '--yes').code, 1);
    fs.writeFileSync(path.join(root, 'go'), '');
    const { code, screen } = await onTerminal(root, [prd, '--resume', '--yes'], []);
    assert.equal(code, 0, screen);
    assert.match(screen, / 1\/1 {2}\d\.\d s/);
    assert.doesNotMatch(screen, / 0\/1 {2}\d\.\d s/);
  });

  test('--yes answers manual gates too, without a question', async () => {
    const root = project(`workstreams:\n${unit('WS1', 'true')}\ngates:\n  look: {type: manual}`);
    const { code, screen } = await onTerminal(root, [prd, '--yes'], [[/Does it pass\?/, 'n\n']]);
    assert.equal(code, 0, screen);
    assert.ok(!screen.includes('Does it pass'), screen);
  });

  test('Ctrl-C pauses: what runs is ended and pending again', async () => {
    const root = project(waits);
    const { code, screen } = await onTerminal(root, [prd, '--yes'], [[/ s {2}waiting/, ctrlC]]);
    assert.equal(code, 130, screen);
    assert.match(screen, /WS1 stopped[^]*PRD-007 is paused: it was interrupted/);
    const run = checkpoint(root);
    assert.deepEqual([run['status'], run['pending_workstreams']], ['paused', ['WS1']]);
    assert.ok(screen.lastIndexOf('\u001b[?25h') > screen.lastIndexOf('\u001b[?25l'));
  });

  test('that is closed counts like Ctrl-C: what ran is pending again, and goes on without a question', async () => {
    const root = project(waits);
    const line = `exec '${process.execPath}' '${program}' build ${prd} --yes`;
    const terminal = spawn('script', ['--quiet', '--command', line, '/dev/null'], {
      cwd: root,
      env: cleanEnv({ TERM: 'xterm', SHELL: '/bin/sh', ...homeOf(root) }),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    while (!fs.existsSync(path.join(root, 'began'))) await sleep(20);
    terminal.kill('SIGKILL');
    const status = (): unknown => (hasRun(root) ? checkpoint(root)['status'] : null);
    for (let i = 0; i < 200 && status() !== 'paused'; i++) await sleep(50);
    assert.deepEqual([status(), checkpoint(root)['pending_workstreams']], ['paused', ['WS1']]);
  });

  test('Ctrl-C twice stops at once what does not end by itself', async () => {
    const root = project(stubborn);
    const { code, screen } = await onTerminal(
      root,
      [prd, '--yes'],
      [
        [/ s {2}waiting/, ctrlC],
        [/Pausing: what runs is asked to end/, ctrlC],
      ],
    );
    assert.equal(code, 130, screen);
    assert.match(screen, /Stopping what runs, at once/);
    assert.deepEqual(checkpoint(root)['pending_workstreams'], ['WS1']);
  });

  test('Ctrl-C at a question ends the build and changes nothing', async () => {
    const root = project(twoPhases);
    const { code, screen } = await onTerminal(root, [prd, '--yes'].slice(0, 1), [
      [/Run them/, 'y\n'],
      [/Begin with this spec/, ctrlC],
    ]);
    assert.equal(code, 130, screen);
    assert.equal(checkpoint(root)['status'], 'initialized');
  });
});
