// Which files look like a drifted checkpoint, by their names and members. Light: lists ask it about files that no family
// recognises.

import { type Json, type JsonObject } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import type { FamilyName } from '../../rules/names.js';
import { typicalPhases } from '../command/phases.js';
import { commandAliases, stateAliases } from './command/fields.js';
import { type Aliases, snakeCase } from './fields.js';
import { objectsIn } from './inside.js';
import { pipelineAliases } from './pipeline/fields.js';
import { workflowAliases } from './workflow/fields.js';

/**
 * Tells whether a file is likely to be a drifted checkpoint, and not another tool's file.
 * @param family the family of its folder
 * @param value its content, which the family does not recognise
 * @param stem the file's name without `.json`
 * @returns true when a person should have a look at it
 */
export function resembles(family: FamilyName, value: Json, stem: string): boolean {
  const objects = objectsIn(value);
  if (family === 'command') {
    // In the state folder other tools have files with such names.
    return objects.some(
      (one) => isLikeCommand(one, stem) || saysNames(one, stem) || (hasFamilyForm(family, stem) && hasPhases(one)),
    );
  }
  const aliases = family === 'pipeline' ? pipelineAliases : workflowAliases;
  return hasFamilyForm(family, stem) || objects.some((one) => fieldsIn(one, aliases).size >= 3);
}

/**
 * Tells whether an object is a command's checkpoint, drifted: by its file's name, and by what it says about phases.
 * @param value the object
 * @param stem the file's name without `.json`
 * @returns true when it names its command or its feature, or says several things about phases
 */
export function isLikeCommand(value: JsonObject, stem: string): boolean {
  if (!hasUnits(value)) return false;
  const isCommand = saysCommand(value, stem);
  const isFeature = saysFeature(value, stem);
  if (!hasFamilyForm('command', stem)) return isCommand && isFeature;
  return isCommand || isFeature || unitsToldIn(value).size >= 2;
}

function hasPhases(value: JsonObject): boolean {
  return Object.keys(value).some((name) => snakeCase(name) === 'phases');
}

/** Both names of the file, under whatever members: other languages have other names for them. */
function saysNames(value: JsonObject, stem: string): boolean {
  const said = new Set(Object.values(value).map((member) => (typeof member === 'string' ? plainName(member) : '')));
  const [command = '', feature = ''] = namesIn(stem);
  return feature !== '' && hasFamilyForm('command', stem) && said.has(command) && said.has(feature);
}

function saysFeature(value: JsonObject, stem: string): boolean {
  const [, feature = ''] = namesIn(stem);
  const names = new Set(['feature', ...(commandAliases['feature'] ?? [])]);
  return Object.entries(value).some(
    ([name, said]) => names.has(snakeCase(name)) && typeof said === 'string' && plainName(said) === feature,
  );
}

/** Command and feature, as a file's name says them. */
function namesIn(stem: string): readonly string[] {
  const dash = stem.indexOf('-');
  return dash < 0 ? [plainName(stem)] : [plainName(stem.slice(0, dash)), plainName(stem.slice(dash + 1))];
}

/** `/Implement` and `implement`, `Dark mode` and `dark-mode` are the same. */
function plainName(text: string): string {
  return text
    .slice(0, 200)
    .trim()
    .replace(/^\//, '')
    .replace(/[\s_-]+/g, '-')
    .toLowerCase();
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
      commandNames.includes(snakeCase(name)) && typeof said === 'string' && plainName(said) === namesIn(stem)[0],
  );
}

const unitFields: ReadonlySet<string> = new Set([
  'phases',
  'state',
  'current_phase',
  'completed_phases',
  'pending_phases',
]);

/** Lists of work that agents keep, under names that no field of the format has: `completed_tasks`, `milestones`. */
const workLists =
  /(?:^|_)(?:phases?|steps?|stages?|tasks|todos|todo_list|checklist|plan|milestones|work_(?:completed|done|remaining))(?:_|$)/;

/** Which things an object says about phases. */
function unitsToldIn(value: JsonObject): ReadonlySet<string> {
  const told = Object.fromEntries(Object.entries(value).filter(([, member]) => saysMore(member)));
  const work = Object.entries(told).filter(([name, member]) => isWork(snakeCase(name)) && isListed(member));
  const fields = [...fieldsIn(told, commandAliases), ...fieldsIn(told, stateAliases)];
  return new Set([...fields.filter((field) => unitFields.has(field)), ...work.map(() => 'work')]);
}

function isWork(name: string): boolean {
  return (workLists.test(name) || name === 'status') && !name.startsWith('next_');
}

function isListed(member: Json): boolean {
  return typeof member === 'object' && member !== null && Object.keys(member).length > 0;
}

/**
 * Tells whether a command's document says anything about phases, in its own members or inside a wrapper.
 * @param value the document
 * @returns true when one of its members may be about phases
 */
export function hasUnits(value: JsonObject): boolean {
  return objectsIn(value, 'wrapped').some((object) => unitsToldIn(object).size > 0);
}

/** A flag or a number says nothing about phases. */
function saysMore(member: Json): boolean {
  return (typeof member === 'object' && member !== null) || isSomeText(member);
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
