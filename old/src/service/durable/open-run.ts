// Opens a run for a program: the unfinished one of the same identity when that is safe or wanted, else a new one. The run
// is the program's own until it is closed.

import { checksumText } from '../../rules/checksum.js';
import { PawlError } from '../../rules/errors.js';
import { type Key, refOf, workflowKey } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { workflowId } from '../../families/workflow/id.js';
import { ledgerOf, type PhaseEntry } from '../../families/durable/ledger.js';
import type { Stored } from '../../store/store.js';
import { ageLimit } from '../config/age-limit.js';
import { holderOf } from '../lease/lease.js';
import { leaseOf, releaseLease, takeLease } from '../lease/leases.js';
import { type Owner, programOwner } from '../lease/owner.js';
import { startFresh } from '../resume/act/discard.js';
import { resumeRun } from '../resume/act/take-up.js';
import type { Decision } from '../resume/decision.js';
import { decideRun } from '../resume/decide-run.js';
import { readNewest, type Workbench, write } from '../workbench.js';
import { beginRun, type RunIdentity } from './begin-run.js';
import { findUnfinished } from './find-unfinished.js';
import { Hold, heldError } from './hold.js';
import type { OnUnfinished, UnfinishedAnswer } from './unfinished.js';
import { bookOf, planDeclare, type RunKey, runKey } from './phase-plans.js';

/** How a run is opened. */
export interface OpenRun {
  readonly identity: RunIdentity;
  /** Every phase, in order, when the program knows them all beforehand. */
  readonly phases?: readonly string[] | undefined;
  readonly onUnfinished?: OnUnfinished | undefined;
  /** The agent's session that the program works for. */
  readonly session?: string | undefined;
}

/** A run that a program has open. */
export interface OpenedRun {
  readonly key: RunKey;
  readonly hold: Hold;
  readonly resumed: boolean;
  readonly recorded: readonly PhaseEntry[];
}

/** Beginnings of the same identity follow each other, so that the second one finds what the first has begun. */
const beginnings = new Map<string, Promise<unknown>>();
const turnWaitMs = 10;
const maxTurnWaits = 300;

/**
 * Opens a run.
 * @param bench the store and the circumstances
 * @param wish which one, and what to do about an unfinished one
 * @returns the run, held; throws `held`, or `undecided` when a person has to decide
 */
export async function openRun(bench: Workbench, wish: OpenRun): Promise<OpenedRun> {
  const owner = programOwner(process.env, wish.session ?? bench.session);
  const turn = turnKey(wish.identity);
  const name = `${bench.root}\n${refOf(turn)}`;
  const before = beginnings.get(name);
  const mine = (async (): Promise<OpenedRun> => {
    await before?.catch(() => undefined);
    return inTurn(bench, turn, owner, () => decideAndOpen(bench, wish, owner));
  })();
  beginnings.set(name, mine);
  try {
    return await mine;
  } finally {
    if (beginnings.get(name) === mine) beginnings.delete(name);
  }
}

/** How many beginnings can go on at once: leases are looked for by listing their folder, so there are only a few. */
const turns = 16;

/** What two programs agree on that begin the same work in the same moment: a lease of its own, for that moment. */
function turnKey(identity: RunIdentity): Key {
  const parts =
    identity.family === 'command'
      ? [identity.command, identity.feature]
      : [identity.type, identity.project, identity.description];
  const turn = Number.parseInt(checksumText(JSON.stringify(parts)).slice(0, 8), 16) % turns;
  return workflowKey(workflowId('begin', `turn-${turn}`, new Date(0)));
}

async function inTurn<T>(bench: Workbench, turn: Key, owner: Owner, act: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits++) {
    const taken = takeLease(bench, turn, owner);
    if (taken.ok) break;
    if (waits >= maxTurnWaits) throw new PawlError('busy', 'other programs keep beginning the same run');
    await new Promise((resolve) => setTimeout(resolve, turnWaitMs));
  }
  try {
    return await act();
  } finally {
    releaseLease(bench, turn, owner);
  }
}

async function decideAndOpen(bench: Workbench, wish: OpenRun, owner: Owner): Promise<OpenedRun> {
  const { identity } = wish;
  const unfinished = await findUnfinished(bench, identity);
  if (unfinished === null) return begun(bench, wish, owner);
  const key = runKey(unfinished.key);
  const decision = await decideRun(bench, unfinished, leaseOf(bench, key, owner), ageLimit(bench.root)());
  if (decision.holder !== null) throw heldError(key, decision.reasons[0] ?? null, decision.holder);
  const answer = await answerTo(decision, wish);
  if (answer === 'error') throw undecided(decision);
  if (answer === 'fresh') {
    if (!decision.options.includes('s')) throw undecided(decision);
    const old = await startFresh(bench, key, { owner });
    return begun(bench, wish, owner, identity.family === 'command' ? old : null);
  }
  if (decision.verdict === 'blocked' && !decision.options.includes('r')) throw undecided(decision);
  return takenUp(bench, key, wish, owner);
}

async function answerTo(decision: Decision, { onUnfinished }: OpenRun): Promise<UnfinishedAnswer> {
  if (typeof onUnfinished === 'function') return onUnfinished(decision);
  return onUnfinished ?? (decision.verdict === 'resume' ? 'resume' : 'error');
}

async function begun(
  bench: Workbench,
  wish: OpenRun,
  owner: Owner,
  restarted: Stored | null = null,
): Promise<OpenedRun> {
  const phases = wish.phases ?? [];
  const key = await beginRun(bench, wish.identity, phases, restarted !== null);
  const recorded = phases.map((name) => ({ name }));
  return { key, hold: new Hold(bench, key, owner), resumed: false, recorded };
}

async function takenUp(bench: Workbench, key: RunKey, { phases }: OpenRun, owner: Owner): Promise<OpenedRun> {
  const hold = new Hold(bench, key, owner);
  try {
    const taken = await resumeRun(bench, key, { owner });
    if (!taken.ok) throw heldError(key, taken.held.reason, holderOf(taken.held));
    const declared = phases === undefined ? null : await declare(bench, key, phases);
    return { key, hold, resumed: true, recorded: ledgerOf((declared ?? taken.stored).state) };
  } catch (error) {
    hold.release();
    throw error;
  }
}

/** Completed phases keep their places, as their numbers are recorded; what is still ahead may have been planned anew. */
async function declare(bench: Workbench, key: RunKey, phases: readonly string[]): Promise<Stored> {
  const stored = await readNewest(bench.store, key);
  const recorded = ledgerOf(stored.state).map(({ name }) => name);
  if (recorded.length === phases.length && recorded.every((name, index) => name === phases[index])) return stored;
  const moved = recorded.filter((name, index) => bookOf(key).find(stored.state, name).done && phases[index] !== name);
  if (moved.length > 0) {
    throw new PawlError(
      'not-allowed',
      `${refOf(key)} has completed ${moved.map((name) => `"${name}"`).join(', ')}, which the program's phases no longer have in their place`,
      {
        hint: `The run has: ${recorded.join(', ')}. Keep completed phases where they are, or begin anew with onUnfinished: "fresh".`,
        data: { recorded, declared: phases },
      },
    );
  }
  await write(bench, key, planDeclare(bench, key, phases));
  return readNewest(bench.store, key);
}

function undecided(decision: Decision): PawlError {
  const { title, ref, reasons, verdict } = decision;
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  return new PawlError('undecided', `"${harmlessLine(title ?? '')}" (${ref}) is unfinished${why}`, {
    hint:
      verdict === 'blocked'
        ? 'It cannot go on as it is; `pawl resume` tells more.'
        : 'Say onUnfinished: "resume" to go on with it, or "fresh" to put it away and begin anew.',
    data: { decision },
  });
}
