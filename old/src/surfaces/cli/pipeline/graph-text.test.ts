// Specs drawn for a terminal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpec } from '../../../families/pipeline/spec/index.js';
import { goldenSpecs, soundSpec } from '../../../../test/support/specs.js';
import { ansiPaint, plainPaint } from '../terminal/colour.js';
import { widthOf } from '../terminal/width.js';
import { graphLines } from './graph-text.js';

test('phases stand below each other, workstreams of one phase side by side, gates below them', () => {
  const text = `---
prd: PRD-101
prd_title: Cashier
workstreams:
  WS1: {name: Database, executor: db}
  WS2: {name: Services, depends_on: [WS1], gate: lint}
  WS3: {name: Routes, depends_on: [WS1], command: make routes}
gates: {lint: npm run lint}
---
`;
  assert.deepEqual(graphLines(soundSpec(text), 60, plainPaint), [
    'PRD-101  Cashier',
    '3 workstreams · 2 phases · 1 gate · phases follow from the …',
    '',
    'Phase 1',
    '┌────────────────┐',
    '│ WS1            │',
    '│ Database       │',
    '│ db             │',
    '└────────────────┘',
    '  │',
    '  ▼',
    '',
    'Phase 2  2 side by side',
    '┌────────────────┐ ┌────────────────┐',
    '│ WS2            │ │ WS3            │',
    '│ Services       │ │ Routes         │',
    '│ ← WS1          │ │ $ make routes  │',
    '│                │ │ ← WS1          │',
    '└────────────────┘ └────────────────┘',
    '  ◆ lint (WS2)',
  ]);
});

test('no line is wider than the terminal, and boxes are straight, with wide characters and colours, too', () => {
  const wide = soundSpec(
    `---\nprd: PRD-101\nprd_title: 收銀員工作流程\nworkstreams:\n${Array.from({ length: 9 }, (_, at) => `  WS${at}: {name: "資料庫層 ${'長'.repeat(at * 4)} 🎉", executor: e${at}, gate: "檢查-${at}"}`).join('\n')}\n---\n`,
  );
  const specs = goldenSpecs().flatMap(({ text }) => {
    const reading = parseSpec(text);
    return reading.ok ? [reading.spec] : [];
  });
  for (const spec of [wide, ...specs]) {
    for (const columns of [40, 60, 61, 79, 80, 100, 120]) {
      for (const paint of [plainPaint, ansiPaint]) {
        const lines = graphLines(spec, columns, paint);
        for (const line of lines) assert.ok(widthOf(line) <= columns, `${columns}: ${line}`);
        let top = 0;
        for (const line of lines) {
          if (line.includes('┌')) top = widthOf(line);
          if (/[└│]/.test(line) && !/^\S*\s+│\S*$/.test(line)) assert.equal(widthOf(line), top, line);
        }
      }
      const drawn = graphLines(spec, columns, plainPaint).join('\n');
      for (const { id } of spec.workstreams) assert.ok(drawn.includes(`│ ${id} `), id);
      for (const { id } of spec.gates) assert.ok(drawn.includes(`◆ ${id}`), id);
    }
  }
});

test('workstreams of one phase that depend on each other are not said to run side by side', () => {
  const text = (last: string): string =>
    `---\nprd: PRD-101\nprd_title: T\nworkstreams:\n  A: {}\n  B: {depends_on: [A]}\n  C: {${last}}\nexecution_phases: [{parallel: [A, B, C]}]\n---\n`;
  const heading = (spec: string): string => graphLines(soundSpec(spec), 80, plainPaint)[3] ?? '';
  assert.equal(heading(text('depends_on: [B]')), 'Phase 1  one after the other, as they depend on each other');
  assert.equal(heading(text('')), 'Phase 1  3 side by side, as far as their dependencies allow');
});
