// For tests: what drifted command checkpoints are made of.

import { isJsonObject, type Json, type JsonObject } from '../../../src/rules/json/json.js';

/** When they began. */
export const at = '2026-02-05T10:00:00Z';

/** What every command checkpoint says of itself. */
export const base = { command: 'implement', feature: 'x', version: 1, started_at: at, updated_at: '2026-02-05T11:00:00Z' };

/**
 * Makes the state of a run.
 * @param done phases that are completed
 * @param current the phase in progress
 * @param open phases that are pending
 * @returns the state
 */
export const lists = (done: readonly string[], current: string | null, open: readonly string[]): JsonObject => ({
  current_phase: current,
  completed_phases: done,
  pending_phases: open,
});

/**
 * Gives the state of a document.
 * @param document a command checkpoint
 * @returns its state; empty when it has none
 */
export function stateOf(document: Json): JsonObject {
  const state = isJsonObject(document) ? document['state'] : undefined;
  return isJsonObject(state) ? state : {};
}
