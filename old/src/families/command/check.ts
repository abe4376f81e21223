// Finds everything that is wrong with a command checkpoint, in words. The size in bytes is checked where bytes are made.

import { type Problem } from '../../rules/errors.js';
import { isJsonObject, type JsonObject, pointer } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { limits, reservedNames } from '../../rules/limits.js';
import { validateContextSummary } from '../../rules/text/tokens.js';
import { checkJson } from '../../rules/json/check-json.js';
import {
  anyMap,
  anyText,
  checkFields,
  checkValue,
  type FieldRule,
  inWords,
  isoTime,
  optional,
  textOrNull,
} from '../../rules/fields.js';
import { notesRules } from '../notes.js';
import { isNewerCommand, isPhaseStatus, phaseStatuses, unitsOf } from './phases.js';
import type { CommandCheckpoint, PhaseStatus } from './types.js';

const isName = (value: unknown): boolean =>
  isSomeText(value) && value.length <= limits.maxNameChars && !reservedNames.has(value);
const nameWanted = `1 to ${limits.maxNameChars} characters, not only spaces, and no reserved word`;

/** The name of a phase or task. */
export const unitName: FieldRule = { fits: isName, wanted: `a name of ${nameWanted}`, example: '"implementation"' };
const names: FieldRule = {
  fits: Array.isArray,
  wanted: 'a list of phase names',
  example: '[]',
  each: unitName,
  max: limits.maxUnits,
};
const featureOrNull: FieldRule = {
  fits: (value) =>
    value === null || (isSomeText(value) && value.length <= limits.maxFeatureChars && !reservedNames.has(value)),
  wanted: `null or a name of 1 to ${limits.maxFeatureChars} characters, not only spaces, and no reserved word`,
  example: '"auth-system"',
};
/** What agents write instead of a status, by what they mean. Blocked is not failed: nothing went wrong yet. */
const statusWords: Readonly<Record<PhaseStatus, string>> = {
  complete: 'done completed complete finished success passed',
  in_progress: 'started running active wip in_progress',
  pending: 'todo open not_started pending blocked waiting',
  failed: 'error failure failed',
  skipped: 'skip skipped cancelled',
};

function statusMeant(typed: string): string | undefined {
  const word = typed.toLowerCase().replaceAll(/[\s-]/g, '_');
  const meant = phaseStatuses.find((one) => statusWords[one].split(' ').includes(word));
  return meant === undefined ? undefined : `"${meant}"`;
}

const status: FieldRule = {
  fits: isPhaseStatus,
  wanted: `one of ${phaseStatuses.map((s) => `"${s}"`).join(', ')}`,
  example: '"in_progress"',
  meant: (value) => (typeof value === 'string' ? statusMeant(value) : undefined),
};
/** A word alone is the status of its phase: to make it pending would undo the work. */
const wholePhase: FieldRule = {
  ...anyMap,
  example: '{"status": "pending"}',
  meant: (value) => {
    const word = value === true ? '"complete"' : typeof value === 'string' ? statusMeant(value) : undefined;
    return word === undefined ? undefined : `{"status": ${word}}`;
  },
};
const files: FieldRule = {
  fits: Array.isArray,
  wanted: 'a list of file paths',
  example: '["src/index.ts"]',
  each: { ...anyText, wanted: 'a file path (a string)', example: '"src/index.ts"' },
  max: limits.maxFilesPerUnit,
};
const task: FieldRule = {
  ...anyMap,
  wanted: 'an object with the status of a task',
  example: '{"status": "pending"}',
  meant: (value) =>
    typeof value === 'string' && value.length <= 200 ? `{"status": ${JSON.stringify(value)}}` : undefined,
};
const taskName: FieldRule = { ...unitName, example: '"T001"' };
const taskRules = { status: optional({ ...anyText, example: '"pending"' }), description: optional(anyText) };
const documentRules = {
  command: { ...unitName, wanted: `a command name of ${nameWanted}`, example: '"implement"' },
  feature: optional(featureOrNull),
  version: { fits: (value) => value === 1, wanted: '1, the only version of this format', example: '1' },
  head_commit: optional({ ...textOrNull, wanted: 'a commit id or null' }),
  started_at: isoTime,
  updated_at: isoTime,
  completed_at: optional(isoTime),
  state: {
    ...anyMap,
    wanted: 'an object with current_phase, completed_phases and pending_phases',
    example: '{"current_phase": null, "completed_phases": [], "pending_phases": []}',
  },
  phases: { ...anyMap, wanted: 'an object with one member for each phase' },
  gate: optional({ ...anyMap, example: '{"ship_allowed": false, "blockers": ["2 tests fail"]}' }),
  pawl: optional(anyMap),
} satisfies Record<string, FieldRule>;

const stateRules = {
  current_phase: {
    fits: (value) => value === null || isName(value),
    wanted: 'the name of the phase being worked on, or null',
    example: 'null',
  },
  completed_phases: names,
  pending_phases: names,
  current_task: optional({ ...textOrNull, wanted: 'the id of a task, or null', example: '"T002"' }),
  context_summary: optional(anyText),
} satisfies Record<string, FieldRule>;

const phaseRules = {
  status,
  started_at: optional(isoTime),
  updated_at: optional(isoTime),
  context_summary: optional(anyText),
  files_created: optional(files),
  files_modified: optional(files),
  error: optional({ ...anyText, wanted: 'a string that says why the phase failed' }),
  tasks: optional({
    ...anyMap,
    wanted: 'an object with one member for each task',
    example: '{"T001": {"status": "pending"}}',
    each: task,
  }),
} satisfies Record<string, FieldRule>;

/** What a gate must be. */
export const gateRules = {
  ship_allowed: { fits: (value) => typeof value === 'boolean', wanted: 'true or false', example: 'false' },
  blockers: { fits: Array.isArray, wanted: 'a list of strings', example: '[]', each: anyText },
  head_commit: optional({ ...textOrNull, wanted: 'the commit that was reviewed, or null' }),
} satisfies Record<string, FieldRule>;

/**
 * Finds every problem of a command checkpoint. Never throws.
 * @param doc any value
 * @returns the problems; an empty list means valid
 */
export function checkCommand(doc: unknown): Problem[] {
  if (!isJsonObject(doc)) {
    return [{ path: '', message: `a command checkpoint is an object, but this is ${inWords(doc)}` }];
  }
  const { state, phases, gate, pawl } = doc;
  const isNewer = isNewerCommand(doc);
  const problems = isNewer ? [newerVersion(doc)] : [];
  problems.push(...checkFields(isNewer ? { ...doc, version: 1 } : doc, documentRules));
  if (isJsonObject(state) && !soundStates.has(state)) problems.push(...checkState(state));
  if (isJsonObject(gate)) problems.push(...checkFields(gate, gateRules, ['gate']));
  if (isJsonObject(pawl)) problems.push(...checkFields(pawl, notesRules, ['pawl']));
  if (isJsonObject(phases)) {
    for (const name of Object.keys(phases)) {
      const found = checkNamedPhase(name, phases[name]);
      if (found.length > 0) problems.push(...found);
    }
  }
  const units = mayHaveTooManyUnits(doc) ? unitsOf(doc).length : 0;
  if (units > limits.maxUnits) {
    const message = `has ${units} phases; the limit is ${limits.maxUnits}`;
    problems.push({ path: '/phases', message, fix: 'split the work into several runs' });
  }
  const unstorable = checkJson(doc);
  if (unstorable.length === 0) return problems;
  const known = new Set(problems.map((problem) => problem.path));
  return [...problems, ...unstorable.filter((problem) => !known.has(problem.path))];
}

/** Most updates leave the state as it is: one that cannot change is checked once. */
const soundStates = new WeakSet<object>();

function checkState(state: JsonObject): Problem[] {
  const problems = [...checkFields(state, stateRules, ['state']), ...checkSummary(state, ['state'])];
  const isFixed = [state, state['completed_phases'], state['pending_phases']].every(Object.isFrozen);
  if (problems.length === 0 && isFixed) soundStates.add(state);
  return problems;
}

/** Writing 1 over it would only hide what the newer version means. */
function newerVersion({ version }: JsonObject): Problem {
  const message = `is ${inWords(version)}, a newer version of the format than this pawl knows`;
  return { path: '/version', message, fix: 'update pawl' };
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Counting units exactly costs more than all other checks together, and hardly any run comes near the limit. */
function mayHaveTooManyUnits({ state, phases }: JsonObject): boolean {
  const { completed_phases, pending_phases } = isJsonObject(state) ? state : {};
  return 1 + sizeOf(phases) + sizeOf(completed_phases) + sizeOf(pending_phases) > limits.maxUnits;
}

/**
 * Tells whether a value is a valid command checkpoint.
 * @param value any value
 * @returns true when {@link checkCommand} finds nothing
 */
export function isCommandCheckpoint(value: unknown): value is CommandCheckpoint {
  return checkCommand(value).length === 0;
}

/**
 * Checks one phase under its name.
 * @param name the phase's name
 * @param phase the phase
 * @returns every problem, with paths from the document's root
 */
export function checkNamedPhase(name: string, phase: unknown): Problem[] {
  const found = checkPhase(phase);
  if (found.length === 0 && isName(name)) return [];
  const at = pointer('phases', name);
  const inside = found.map((problem) => Object.assign({}, problem, { path: at + problem.path }));
  return [...checkValue(name, unitName, ['phases', name]), ...inside];
}

/** Counting the words of every summary at every save would cost more than the save: frozen phases are checked once. */
const checkedPhases = new WeakMap<object, readonly Problem[]>();

function checkPhase(phase: unknown): readonly Problem[] {
  if (!isJsonObject(phase)) return checkValue(phase, wholePhase, []);
  const known = checkedPhases.get(phase);
  if (known !== undefined) return known;
  const problems = [...checkFields(phase, phaseRules), ...checkSummary(phase, []), ...checkTasks(phase['tasks'])];
  if (Object.isFrozen(phase)) checkedPhases.set(phase, problems);
  return problems;
}

/** A phase may have thousands of tasks, and an update changes one: frozen tasks are checked once. */
const soundTasks = new WeakSet<object>();

function checkTasks(tasks: unknown): Problem[] {
  if (!isJsonObject(tasks)) return [];
  const problems: Problem[] = [];
  for (const id of Object.keys(tasks)) {
    if (!isName(id)) problems.push(...checkValue(id, taskName, ['tasks', id]));
    const value = tasks[id];
    if (!isJsonObject(value) || soundTasks.has(value)) continue;
    const found = checkFields(value, taskRules, ['tasks', id]);
    if (found.length === 0 && Object.isFrozen(value)) soundTasks.add(value);
    problems.push(...found);
  }
  return problems;
}

function checkSummary(holder: Readonly<Record<string, unknown>>, steps: readonly string[]): Problem[] {
  const summary = holder['context_summary'];
  if (typeof summary !== 'string') return [];
  const path = pointer(...steps, 'context_summary');
  const { error, limit } = validateContextSummary(summary);
  const bytes = summary.length * 3 <= limits.maxSummaryBytes ? 0 : Buffer.byteLength(summary);
  return [
    ...(error === undefined ? [] : [{ path, message: error, fix: `shorten it to at most ${limit} words` }]),
    ...(bytes <= limits.maxSummaryBytes
      ? []
      : [{ path, message: `has ${bytes} bytes; the limit is ${limits.maxSummaryBytes}`, fix: 'shorten it' }]),
  ];
}
