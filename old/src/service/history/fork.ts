// A new checkpoint from the state of another: the same work, tried in another way.

import { nextSecond, parseWorkflowId, workflowId } from '../../families/workflow/index.js';
import { badInput, PawlError } from '../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { type Key, keysOfRef, keyText, refOf, workflowKey } from '../../rules/names.js';
import { redactNew } from '../../rules/text/redact.js';
import type { Stored } from '../../store/store.js';
import { familyOf, readNewest, type Workbench } from '../workbench.js';
import { readRevision } from './read-revision.js';
import { rewrite } from './rewrite.js';

export interface Forked {
  readonly from: { readonly ref: string; readonly revision: number };
  readonly key: Key;
  readonly ref: string;
  readonly stored: Stored;
}

export interface ForkOptions {
  /** The revision to begin from; the newest unless given. */
  readonly revision?: number | undefined;
}

/**
 * Begins a new checkpoint from the state of another one.
 * @param bench the store and the circumstances
 * @param key the checkpoint to begin from
 * @param name the new one: a ref of the same family; for a workflow also just a project, whose id gets the present time
 * @param options which revision
 * @returns the new checkpoint; throws `not-allowed` when the name is taken
 */
export async function forkCheckpoint(
  bench: Workbench,
  key: Key,
  name: string,
  options: ForkOptions = {},
): Promise<Forked> {
  const { store } = bench;
  const source =
    options.revision === undefined ? await readNewest(store, key) : await readRevision(bench, key, options.revision);
  const target = await targetOf(bench, key, source.state, name);
  const event = { name: 'forked', args: { from: keyText(key), revision: source.revision } };
  const { stored } = await rewrite(bench, target, (current, now) => {
    if (current !== null) throw taken(target);
    const { value } = redactNew(renamed(source.state, target, now), undefined); // in a new log all of it is new
    const state = familyOf(bench, key).stamp(isJsonObject(value) ? value : {}, now);
    refuseProblems(bench, target, state, source.state);
    return { state, place: 'live', event };
  });
  return { from: { ref: refOf(key), revision: source.revision }, key: target, ref: refOf(target), stored };
}

async function targetOf(bench: Workbench, key: Key, state: JsonObject, name: string): Promise<Key> {
  if (key.family === 'workflow') return workflowTarget(bench, key, state, name);
  // The likeliest meaning counts: PRD-010 is no command, although one could be called so.
  const [target] = keysOfRef(name);
  if (target?.family === key.family) return target;
  const other = keysOfRef(name).find(({ family }) => family === key.family);
  if (other !== undefined && key.family === 'pipeline' && !name.includes('/')) return other;
  throw new PawlError('bad-name', `${JSON.stringify(name)} cannot name a ${key.family}, which ${refOf(key)} is`, {
    hint: key.family === 'command' ? 'Write e.g. implement/auth-v2.' : 'Write e.g. PRD-010.',
  });
}

/** A whole id is taken as it is; a project gets an id of its own, at the next free second. */
async function workflowTarget(bench: Workbench, key: Key, state: JsonObject, name: string): Promise<Key> {
  const given = name.replace(/^workflow:/, '');
  if (parseWorkflowId(given) !== null) return workflowKey(given);
  const [type = '', project = given] = given.includes('/') ? given.split(/\/(.*)/s) : [typeOf(key, state)];
  let id = workflowId(type, project, new Date(bench.clock()));
  while ((await bench.store.get(workflowKey(id))) !== null) id = nextSecond(id);
  return workflowKey(id);
}

function typeOf(key: Key, state: JsonObject): string {
  const type = state['workflow_type'];
  if (typeof type === 'string' && type !== '') return type;
  return (key.family === 'workflow' ? parseWorkflowId(key.id)?.type : undefined) ?? 'workflow';
}

/** What a document says about its own name follows the name. */
function renamed(state: JsonObject, target: Key, now: string): JsonObject {
  if (target.family === 'command') return { ...state, command: target.command, feature: target.feature };
  if (target.family === 'pipeline') return { ...state, prd: target.id };
  const parts = parseWorkflowId(target.id);
  const own = state['workflow_state'];
  return {
    ...state,
    checkpoint_id: target.id,
    created_at: now,
    ...(parts === null ? {} : { workflow_type: parts.type }),
    workflow_state: { ...(isJsonObject(own) ? own : {}), ...(parts === null ? {} : { project_name: parts.project }) },
  };
}

/** The new name has to fit; what was wrong with the state before is doctor's business. */
function refuseProblems(bench: Workbench, target: Key, state: JsonObject, source: JsonObject): void {
  const { idPattern } = bench;
  const family = familyOf(bench, target);
  const known = new Set(family.check(source, { idPattern }).map(({ path, message }) => `${path}\n${message}`));
  const problems = family.check(state, { idPattern }).filter(({ path, message }) => !known.has(`${path}\n${message}`));
  if (problems.length > 0) throw badInput(refOf(target), problems);
}

function taken(key: Key): PawlError {
  return new PawlError('not-allowed', `there is a checkpoint ${refOf(key)} already; nothing was changed`, {
    hint: 'Choose another name. The history of one that was deleted keeps its name.',
  });
}
