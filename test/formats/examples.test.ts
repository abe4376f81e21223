// The documented examples are valid. Their copies in examples/ serve where ../shared, their source, is not there.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { type JsonObject, isObject, parseJson } from '../../src/base/json.js';
import { commandFormat as command } from '../../src/formats/command.js';
import { pipelineFormat as pipeline } from '../../src/formats/pipeline.js';
import { workflowFormat as workflow } from '../../src/formats/workflow.js';

const seeds = '../shared/seeds';
const textsIn = (folder: string): string[] =>
  Array.from(fs.readdirSync(folder).sort(), (file) => fs.readFileSync(`${folder}/${file}`, 'utf8'));
const copies = textsIn('test/formats/examples').map((text): JsonObject => JSON.parse(text));

test('every documented checkpoint is valid, and its lists agree with its units', () => {
  const families = [command, command, pipeline, pipeline, workflow];
  assert.equal(copies.length, families.length);
  for (const [n, doc] of copies.entries()) {
    const takers = [command, pipeline, workflow].filter((format) => format.isCheckpoint(doc));
    assert.deepEqual(takers, [families[n]]);
    assert.deepEqual([takers[0]?.check(doc), takers[0]?.settle(doc)], [[], doc]);
  }
});

/** The complete checkpoints of a document; `{...}` and `[...]` stand there for something left out. */
const examplesIn = (text: string): unknown[] =>
  [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)]
    .map(([, block = '']) => parseJson(block.replaceAll('{...}', '{}').replaceAll('[...]', '[]')))
    .map((parsed) => ('value' in parsed ? parsed.value : null))
    .filter((value) => isObject(value) && ['command', 'prd', 'checkpoint_id'].some((name) => name in value));

test('the copies are the documented examples', { skip: !fs.existsSync(seeds) && `${seeds} is not there` }, () =>
  assert.deepEqual(copies, textsIn(seeds).flatMap(examplesIn)),
);
