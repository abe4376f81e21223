// The workflow checkpoint's fields and the names that they were met under, as data.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isSomeText } from '../../../rules/json/read-member.js';
import { type Aliases, changeTimeNames } from '../fields.js';
import type { Essentials } from '../leftovers.js';
import { readTime } from '../read/times.js';

export const workflowAliases: Aliases = {
  checkpoint_id: ['workflow_id', 'id', 'checkpoint', 'run_id'],
  workflow_type: ['type', 'workflow', 'workflow_name', 'command'],
  workflow_description: ['description', 'task_description', 'task', 'goal', 'title', 'prompt', 'summary'],
  created_at: ['created', 'started_at', 'start_time', 'started', 'creation_time'],
  updated_at: changeTimeNames,
  status: ['workflow_status', 'state', 'overall_status'],
  current_phase: ['phase', 'current_step', 'active_phase', 'phase_number', 'step', 'stage', 'current_stage'],
  total_phases: ['phase_count', 'num_phases', 'phases_total', 'total_steps', 'number_of_phases', 'total'],
  completed_phases: [
    'phases_completed',
    'completed',
    'done_phases',
    'phases_done',
    'completed_steps',
    'steps_done',
    'steps_completed',
    'finished_phases',
  ],
  workflow_state: ['state_data', 'workflow_data', 'context', 'state', 'data'],
  last_error: ['error', 'error_message', 'last_failure', 'failure'],
};

const isTime = (value: Json): boolean => readTime(value) !== null;
const isNumber = (value: Json): boolean => typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));
const tests: Readonly<Record<string, (value: Json) => boolean>> = {
  checkpoint_id: isSomeText,
  workflow_type: isSomeText,
  workflow_description: isSomeText,
  created_at: isTime,
  updated_at: isTime,
  status: isSomeText,
  current_phase: isNumber,
  total_phases: isNumber,
  completed_phases: (value) => typeof value === 'object' || isNumber(value),
  workflow_state: isJsonObject,
};

/**
 * Tells whether a value may be meant for a field.
 * @param field a field of the format
 * @param value a value that stands under another name
 * @returns false for values of another kind
 */
export function fitsWorkflow(field: string, value: Json): boolean {
  return tests[field]?.(value) ?? true;
}

export const workflowEssentials: Essentials = {
  required: new Set([
    'checkpoint_id',
    'workflow_type',
    'workflow_description',
    'created_at',
    'updated_at',
    'status',
    'current_phase',
    'total_phases',
    'completed_phases',
    'workflow_state',
    'last_error',
    'schema_version',
  ]),
  open: { workflow_state: 2 },
  fixed: [],
  units: new Set(),
  codes: {
    checkpoint_id: 'id',
    workflow_type: 'id',
    created_at: 'time',
    updated_at: 'time',
    schema_version: 'newer-version',
  },
};
