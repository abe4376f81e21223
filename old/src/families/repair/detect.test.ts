import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goldens } from '../../../test/support/golden.js';
import type { Json } from '../../rules/json/json.js';
import { detectFamily, resembles } from './index.js';

const pipelines = '.claude/skills/build-pipeline/checkpoints';

describe('detectFamily', () => {
  test('valid checkpoints are known in their folders, with their keys, and anywhere else', () => {
    for (const { key, file, doc } of goldens) {
      assert.deepEqual({ ...detectFamily(file, doc), why: '' }, { family: key.family, key, why: '' });
      assert.equal(detectFamily(`C:\\project\\${file.replaceAll('/', '\\')}`, doc).family, key.family);
      assert.equal(detectFamily('/tmp/some-file.json', doc).family, key.family);
    }
  });

  test('other tools’ files are left alone, with a reason', () => {
    const foreign: readonly (readonly [string, Json])[] = [
      ['.claude/state/session.json', { session_id: 'x', state: 'idle', status: 'ok' }],
      ['.claude/state/review-cache.json', { state: { hits: 3 }, feature: 'x', progress: 2 }],
      ['.claude/state/todo.json', [{ id: 1, status: 'done' }]],
      ['.claude/state/settings.json', { command: 'npm test', args: [] }],
      [`${pipelines}/index.json`, { files: ['PRD-001.json'] }],
      [`${pipelines}/README.json`, 'see the wiki'],
      ['.claude/checkpoints/lock.json', { pid: 12, status: 'held' }],
      ['package.json', { name: 'x', version: '1.0.0', description: 'y', scripts: {} }],
      ['.claude/state/x.json', null],
      ['.claude/state/review-notes.json', { command: 'review', lines: [1] }],
      ['.claude/state/ship-log.json', { command: 'ship', status: 'ok', completed: true, done: 3 }],
      ['.claude/state/design-tokens.json', { phase: 'dark', current: ['blue'] }],
      ['.claude/checkpoints/backup_20250101_000000.json', { id: 'b', type: 'backup', created: '2025-01-01', size: 4 }],
    ];
    for (const [file, value] of foreign) {
      const { family, why } = detectFamily(file, value);
      assert.equal(family, null, file);
      assert.ok(why.length > 10);
      const stem = file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
      if (file.startsWith('.claude/state/')) assert.equal(resembles('command', value, stem), false, file);
    }
  });

  test('plain checkpoints under other members’ names are taken for what they are, and lists tell them', () => {
    const state = { current_phase: 'b', completed_phases: ['a'], pending_phases: ['c'] };
    const whole = { command: 'implement', feature: 'x', state, phases: { a: { status: 'complete' } } };
    const flat = { feature: 'x', current_phase: 'b', completed: ['a'], remaining: ['b', 'c'] };
    const plain: readonly (readonly [string, Json])[] = [
      ['implement-x', flat],
      ['implement-x', { current_phase: 'b', completed: ['a'], remaining: ['b', 'c'] }],
      ['implement-x', { command: 'implement', feature: 'x', todos: [{ content: 'a', status: 'completed' }] }],
      ['migrate-x', { command: '/migrate', feature: 'X', todos: [{ content: 'a', status: 'completed' }] }],
      ['implement-x', { status: 'ok', result: { checkpoint: whole } }],
      ['implement-x', { checkpoint: JSON.stringify(whole) }],
      ['implement-x', JSON.stringify(whole)],
      ['implement-x', { success: true, data: flat }],
      ['implement-x', [whole, whole]],
      ['implement-x', { latest: whole, previous: whole }],
    ];
    for (const [stem, value] of plain) {
      assert.equal(detectFamily(`.claude/state/${stem}.json`, value).family, 'command', JSON.stringify(value));
      assert.ok(resembles('command', value, stem), JSON.stringify(value));
    }
  });

  test('what only looks like a checkpoint is told, and not taken for one', () => {
    const told: readonly (readonly ['command' | 'workflow', string, Json])[] = [
      [
        'command',
        '.claude/state/implement-warenkorb.json',
        { befehl: 'implement', feature: 'warenkorb', fertig: ['a'] },
      ],
      [
        'workflow',
        '.claude/checkpoints/auth-progress.json',
        { workflow: 'orchestrate', goal: 'Auth', status: 'in progress', steps_done: ['research'] },
      ],
    ];
    for (const [family, file, value] of told) {
      assert.equal(detectFamily(file, value).family, null, file);
      assert.ok(resembles(family, value, file.slice(file.lastIndexOf('/') + 1, -'.json'.length)), file);
    }
  });

  test('a checkpoint in the folder of another family is left alone', () => {
    const [, pipeline] = goldens;
    const { family, why } = detectFamily('.claude/state/PRD-009.json', pipeline?.doc ?? null);
    assert.equal(family, null);
    assert.match(why, /looks like a pipeline/);
  });
});
