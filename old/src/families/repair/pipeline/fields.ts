// The pipeline's fields and the names that they were met under, as data.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isSomeText } from '../../../rules/json/read-member.js';
import type { Aliases } from '../fields.js';
import type { Essentials } from '../leftovers.js';
import { isNoName } from '../read/labels.js';
import { readStatus } from '../read/status.js';
import { readTime } from '../read/times.js';

export const pipelineAliases: Aliases = {
  prd: ['prd_id', 'id', 'spec_id', 'pipeline_id', 'prd_number', 'exec_id', 'execution_spec_id'],
  prd_title: ['title', 'prd_name', 'name', 'pipeline_name', 'titel', 'titre', 'titulo'],
  current_phase: ['phase', 'phase_number', 'active_phase', 'current_phase_number', 'last_phase', 'aktuelle_phase'],
  status: ['state', 'pipeline_status', 'overall_status', 'checkpoint_status', 'build_status'],
  completed_workstreams: [
    'workstreams_completed',
    'completed_ws',
    'done_workstreams',
    'workstreams_done',
    'finished_workstreams',
    'workstreams_complete',
    'fertige_arbeitspakete',
    'erledigte_arbeitspakete',
    'abgeschlossene_arbeitspakete',
    'fertig',
    'erledigt',
    'abgeschlossen',
    'termines',
    'completados',
    'completed',
    'done',
  ],
  in_progress_workstreams: [
    'workstreams_in_progress',
    'active_workstreams',
    'current_workstreams',
    'running_workstreams',
    'laufende_arbeitspakete',
    'aktuelle_arbeitspakete',
    'in_arbeit',
    'en_cours',
    'en_curso',
    'current_workstream',
    'active_workstream',
    'in_progress',
    'running',
  ],
  pending_workstreams: [
    'workstreams_pending',
    'remaining_workstreams',
    'workstreams_remaining',
    'todo_workstreams',
    'offene_arbeitspakete',
    'ausstehende_arbeitspakete',
    'offen',
    'a_faire',
    'pendientes',
    'pending_ws',
    'pending',
    'remaining',
    'todo',
    'not_started',
  ],
  artifacts: ['artifacts_by_workstream', 'workstream_artifacts', 'artifacts_created', 'outputs'],
  gates_passed: ['passed_gates', 'gates_completed', 'completed_gates', 'gates_complete'],
  gates_pending: ['pending_gates', 'gates_remaining', 'remaining_gates', 'gates_todo'],
  timestamp: [
    'updated_at',
    'last_updated',
    'last_updated_at',
    'updated',
    'last_update',
    'last_modified',
    'modified_at',
    'saved_at',
    'zeitstempel',
    'aktualisiert',
    'aktualisiert_am',
    'stand',
    'horodatage',
    'fecha',
  ],
  error: [],
  adversarial_review: ['da_review', 'adversarial_review_result', 'devils_advocate_review', 'devils_advocate', 'review'],
  eslint_fixes: ['lint_fixes'],
  cleanup_done: ['cleanups_done'],
  key_fixes: ['fixes_applied'],
};

/** Fields whose other names also mean other things, and what a value must be to be meant. */
const isUnits = (value: Json): boolean =>
  typeof value === 'object' || (typeof value === 'string' && readStatus(value) === null && !isNoName(value));
const tests: Readonly<Record<string, (value: Json) => boolean>> = {
  status: (value) => typeof value === 'string',
  prd: (value) => typeof value === 'string' && /\d/.test(value),
  prd_title: isSomeText,
  timestamp: (value) => readTime(value) !== null,
  current_phase: (value) => typeof value === 'number' || typeof value === 'string',
  completed_workstreams: isUnits,
  in_progress_workstreams: isUnits,
  // A list of what is to be done in which something is done is a list of tasks.
  pending_workstreams: (value) =>
    isUnits(value) &&
    !(Array.isArray(value) && value.some((one) => isJsonObject(one) && readStatus(one) === 'complete')),
  adversarial_review: (value) =>
    isJsonObject(value) && (Object.hasOwn(value, 'verdict') || Object.hasOwn(value, 'p0_count')),
  artifacts: (value) => isJsonObject(value),
};

/**
 * Tells whether a value may be meant for a field.
 * @param field a field of the format
 * @param value a value that stands under another name
 * @returns false for values of another kind
 */
export function fitsPipeline(field: string, value: Json): boolean {
  return tests[field]?.(value) ?? true;
}

export const pipelineEssentials: Essentials = {
  required: new Set([
    'prd',
    'prd_title',
    'current_phase',
    'status',
    'completed_workstreams',
    'in_progress_workstreams',
    'pending_workstreams',
    'artifacts',
    'gates_passed',
    'gates_pending',
    'timestamp',
    'error',
    'adversarial_review',
  ]),
  open: { artifacts: 2, error: 2, adversarial_review: 2 },
  fixed: ['/adversarial_review/verdict', '/adversarial_review/override_reason'],
  units: new Set(['completed_workstreams', 'in_progress_workstreams', 'pending_workstreams']),
  codes: { prd: 'id', adversarial_review: 'verdict', timestamp: 'time' },
};
