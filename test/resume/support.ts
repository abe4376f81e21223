// Facts about small runs, gathered from a store in memory.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { JsonObject } from '../../src/base/json.js';
import { keysOfRef } from '../../src/base/names.js';
import { type Facts, factsOf } from '../../src/resume/facts.js';
import { openProject } from '../../src/runs/project.js';
import { MemoryStore } from '../../src/store/memory.js';
import { toAsync } from '../../src/store/store.js';

export const now = new Date('2026-02-01T12:00:00.000Z');
const at = '2026-02-01T11:48:00.000Z';

export async function factsFrom(ref: string, state: JsonObject, more: Partial<Facts> = {}): Promise<Facts> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-facts-'));
  try {
    const store = toAsync(new MemoryStore());
    const project = openProject({ root, store, now: () => now });
    const [key] = keysOfRef(ref);
    if (key === undefined) throw new Error(ref);
    await store.put(key, { expect: 0, state, at, actor: 'tester', event: { name: 'test' } });
    return { ...(await factsOf(project, key)), ...more };
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

export function commandState(phases: JsonObject, pawl: JsonObject = {}): JsonObject {
  const state = { current_phase: null, completed_phases: [], pending_phases: [] };
  const identity = { command: 'implement', feature: 'auth', version: 1, head_commit: null };
  return { ...identity, started_at: at, updated_at: at, state, phases, pawl };
}

export function pipelineState(members: JsonObject): JsonObject {
  return {
    prd: 'PRD-009',
    prd_title: 'Cashier Workflows',
    current_phase: 1,
    status: 'paused',
    completed_workstreams: ['WS1'],
    in_progress_workstreams: [],
    pending_workstreams: ['WS2', 'WS3', 'WS4', 'WS5'],
    artifacts: {},
    gates_passed: ['schema-validation (WS1)'],
    gates_pending: ['test-pass'],
    timestamp: at,
    ...members,
  };
}

export const workflowRef = 'orchestrate_auth_system_20260201_114500';
export function workflowState(members: JsonObject = {}): JsonObject {
  return {
    checkpoint_id: workflowRef,
    workflow_type: 'orchestrate',
    workflow_description: 'Implement authentication system',
    created_at: at,
    updated_at: at,
    status: 'in_progress',
    current_phase: 3,
    total_phases: 5,
    completed_phases: [1, 2],
    workflow_state: { project_name: 'auth_system', tests_passing: true },
    last_error: null,
    ...members,
  };
}
