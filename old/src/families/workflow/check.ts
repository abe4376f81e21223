// Finds everything that is wrong with a workflow checkpoint, in words. The size in bytes is checked where bytes are made.

import type { Problem } from '../../rules/errors.js';
import { isJsonObject, pointer } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { limits } from '../../rules/limits.js';
import { checkJson } from '../../rules/json/check-json.js';
import {
  anyMap,
  anyText,
  checkFields,
  type FieldRule,
  type Fields,
  inWords,
  isoTime,
  optional,
} from '../../rules/fields.js';
import { notesRules } from '../notes.js';
import { parseWorkflowId } from './id.js';
import { hasReadableVersion, isNewerThanKnown, latestSchemaVersion } from './migrate.js';
import { completedPhases } from './progress.js';
import type { WorkflowCheckpoint, WorkflowStatus } from './types.js';

export const workflowStatuses: readonly WorkflowStatus[] = ['in_progress', 'failed', 'complete', 'abandoned'];

const isWhole = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= limits.maxUnits;
const isError = (value: unknown): boolean =>
  typeof value === 'string' || (isJsonObject(value) && typeof value['message'] === 'string');
const pastError: FieldRule = {
  fits: (value) => isJsonObject(value) && isError(value['error']) && isoTime.fits(value['at']),
  wanted: 'an object with "error" and "at" (a time in ISO 8601)',
  example: '{"error": "tests fail", "at": "2025-10-03T18:52:15Z"}',
};
const time: FieldRule = { ...isoTime, example: '"2025-10-03T18:45:30Z"' };

const documentRules = {
  checkpoint_id: {
    fits: (value) => typeof value === 'string' && parseWorkflowId(value) !== null,
    wanted: '{type}_{project}_{YYYYMMDD_HHMMSS} with a real date and time in UTC',
    example: '"orchestrate_auth_system_20251003_184530"',
  },
  workflow_type: {
    fits: (value) => isSomeText(value) && value.length <= limits.maxNameChars,
    wanted: `a name of 1 to ${limits.maxNameChars} characters`,
    example: '"orchestrate"',
  },
  workflow_description: { ...anyText, example: '"Implement authentication system"' },
  created_at: time,
  updated_at: time,
  status: {
    fits: (value) => workflowStatuses.some((status) => status === value),
    wanted: `one of ${workflowStatuses.map((status) => `"${status}"`).join(', ')}`,
    example: '"in_progress"',
  },
  current_phase: { fits: (value) => isWhole(value, 0), wanted: 'the number of a phase, or 0', example: '1' },
  total_phases: {
    fits: (value) => isWhole(value, 0),
    wanted: `a whole number from 0 to ${limits.maxUnits}`,
    example: '5',
  },
  completed_phases: {
    fits: Array.isArray,
    wanted: 'a list of phase numbers',
    example: '[1, 2]',
    each: { fits: (value) => isWhole(value, 1), wanted: 'the number of a phase, counted from 1', example: '1' },
    max: limits.maxUnits,
  },
  workflow_state: { ...anyMap, example: '{"project_name": "auth_system"}' },
  last_error: {
    fits: (value) => value === null || isError(value),
    wanted: 'null, a string, or an object with a "message"',
    example: 'null',
  },
  pawl: optional(anyMap),
} satisfies Record<string, FieldRule>;

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';

const pawlRules = {
  ...notesRules,
  spec: optional({
    fits: (value) => isJsonObject(value) && isTextOrAbsent(value['path']) && isTextOrAbsent(value['hash']),
    wanted: 'an object with the "path" and the "hash" of the plan',
    example: '{"path": "specs/plan.md"}',
  }),
  errors: optional({ fits: Array.isArray, wanted: 'a list of errors', example: '[]', each: pastError }),
  failed_at: optional(time),
  abandoned: optional({
    fits: (value) =>
      isJsonObject(value) &&
      isoTime.fits(value['at']) &&
      (value['reason'] === undefined || typeof value['reason'] === 'string'),
    wanted: 'an object with "at" (a time in ISO 8601) and a "reason"',
    example: '{"at": "2025-10-03T18:52:15Z", "reason": "plan dropped"}',
  }),
} satisfies Record<string, FieldRule>;

/**
 * Finds every problem of a workflow checkpoint. Never throws.
 * @param doc any value
 * @returns the problems; an empty list means valid
 */
export function checkWorkflow(doc: unknown): Problem[] {
  if (!isJsonObject(doc)) {
    return [{ path: '', message: `a workflow checkpoint is an object, but this is ${inWords(doc)}` }];
  }
  const problems = [
    ...checkFields(doc, documentRules),
    ...checkType(doc),
    ...checkPhases(doc),
    ...checkComplete(doc),
    ...checkVersion(doc),
  ];
  if (isJsonObject(doc['pawl'])) problems.push(...checkFields(doc['pawl'], pawlRules, ['pawl']));
  const unstorable = checkJson(doc);
  if (unstorable.length === 0) return problems;
  const known = new Set(problems.map((problem) => problem.path));
  return [...problems, ...unstorable.filter((problem) => !known.has(problem.path))];
}

/**
 * Tells whether a value is a valid workflow checkpoint.
 * @param value any value
 * @returns true when {@link checkWorkflow} finds nothing
 */
export function isWorkflowCheckpoint(value: unknown): value is WorkflowCheckpoint {
  return checkWorkflow(value).length === 0;
}

function checkType({ checkpoint_id: id, workflow_type: type }: Fields): Problem[] {
  const parts = typeof id === 'string' ? parseWorkflowId(id) : null;
  // A type that cannot stand in an id is encoded there, with a `~`.
  if (parts === null || typeof type !== 'string' || parts.type === type || parts.type.includes('~')) return [];
  const message = `is ${inWords(type)}, but the type in "checkpoint_id" is ${inWords(parts.type)}`;
  return [{ path: '/workflow_type', message, fix: `write ${JSON.stringify(parts.type)}` }];
}

function checkPhases({ current_phase: current, total_phases: total, completed_phases: completed }: Fields): Problem[] {
  if (typeof total !== 'number') return [];
  const problems: Problem[] = [];
  if (typeof current === 'number' && current > total) {
    const message = `is ${current}, but there are only ${total} phases`;
    problems.push({ path: '/current_phase', message, fix: 'write the first phase that is not completed' });
  }
  if (!Array.isArray(completed) || completed.length > limits.maxUnits) return problems;
  const seen = new Set<unknown>();
  for (const [index, phase] of completed.entries()) {
    if (typeof phase === 'number' && phase > total && phase <= limits.maxUnits) {
      const message = `is phase ${phase}, but there are only ${total} phases`;
      const fix = 'take it out, or correct "total_phases"';
      problems.push({ path: pointer('completed_phases', index), message, fix });
    } else if (seen.has(phase)) {
      const message = `lists phase ${inWords(phase)} a second time`;
      problems.push({ path: pointer('completed_phases', index), message, fix: 'take it out' });
    }
    seen.add(phase);
  }
  return problems;
}

function checkComplete(doc: Fields): Problem[] {
  if (doc['status'] !== 'complete') return [];
  const problems: Problem[] = [];
  const done = completedPhases(doc).length;
  const total = doc['total_phases'];
  if (typeof total === 'number' && Array.isArray(doc['completed_phases']) && done < total) {
    const message = `is "complete", but only ${done} of ${total} phases are completed`;
    problems.push({ path: '/status', message, fix: 'write "in_progress", or list every phase in "completed_phases"' });
  }
  if (isError(doc['last_error'])) {
    problems.push({ path: '/last_error', message: 'must be null when the status is "complete"', fix: 'write null' });
  }
  return problems;
}

function checkVersion(doc: Fields): Problem[] {
  const path = '/schema_version';
  const fix = `write "${latestSchemaVersion}", or leave the field out`;
  if (doc['schema_version'] === null || !hasReadableVersion(doc)) {
    return [{ path, message: `must be a version such as "${latestSchemaVersion}"`, fix }];
  }
  if (!isNewerThanKnown(doc)) return [];
  const message = `is newer than ${latestSchemaVersion}, the latest that this pawl knows: it is read, never written`;
  return [{ path, message, fix: 'update pawl' }];
}
