// Sections and their hashes: what is edited elsewhere leaves them alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goldenSpecs, soundSpec } from '../../../../test/support/specs.js';
import { specChanges, specRecordOf } from './init-event.js';

const seed = goldenSpecs().find(({ name }) => name === 'seed-003')?.text ?? '';
const source = { path: 'docs/PRD-009.md', hash: 'x' };
const before = specRecordOf(soundSpec(seed), source);

/** Which workstreams have changed when the seed's spec is edited. */
function changedBy(from: string | RegExp, to: string): readonly string[] {
  const edited = seed.replace(from, to);
  assert.notEqual(edited, seed, `${String(from)} is in the spec`);
  const changes = specChanges(before, soundSpec(edited));
  return [...changes.changed, ...changes.added.map((id) => `+${id}`), ...changes.removed.map((id) => `-${id}`)];
}

const edits: readonly (readonly [string, string | RegExp, string, readonly string[]])[] = [
  ['the text of a section', 'Functions over those tables.', 'Functions over other tables.', ['WS2']],
  ['the title of a workstream', 'name: Hooks', 'name: React hooks', ['WS4']],
  ['the outputs of a workstream', 'hooks/index.ts', 'hooks/main.ts', ['WS4']],
  ['a dependency', 'depends_on: [WS3, WS4]', 'depends_on: [WS3]', ['WS5']],
  ['the executor of a workstream', 'executor: api-builder', 'executor: someone', ['WS3']],
  [
    'the order of its outputs',
    'services/cashier/index.ts, services/cashier/keys.ts',
    'services/cashier/keys.ts, services/cashier/index.ts',
    [],
  ],
  ['the text before all sections', '# PRD-009: Cashier Workflows\n', '# PRD-009: Cashier Workflows\n\nNew.\n', []],
  ['a decision', 'Sessions stay on the server.', 'Sessions move.', []],
  ['the command of a gate', 'npm run type-check', 'npx tsc --noEmit', []],
  ['the name of a phase', 'Phase 3 - Surfaces', 'Faces', []],
  ['quotes and comments in the YAML', 'name: Service Layer', 'name: "Service Layer" # the middle', []],
  ['blank lines and spaces at ends of lines', 'One handler a function.\n', 'One handler a function.  \n\n\n', []],
  ['the estimated complexity', 'estimated_complexity: medium', 'estimated_complexity: high', []],
  ['a gate of a workstream', 'gate: lint', 'gate: test-pass', []],
  ['line ends', /\n/g, '\r\n', []],
  ['a section that moves', /(## WS2[^]*?)(## WS3[^]*?)(?=## WS4)/, '$2$1', []],
  ['a new section of nobody', '## WS4: Hooks\n', '## Notes\n\nNew.\n\n## WS4: Hooks\n', []],
];

for (const [what, from, to, changed] of edits) {
  test(`${what}, when edited, changes the hash of ${changed.length === 0 ? 'no workstream' : changed.join(', ')}`, () => {
    assert.deepEqual(changedBy(from, to), changed);
  });
}

test('a heading that names several workstreams belongs to each of them', () => {
  const sectionsBelow = (heading: string): unknown => {
    const units = 'WS1: {}, WS2: {}, WS10: {}, api: {}';
    const { workstreams } = soundSpec(
      `---\nprd: PRD-009\nprd_title: T\nworkstreams: {${units}}\n---\n## ${heading}\nShared.\n\n## WS2\nOwn.\n`,
    );
    return workstreams.flatMap(({ id, section }) => (section.includes('Shared.') ? [id] : []));
  };
  for (const text of ['WS1 & WS2: contract', 'WS1, WS2', 'WS1/WS2', '`WS1` + **WS2**', 'Workstreams 1 and 2'])
    assert.deepEqual(sectionsBelow(text), ['WS1', 'WS2'], text);
  assert.deepEqual(sectionsBelow('WS1, WS2 and WS10: all'), ['WS1', 'WS2', 'WS10']);
  assert.deepEqual(sectionsBelow('WS1, api: both'), ['WS1', 'api']);
  for (const text of ['WS1: before WS2', 'WS1 and api rules', 'WS1 androids', 'WS1 (not WS2)'])
    assert.deepEqual(sectionsBelow(text), ['WS1'], text);
  assert.deepEqual(sectionsBelow('api and everything'), []);
});

test('a workstream that came or went is told', () => {
  const more = seed
    .replace('execution_phases:', '  WS6: {name: Docs}\nexecution_phases:')
    .replace('parallel: [WS5]', 'parallel: [WS5, WS6]');
  assert.deepEqual(specChanges(before, soundSpec(more)), { changed: [], added: ['WS6'], removed: [] });
  const { workstreams: _all, ...rest } = before;
  const older = { ...rest, workstreams: { ...before.workstreams, WS0: { hash: 'y' } } };
  assert.deepEqual(specChanges(older, soundSpec(seed)).removed, ['WS0']);
  assert.deepEqual(specChanges(rest, soundSpec(seed)).changed, []);
});
