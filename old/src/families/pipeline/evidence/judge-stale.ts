// Which results no longer hold: records and the present state in, the smallest set to do again out. Pure.
// A file counts as changed against the last state that a completed workstream recorded of it, so that work which goes on
// over earlier files makes nothing stale.

import { listed } from '../../../rules/text/listed.js';
import { gone as goneState } from './file-lines.js';
import type { FileMove } from './moves.js';
import { ordered } from './order.js';
import type { Recorded, RecordedGate, Records } from './records.js';
import { ownStates, type States, usedStates } from './states.js';

/** The present state. */
export interface Present {
  /** The hash of a file now; null when it is not there, `unreadable` when it cannot be looked at. */
  readonly hashOf: (path: string) => string | null;
  /** Hashes of the spec's parts now; null when there is no spec to compare with. */
  readonly spec: SpecHashes | null;
  /** Whether a changed file is someone's business, e.g. of later work that was begun and is not done: then it makes nothing stale. */
  readonly isUnderWay?: ((move: FileMove, result: Recorded | RecordedGate) => boolean) | undefined;
  /** Further reasons, by workstream: what is known without evidence. */
  readonly told?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** What a spec says about each part, as hashes. */
export interface SpecHashes {
  readonly workstreams: ReadonlyMap<string, string>;
  readonly gates: ReadonlyMap<string, string>;
}

/** What a file that cannot be looked at has in place of a hash. */
export const unreadable = 'unreadable';

/** A result that no longer holds. */
export interface StaleResult {
  readonly kind: 'workstream' | 'gate';
  /** A workstream's id, or the use of a gate, e.g. `type-check (WS2)`. */
  readonly id: string;
  /** In words, at least one. */
  readonly reasons: readonly string[];
  /** False when it holds in itself, and only what it stands on does not. */
  readonly isOwn: boolean;
}

const maxNamed = 3;

/**
 * Finds the results that no longer hold.
 * @param records what is recorded
 * @param present the present state
 * @returns the smallest set to do again, in the order in which that is possible
 */
export function judgeStale(records: Records, present: Present): readonly StaleResult[] {
  const { units, gates } = records;
  const found = new Map<string, StaleResult>();
  for (const unit of units) {
    const told = present.told?.get(unit.id) ?? [];
    const reasons = [...sectionChange(unit, present), ...filesOfUnit(unit, records, present), ...told];
    if (reasons.length > 0) found.set(unit.id, { kind: 'workstream', id: unit.id, reasons, isOwn: true });
  }
  spread(records, found);
  const again = units.filter(({ id }) => found.has(id));
  for (const gate of gates.filter(({ hasPassed }) => hasPassed)) {
    const own = [...definitionChange(gate, present), ...filesOfGate(gate, records, present)];
    const reasons = own.length > 0 ? own : standsOn(gate, again, records);
    if (reasons.length > 0) {
      found.set(`gate ${gate.id}`, { kind: 'gate', id: gate.id, reasons, isOwn: own.length > 0 });
    }
  }
  return ordered(records, [...found.values()]);
}

function sectionChange({ id, specHash }: Recorded, { spec }: Present): readonly string[] {
  const now = spec?.workstreams.get(id);
  const isChanged = specHash !== null && now !== undefined && now !== specHash;
  return isChanged ? [`spec section of ${id} changed`] : [];
}

function definitionChange({ gate, specHash }: RecordedGate, { spec }: Present): readonly string[] {
  const now = spec?.gates.get(gate);
  const isChanged = specHash !== null && now !== undefined && now !== specHash;
  return isChanged ? [`gate ${gate} changed in the spec`] : [];
}

function filesOfUnit(unit: Recorded, records: Records, present: Present): readonly string[] {
  const used = usedStates(unit, unit.inputs, records);
  const since = `since ${unit.id} was done`;
  return [
    ...inWords(changes(unit, unit.files.keys(), present, ownStates(unit, records)), since),
    ...inWords(
      changes(unit, unit.inputs.keys(), present, (path) => (unit.files.has(path) ? undefined : used(path))),
      `${since}, which used it`,
      `${since}, which used them`,
    ),
  ];
}

function filesOfGate(gate: RecordedGate, records: Records, present: Present): readonly string[] {
  const found = changes(gate, gate.files.keys(), present, usedStates(gate, gate.files, records));
  return inWords(found, `since gate ${gate.id} passed`);
}

interface Changes {
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  readonly hidden: readonly string[];
}

/** Compares files with the states that count; one without such a state is not compared. */
function changes(result: Recorded, paths: Iterable<string>, { hashOf, isUnderWay }: Present, counts: States): Changes {
  const [changed, gone, hidden]: [string[], string[], string[]] = [[], [], []];
  for (const path of paths) {
    const expected = counts(path);
    const now = expected === undefined ? expected : hashOf(path);
    if (now === undefined || expected === undefined || (now ?? goneState) === expected) continue;
    if (isUnderWay?.({ path, from: expected, to: now ?? goneState }, result) === true) continue;
    (now === null ? gone : now === unreadable ? hidden : changed).push(path);
  }
  return { changed, gone, hidden };
}

function inWords({ changed, gone, hidden }: Changes, since: string, many = since): readonly string[] {
  const say = (paths: readonly string[], one: string, several: string): readonly string[] =>
    paths.length === 0
      ? []
      : [`${listed(paths, maxNamed)} ${paths.length === 1 ? `${one} ${since}` : `${several} ${many}`}`];
  return [
    ...say(changed, 'changed', 'changed'),
    ...say(gone, 'is gone', 'are gone'),
    ...say(hidden, 'cannot be read', 'cannot be read'),
  ];
}

/** Whoever depends on what is done again, or was made from its files, is done again too. */
function spread(records: Records, found: Map<string, StaleResult>): void {
  const { plan, units } = records;
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const unit of units) {
      if (found.has(unit.id)) continue;
      const needs = (plan?.workstreams.get(unit.id)?.depends_on ?? []).filter((id) => found.has(id));
      const users = [...found.keys()].flatMap((id) => {
        const other = byId.get(id);
        if (other === undefined || needs.includes(id)) return [];
        // Whoever went on over its files has to do so again.
        const isLater = unit.seq > other.seq;
        const path = sharedPath(other.files, unit.inputs) ?? (isLater ? sharedPath(other.files, unit.files) : null);
        return path === null ? [] : [`it uses ${path}, which ${id} makes again`];
      });
      const reasons = [...needs.map((id) => `it depends on ${id}, which is done again`), ...users];
      if (reasons.length === 0) continue;
      found.set(unit.id, { kind: 'workstream', id: unit.id, reasons, isOwn: false });
      isMore = true;
    }
  }
}

type Files = ReadonlyMap<string, string>;

function sharedPath(made: Files | undefined, used: Files): string | null {
  if (made === undefined) return null;
  const [few, many] = made.size < used.size ? [made, used] : [used, made];
  for (const path of few.keys()) if (many.has(path)) return path;
  return null;
}

/** A gate is run again when work that it is about is done again, or earlier work that made what it covers. */
function standsOn(gate: RecordedGate, again: readonly Recorded[], { plan }: Records): readonly string[] {
  const later = new Set(plan?.phases.slice(gate.phase).flatMap(({ workstreams }) => workstreams));
  return again.flatMap(({ id, files }) => {
    if (gate.units.includes(id)) return [`it is about ${id}, which is done again`];
    const path = gate.phase === 0 || later.has(id) ? null : sharedPath(files, gate.files);
    return path === null ? [] : [`it covers ${path}, which ${id} makes again`];
  });
}
