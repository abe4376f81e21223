// What a member that no rule of a family reads says about the work: that something of it is open, or that there are units.
// Its names are not a closed list: they are taken apart into words, so that `gates_status` and `validation_gates` are one thing.

import { isJsonObject, type Json, pointerStep } from '../../../rules/json/json.js';
import { snakeCase } from '../fields.js';
import { readStatus } from './status.js';

/** Words of names that are about the units of the work. */
const units =
  'phases? stages? steps? waves? workstreams? ws tasks? subtasks? todos? milestones? units? items? stories features sprints? ' +
  'work execution pipeline workflow plan checklist state_machine states? progress';
/** Words of names that are about whether the work is good. */
const proofs =
  'gates? checks? verif\\w* validat\\w* tests? lint build types? typecheck reviews? qa ci acceptance criteria quality';
/** Words of names that say that something is open. */
const opens =
  'not_started not_done not_complete not_run not_passed queued incomplete upcoming ongoing partial paused remaining failed failing ' +
  'failures blocked blockers? blocked_by pending open outstanding unfinished unresolved in_progress active wip doing deferred todo left';
/** Words of names that say that something is good. */
const goods =
  'passed passing complete completed done success successful succeeded ok verified approved green valid finished';
/** Words of names under which people keep what says nothing about how far the work is now. */
const asides =
  'notes? comments? descriptions? summary summaries next future follow_ups? ideas? decisions? risks? lessons history histories log ' +
  'logs attempts? retries previous earlier old past resolved fixed known warnings? debt metrics? stats config settings env environment ' +
  'git files? artifacts? outputs? at date time timestamp duration minutes seconds author by model version id ids name title path ' +
  'links? urls? tokens? commands? dependencies depends_on reason instructions';

function anyOf(words: string): RegExp {
  return new RegExp(`(?:^|_)(?:${words.split(' ').join('|')})(?:_|$)`);
}

const [ofUnits, ofProofs] = [anyOf(units), anyOf(proofs)];
const [ofOpens, ofGoods, ofAsides] = [anyOf(opens), anyOf(goods), anyOf(asides)];

/** Deeper than this nobody states how far the work is. */
const maxDepth = 4;
/** What is longer is a text, not a status. */
const maxChars = 80;

/**
 * Tells whether a member is about the units of the work, whatever it is called.
 * @param name its name
 * @returns true for `waves`, `phase_status`, `queued_workstreams`
 */
export function isAboutUnits(name: string): boolean {
  const plain = snakeCase(name);
  return ofUnits.test(plain) && !ofAsides.test(plain);
}

/**
 * Tells whether a member is about gates, tests or other proofs of the work, whatever it is called.
 * @param name its name
 * @returns true for `validation_gates`, `verification`
 */
export function isAboutProof(name: string): boolean {
  const plain = snakeCase(name);
  return ofProofs.test(plain) && !ofAsides.test(plain);
}

/**
 * Tells whether a member says nothing about how far the work is now.
 * @param name its name
 * @returns true for `notes`, `metrics`, `git`
 */
export function isAside(name: string): boolean {
  return ofAsides.test(snakeCase(name));
}

/**
 * Finds a statement that something of the work is open: failed, blocked, running, or still to be done.
 * @param name the member
 * @param value what stands there
 * @returns where it is said, as a pointer from the member; null when nothing there says so
 */
export function openClaim(name: string, value: Json): string | null {
  const plain = snakeCase(name);
  if (ofAsides.test(plain)) return null;
  const isNamedOpen = ofOpens.test(plain) && !ofGoods.test(plain);
  if (!isNamedOpen && !ofUnits.test(plain) && !ofProofs.test(plain)) return null;
  return openIn(plain, value, 0);
}

function openIn(name: string, value: Json, depth: number): string | null {
  const isNamedOpen = ofOpens.test(name) && !ofGoods.test(name);
  const isNamedGood = ofGoods.test(name);
  if (typeof value === 'boolean') return (value ? isNamedOpen : isNamedGood) ? '' : null;
  if (typeof value === 'number') return isOpenNumber(name, value, isNamedOpen) ? '' : null;
  if (typeof value === 'string') return isOpenText(value, isNamedOpen) ? '' : null;
  if (value === null || depth >= maxDepth) return null;
  if (isNamedOpen && Array.isArray(value)) return value.some((item: Json) => saysAnything(item)) ? '' : null;
  const members: readonly (readonly [string, Json])[] = isJsonObject(value)
    ? Object.entries(value)
    : value.map((item: Json, index) => [String(index), item] as const);
  for (const [member, inner] of members) {
    const plain = snakeCase(member);
    if (ofAsides.test(plain)) continue;
    const found = openIn(isJsonObject(value) ? plain : name, inner, depth + 1);
    if (found !== null) return `/${pointerStep(member)}${found}`;
  }
  return null;
}

function isOpenNumber(name: string, value: number, isNamedOpen: boolean): boolean {
  if (/(?:^|_)(?:exit_code|exit_status|errors?)$/.test(name)) return value !== 0;
  if (/(?:^|_)(?:progress|percent\w*|completion)$/.test(name)) return value > 1 ? value < 100 : value < 1;
  return isNamedOpen && value > 0;
}

function isOpenText(text: string, isNamedOpen: boolean): boolean {
  if (text.length > maxChars) return isNamedOpen;
  const concept = readStatus(text);
  if (isNamedOpen) return saysAnything(text) && concept !== 'complete';
  return concept !== null && concept !== 'complete' && concept !== 'skipped';
}

/** Whether anything stands there that is not a way to say nothing. */
function saysAnything(value: Json): boolean {
  if (typeof value === 'string')
    return !/^\s*(?:none|null|nil|nothing|n\/?a|no|-+|0|false|keine?s?)?\s*\.?\s*$/i.test(value);
  if (typeof value !== 'object' || value === null) return value !== null && value !== false && value !== 0;
  return Object.values(value).some((member: Json) => saysAnything(member));
}
