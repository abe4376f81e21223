// A verdict of a review, recorded before anyone ships: it waits, and is no run.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { hook, recorded } from '../support/hooks.js';
import { documentOf, git, pawl, tempRepository } from './program.js';

function working(): string {
  const root = tempRepository();
  fs.writeFileSync(path.join(root, '.gitignore'), '.claude/\n');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'work');
  pawl(['phase', 'implement/auth', 'implementation', 'in_progress', '--next', 'write x'], root, { PAWL_SESSION: 's' });
  return root;
}

const pushes = (root: string): unknown =>
  hook('PreToolUse', recorded('claude/pre-tool-use-push', root, 's'), root).answer['decision'];

describe('a verdict that no run of ship was begun with', () => {
  test('leads no brief, resume or status, and suggests no step', () => {
    for (const verdict of [['--block', '2 tests fail'], ['--allow'], ['--force', 'hot fix']]) {
      const root = working();
      const set = documentOf(pawl(['gate', 'set', 'ship', ...verdict, '--json'], root));
      assert.deepEqual([set['next_command'], set['next'], set['finished']], [null, null, true]);
      for (const ask of [['resume', '--json'], ['resume']]) {
        assert.match(pawl(ask, root, { PAWL_SESSION: 's' }).out, /implement\/auth/);
      }
      const { ref, verdict: said, others } = documentOf(pawl(['resume', '--json'], root, { PAWL_SESSION: 's' }));
      assert.deepEqual([ref, said, others], ['implement/auth', 'resume', []]);
      for (const told of [
        hook('SessionStart', recorded('claude/session-start-startup', root, 'next'), root).context,
        pawl(['brief'], root).out,
        pawl(['status'], root).out,
      ]) {
        assert.match(told, /implement\/auth/);
        assert.doesNotMatch(told, /ship|Also unfinished/);
      }
      const named = documentOf(pawl(['resume', 'ship', '--json'], root));
      assert.deepEqual(
        [named['verdict'], named['reasons']],
        ['nothing', ['ship holds a verdict only: nothing of it was begun']],
      );
    }
  });

  test('denies no push, unless every push is held to the gate', () => {
    const root = working();
    pawl(['gate', 'set', 'ship', '--block', '2 tests fail'], root);
    assert.equal(pushes(root), undefined);
    fs.mkdirSync(path.join(root, '.claude/config'), { recursive: true });
    fs.writeFileSync(path.join(root, '.claude/config/pawl.json'), '{"gate": {"push": "always"}}');
    assert.equal(pushes(root), 'block');
  });

  test('stays when the run begins, and nothing is saved over it as a whole', () => {
    const root = working();
    pawl(['gate', 'set', 'ship', '--block', '2 tests fail'], root);
    const whole = {
      command: 'ship',
      version: 1,
      state: { current_phase: null, completed_phases: [], pending_phases: [] },
    };
    const file = path.join(root, '.claude/ship.json');
    fs.writeFileSync(file, JSON.stringify({ ...whole, phases: {} }));
    assert.equal(pawl(['save', 'ship', '--file', file], root).code, 4);
    pawl(['phase', 'ship', 'pre-flight', 'in_progress'], root, { PAWL_SESSION: 's' });
    const { gate, state } = documentOf(pawl(['show', 'ship', '--json'], root));
    assert.match(JSON.stringify(gate), /2 tests fail/);
    assert.match(JSON.stringify(state), /"pending_phases":\["commit","push"\]/);
    assert.equal(pushes(root), 'block', 'a ship run is open now');
  });
});

describe('a run of ship whose gate is closed', () => {
  test('is blocked, with the reasons, until a review allows it', () => {
    const root = working();
    pawl(['gate', 'set', 'ship', '--block', '2 tests fail', 'no migration'], root);
    const env = { PAWL_SESSION: 's' };
    pawl(['phase', 'ship', 'pre-flight', 'in_progress'], root, env);
    for (const ask of [
      ['resume', '--json'],
      ['resume', 'ship', '--json'],
      ['resume', 'ship', '--auto', '--json'],
    ]) {
      const blocked = pawl(ask, root, env);
      const { verdict, reasons, options, ref } = documentOf(blocked);
      assert.deepEqual(
        { code: blocked.code, ref, verdict, reasons, options },
        {
          code: 6,
          ref: 'ship',
          verdict: 'blocked',
          reasons: ['the ship gate is closed: 2 tests fail; no migration'],
          options: ['s', 'v', 'd'],
        },
      );
    }
    const { context } = hook('SessionStart', recorded('claude/session-start-startup', root, 's'), root);
    assert.match(context, /^Next command: pawl gate check ship$/m);
    assert.match(context, /^Gates: ship is blocked: 2 tests fail; no migration$/m);
    pawl(['gate', 'set', 'ship', '--allow'], root);
    assert.equal(documentOf(pawl(['resume', '--json'], root, env))['verdict'], 'resume');
  });
});

describe('a run of ship', () => {
  test('is called safe only as long as its gate lets pass what it would ship next', () => {
    const root = working();
    const step = (...args: readonly string[]): void => void pawl(['phase', 'ship/x', ...args], root);
    step('pre-flight', 'in_progress');
    const said = (): string => {
      const { verdict, reasons } = documentOf(pawl(['resume', 'ship/x', '--json'], root));
      return `${String(verdict)} ${String(reasons)}`;
    };
    const briefs = (): readonly string[] => [
      pawl(['brief', 'ship/x'], root).out,
      hook('SessionStart', recorded('claude/session-start-startup', root, `${Math.random()}`), root).context,
    ];
    assert.match(said(), /^blocked the ship gate blocks: no review was recorded for it$/);
    for (const brief of briefs()) {
      assert.match(brief, /^Gates: the ship gate blocks: no review was recorded for it$/m);
      assert.match(brief, /^Next command: pawl gate check ship\/x$/m);
    }
    fs.writeFileSync(path.join(root, 'a.txt'), 'reviewed');
    pawl(['gate', 'set', 'ship/x', '--allow'], root);
    assert.equal(said(), 'resume ');
    fs.writeFileSync(path.join(root, 'a.txt'), 'other');
    assert.match(said(), /^blocked the ship gate blocks: what was reviewed .* is not the content of the working tree$/);
    for (const brief of briefs()) assert.match(brief, /^Gates: the ship gate blocks: what was reviewed /m);
    fs.writeFileSync(path.join(root, 'a.txt'), 'reviewed');
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message', 'ship');
    step('pre-flight', 'complete');
    step('commit', 'complete');
    fs.writeFileSync(path.join(root, 'b.txt'), 'the next work');
    assert.equal(said(), 'resume ', 'what was committed is pushed');
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message', 'more');
    assert.match(said(), /^blocked the ship gate blocks: .* is not the content of commit/);
    step('push', 'complete');
    assert.equal(said(), 'resume ', 'it has been pushed');
  });
});
