// Merges new data into one phase.

import type { Fields } from '../../rules/fields.js';
import { mergePatch } from '../../rules/json/merge-patch.js';
import type { CommandPhase, PhaseData } from './types.js';

/**
 * Merges data into a phase: maps merge, file lists unite, other values replace, null deletes.
 * @param old the phase, or undefined when it is new
 * @param data what changes
 * @param now the time, ISO 8601
 * @returns the next phase; it shares no object with `data`
 */
export function mergePhase(old: CommandPhase | undefined, data: PhaseData, now: string): CommandPhase {
  const { status: wanted, updated_at: _updatedAt, ...rest } = data;
  const status = wanted ?? old?.status ?? 'in_progress';
  const base: Fields = old ?? (status === 'pending' ? { status } : { status, started_at: now });
  const starts = status !== 'pending' && old?.started_at === undefined && rest.started_at === undefined;
  const leavesFailed = old?.status === 'failed' && status !== 'failed' && rest.error === undefined;
  const merged = mergePatch(base, {
    ...(starts ? { started_at: now } : {}),
    ...rest,
    ...united('files_created', old?.files_created, data.files_created),
    ...united('files_modified', old?.files_modified, data.files_modified),
    ...(leavesFailed ? { error: null } : {}),
  });
  return { ...merged, status, updated_at: now };
}

function united(field: string, old: unknown, added: unknown): Fields {
  if (!Array.isArray(added)) return {};
  return { [field]: [...new Set<unknown>([...(Array.isArray(old) ? old : []), ...added])] };
}
