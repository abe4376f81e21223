// The parts of screens; the screens themselves are held by test/e2e/see.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { JsonObject } from '../../../rules/json/json.js';
import { plainPaint } from '../terminal/colour.js';
import { widthOf } from '../terminal/width.js';
import { commandLine, namesOf } from './command-line.js';
import { commandView } from './command-view.js';
import { partLines, textLines } from './fit.js';
import { lookOf } from './look.js';
import { notesView } from './notes-view.js';
import { pipelineView } from './pipeline-view.js';
import { renderRun } from './render-run.js';
import { clockTime, duration } from './times.js';
import { workflowView } from './workflow-view.js';

test('parts stand side by side as long as there is room', () => {
  const parts = [['one'], [''], ['two'], ['three']] as const;
  assert.deepEqual(partLines(parts, 80), ['one · two · three']);
  assert.deepEqual(partLines(parts, 12, '  '), ['  one · two', '  three']);
  assert.deepEqual(partLines([['very long']], 6), ['very …']);
});

test('texts are broken, and cut after the most lines', () => {
  assert.deepEqual(textLines('one two three', 9), ['one two', 'three']);
  assert.deepEqual(textLines('one two three', 9, { max: 1 }), ['one two…']);
  assert.deepEqual(textLines('incomprehensible', 10, { indent: '  ' }), ['  incompr…']);
});

test('the lines of a text are kept where that is wanted, and nothing in them steers a terminal', () => {
  const text = '\n- one\r\n  - two\u001b[2K three\n\n\n- four\n';
  assert.deepEqual(textLines(text, 80), ['- one - two three - four']);
  assert.deepEqual(textLines(text, 80, { indent: ' ', keepLines: true }), [' - one', ' - two three', '', ' - four']);
  assert.deepEqual(textLines(text, 80, { max: 2, keepLines: true }), ['- one', '- two three…']);
  const phases = { api: { status: 'complete', context_summary: 'First.\nSecond.' } };
  const state = { current_phase: null, completed_phases: ['api'], pending_phases: [] };
  const sections = commandView({ command: 'implement', state, phases });
  const revised = { revision: 1, actor: 'ana', at: 'soon', path: null, isNewest: true };
  const lines = renderRun(overview, revised, sections, { now: 0, columns: 80, paint: plainPaint });
  assert.ok(lines.includes('      First.') && lines.includes('      Second.'), lines.join('\n'));
});

test('durations are told in words', () => {
  const from = '2026-01-29T10:00:00Z';
  const tookUntil = (to: string): string | null => duration(from, to);
  assert.equal(tookUntil('2026-01-29T10:00:30Z'), 'under a minute');
  assert.equal(tookUntil('2026-01-29T10:12:00Z'), '12 min');
  assert.equal(tookUntil('2026-01-29T12:05:00Z'), '2 h 5 min');
  assert.equal(tookUntil('2026-01-31T13:00:00Z'), '2 d 3 h');
  assert.equal(tookUntil('2026-01-29T09:00:00Z'), null);
  assert.equal(tookUntil('soon'), null);
  assert.equal(clockTime('soon'), null);
});

test('a command line works as it stands: quoted, for the same root, and with the family where two runs share a ref', () => {
  const none = { text: () => undefined };
  assert.equal(commandLine(none, 'show', "it's"), `pawl show 'it'\\''s'`);
  assert.equal(commandLine({ text: () => '/a b' }, 'list'), "pawl -C '/a b' list");
  const runs = [
    { ref: 'x', id: 'command:x' },
    { ref: 'x', id: 'pipeline:x' },
    { ref: 'y', id: 'command:y' },
    { ref: '-z', id: 'pipeline:-z' },
  ];
  assert.deepEqual(runs.map(namesOf(runs)), ['command:x', 'pipeline:x', 'y', 'pipeline:-z']);
});

test('every status has a mark, also one that nobody knows', () => {
  assert.equal(lookOf('complete').mark, '✓');
  assert.equal(lookOf('constructor').mark, '?');
});

const overview = {
  ref: 'x',
  family: 'command',
  id: 'command:x',
  place: 'live',
  revision: 1,
  title: 'x',
  status: 'in_progress',
  finished: false,
  progress: { done: 0, total: 1 },
  current: null,
  next: null,
  error: null,
  updated_at: null,
  stale: false,
  path: null,
} as const;

test('whatever a document holds, it is shown within the columns, harmless, and without an error', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('\u001b[2J', 'a\nb', '\u202e', '日本', 'x'.repeat(90)));
  const value = fc.oneof(text, fc.jsonValue(), fc.array(text), fc.dictionary(text, fc.oneof(text, fc.jsonValue())));
  const names = ['phases', 'state', 'gate', 'pawl', 'error', 'artifacts', 'gates_passed', 'status', 'workflow_state'];
  const more = ['completed_workstreams', 'pending_workstreams', 'last_error', 'total_phases', 'adversarial_review'];
  const keys = fc.constantFrom(...names, ...more, 'key_fixes', 'other');
  const document = fc.dictionary(keys, value) as fc.Arbitrary<JsonObject>;
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  const tricks = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/;
  fc.assert(
    fc.property(document, fc.constantFrom(commandView, pipelineView, workflowView), (doc, view) => {
      const revised = { revision: 1, actor: 'ana', at: 'soon', path: null, isNewest: true };
      const scene = { now: 0, columns: 60, paint: plainPaint };
      for (const line of renderRun(overview, revised, [...view(doc), ...notesView(doc)], scene)) {
        assert.doesNotMatch(line, tricks);
        assert.ok(widthOf(line) <= 60 || /^ {6}[+~·] /.test(line), JSON.stringify(line));
      }
    }),
  );
});

test('an allowed ship gate is told as what it is: a verdict on what was reviewed', () => {
  const shown = JSON.stringify(commandView({ phases: {}, gate: { ship_allowed: true, head_commit: 'abc' } }));
  assert.match(shown, /allowed for what was reviewed/);
  assert.doesNotMatch(shown, /"open"/);
});
