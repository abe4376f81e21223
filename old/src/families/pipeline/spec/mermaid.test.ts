// Specs as Mermaid flowcharts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenSpecs, soundSpec } from '../../../../test/support/specs.js';
import { mermaidOf } from './mermaid.js';
import { parseSpec } from './parse-spec.js';

/** The only lines that a flowchart has; a label ends at its first quote. */
const line =
  /^(?:flowchart TD| {2}subgraph p\d+\["[^"]*"\]| {4}w\d+\["[^"]*"\]| {4}g\d+_\d+\{\{"[^"]*"\}\}| {2}end| {2}w\d+ (?:-->|-\.->) [wg][\d_]+| {2}p\d+ ==> p\d+)$/;

test('a flowchart has phases, workstreams, gates and dependencies', () => {
  const text =
    '---\nprd: PRD-101\nworkstreams:\n  WS1: {name: A, gate: lint}\n  WS2: {depends_on: [WS1]}\ngates: {lint: npm run lint}\n---\n';
  assert.equal(
    mermaidOf(soundSpec(text)),
    [
      'flowchart TD',
      '  subgraph p1["Phase 1"]',
      '    w1["WS1: A"]',
      '    g1_1{{"lint"}}',
      '  end',
      '  subgraph p2["Phase 2"]',
      '    w2["WS2"]',
      '  end',
      '  w1 --> w2',
      '  w1 -.-> g1_1',
      '  p1 ==> p2',
      '',
    ].join('\n'),
  );
});

test('every golden spec gives lines of a flowchart and nothing else', () => {
  for (const { name, text } of goldenSpecs()) {
    const reading = parseSpec(text);
    if (!reading.ok) continue;
    for (const one of mermaidOf(reading.spec).trimEnd().split('\n')) assert.match(one, line, name);
  }
});

test('titles cannot become a part of the diagram', () => {
  const title = `"]; end; click w1 "javascript:alert(1)" <img src=x onerror=y> \\n %% {{ #quot; \`md\``;
  const text = `---\nprd: PRD-101\nworkstreams:\n  end: {name: ${JSON.stringify(title)}}\n---\n`;
  const lines = mermaidOf(soundSpec(text)).trimEnd().split('\n');
  for (const one of lines) assert.match(one, line);
  assert.doesNotMatch(lines.join('\n'), /<img|"\]; end/);
});
