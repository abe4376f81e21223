// Which recorded events led to the present state: those that changed something, in order and in words.

import { type Change, describeChanges } from '../../families/changes/index.js';
import { PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import { didYouMean, nearest } from '../../rules/near.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import type { StaleResult } from '../../families/pipeline/evidence/index.js';
import type { FamilyOverview } from '../../families/family.js';
import { listed } from '../../rules/text/listed.js';
import type { Stored } from '../../store/store.js';
import { withPlan } from '../pipeline/with-plan.js';
import { familyOf, readNewest, type Workbench } from '../workbench.js';
import { evidenceFor, gateNamed, isOfGate } from './why-evidence.js';
import { type HistoryLine, replayOf, toLine } from './revisions.js';

/** An event, and what it changed. */
export interface Reason extends HistoryLine {
  readonly changes: readonly string[];
}

export interface Explanation {
  readonly ref: string;
  /** The unit that is explained; null for the whole run. */
  readonly unit: string | null;
  readonly revision: number;
  readonly overview: FamilyOverview;
  /** Oldest first. */
  readonly reasons: readonly Reason[];
  /** How the results of a pipeline are known, in words. */
  readonly evidence: readonly string[];
  /** Results of a pipeline that no longer hold: what to do again, in order, and why. */
  readonly stale: readonly StaleResult[];
}

/**
 * Explains the present state of a checkpoint.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param unit only what concerns this phase, workstream or gate
 * @returns the events that led to it; throws `not-found` when no unit was ever called that
 */
export async function explain(bench: Workbench, key: Key, unit?: string): Promise<Explanation> {
  const newest = await withPlan(bench, await readNewest(bench.store, key));
  const all = await replayOf(bench.store, key);
  const steps = stepsOf(key, all);
  const isPipeline = key.family === 'pipeline';
  const gate = unit === undefined || !isPipeline ? null : gateNamed(unit, newest.state);
  const isUnit = unit !== undefined && steps.some(({ changes }) => changes.some((one) => unitsIn(one).includes(unit)));
  // A workstream and a gate may share their name: then both are meant.
  const wanted = unit === undefined || (gate !== null && !isUnit) ? null : unitNamed(key, unit, steps);
  const isAbout = (change: Change): boolean =>
    (gate !== null && isOfGate(gate, change.text)) ||
    (wanted === null ? gate === null : unitsIn(change).includes(wanted));
  const reasons = steps.flatMap(({ stored, changes }): readonly Reason[] => {
    const texts = changes.filter(isAbout).map(({ text }) => text);
    return texts.length === 0 ? [] : [{ ...toLine(stored), changes: texts }];
  });
  const overview = familyOf(bench, key).overview(newest.state);
  const { evidence, stale } = isPipeline ? await evidenceFor(bench, newest.state, gate ?? wanted) : nothingKnown;
  return { ref: refOf(key), unit: gate ?? wanted, revision: newest.revision, overview, reasons, evidence, stale };
}

const unitsIn = ({ unit, units }: Change): readonly string[] => units ?? (unit === null ? [] : [unit]);

const nothingKnown = { evidence: [], stale: [] };

interface Step {
  readonly stored: Stored;
  readonly changes: readonly Change[];
}

const placeWords = {
  live: 'in use again',
  failed: 'set aside in failed/',
  archived: 'archived',
  removed: 'removed',
} as const;

function stepsOf(key: Key, all: readonly Stored[]): readonly Step[] {
  return all.map((stored, index) => {
    const before = all[index - 1];
    const changes = describeChanges(key.family, before?.state ?? null, stored.state);
    const isMoved = stored.place !== (before?.place ?? 'live');
    return { stored, changes: isMoved ? [...changes, { unit: null, text: placeWords[stored.place] }] : changes };
  });
}

/** `2` is `Phase 2`; case does not matter where only one unit fits. */
function unitNamed(key: Key, typed: string, steps: readonly Step[]): string {
  const units = [...new Set(steps.flatMap(({ changes }) => changes.flatMap(unitsIn)))];
  const name = /^\d+$/.test(typed) && key.family === 'workflow' ? `Phase ${typed}` : typed;
  if (units.includes(name)) return name;
  const alike = units.filter((unit) => unit.toLowerCase() === name.toLowerCase());
  if (alike.length === 1 && alike[0] !== undefined) return alike[0];
  const near = nearest(name, units);
  const message = `nothing was ever recorded about ${name} in ${refOf(key)}`;
  throw new PawlError('not-found', near.length === 0 ? message : `${message}; ${didYouMean(name, units)}`, {
    hint: units.length === 0 ? undefined : `It has: ${listed(units.map(harmlessLine), 20)}.`,
    data: { near },
  });
}
