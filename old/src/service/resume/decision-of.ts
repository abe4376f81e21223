// Makes the decision about one run from what was found out about it.

import { pawlLine } from '../pawl-line.js';
import { type Key, keyText } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { shellQuote } from '../../rules/text/shell-quote.js';
import type { Stored } from '../../store/store.js';
import { branchInWords } from '../absent-files.js';
import { briefOf, type BriefLook } from '../brief.js';
import { touchedFiles } from '../journal/journal.js';
import { holderOf } from '../lease/lease.js';
import { nextCommand as stepOf } from '../next-command.js';
import { type Decision, nothingToResume } from './decision.js';
import type { RunScene } from './facts.js';
import { judgeRun, type RunFacts } from './judge/judge.js';
import { clearRef } from './printable-ref.js';

/** How the brief of a decision is written. */
export type BriefWish = Pick<BriefLook, 'others' | 'reader'> & {
  readonly maxTokens?: number | undefined;
  /** Whether whoever asks runs gates and asks the person itself, so that neither is a reason. */
  readonly asksItself?: boolean | undefined;
};

/**
 * Says which run a decision is about, and decides nothing.
 * @param scene where
 * @param stored its newest revision
 * @returns the decision, so far
 */
export function aboutRun({ family, path, root }: RunScene, { key, place, revision, state }: Stored): Decision {
  const { title, status, progress, updated_at } = family.overview(state);
  return {
    ...nothingToResume,
    ref: clearRef(root, key),
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
}

/**
 * Decides about an unfinished run.
 * @param scene where
 * @param stored its newest revision
 * @param facts what is known of it
 * @param wish how its brief is written
 * @returns the decision
 */
export function decisionOf(scene: RunScene, stored: Stored, facts: RunFacts, wish: BriefWish): Decision {
  const { key } = stored;
  const { lease } = facts;
  const { isMendable, isWaiting, ...judgement } = judgeRun(facts, wish.asksItself);
  const mend = isMendable ? `pawl doctor --fix${scene.path === null ? '' : ` ${shellQuote(scene.path)}`}` : null;
  // What is to be done again comes before the gate.
  const personFirst = mend === null && judgement.redo.length === 0 ? [facts.waits.person ?? []].flat() : [];
  // A command begins with what is to be done again.
  const from = (key.family === 'command' ? judgement.redo[0] : undefined) ?? facts.point.unit;
  return {
    ...aboutRun(scene, stored),
    ...judgement,
    from: from === null ? null : harmlessLine(from),
    holder: holderOf(lease),
    next_command:
      mend ??
      (isWaiting ? stepOf(key, facts.overview) : null) ??
      nextCommand(clearRef(scene.root, key), judgement.verdict),
    brief: briefOf(stored, {
      ...wish,
      family: scene.family,
      now: scene.now,
      redo: judgement.redo,
      from,
      held: lease.state === 'live' ? (lease.reason ?? 'someone else') : null,
      doubts: [...(judgement.verdict === 'ask' || isMendable ? judgement.reasons : []), ...personFirst],
      mend,
      shipGate: facts.shipGate,
      branch: facts.otherBranch === null ? null : branchInWords(facts.otherBranch),
      touched: touchedOf(scene.root, key),
    }),
  };
}

function touchedOf(root: string, key: Key): readonly string[] {
  const { created, modified } = touchedFiles(root, key);
  return [...created, ...modified];
}

function nextCommand(ref: string, verdict: Decision['verdict']): string {
  if (verdict === 'blocked') return pawlLine('show', ref);
  return `${pawlLine('resume', ref)}${verdict === 'resume' ? ' --auto' : ''}`;
}
