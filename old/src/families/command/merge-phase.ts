// Merges new data into one phase, and takes out what no longer belongs to it.

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
  const status = data.status ?? old?.status ?? 'in_progress';
  const base: Fields = old ?? (status === 'pending' ? { status } : { status, started_at: now });
  const starts = status !== 'pending' && old?.started_at === undefined && data.started_at === undefined;
  const leavesFailed = old?.status === 'failed' && status !== 'failed' && data.error === undefined;
  // What is undefined counts as absent.
  const patch: Record<string, unknown> = starts ? { started_at: now, ...data } : { ...data };
  patch['status'] = undefined;
  patch['updated_at'] = undefined;
  if (Array.isArray(data.files_created)) patch['files_created'] = united(old?.files_created, data.files_created);
  if (Array.isArray(data.files_modified)) patch['files_modified'] = united(old?.files_modified, data.files_modified);
  if (leavesFailed) patch['error'] = null;
  return { ...mergePatch(base, patch), status, updated_at: now };
}

/**
 * Takes files out of those that a phase created.
 * @param phase the phase
 * @param files the files
 * @returns the phase without them
 */
export function withoutCreated(phase: CommandPhase, files: readonly string[]): CommandPhase {
  const { files_created: created = [], ...rest } = phase;
  const left = created.filter((file) => !files.includes(file));
  return left.length === 0 ? rest : { ...phase, files_created: left };
}

function united(old: unknown, added: readonly unknown[]): readonly unknown[] {
  return [...new Set<unknown>([...(Array.isArray(old) ? old : []), ...added])];
}
