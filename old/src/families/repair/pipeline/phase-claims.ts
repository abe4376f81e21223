// What a pipeline says about its phases, wherever it says so: it counts for the workstreams of which nothing else is said.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { readCount } from '../read/numbers.js';
import { readStatus } from '../read/status.js';
import { nameIn, unitsIn } from '../read/units.js';
import { type Concept, statusWords } from '../read/words.js';
import { entriesIn, type Entry } from './entries.js';
import { phaseLists } from './unit-fields.js';

/** A phase with what is known of it. */
export interface PhaseClaim {
  /** From 1. */
  readonly number: number;
  /** What is said of it, the careful reading of all; null when nothing is. */
  readonly concept: Concept | null;
  readonly workstreams: readonly Entry[];
  readonly value: Json;
}

/**
 * Lists the phases of a pipeline.
 * @param draft the document, its fields renamed
 * @param known the ids of its plan
 * @returns the phases in their order
 */
export function phasesOf(draft: Draft, known: ReadonlySet<string>): readonly PhaseClaim[] {
  const told = toldOf(draft);
  const own = Object.entries(draft.root).filter(([name, value]) => isPhase(name) && isJsonObject(value));
  const lists = [
    ...phaseLists.map((field) => draft.get(field)),
    groupsIn(draft.get('workstreams')),
    // `"phase_1": {"status": "complete", "workstreams": ["WS1"]}`, each for itself.
    Object.fromEntries(own),
  ];
  return lists.flatMap((list) => {
    const phases: readonly (readonly [string | null, Json])[] = Array.isArray(list)
      ? list.map((phase: Json) => [null, phase] as const)
      : isJsonObject(list)
        ? Object.entries(list)
        : [];
    return phases.map(([key, phase], index) => {
      const name = key ?? (isJsonObject(phase) ? nameIn(phase) : typeof phase === 'string' ? phase : null);
      const number = numberIn(name) ?? index + 1;
      const said = isJsonObject(phase) ? readStatus(phase) : key === null ? null : readStatus(phase);
      const others = [told.get(String(number)), name === null ? undefined : told.get(plain(name))];
      const all = [said, ...others].filter((one) => one !== null && one !== undefined);
      const units = isJsonObject(phase)
        ? (phase['workstreams'] ?? phase['parallel'])
        : Array.isArray(phase)
          ? phase
          : [];
      return {
        number,
        concept: all.find((one) => one !== 'complete') ?? all[0] ?? null,
        workstreams: entriesIn(units, known),
        value: phase,
      };
    });
  });
}

/** `{"phase_1": ["WS1", "WS2"]}` */
function groupsIn(value: Json | undefined): Json | undefined {
  const isGrouped =
    isJsonObject(value) && Object.entries(value).every(([name, list]) => isPhase(name) && Array.isArray(list));
  return isGrouped ? value : undefined;
}

/** What stands beside the phases: `completed_phases`, `phase_status`, `phase_2_complete`. */
function toldOf(draft: Draft): ReadonlyMap<string, Concept> {
  const told = new Map<string, Concept>();
  const tell = (name: string, concept: Concept | null): void => {
    const known = told.get(plain(name));
    // What is in doubt is not done.
    if (concept !== null && (known === undefined || known === 'complete')) told.set(plain(name), concept);
  };
  for (const [member, value] of Object.entries(draft.root)) {
    const name = snakeCase(member);
    if (!/(?:^|_)(?:phases?|stages?)\d*(?:_|$)/.test(name)) continue;
    const words = name.replace(/(?:^|_)(?:phases?|stages?)_?\d*(?=_|$)/, '').replace(/^_|_$/g, '');
    const concept = statusWords.get(words) ?? null;
    const number = /phase_?(\d{1,4})/.exec(name)?.[1];
    if (number !== undefined) {
      const said = words === 'status' || words === '' ? readStatus(value) : value === false ? 'pending' : concept;
      if (typeof value !== 'object' || words === 'status') tell(number, said);
    } else if (/^last_(?:complete|completed|done|finished|passed)$/.test(words)) {
      const last = readCount(value) ?? 0;
      for (let at = 1; at <= Math.min(last, 100); at++) tell(String(at), 'complete');
    } else if (concept !== null && Array.isArray(value)) {
      for (const { name: phase } of unitsIn(value)) tell(phase, concept);
    } else if (/^status(?:es)?$|^states?$|^progress$/.test(words) && isJsonObject(value)) {
      for (const [phase, said] of Object.entries(value)) tell(phase, readStatus(said));
    }
  }
  return told;
}

/** The number of a phase, else its name, as a key. */
function plain(name: string): string {
  return String(numberIn(name) ?? name.trim().toLowerCase());
}

function isPhase(name: string): boolean {
  return /^(?:phase|stage)[\s_-]*\d/i.test(name);
}

function numberIn(name: string | null): number | null {
  const digits = /^\s*(?:phase|stage|p)?[\s_#-]*(\d{1,4})(?![\d.])/i.exec(name ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
