// Workflow ids: {type}_{project}_{YYYYMMDD_HHMMSS}, in UTC. The type has no underscore; the project may have some.

import { PawlError } from '../../rules/errors.js';
import { checkName, encodePart } from '../../rules/names.js';

const plainType = /^[A-Za-z0-9][A-Za-z0-9.-]{0,59}$/;
const plainProject = /^[A-Za-z0-9._-]{1,100}$/; // 60 + 100 + time: the id stays short enough for a file name
// Control characters as ranges: to look up \p{Cc} costs every start a quarter of a millisecond.
const idPattern =
  // oxlint-disable-next-line no-control-regex -- they are what must not stand in it
  /^([^_/\\\u0000-\u001f\u007f-\u009f]+)_([^/\\\u0000-\u001f\u007f-\u009f]+)_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)$/u;

/** The parts of a workflow id. */
export interface WorkflowIdParts {
  readonly type: string;
  readonly project: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Makes a workflow id. Names that cannot stand in it as they are become slug + `~` + hash.
 * @param type the workflow's type, e.g. `orchestrate`, `test-all`
 * @param project the project's name
 * @param at the time of the start
 * @returns e.g. `orchestrate_auth_system_20251003_184530`
 */
export function workflowId(type: string, project: string, at: Date | string): string {
  const name = checkName('workflow type', type);
  const owner = checkName('project', project);
  const typePart = encodePart(name, plainType.test(name));
  return `${typePart}_${encodePart(owner, plainProject.test(owner))}_${timePart(new Date(at))}`;
}

/**
 * Makes the test whether an id is that of a type and a project. Both may be named as they were given, or as they stand in ids.
 * @param type the workflow's type; any unless given
 * @param project the project's name; any unless given
 * @returns tells it of an id
 */
export function idsOf(type?: string, project?: string): (id: string) => boolean {
  const isType = partOf(type, plainType);
  const isProject = partOf(project, plainProject);
  return (id) => {
    const parts = parseWorkflowId(id);
    return parts !== null && isType(parts.type) && isProject(parts.project);
  };
}

function partOf(name: string | undefined, plain: RegExp): (part: string) => boolean {
  if (name === undefined) return () => true;
  const encoded = encodePart(name, plain.test(name));
  return (part) => part === name || part === encoded;
}

/**
 * Reads a workflow id, from its end: the last two parts are date and time.
 * @param id any text
 * @returns its parts, or null when it is no id or its date does not exist
 */
export function parseWorkflowId(id: string): WorkflowIdParts | null {
  if (id !== last?.id) last = { id, parts: readId(id) };
  return last.parts;
}

/** A run keeps its id, and every save of it asks. */
let last: { readonly id: string; readonly parts: WorkflowIdParts | null } | null = null;

function readId(id: string): WorkflowIdParts | null {
  const parts = typeof id === 'string' ? idPattern.exec(id) : null;
  if (parts === null) return null;
  const [, type = '', project = '', year, month, day, hour, minute, second] = parts;
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = new Date(at);
  // A day that its month does not have becomes another day, or no time at all.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== at) return null;
  return Object.freeze({ type, project, at });
}

/**
 * Gives the id that is tried when one is taken.
 * @param id a workflow id
 * @returns the id of the same type and project, one second later
 */
export function nextSecond(id: string): string {
  const parts = parseWorkflowId(id);
  if (parts === null) {
    throw new PawlError('bad-name', `${JSON.stringify(id.slice(0, 80))} is not a workflow id`, {
      hint: 'A workflow id is {type}_{project}_{YYYYMMDD_HHMMSS}, e.g. orchestrate_auth_system_20251003_184530',
    });
  }
  return `${parts.type}_${parts.project}_${timePart(new Date(Date.parse(parts.at) + 1000))}`;
}

function timePart(time: Date): string {
  const year = time.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) {
    throw new PawlError('bad-name', 'A workflow id needs a real time between the years 0 and 9999');
  }
  const digits = time.toISOString().replace(/[-:T]/g, '');
  return `${digits.slice(0, 8)}_${digits.slice(8, 14)}`;
}
