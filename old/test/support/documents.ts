// For tests: sound checkpoints as other tools write them, of which a test says only what matters to it.

import type { JsonObject } from '../../src/rules/json/json.js';

/**
 * Makes a command checkpoint: `implement/auth`, its one phase complete.
 * @param at when it began and changed
 * @param more what is different
 * @returns the document
 */
export function commandDocument(at: string, more: JsonObject = {}): JsonObject {
  return {
    command: 'implement',
    feature: 'auth',
    version: 1,
    head_commit: null,
    started_at: at,
    updated_at: at,
    state: { current_phase: null, completed_phases: ['api'], pending_phases: [] },
    phases: { api: { status: 'complete', started_at: at, updated_at: at, completed_at: at } },
    ...more,
  };
}

/**
 * Makes a pipeline checkpoint: PRD-009 between two workstreams, without a plan.
 * @param more what is different
 * @returns the document
 */
export function pipelineDocument(more: JsonObject = {}): JsonObject {
  return {
    prd: 'PRD-009',
    prd_title: 'Cashier',
    current_phase: 2,
    status: 'paused',
    completed_workstreams: ['WS1'],
    in_progress_workstreams: [],
    pending_workstreams: ['WS2'],
    artifacts: {},
    gates_passed: [],
    gates_pending: [],
    timestamp: '2026-01-11T08:00:00Z',
    ...more,
  };
}
