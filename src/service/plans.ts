// The operations of each family as plans, for the library, the silent facade and the command line alike.

import { type CommandCheckpoint, type CommandEvent, applyCommand } from '../families/command/index.js';
import { type PipelineCheckpoint, type PipelineEvent, applyPipeline } from '../families/pipeline/index.js';
import {
  type WorkflowCheckpoint,
  type WorkflowEvent,
  applyWorkflow,
  migrateWorkflow,
  needsMigration,
  placeAfter,
} from '../families/workflow/index.js';
import { PawlError } from '../rules/errors.js';
import type { Json, JsonObject } from '../rules/json.js';
import { type Key, refOf } from '../rules/names.js';
import type { EventNote } from '../store/store.js';
import type { Plan } from './change.js';
import { asDocument, asState } from './families.js';

/**
 * Plans an event of a command checkpoint. A checkpoint that does not exist is begun by a phase, and by nothing else.
 * @param key the checkpoint
 * @param event what happens
 * @returns the plan
 */
export function planCommand(key: Key, event: CommandEvent): Plan {
  return (doc, now) => {
    if (doc === null && event.type !== 'phase') throw notFound(key, 'Begin it with its first phase.');
    const next = applyCommand(doc === null ? null : asDocument<CommandCheckpoint>(doc), event, now);
    return { state: asState(next), event: noteOf(event) };
  };
}

/**
 * Plans an event of a pipeline. Only `init` begins one.
 * @param key the checkpoint
 * @param event what happens
 * @returns the plan
 */
export function planPipeline(key: Key, event: PipelineEvent): Plan {
  return (doc, now) => {
    if (doc === null && event.type !== 'init') throw notFound(key, 'Initialize it from its spec first.');
    const next = applyPipeline(doc === null ? null : asDocument<PipelineCheckpoint>(doc), event, now);
    return { state: asState(next), event: noteOf(event) };
  };
}

/**
 * Plans an event of a workflow. Only `start` begins one. An older schema is migrated on the way; the original stays as
 * the revision before.
 * @param key the checkpoint
 * @param event what happens
 * @returns the plan
 */
export function planWorkflow(key: Key, event: WorkflowEvent): Plan {
  return (doc, now, current) => {
    if (doc === null && event.type !== 'start') {
      if (current?.place === 'archived') throw new PawlError('already-complete', `${refOf(key)} is already complete`);
      throw notFound(key, 'Start it first.');
    }
    const before =
      doc === null ? null : asDocument<WorkflowCheckpoint>(needsMigration(doc) ? migrateWorkflow(doc).doc : doc);
    return { state: asState(applyWorkflow(before, event, now)), place: placeAfter(event), event: noteOf(event) };
  };
}

function notFound(key: Key, hint: string): PawlError {
  return new PawlError('not-found', `there is no checkpoint ${refOf(key)}`, { hint });
}

/** What identifies an event in the history; the values themselves are in the state. */
const identifying = [
  'phase',
  'workstream',
  'workstreams',
  'gate',
  'status',
  'verdict',
  'attempt',
  'ship_allowed',
  'final',
  'reason',
];

function noteOf(event: CommandEvent | PipelineEvent | WorkflowEvent): EventNote {
  const members: Partial<Record<string, unknown>> = { ...event };
  if (event.type === 'init') return { name: 'init' }; // its workstreams are the whole plan
  const args: Record<string, Json> = {};
  for (const name of identifying) {
    const value = members[name];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') args[name] = value;
    else if (Array.isArray(value)) args[name] = value.map(String);
  }
  const data = members['data'];
  if (typeof data === 'object' && data !== null && 'status' in data && typeof data.status === 'string')
    args['status'] = data.status;
  return Object.keys(args).length > 0 ? { name: event.type, args: args satisfies JsonObject } : { name: event.type };
}
