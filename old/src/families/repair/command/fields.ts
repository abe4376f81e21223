// The command checkpoint's fields and the names that they were met under, as data.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isSomeText } from '../../../rules/json/read-member.js';
import { type Aliases, changeTimeNames } from '../fields.js';
import type { Essentials } from '../leftovers.js';
import { readTime } from '../read/times.js';

export const commandAliases: Aliases = {
  command: ['cmd', 'command_name', 'slash_command', 'befehl', 'commande', 'comando'],
  feature: ['feature_name', 'feature_slug'],
  version: ['schema_version', 'checkpoint_version', 'format_version'],
  head_commit: ['commit', 'head', 'git_commit', 'commit_sha', 'commit_hash', 'git_head', 'head_sha', 'sha'],
  started_at: ['start_time', 'started', 'created_at', 'created', 'start', 'gestartet'],
  updated_at: [...changeTimeNames, 'aktualisiert'],
  completed_at: ['finished_at', 'completion_time', 'ended_at', 'end_time'],
  state: ['current_state', 'progress'],
  phases: [
    'steps',
    'stages',
    'phase_status',
    'phase_statuses',
    'phases_status',
    'phasen',
    'schritte',
    'etapes',
    'fases',
  ],
  gate: ['ship_gate', 'gates'],
};

export const stateAliases: Aliases = {
  current_phase: [
    'phase',
    'active_phase',
    'current',
    'current_step',
    'current_stage',
    'in_progress',
    'doing',
    'working_on',
    'active_step',
    'aktuelle_phase',
  ],
  completed_phases: [
    'completed',
    'phases_completed',
    'done',
    'done_phases',
    'finished_phases',
    'completed_steps',
    'steps_done',
    'steps_completed',
    'abgeschlossene_phasen',
    'erledigt',
  ],
  pending_phases: [
    'pending',
    'phases_pending',
    'remaining',
    'remaining_phases',
    'todo',
    'next_phases',
    'next_phase',
    'upcoming_phases',
    'pending_steps',
    'remaining_steps',
    'open_phases',
    'offene_phasen',
    'offen',
  ],
  current_task: ['task', 'active_task'],
  context_summary: ['summary'],
};

export const phaseAliases: Aliases = {
  status: ['state', 'phase_status'],
  started_at: ['start_time', 'started'],
  updated_at: ['last_updated', 'updated', 'timestamp', 'completed_at', 'finished_at'],
  context_summary: ['summary', 'context', 'handoff_summary'],
  files_created: ['created_files', 'created', 'new_files'],
  files_modified: ['modified_files', 'modified', 'changed_files', 'files_changed'],
  error: ['error_message', 'failure', 'failure_reason'],
  tasks: ['task_status', 'task_list', 'todos'],
};

export const gateAliases: Aliases = {
  ship_allowed: ['allowed', 'can_ship', 'approved', 'ship', 'passed', 'ok_to_ship'],
  blockers: ['blocking', 'blocking_issues', 'issues', 'blocked_by'],
  head_commit: ['commit', 'reviewed_commit', 'commit_sha', 'sha'],
};

/**
 * Lists all names of some fields.
 * @param aliases the other names
 * @param fields the fields
 * @returns their own names and the others
 */
export function spellingsOf(aliases: Aliases, ...fields: readonly string[]): string[] {
  return fields.flatMap((field) => [field].concat(aliases[field] ?? []));
}

const isTime = (value: Json): boolean => readTime(value) !== null;
const tests: Readonly<Record<string, (value: Json) => boolean>> = {
  command: isSomeText,
  feature: isSomeText,
  head_commit: (value) => typeof value === 'string' && /^[0-9a-f]{6,64}$/i.test(value.trim()),
  started_at: isTime,
  updated_at: isTime,
  completed_at: isTime,
  state: isJsonObject,
  phases: (value) => typeof value === 'object' || (typeof value === 'string' && /\[[ x]\]/i.test(value)),
  gate: (value) => isJsonObject(value) && Object.keys(value).some((name) => /ship|block|allow|approved/i.test(name)),
  version: (value) => typeof value === 'number' || typeof value === 'string',
  context_summary: isSomeText,
  tasks: (value) => typeof value === 'object',
  files_created: (value) => typeof value === 'string' || typeof value === 'object',
  files_modified: (value) => typeof value === 'string' || typeof value === 'object',
  ship_allowed: (value) => typeof value === 'boolean' || typeof value === 'string',
};

/**
 * Tells whether a value may be meant for a field.
 * @param field a field of the format
 * @param value a value that stands under another name
 * @returns false for values of another kind
 */
export function fitsCommand(field: string, value: Json): boolean {
  return tests[field]?.(value) ?? true;
}

export const commandEssentials: Essentials = {
  required: new Set(['command', 'version', 'started_at', 'updated_at', 'state', 'phases', 'gate']),
  open: { state: 2, phases: 3, gate: 2 },
  fixed: ['/state/current_phase', '/state/completed_phases', '/state/pending_phases'],
  units: new Set(['state', 'phases']),
  codes: { command: 'id', version: 'newer-version', started_at: 'time', updated_at: 'time' },
};
