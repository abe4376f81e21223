// Finds phases, and how far they are, inside other members of a command's file: `plan.phases`, `execution.current_phase`.

import type { Steps } from '../../../rules/fields.js';
import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { isAboutProof, isAside } from '../read/member-names.js';
import { unitsIn } from '../read/units.js';
import { commandAliases, spellingsOf } from './fields.js';
import { isEmpty, saysWhere } from './find-phases.js';
import { listName } from './list-name.js';

/** Deeper nobody keeps them. */
const maxDepth = 3;
const phaseNames: ReadonlySet<string> = new Set(spellingsOf(commandAliases, 'phases'));

interface Holder {
  readonly steps: Steps;
  readonly value: JsonObject;
}

/**
 * Moves what is said of phases inside another member to where the format has it. Where two members say it, neither is
 * taken: a person decides.
 * @param draft the document, its fields renamed
 */
export function liftNested(draft: Draft): void {
  const holders = holdersIn(draft.root, []);
  if (isEmpty(draft.get('phases') ?? null)) liftPhases(draft, holders);
  if (saysWhere(draft.root) || saysWhere(draft.get('state'))) return;
  const [holder, ...others] = holders.filter(({ value }) => saysHowFar(value));
  if (holder === undefined || others.length > 0) return;
  const name = holder.steps.join('.');
  if (draft.get('state') === undefined) {
    draft.move(holder.steps, ['state'], 'moved', `what stands in ${name} says how far the run is`);
  } else if (isJsonObject(draft.get('state'))) {
    for (const member of Object.keys(holder.value).filter((one) => listName(one) !== null)) {
      draft.move([...holder.steps, member], ['state', member], 'moved', `it stood inside ${name}`);
    }
  }
}

function liftPhases(draft: Draft, holders: readonly Holder[]): void {
  const places = holders.flatMap(({ steps, value }) =>
    Object.keys(value).flatMap((name) => {
      const isPhases = phaseNames.has(snakeCase(name)) && unitsIn(value[name]).length > 0;
      return isPhases ? [[...steps, name]] : [];
    }),
  );
  const [place, ...others] = places;
  if (place === undefined || others.length > 0) return;
  draft.setAside(['phases'], `phases is empty; ${place.join('.')} has them`);
  draft.move(place, ['phases'], 'moved', `the phases stood in ${place.join('.')}`);
}

/** The objects below the document, except in members about other things. */
function holdersIn(value: JsonObject, steps: Steps, found: Holder[] = []): readonly Holder[] {
  for (const [name, member] of steps.length < maxDepth ? Object.entries(value) : []) {
    const plain = snakeCase(name);
    const isOwn = steps.length === 0 && (Object.hasOwn(commandAliases, name) || name === 'pawl');
    const isOther = isOwn || phaseNames.has(plain) || isAside(plain, member) || isAboutProof(plain);
    if (isOther || !isJsonObject(member)) continue;
    const at = [...steps, name];
    found.push({ steps: at, value: member });
    holdersIn(member, at, found);
  }
  return found;
}

/** Whether lists of phases stand there, or the name of the current one. */
function saysHowFar(value: JsonObject): boolean {
  return Object.entries(value).some(([name, member]: readonly [string, Json]) => {
    const list = listName(name);
    if (list === null || isEmpty(member)) return false;
    if (Array.isArray(member)) return unitsIn(member).length > 0;
    return typeof member === 'string' && list.concept === 'in_progress' && list.of === 'phases';
  });
}
