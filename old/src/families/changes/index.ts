// The difference between two states of a checkpoint, in words: by unit where a family has words for it, by place elsewhere.

import type { JsonObject } from '../../rules/json/json.js';
import type { FamilyName } from '../family.js';
import type { Change } from './change.js';
import { commandChanges, commandIdentity, commandPlaces } from './command.js';
import { leafChanges } from './leaves.js';
import { noteChanges, notePlaces } from './notes.js';
import { pipelineChanges, pipelineIdentity, pipelinePlaces } from './pipeline.js';
import { workflowChanges, workflowIdentity, workflowPlaces } from './workflow.js';

export type { Change } from './change.js';

interface Words {
  readonly describe: (before: JsonObject, after: JsonObject) => readonly Change[];
  readonly places: RegExp;
  /** Places that need no words when the checkpoint begins. */
  readonly identity: RegExp;
}

const words: Readonly<Record<FamilyName, Words>> = {
  command: { describe: commandChanges, places: commandPlaces, identity: commandIdentity },
  pipeline: { describe: pipelineChanges, places: pipelinePlaces, identity: pipelineIdentity },
  workflow: { describe: workflowChanges, places: workflowPlaces, identity: workflowIdentity },
};

const changeTime = /(?:^|\/)(?:updated_at|timestamp)$/;

/**
 * Describes what changed between two states, drifted ones included. The time of the change is no change.
 * @param family the family
 * @param before the state before, or null when the checkpoint began
 * @param after the state after
 * @returns the changes, units first
 */
export function describeChanges(family: FamilyName, before: JsonObject | null, after: JsonObject): readonly Change[] {
  if (before === after) return [];
  const { describe, places, identity } = words[family];
  const old = before ?? {};
  const isTold = (path: string): boolean =>
    places.test(path) || notePlaces.test(path) || (before === null && identity.test(path));
  const changes = [...describe(old, after), ...noteChanges(old, after), ...leafChanges(old, after, isTold)];
  // Places with words of their own may change in a way that has none.
  return changes.length > 0 || before === null ? changes : leafChanges(before, after, (path) => changeTime.test(path));
}
