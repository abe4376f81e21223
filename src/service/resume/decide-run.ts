// The decision about one run that can be read.

import { type Key, keyText, type Place } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { shellQuote } from '../../rules/text/shell-quote.js';
import type { Stored } from '../../store/store.js';
import { briefOf, type BriefLook } from '../brief.js';
import { touchedFiles } from '../journal/journal.js';
import { maxAgeDays as defaultMaxAgeDays } from '../checkpoint.js';
import { afterRedo } from '../evidence/after-redo.js';
import { holderOf, type LeaseView, noLease } from '../lease/lease.js';
import { familyOf, type Workbench } from '../workbench.js';
import { type Decision, nothingToResume } from './decision.js';
import { factsOf } from './gather.js';
import { judgeRun } from './judge/judge.js';
import { printableRef } from './printable-ref.js';

/** How the brief of a decision is written. */
export type BriefWish = Pick<BriefLook, 'others' | 'reader'> & { readonly maxTokens?: number | undefined };

/**
 * Decides about one run that can be read.
 * @param bench the store and the circumstances
 * @param stored its newest revision
 * @param lease who works on it
 * @param maxAgeDays when a workflow counts as old
 * @param wish how its brief is written
 * @returns the decision; `nothing` when it is finished or was taken away
 */
export async function decideRun(
  bench: Workbench,
  stored: Stored,
  lease: LeaseView = noLease,
  maxAgeDays: number = defaultMaxAgeDays,
  wish: BriefWish = {},
): Promise<Decision> {
  const { key, place, revision, state } = stored;
  const family = familyOf(bench, key);
  const { title, status, progress, updated_at, finished } = family.overview(state);
  const path = bench.store.pathOf?.(key, place) ?? null;
  const about = {
    ...nothingToResume,
    ref: printableRef(key),
    id: keyText(key),
    family: key.family,
    title: harmlessLine(title),
    status: harmlessLine(status),
    place,
    revision,
    progress,
    updated_at,
    path,
  };
  if (finished || place === 'removed') return { ...about, reasons: [whyOver(key, status, place)] };
  const facts = await factsOf(bench, stored, lease, maxAgeDays);
  const { isMendable, ...judgement } = judgeRun(facts);
  const mend = isMendable ? `pawl doctor --fix${path === null ? '' : ` ${shellQuote(path)}`}` : null;
  const from = unitToGoOn(family, stored, facts.point.unit, judgement.redo);
  return {
    ...about,
    ...judgement,
    from: from === null ? null : harmlessLine(from),
    holder: holderOf(lease),
    next_command: mend ?? nextCommand(key, judgement.verdict),
    brief: briefOf(stored, {
      ...wish,
      family,
      now: bench.clock(),
      redo: judgement.redo,
      held: lease.state === 'live' ? (lease.reason ?? 'someone else') : null,
      doubts: judgement.verdict === 'ask' || isMendable ? judgement.reasons : [],
      mend,
      touched: touchedOf(bench, key),
    }),
  };
}

/** What no longer holds comes first: taking a pipeline up returns it, and a command begins with it. */
function unitToGoOn(
  family: ReturnType<typeof familyOf>,
  { key, state }: Stored,
  unit: string | null,
  redo: readonly string[],
): string | null {
  if (key.family === 'command') return redo[0] ?? unit;
  const redone = key.family === 'pipeline' ? afterRedo(state, redo) : state;
  return redone === state ? unit : family.resumePoint(redone).unit;
}

function touchedOf(bench: Workbench, key: Key): readonly string[] {
  const { created, modified } = touchedFiles(bench.root, key);
  return [...created, ...modified];
}

function whyOver(key: Key, status: string, place: Place): string {
  if (place === 'removed') return `${printableRef(key)} was removed; its history is kept`;
  return status === 'abandoned' ? `${printableRef(key)} was abandoned` : `${printableRef(key)} already complete`;
}

function nextCommand(key: Key, verdict: Decision['verdict']): string {
  const ref = shellQuote(printableRef(key));
  if (verdict === 'blocked') return `pawl show ${ref}`;
  return verdict === 'resume' ? `pawl resume ${ref} --auto` : `pawl resume ${ref}`;
}
