// Field names: how they are spelled elsewhere, and how they get the format's spelling.

import type { Steps } from '../../rules/fields.js';
import { isJsonObject, type Json } from '../../rules/json/json.js';
import type { Draft } from './draft.js';

/** For each field of the format, the other names that it was met under, the likeliest first. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** Other names of the time of the last change. */
export const changeTimeNames: readonly string[] =
  'last_updated last_updated_at updated timestamp last_update last_modified modified_at saved_at'.split(' ');

/** The members that documents were found inside of. */
export const wrapperNames: readonly string[] =
  'checkpoint pipeline workflow document data payload content result response output pipeline_checkpoint build checkpoints'.split(
    ' ',
  );

/**
 * Writes a field's name as the formats do.
 * @param name e.g. `currentPhase`, `Current Phase`, `current-phase`
 * @returns e.g. `current_phase`
 */
export function snakeCase(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

/**
 * Gives fields the format's names, where the format's own name is free or holds null.
 * @param draft the document
 * @param steps the object
 * @param aliases the fields and their other names
 * @param fits whether a value may be meant for a field
 */
export function renameFields(
  draft: Draft,
  steps: Steps,
  aliases: Aliases,
  fits: (field: string, value: Json) => boolean = () => true,
): void {
  const object = draft.get(...steps);
  if (!isJsonObject(object)) return;
  const spelled = new Map<string, string[]>();
  for (const name of Object.keys(object)) {
    if (Object.hasOwn(aliases, name)) continue;
    const plain = snakeCase(name);
    const names = spelled.get(plain);
    if (names === undefined) spelled.set(plain, [name]);
    else names.push(name);
  }
  for (const [field, others] of Object.entries(aliases)) {
    const own = draft.get(...steps, field);
    if (own !== undefined && own !== null) continue;
    const names = [field, ...others].flatMap((other) => spelled.get(other) ?? []);
    const name = names.find((other) => {
      const value = draft.get(...steps, other);
      return value !== undefined && value !== null && fits(field, value);
    });
    if (name === undefined) continue;
    if (own === null) draft.setAside([...steps, field], `${field} is null; ${name} has the value`);
    draft.move([...steps, name], [...steps, field], 'alias', `the format calls this ${field}`);
  }
}
