// Which files look like a drifted checkpoint, by their names and members. Light: lists ask it about files that no family
// recognises.

import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import type { FamilyName } from '../../rules/names.js';
import { typicalPhases } from '../command/phases.js';
import { commandAliases, stateAliases } from './command/fields.js';
import { type Aliases, snakeCase, wrapperNames } from './fields.js';

/**
 * Tells whether a file is likely to be a drifted checkpoint, and not another tool's file.
 * @param family the family of its folder
 * @param value its content, which the family does not recognise
 * @param stem the file's name without `.json`
 * @returns true when a person should have a look at it
 */
export function resembles(family: FamilyName, value: unknown, stem: string): boolean {
  if (!hasFamilyForm(family, stem)) return false;
  if (family !== 'command') return true;
  // In the state folder other tools have files with such names.
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isJsonObject(only)) return false;
  return (saysCommand(only, stem) && hasUnits(only)) || Object.keys(only).some((name) => snakeCase(name) === 'phases');
}

/**
 * Tells whether a file has a name as only the files of its family have.
 * @param family the family
 * @param stem the file's name without `.json`
 * @returns true for `PRD-009`, `implement-auth`, `orchestrate_x_20251003_184530`
 */
export function hasFamilyForm(family: FamilyName, stem: string): boolean {
  if (family === 'pipeline') return /^(?:PRD|EXEC|ADR|GAP|PERF|ISS|FIB)-\d/.test(stem);
  if (family === 'workflow') return /_\d{8}_\d{6}$/.test(stem);
  return typicalPhases.has(stem.split('-')[0] ?? '');
}

/** What a command's name stands under. */
export const commandNames: readonly string[] = ['command', ...(commandAliases['command'] ?? [])];

/**
 * Tells whether a document names the command that its file is named after.
 * @param value the document
 * @param stem the file's name without `.json`
 * @returns true for `{"cmd": "/implement"}` in `implement-auth`
 */
export function saysCommand(value: JsonObject, stem: string): boolean {
  return Object.entries(value).some(
    ([name, said]) =>
      commandNames.includes(snakeCase(name)) &&
      typeof said === 'string' &&
      said.trim().replace(/^\//, '') === stem.split('-')[0],
  );
}

const unitFields: ReadonlySet<string> = new Set([
  'phases',
  'state',
  'current_phase',
  'completed_phases',
  'pending_phases',
]);

/**
 * Tells whether a command's document says anything about phases, in its own members or inside a wrapper.
 * @param value the document
 * @returns true when one of its members may be about phases
 */
export function hasUnits(value: JsonObject): boolean {
  const inside = Object.entries(value).filter(([name]) => wrapperNames.includes(snakeCase(name)));
  return [value, ...inside.map(([, member]) => member)].some((object) => {
    if (!isJsonObject(object)) return false;
    const told = Object.fromEntries(Object.entries(object).filter(([, member]) => saysMore(member)));
    const fields = [...fieldsIn(told, commandAliases), ...fieldsIn(told, stateAliases)];
    return fields.some((field) => unitFields.has(field));
  });
}

/** A flag or a number says nothing about phases. */
function saysMore(member: Json): boolean {
  return (typeof member === 'object' && member !== null) || (typeof member === 'string' && member.trim() !== '');
}

/**
 * Lists the fields of a format that a document has, under whatever name.
 * @param value the document
 * @param aliases the fields and their other names
 * @returns the fields
 */
export function fieldsIn(value: JsonObject, aliases: Aliases): ReadonlySet<string> {
  const names = new Set(Object.keys(value).map((name) => snakeCase(name)));
  return new Set(
    Object.entries(aliases)
      .filter(([field, others]) => names.has(field) || others.some((other) => names.has(other)))
      .map(([field]) => field),
  );
}
