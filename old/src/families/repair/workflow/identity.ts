// Which workflow a checkpoint belongs to: its id, type and description. A file is never renamed.

import { isIsoTime } from '../../../rules/fields.js';
import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isSomeText } from '../../../rules/json/read-member.js';
import type { Key } from '../../../rules/names.js';
import { parseWorkflowId, workflowId } from '../../workflow/id.js';
import type { Draft } from '../draft.js';

const projectFields = ['project_name', 'project', 'project_id', 'feature', 'feature_name', 'name'];

/**
 * Gives a workflow its id, type and description.
 * @param draft the document, its fields renamed and its times repaired
 * @param key the file's key, when it has one
 */
export function repairIdentity(draft: Draft, key: Key | null): void {
  const id = draft.get('checkpoint_id');
  const named = key?.family === 'workflow' ? key.id : null;
  if (typeof id !== 'string' || parseWorkflowId(id) === null) repairId(draft, id, named);
  repairType(draft);
  const description = draft.get('workflow_description');
  if (typeof description === 'string') return;
  const state = draft.get('workflow_state');
  const told = isJsonObject(state)
    ? ['workflow_description', 'description', 'task', 'goal', 'prompt'].map((name) => state[name]).find(isSomeText)
    : undefined;
  const project = projectOf(draft) ?? partsOf(draft)?.project;
  const why =
    told === undefined
      ? 'the file has no description; taken from the project’s name'
      : 'taken from the state, where it stays';
  draft.set(['workflow_description'], told ?? project ?? '', 'inferred', why);
}

function repairId(draft: Draft, id: Json | undefined, named: string | null): void {
  const trimmed = typeof id === 'string' ? id.trim().replace(/\.json$/i, '') : null;
  if (trimmed !== null && parseWorkflowId(trimmed) !== null) {
    draft.set(['checkpoint_id'], trimmed, 'spelling', 'an id ends with its time');
    return;
  }
  const why = id === undefined ? 'checkpoint_id is missing' : 'checkpoint_id is not {type}_{project}_{time}';
  if (named !== null && parseWorkflowId(named) !== null) {
    draft.set(['checkpoint_id'], named, 'inferred', `${why}; taken from the file’s name`);
    return;
  }
  if (named !== null && named === trimmed && /_\d{8}_\d{6}$/.test(named)) {
    // File and document agree on a time that does not exist: another id inside would only make them differ.
    const fix = 'give the file and checkpoint_id one name, with a real date and time';
    draft.ask('id', '/checkpoint_id', `is ${JSON.stringify(named)}, as its file is, but there is no such time`, fix);
    return;
  }
  const made = makeId(draft, trimmed ?? named);
  if (made !== null) draft.set(['checkpoint_id'], made, 'inferred', `${why}; made from type, project and created_at`);
}

function makeId(draft: Draft, old: string | null): string | null {
  const created = draft.get('created_at');
  const [, oldType, oldProject] = /^([a-z][a-z0-9-]*)_([A-Za-z0-9][\w.-]*)$/.exec(old ?? '') ?? [];
  const type = draft.get('workflow_type') ?? oldType;
  const project = projectOf(draft) ?? oldProject ?? projectIn(old, type);
  if (typeof type !== 'string' || project === undefined || !isIsoTime(created)) return null;
  try {
    return workflowId(type.trim(), project, created);
  } catch {
    return null; // names that no id can have
  }
}

/** `orchestrate-auth-2025-12-03` is about `auth`. */
function projectIn(old: string | null, type: Json | undefined): string | undefined {
  if (old === null || typeof type !== 'string' || !old.startsWith(type)) return undefined;
  const rest = old.slice(type.length).replace(/[-_.]\d{4}[-_.]?\d\d[-_.]?\d\d(?:[-_.T]?\d{4,6}Z?)?$/, '');
  return /^[-_.]([A-Za-z0-9][\w.-]*)$/.exec(rest)?.[1];
}

/** The id is the file's name, so its type is the one that counts. */
function repairType(draft: Draft): void {
  const parts = partsOf(draft);
  const type = draft.get('workflow_type');
  if (parts === null || type === parts.type) return;
  if (parts.type.includes('~') && typeof type === 'string') return;
  const isSpelled = typeof type === 'string' && plain(type) === plain(parts.type);
  draft.set(['workflow_type'], parts.type, isSpelled ? 'spelling' : 'conflict', 'the type is the one in checkpoint_id');
}

function plain(type: string): string {
  return type.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function partsOf(draft: Draft): ReturnType<typeof parseWorkflowId> {
  const id = draft.get('checkpoint_id');
  return typeof id === 'string' ? parseWorkflowId(id) : null;
}

function projectOf(draft: Draft): string | undefined {
  for (const holder of [draft.root, draft.get('workflow_state')]) {
    if (!isJsonObject(holder)) continue;
    const project = projectFields
      .map((name) => (Object.hasOwn(holder, name) ? holder[name] : undefined))
      .find(isSomeText);
    if (project !== undefined) return project;
  }
  return undefined;
}
