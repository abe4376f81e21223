// Why a run is as it is: goals, decisions, rejections, summaries and failures, in the order in which they were recorded.

import { type Key, refOf } from '../base/names.js';
import type { Unit } from '../formats/format.js';
import { notesOf } from '../formats/notes.js';
import type { Stored } from '../store/store.js';
import { type Project, formats } from './project.js';

export interface Reason {
  readonly ref: string;
  /** The unit that it is about; for a decision, the one that was being worked on. */
  readonly unit: string | null;
  readonly kind: 'goal' | 'decision' | 'rejection' | 'summary' | 'failure';
  readonly text: string;
  /** Null where nobody recorded the time. */
  readonly at: string | null;
  readonly by: string | null;
}

/** How many revisions are looked through, from the newest back. */
const maxRevisions = 1_000;

/** Explains a run, or one unit of it, from its history, the oldest first. */
export async function whyOf(project: Project, key: Key, unit?: string): Promise<readonly Reason[]> {
  const revisions = (await project.store.history(key, { limit: maxRevisions })).toReversed();
  const reasons: Reason[] = [];
  let before: Stored | null = null;
  for (const { revision } of revisions) {
    const after = await project.store.revision(key, revision);
    if (after === null) continue;
    reasons.push(...reasonsBetween(before, after));
    before = after;
  }
  return unit === undefined ? reasons : reasons.filter((one) => one.unit === unit);
}

/** What one revision adds to the one before it. Pure. */
function reasonsBetween(before: Stored | null, after: Stored): Reason[] {
  const format = formats[after.key.family];
  const { units, current } = format.overview(after.state);
  const [old, notes] = [before === null ? {} : notesOf(before.state), notesOf(after.state)];
  const earlier = new Map<string, Unit>(
    before === null ? [] : format.overview(before.state).units.map((one) => [one.name, one]),
  );
  const said = { ref: refOf(after.key), at: after.at, by: after.actor };
  const found: Reason[] = [];
  const add = (kind: Reason['kind'], unit: string | null, text: string | null | undefined): void => {
    if (text) found.push({ ...said, kind, unit, text });
  };
  if (notes.goal !== old.goal) add('goal', null, notes.goal);
  for (const { text } of newTexts(old.decisions, notes.decisions)) add('decision', current, text);
  for (const { text } of newTexts(old.rejected, notes.rejected)) add('rejection', current, text);
  for (const { name, summary, error, status } of units) {
    const was = earlier.get(name);
    if (summary !== was?.summary) add('summary', name, summary);
    const isFailing = status === 'failed' && was?.status !== 'failed';
    if (error !== was?.error || isFailing) add('failure', name, error ?? (isFailing ? 'no reason was recorded' : null));
  }
  return found;
}

interface Text {
  readonly text: string;
  readonly at?: string | undefined;
  readonly by?: string | null | undefined;
}
type Texts = readonly Text[] | null | undefined;

function newTexts(before: Texts, after: Texts): readonly Text[] {
  const known = new Set((before ?? []).map((one) => one.text));
  return (after ?? []).filter((one) => !known.has(one.text));
}

/** Finds decisions and rejections of all runs, also archived and deleted ones, that have every word of a text. */
export async function searchReasons(project: Project, text: string): Promise<readonly Reason[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = (one: Text): boolean => words.every((word) => one.text.toLowerCase().includes(word));
  const found = (await project.store.list({ all: true })).flatMap(({ key, state }) => {
    const { decisions, rejected } = notesOf(state);
    const toReasons = (kind: Reason['kind'], texts: Texts): Reason[] =>
      (texts ?? [])
        .filter(isMeant)
        .map(({ text, at, by }) => ({ ref: refOf(key), unit: null, kind, text, at: at ?? null, by: by ?? null }));
    return toReasons('decision', decisions).concat(toReasons('rejection', rejected));
  });
  return found.sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
}
