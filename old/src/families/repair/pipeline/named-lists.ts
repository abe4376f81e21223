// Members about workstreams that no list of names knows: their names are taken apart into words.

import type { Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { isAboutUnits } from '../read/member-names.js';
import { type Concept, statusWords } from '../read/words.js';
import { entriesIn } from './entries.js';
import { pipelineAliases } from './fields.js';
import { left, lists, pointers, progressMaps, statusMaps } from './unit-fields.js';

/** What the name of a member says of the workstreams in it: how they stand, that it tells so of each, or only that they are some. */
export type NamedList = Concept | 'statuses' | 'names';

const units = /(?:^|_)(?:workstreams?|ws|arbeitspakete?)(?=_|$)/;
const fillers = /(?:^|_)(?:all|list|ids?|names?|currently|yet|now|so_far|that_are|are)(?=_|$)/g;
/** Words for a status that, of a list, say no more than what is in it. */
const neutral = /^(?:planned|scheduled|created|init\w*|draft|new|verified|approved)$/;
const tellers = /(?:^|_)(?:status(?:es)?|states?|results?|outcomes?|progress|tracker|tracking|board|matrix)(?=_|$)/;
const read: ReadonlySet<string> = new Set([
  ...Object.keys(pipelineAliases),
  ...Object.values(pipelineAliases).flat(),
  ...[...lists, ...pointers].map(([field]) => field),
  ...left,
  ...statusMaps,
  ...progressMaps,
]);

/**
 * Reads what the name of a member says about the workstreams in it.
 * @param name a member, e.g. `not_started_workstreams`, `ws_completed`
 * @returns null when it is not about workstreams, or known by its name
 */
export function namedList(name: string): NamedList | null {
  const plain = snakeCase(name);
  if (read.has(plain) || !units.test(plain) || !isAboutUnits(plain)) return null;
  const rest = plain
    .replace(units, '')
    .replace(fillers, '')
    .replace(/^_+|_+$/g, '');
  if (/(?:^|_)(?:last|latest|total|count|number|num)(?=_|$)/.test(rest)) return null;
  const concept = neutral.test(rest) ? undefined : statusWords.get(rest);
  return concept ?? (tellers.test(rest) ? 'statuses' : 'names');
}

/**
 * Finds the members that are about workstreams by their names.
 * @param draft the document
 * @returns each with what its name says, in the order of the file
 */
export function namedLists(draft: Draft): readonly (readonly [string, NamedList])[] {
  return Object.entries(draft.root).flatMap(([name, value]) => {
    const said = typeof value === 'number' || typeof value === 'boolean' ? null : namedList(name);
    return said === null || idsOnly(value).length === 0 ? [] : [[name, said] as const];
  });
}

/**
 * Lists what a member names, where each is the id of a workstream.
 * @param value the member
 * @returns the entries; none when one of them is no such id
 */
export function idsOnly(value: Json | undefined): ReturnType<typeof entriesIn> {
  const entries = entriesIn(value);
  return entries.every(({ name }) => /^ws[-_ ]?\w/i.test(name)) ? entries : [];
}

/**
 * Gives lists the format's names where these are free.
 * @param draft the document, its known fields renamed
 */
export function renameLists(draft: Draft): void {
  for (const [name, said] of namedLists(draft)) {
    const field = lists.slice(0, 3).find(([, place]) => place === said)?.[0];
    if (field === undefined || (draft.get(field) ?? null) !== null) continue;
    if (draft.get(field) === null) draft.setAside([field], `${field} is null; ${name} has the value`);
    draft.move([name], [field], 'alias', `the format calls this ${field}`);
  }
}
