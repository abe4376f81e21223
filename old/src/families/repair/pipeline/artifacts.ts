// Makes the map from completed workstreams to their files. Whatever has no owner among them is set aside.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { textsOf } from '../../../rules/json/read-member.js';
import type { Draft } from '../draft.js';
import { filesOfMap } from '../read/file-map.js';
import { nameIn, tidyName } from '../read/units.js';

const fileFields = [
  'files',
  'file',
  'path',
  'paths',
  'artifacts',
  'outputs',
  'created',
  'modified',
  'files_created',
  'files_modified',
];
const onePath = /^\S*(?:\/|\.\w{1,8}$)\S*$/;

/**
 * Gives a pipeline its map of artifacts.
 * @param draft the document, its lists repaired
 */
export function repairArtifacts(draft: Draft): void {
  const value = draft.get('artifacts');
  if (!isJsonObject(value)) {
    const grouped = Array.isArray(value) ? groupByOwner(value) : {};
    const why = value === undefined ? 'artifacts is missing' : 'artifacts is a map from workstreams to their files';
    draft.set(['artifacts'], grouped, 'shape', why);
  }
  const completed = new Set(textsOf(draft.get('completed_workstreams')));
  for (const name of Object.keys(draft.get('artifacts') ?? {})) {
    const tidy = tidyName(name);
    const owner = completed.has(name) ? name : tidy;
    if (owner !== name && completed.has(owner) && draft.get('artifacts', owner) === undefined) {
      draft.move(['artifacts', name], ['artifacts', owner], 'spelling', `the workstream’s id is ${owner}`);
    }
    const at = draft.get('artifacts', owner) === undefined ? name : owner;
    if (completed.has(at)) repairFiles(draft, at);
    else draft.setAside(['artifacts', at], `artifacts belong to completed workstreams; ${at.slice(0, 60)} is none`);
  }
}

function repairFiles(draft: Draft, owner: string): void {
  const value = draft.get('artifacts', owner);
  const isList =
    Array.isArray(value) &&
    value.every((file) => typeof file === 'string' && file !== '' && pathsIn(file).length === 1);
  if (value === undefined || isList) return;
  const files = filesIn(value, 0);
  if (files.length > 0) draft.set(['artifacts', owner], files, 'shape', `artifacts of ${owner} is a list of paths`);
  else draft.setAside(['artifacts', owner], `artifacts of ${owner} names no files`);
}

function groupByOwner(list: readonly Json[]): Record<string, Json> {
  const groups = new Map<string, string[]>();
  for (const item of list) {
    if (!isJsonObject(item)) continue;
    const owner = ['workstream', 'workstream_id', 'ws'].some((field) => typeof item[field] === 'string')
      ? ownerIn(item)
      : nameIn(item);
    const files = fileFields.flatMap((field) => filesIn(item[field], 1));
    if (owner !== null && files.length > 0) groups.set(owner, [...(groups.get(owner) ?? []), ...files]);
  }
  return Object.fromEntries(groups);
}

function ownerIn(item: Readonly<Record<string, Json>>): string | null {
  const owner = [item['workstream'], item['workstream_id'], item['ws']].find((name) => typeof name === 'string');
  return typeof owner === 'string' ? owner : null;
}

function filesIn(value: Json | undefined, depth: number): string[] {
  if (typeof value === 'string') return pathsIn(value);
  if (depth > 4 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: Json) => filesIn(item, depth + 1));
  if (!isJsonObject(value)) return [];
  const files = fileFields.flatMap((field) => filesIn(value[field], depth + 1));
  return files.length > 0 ? files : filesOfMap(value).filter((name) => onePath.test(name));
}

/** `db/a.sql, db/b.sql` are two, where each part is a path by itself. */
function pathsIn(text: string): string[] {
  const parts = text
    .slice(0, 100_000)
    .split(/[,;\n]|\s+and\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > 1 && parts.every((part) => onePath.test(part))) return parts;
  return text.trim() === '' ? [] : [text];
}
