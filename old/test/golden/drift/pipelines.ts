// For tests: drifted pipelines, and what each becomes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repair } from '../../../src/families/repair/index.js';
import type { Json, JsonObject } from '../../../src/rules/json/json.js';
import { pipelineDocument } from '../../support/documents.js';
import { lacks } from './changes.js';
import { assertSound } from './sound.js';

/** What every pipeline says of itself. */
export const head = { prd: 'PRD-009', prd_title: 'Cashier', timestamp: '2026-01-11T08:00:00Z' };

/**
 * Makes the three lists of workstreams.
 * @param done those that are completed
 * @param running those in progress
 * @param open those that are pending
 * @returns the members of a pipeline
 */
export const lists = (done: Json, running: Json, open: Json): JsonObject => ({
  completed_workstreams: done,
  in_progress_workstreams: running,
  pending_workstreams: open,
});

/** A pipeline without a fault, in the middle of three workstreams. */
export const valid = pipelineDocument({ status: 'in_progress', ...lists(['WS1'], ['WS2'], ['WS3']) });

/** A drifted pipeline. */
export interface Row {
  readonly name: string;
  readonly members: JsonObject;
  /** What the result has. */
  readonly becomes: JsonObject;
}

/**
 * Tests that pipelines are repaired without a person.
 * @param rows the pipelines
 */
export function testRepairs(rows: readonly Row[]): void {
  for (const { name, members, becomes } of rows) {
    test(`${name}: read, told, and repaired once and for all`, () => {
      const { document, undecided, items } = repair('pipeline', null, members);
      assert.deepEqual(undecided, []);
      assert.ok(items.length > 0);
      assert.deepEqual(lacks(document, becomes), []);
      assert.equal(assertSound('pipeline', members), 'valid');
    });
  }
}
