// Which family a file belongs to, by where it stands and what it holds. Other tools' files are left alone.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { type FamilyName, type Key, keyOfStem } from '../../rules/names.js';
import { commandFamily } from '../command/index.js';
import { pipelineFamily } from '../pipeline/index.js';
import { workflowFamily } from '../workflow/index.js';
import { type Aliases, snakeCase } from './fields.js';
import { pipelineAliases } from './pipeline/fields.js';
import { objectsIn, opened } from './inside.js';
import { commandNames, fieldsIn, hasFamilyForm, isLikeCommand } from './resembles.js';
import { workflowAliases } from './workflow/fields.js';

/** What a file was taken for. */
export type Detected =
  | { readonly family: FamilyName; readonly key: Key | null; readonly why: string }
  | { readonly family: null; readonly key: null; readonly why: string };

/** The folders of the seeds, as they end. */
const folders: readonly (readonly [RegExp, FamilyName])[] = [
  [/(?:^|\/)build-pipeline\/checkpoints\/$/, 'pipeline'],
  [/(?:^|\/)\.claude\/state\/$/, 'command'],
  [/(?:^|\/)\.claude\/checkpoints\/(?:failed\/)?$/, 'workflow'],
];

/** Members by which a drifted document is known: 2 for those of one family only, 1 for those that others have too. */
const marks: Readonly<Record<FamilyName, Readonly<Record<string, number>>>> = {
  command: {
    command: 1,
    state: 1,
    phases: 1,
    completed_phases: 1,
    pending_phases: 2,
    current_phase: 1,
    head_commit: 1,
    feature: 1,
    cmd: 1,
    command_name: 1,
    steps: 1,
    progress: 1,
  },
  pipeline: {
    prd: 2,
    prd_id: 2,
    prd_title: 2,
    spec_id: 1,
    completed_workstreams: 2,
    in_progress_workstreams: 2,
    pending_workstreams: 2,
    workstreams: 2,
    workstream_status: 2,
    gates_passed: 2,
    gates_pending: 2,
    adversarial_review: 2,
    execution_phases: 1,
    gates: 1,
    artifacts: 1,
    current_phase: 1,
    status: 1,
  },
  workflow: {
    checkpoint_id: 2,
    workflow_id: 1,
    workflow_type: 2,
    workflow_description: 2,
    workflow_state: 2,
    total_phases: 1,
    completed_phases: 1,
    current_phase: 1,
    last_error: 1,
    status: 1,
  },
};

/** What a checkpoint is made of, and not several of them. */
const unitLists = /(?:^|_)(?:phases|stages|waves|workstreams|tasks|steps|milestones)$/;

const families = { command: commandFamily, pipeline: pipelineFamily, workflow: workflowFamily } as const;
const names: readonly FamilyName[] = ['pipeline', 'workflow', 'command'];

/**
 * Finds the family of a file.
 * @param path the file's path, with `/` or `\`
 * @param value its content
 * @returns the family and the key that its name gives; or null with the reason why it is left alone
 */
export function detectFamily(path: string, value: Json): Detected {
  const place = path.replaceAll('\\', '/');
  const stem = place.slice(place.lastIndexOf('/') + 1).replace(/\.json$/i, '');
  const folder = folders.find(([end]) => end.test(place.slice(0, place.lastIndexOf('/') + 1)))?.[1];
  const [several] = severalIn(value);
  const inner = several ?? unwrapped(value, stem);
  if (inner === null) return nobody('it is no object, so it is no checkpoint');
  const home = folder ?? null;
  const sure = names.find((family) => families[family].recognises(inner));
  const scored = names.map((family) => [family, scoreOf(family, inner, stem)] as const).sort((a, b) => b[1] - a[1]);
  const [best, score] = scored[0] ?? (['pipeline', 0] as const);
  const found = home !== null && families[home].recognises(inner) ? home : (sure ?? (score >= 3 ? best : null));
  if (home !== null && (found === null || found === home)) {
    const own = scored.find(([family]) => family === home)?.[1] ?? 0;
    // A folder of one family needs less of a proof, but .claude/state holds other tools' files too.
    if (found === home || own >= (home === 'command' ? 3 : 2))
      return taken(home, stem, inner, 'it stands in the family’s folder and has its members');
    return nobody('it has not the members of a checkpoint: another tool’s file');
  }
  if (found === null) return nobody('it has not the members of a checkpoint: another tool’s file');
  if (home !== null)
    return nobody(`it looks like a ${found} checkpoint, but stands in the folder of the ${home} family`);
  return taken(found, stem, inner, 'it has the family’s members');
}

function taken(family: FamilyName, stem: string, value: JsonObject, why: string): Detected {
  const { command, feature } = value;
  const id = family === 'pipeline' ? value['prd'] : value['checkpoint_id'];
  return { family, key: keyOfStem(family, stem, { command, feature, id }), why };
}

function nobody(why: string): Detected {
  return { family: null, key: null, why };
}

/**
 * Finds several checkpoints in one file: snapshots of a run, or more than one run.
 * @param value the content of the file
 * @returns the checkpoints, in their order; none when there are not at least two, or when the file is one itself
 */
export function severalIn(value: Json): readonly JsonObject[] {
  const whole = opened(value);
  if (typeof whole !== 'object' || whole === null || (isJsonObject(whole) && most(whole, '') >= 3)) return [];
  const members = Object.entries(whole).filter(([name]) => !unitLists.test(snakeCase(name)));
  const parts: readonly Json[] = members.map(([, member]) => member);
  const lists = [parts, ...parts.filter((part) => Array.isArray(part))];
  // Sections of one run say no names of their own.
  const isNamed =
    isJsonObject(whole) && (saysName(whole) || ['id', 'spec_id', 'status'].some((name) => isSomeText(whole[name])));
  for (const list of lists) {
    const found = list.filter(isJsonObject).filter((one) => most(one, '') >= 3 && (!isNamed || saysName(one)));
    if (found.length >= 2) return found;
  }
  return [];
}

function saysName({ command, prd, prd_id, checkpoint_id: id }: JsonObject): boolean {
  return [command, prd, prd_id, id].some((name) => typeof name === 'string');
}

/** The document, or the one object that a list, a wrapper or a text holds. */
function unwrapped(value: Json, stem: string): JsonObject | null {
  const whole = opened(value);
  if (!isJsonObject(whole)) return null;
  let [best, score] = [whole, most(whole, stem)];
  for (const object of objectsIn(whole)) {
    const other = most(object, stem);
    if (other > score && other >= 3) [best, score] = [object, other];
  }
  return best;
}

function most(object: JsonObject, stem: string): number {
  return Math.max(...names.map((family) => scoreOf(family, object, stem)));
}

function scoreOf(family: FamilyName, value: JsonObject, stem: string): number {
  const known = marks[family];
  const members = new Set(Object.keys(value).map((name) => snakeCase(name)));
  const score = [...members].reduce((sum, name) => sum + (Object.hasOwn(known, name) ? (known[name] ?? 0) : 0), 0);
  if (family === 'pipeline') {
    return hasFamilyForm(family, stem) ? nameScore(score, value, stem, pipelineAliases) : score;
  }
  if (family === 'workflow') {
    return hasFamilyForm(family, stem) ? nameScore(score, value, stem, workflowAliases) : score;
  }
  // Other tools keep steps and states as well: a command's file says which command, or has its name.
  const isNamed = commandNames.some((name) => members.has(name));
  const isTypical = hasFamilyForm(family, stem);
  if (isLikeCommand(value, stem)) return Math.max(score, 3) + 1;
  const hasLists = ['phases', 'steps', 'state', 'progress', 'completed_phases'].some((name) => members.has(name));
  return (isNamed && hasLists) || (isTypical && members.has('phases')) ? score + (isTypical ? 1 : 0) : 0;
}

/** Under a name that only the family gives, its members count under the other names that they were met under. */
function nameScore(score: number, value: JsonObject, stem: string, aliases: Aliases): number {
  const fields = fieldsIn(value, aliases);
  const isItself = Object.values(value).includes(stem);
  return Math.max(score + 1, fields.size >= (isItself ? 3 : 4) ? 3 : 0);
}
