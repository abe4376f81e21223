// Lists and maps of a workflow's phases: what is one, what each phase in it says, and what takes that back.

import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { memberIn } from '../../../rules/json/read-member.js';
import { limits } from '../../../rules/limits.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { openClaim } from '../read/claims.js';
import { readCount } from '../read/numbers.js';
import { phasesIn } from '../read/phases.js';
import { readStatus } from '../read/status.js';
import { unitsIn } from '../read/units.js';
import type { Concept } from '../read/words.js';
import { errorIn } from './error-words.js';
import { isHolder } from './roles.js';

const box = /^\s*(?:[-*+]|\d+[.)])?\s*(\[[ xX~/-]?\]|[✅☑✔✓❌✗⏳🔄🚧▶⏸⬜☐])/u;
const behind = /([✅☑✔✓❌✗⏳🔄🚧▶⏸⬜☐])\u{fe0f}?\s*$/u;

/** A list of phases, and where it stands. */
export interface FoundList {
  readonly path: string;
  /** As in `roles.ts`. */
  readonly rank: number;
  readonly list: readonly Json[];
}

/**
 * Reads the status of one phase of a list.
 * @param phase an object, or a line with its box
 * @returns what it means; null when it says nothing. What is called complete beside something open is not.
 */
export function phaseStatus(phase: Json | undefined): Concept | null {
  if (typeof phase === 'string') return readStatus((box.exec(phase) ?? behind.exec(phase))?.[1]);
  const status = readStatus(phase);
  if (status !== 'complete' || !isJsonObject(phase)) return status;
  const others = ['result', 'outcome', 'state'].map((name) => readStatus(phase[name]));
  if (others.some((other) => other !== null && other !== 'complete')) return 'in_progress';
  const isOpen = Object.entries(phase).some(
    ([name, value]) => openClaim(name, value) !== null || errorIn(name, value) !== null,
  );
  return isOpen ? 'in_progress' : status;
}

/**
 * Tells whether a value lists units.
 * @param value any value
 * @returns true for a list, and for a map of which each member is a unit; not for `{"total": 5, "done": 2}`
 */
export function isListing(value: Json): boolean {
  if (!isJsonObject(value)) return typeof value === 'object' || typeof value === 'string';
  return Object.values(value).every(
    (member) =>
      isJsonObject(member) || (typeof member !== 'object' && typeof member !== 'number' && readStatus(member) !== null),
  );
}

/**
 * Lists phases.
 * @param value a list, a map, or lines with boxes
 * @returns the phases in their order, each in the place of its number where all have one
 */
export function listOf(value: Json): readonly Json[] {
  if (typeof value === 'string') {
    const lines = value.split('\n').filter((line) => line.trim() !== '');
    if (lines.some((line) => box.test(line))) return lines;
    const names = unitsIn(value).map(({ name }) => name);
    return names.length > 1 ? names : [];
  }
  if (isHolder('phases', value)) return [];
  return placed(phasesIn(value).flatMap(ungrouped));
}

/** `{"wave": 1, "phases": [1, 2], "status": "complete"}` stands for its phases. */
function ungrouped(item: Json): readonly Json[] {
  const inner = memberIn(item, 'phases');
  if (!isJsonObject(item) || !Array.isArray(inner) || inner.length === 0) return [item];
  return inner.map((phase: Json) => withStatus(phase, item['status']));
}

function withStatus(phase: Json, status: Json | undefined): Json {
  const own: JsonObject = isJsonObject(phase) ? phase : { [typeof phase === 'number' ? 'number' : 'name']: phase };
  return status === undefined || own['status'] !== undefined ? own : { ...own, status };
}

/** A list that leaves out phases has them where their numbers say. */
function placed(phases: readonly Json[]): readonly Json[] {
  const numbers = phases.map((phase) =>
    isJsonObject(phase) ? readCount(phase['number'] ?? phase['phase'] ?? phase['name']) : null,
  );
  const last = numbers.at(-1) ?? 0;
  const isSparse =
    last > phases.length &&
    last <= limits.maxUnits &&
    numbers.every((one, index) => one !== null && one > (numbers[index - 1] ?? 0));
  if (!isSparse) return phases;
  return Array.from({ length: last }, (_, index) => phases[numbers.indexOf(index + 1)] ?? { number: index + 1 });
}

/**
 * Tells whether a phase stands in a list only because those behind it have a number.
 * @param phase a phase of {@link listOf}
 * @returns true when the file says nothing about it
 */
export function isUnlisted(phase: Json | undefined): boolean {
  return isJsonObject(phase) && Object.keys(phase).join(',') === 'number';
}

const numbered = /^(?:phase|step|stage|wave)_?(\d{1,3})(?:_(.+))?$/;

/**
 * Finds phases that are members of their own: `{"phase_1": "complete", "phase_2_status": "pending"}`.
 * @param draft the document
 * @returns where they stand, and the phases; none where nothing is said about any of them
 */
export function numberedIn(draft: Draft): readonly FoundList[] {
  for (const steps of [[], ['workflow_state'], ['progress'], ['workflow_state', 'progress']]) {
    const holder = draft.get(...steps);
    if (!isJsonObject(holder)) continue;
    const found = new Map<number, Json>();
    for (const [name, value] of Object.entries(holder)) {
      const [, number, part] = numbered.exec(snakeCase(name)) ?? [];
      if (
        number === undefined ||
        value === null ||
        !/^(?:status|state|result|complete|completed|done|finished)?$/.test(part ?? '')
      )
        continue;
      const phase = isJsonObject(value) ? value : { status: value };
      if (!found.has(Number(number)) && readStatus(phase) !== null)
        found.set(Number(number), { number: Number(number), ...phase });
    }
    const last = Math.max(0, ...found.keys());
    const list = Array.from({ length: last }, (_, index) => found.get(index + 1) ?? { number: index + 1 });
    if (last > 0) return [{ path: `/${steps.join('/')}`, rank: 1, list }];
  }
  return [];
}

/**
 * Finds phases of which only a flag tells: `{"research_complete": true, "planning_complete": false}`.
 * @param draft the document
 * @returns where they stand, and the phases in the order of the flags; none where there are not two
 */
export function flagsIn(draft: Draft): readonly FoundList[] {
  for (const steps of [[], ['workflow_state'], ['progress']]) {
    const holder = draft.get(...steps);
    const phases = Object.entries(isJsonObject(holder) ? holder : {}).flatMap(([member, status]) => {
      const name = /^(.+)_(?:complete|completed|done|finished)$/.exec(snakeCase(member))?.[1];
      return name === undefined || typeof status !== 'boolean' ? [] : [{ name, status }];
    });
    if (phases.length > 1) return [{ path: `/${steps.join('/')}`, rank: 4, list: phases }];
  }
  return [];
}
