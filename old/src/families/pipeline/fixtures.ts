// For tests only: seed 003's pipeline as an event, and a way to run several events.

import { deepFreeze } from '../../rules/json/json.js';
import type { InitEvent, PipelineEvent } from './steps/events.js';
import { applyPipeline } from './transitions.js';
import type { PipelineCheckpoint } from './types.js';

/** The time that tests use unless they say otherwise. */
export const noon = '2025-12-11T12:00:00Z';

/** Seed 003's PRD-009, with WS2 and WS3 side by side in Phase 2, as its fragment 5 shows them. */
export const prd009: InitEvent = {
  type: 'init',
  prd: 'PRD-009',
  prd_title: 'Cashier Workflows',
  workstreams: {
    WS1: { name: 'Database Layer', gate: 'schema-validation' },
    WS2: { name: 'Service Layer', depends_on: ['WS1'], gate: 'type-check' },
    WS3: { name: 'Route Handlers', depends_on: ['WS1'], gate: 'lint' },
    WS4: { name: 'Hooks', depends_on: ['WS2', 'WS3'], gate: 'type-check' },
    WS5: { name: 'Tests', depends_on: ['WS4'], gate: 'test-pass' },
  },
};

/**
 * Runs events, each on the frozen result of the one before.
 * @param doc where to begin; null for a new pipeline
 * @param events the events in order
 * @returns the last checkpoint, frozen
 */
export function run(doc: PipelineCheckpoint | null, ...events: readonly PipelineEvent[]): PipelineCheckpoint {
  let at = doc;
  for (const event of events) at = deepFreeze(applyPipeline(at, event, noon));
  if (at === null) throw new Error('no events');
  return at;
}

/** Seed 003's example 7, which does not know its spec. */
export const completeExample: PipelineCheckpoint = deepFreeze({
  prd: 'PRD-009',
  prd_title: 'Cashier Workflows',
  current_phase: 5,
  status: 'complete',
  completed_workstreams: ['WS1', 'WS2', 'WS3', 'WS4', 'WS5'],
  in_progress_workstreams: [],
  pending_workstreams: [],
  artifacts: {
    WS1: ['migration.sql', 'dtos.ts'],
    WS2: ['index.ts', 'keys.ts'],
    WS3: ['route.ts'],
    WS4: ['hooks/index.ts'],
    WS5: ['*.test.ts'],
  },
  gates_passed: ['schema-validation (WS1)', 'type-check (WS2)', 'lint (WS3)', 'type-check (WS4)', 'test-pass (WS5)'],
  gates_pending: [],
  timestamp: '2025-12-11T11:00:00Z',
});

/** Seed 003's example 1, which does not know its spec. */
export const initExample: PipelineCheckpoint = deepFreeze({
  prd: 'PRD-009',
  prd_title: 'Cashier Workflows',
  current_phase: 0,
  status: 'initialized',
  completed_workstreams: [],
  in_progress_workstreams: [],
  pending_workstreams: ['WS1', 'WS2', 'WS3', 'WS4', 'WS5'],
  artifacts: {},
  gates_passed: [],
  gates_pending: ['schema-validation', 'type-check', 'lint', 'test-pass'],
  timestamp: '2025-12-11T10:00:00Z',
});
