// Brings a log and its published file together: takes in what people did to the file, publishes what they have not seen.

import path from 'node:path';
import { isPawlError, PawlError } from '../../../rules/errors.js';
import { deepFreeze } from '../../../rules/json/json.js';
import { type Place, refOf } from '../../../rules/names.js';
import { shellQuote } from '../../../rules/text/shell-quote.js';
import { timeOf } from '../catalog/describe.js';
import { noticeLostEnd } from '../catalog/lost-end.js';
import { isRunning, removeFile, sleepSync } from '../../../disk/files.js';
import { ensureFolder } from '../../../disk/folders.js';
import { below, publishedFolder, tempFolder } from '../../../disk/layout.js';
import type { Chain } from '../log/chain.js';
import type { Replayed } from '../log/replay.js';
import { isLogOf } from '../log/own-log.js';
import { keepAside, keepInexact } from './aside.js';
import { mergeSides } from './conflict.js';
import type { Desk } from './desk.js';
import { adoptEdit, rescueEdit } from './edits.js';
import { adoptForeign } from './foreign.js';
import { type Verdict, judge } from './judge.js';
import { knowledgeOf } from './knowledge.js';
import {
  type Look,
  type Replacement,
  closeLooks,
  hashOf,
  inodeOf,
  look,
  render,
  replacePublished,
} from './published.js';

/** What is published: everything, or only what its own writer can no longer publish. */
export type Publishing = 'always' | 'orphans';

const maxRounds = 20;
/** How long a save waits for somebody who is writing the file, and how often it looks. */
const maxWaits = 100;
const waitMs = 10;
/** What has not changed for so long is not being written. */
const restMs = 200;
/** A writer that has not published its revision by then never will. */
const patienceMs = 2_000;

function hasLivingWriter(chain: Chain): boolean {
  if (chain.writer === process.pid) return false;
  const ageMs = Date.now() - Date.parse(chain.at);
  return ageMs >= 0 && ageMs < patienceMs && isRunning(chain.writer);
}

/**
 * Looks, judges and acts until log and file agree. The log was read a moment ago.
 * @param desk the checkpoint
 * @param publishing what is published
 */
export function reconcile(desk: Desk, publishing: Publishing): void {
  const { log, key } = desk;
  let waits = 0;
  for (let round = 0; round < maxRounds; round++) {
    const { chain } = log;
    if (chain === null) {
      if (!adoptForeign(desk)) return;
      continue;
    }
    if (!isLogOf(log, key)) return;
    if (chain.damage !== null || chain.newer) {
      const what = chain.damage ?? 'written by a newer version of pawl';
      desk.note(chain.newer ? 'newer-version' : 'damaged', `${log.file}: ${what}`);
      return;
    }
    const step = reconcileOnce(desk, chain.place, publishing);
    if (step === true) return;
    if (step === false) continue;
    // Whoever writes the file is not cut off: a reader has the log, and what is saved is safe there.
    if (publishing === 'orphans') return;
    if (waits++ === maxWaits) throw new PawlError('busy', `${desk.file} is being written by somebody else`);
    sleepSync(waitMs);
    round--;
  }
  // Others keep publishing: whoever comes last leaves the newest.
}

/** One look and one step; true when nothing is left to do, `busy` when somebody is writing the file. */
function reconcileOnce(desk: Desk, place: Place, publishing: Publishing): boolean | 'busy' {
  const { log, key, file } = desk;
  const live = look(file);
  const failedFile = desk.fileAt('failed');
  let failed: Look | null = null;
  try {
    failed = failedFile === null || (place === 'live' && live !== null) ? null : look(failedFile);
    failed ??= live === null ? null : leftInFailed(failedFile, log.chain);
    // The log is read after the file: whatever was published is in it by now. What it says already needs no second look.
    if (live === null || live.hash !== log.chain?.published?.b) log.refresh();
    const { chain } = log;
    const isAsBefore = chain !== null && chain.place === place && isLogOf(log, key);
    if (!isAsBefore || chain.damage !== null || chain.newer) return false;
    // A file in flux is its writers' affair: a reader has the log. What someone wrote into it is seen when it rests.
    const isInFlux = live !== null && live.hash !== chain.published?.b && hasLivingWriter(chain);
    if (publishing === 'orphans' && isInFlux) return true;
    const verdict = unravel(desk, chain, judge(chain, { live, failed }, knowledgeOf(desk.space, key, log, chain)));
    // A file that is what the last marker says shows that nothing came after it.
    if (verdict.is === 'current') log.isVouchedFor = true;
    if (noticeLostEnd(desk.space.catalog, key, log)) return false;
    // The file was looked at before the log was read: perhaps its first publishing came in between.
    if (verdict.is === 'gone' && inodeOf(file) !== 0) return false;
    for (const sight of [live, failed]) {
      const isTaken = sight !== null && 'hash' in verdict && verdict.hash === sight.hash;
      // The bytes of a merge are kept as they are.
      if (isTaken && !('clashes' in verdict)) keepInexact(desk, sight);
    }
    if (verdict.is === 'emptied' || (publishing === 'always' && isHalfWritten(verdict))) return 'busy';
    if (verdict.is === 'garbage') keepAside(desk, verdict.sight);
    else if (verdict.is !== 'behind') return act(desk, verdict, chain);
    // A reader leaves to a writer what is the writer's own affair; unparsable bytes wait for the next save.
    const leave = verdict.is === 'garbage' || hasLivingWriter(chain);
    if (publishing === 'orphans' && leave) return true;
    // Its writer may have been killed before it was durable.
    if (publishing === 'orphans') log.sync();
    const isDone = publish(desk, chain, live, failed);
    const { isPutBack = false, isByHand = false } = verdict.is === 'behind' ? verdict : {};
    if (isDone && isPutBack) desk.note(isByHand ? 'put-back' : 'rolled-forward', putBackWords(desk, chain));
    return isDone;
  } finally {
    closeLooks(live, failed);
  }
}

/** Bytes that are no checkpoint yet may be the beginning of one. */
function isHalfWritten(verdict: Verdict): boolean {
  return verdict.is === 'garbage' && Math.abs(Date.now() - (verdict.sight.writtenMs ?? 0)) < restMs;
}

/** Looks for the copy of a run that came back from `failed/`, when its writer was killed before it took that away. */
function leftInFailed(file: string | null, chain: Chain | null): Look | null {
  const left = chain?.place === 'live' && chain.published?.pl === 'failed' ? chain.published : null;
  const seen = file === null || left === null ? null : look(file);
  if (seen?.hash === left?.b) return seen;
  closeLooks(seen);
  return null;
}

/** A power cut may do that as well; who meant it has another way. */
function putBackWords({ file, key }: Desk, { revision }: Chain): string {
  return `${file} held an earlier state again, and was brought back to revision ${revision}; \`pawl restore ${shellQuote(refOf(key))} --revision N\` takes one back`;
}

/** Bytes that are no checkpoint may be two. */
function unravel(desk: Desk, { place }: Chain, verdict: Verdict): Verdict {
  const sides = verdict.is === 'garbage' ? mergeSides(desk, verdict.sight) : null;
  if (sides === null || verdict.is !== 'garbage') return verdict;
  return { is: 'edited', doc: sides.doc, place, hash: verdict.sight.hash, clashes: sides.clashes };
}

function act(
  desk: Desk,
  verdict: Exclude<Verdict, { readonly is: 'behind' | 'emptied' | 'garbage' }>,
  chain: Chain,
): boolean {
  switch (verdict.is) {
    case 'current':
      return true;
    case 'gone': {
      const isGit = verdict.by === 'git';
      desk.append(chain, chain.state, 'removed', { name: isGit ? 'switched' : 'removed' });
      desk.note(isGit ? 'switched' : 'removed-by-hand', `${desk.file} was taken away; its history is kept`);
      return false;
    }
    default:
      adoptEdit(desk, verdict, chain);
      return false;
  }
}

/** Publishes the newest state; false when there has to be another round. */
function publish(desk: Desk, chain: Chain, live: Look | null, failed: Look | null): boolean {
  const { log } = desk;
  const { revision } = chain;
  const target = desk.fileAt(chain.place);
  const before = timeOf(path.dirname(target ?? desk.file));
  const outcome = target === null ? null : replace(desk, target, chain, chain.place === 'live' ? live : failed);
  if (outcome?.is === 'changed') return false;
  for (const stray of [live, failed]) if (stray !== null && stray.file !== target) removeFile(stray.file);
  desk.mark(chain, outcome?.hash ?? '', chain.place, before);
  if (outcome?.is === 'overwrote') {
    rescueEdit(desk, outcome.bytes);
    return false;
  }
  log.refresh();
  // A late publisher must not leave an older revision over a newer one: had a newer one been published meanwhile, or
  // was this one replaced, there is another round.
  const newer = (log.chain?.highestPublished ?? revision) > revision;
  const replaced = outcome !== null && target !== null && inodeOf(target) !== outcome.inode;
  return !newer && !replaced;
}

/** Puts the newest state into the file, unless it is there already. */
function replace(desk: Desk, target: string, chain: Chain, seen: Look | null): Replacement & { readonly hash: string } {
  const { root } = desk.space;
  const bytes = render(chain.state);
  const hash = hashOf(bytes);
  if (seen?.hash === hash) return { is: 'done', inode: seen.inode, hash };
  if (seen === null) ensureFolder(root, publishedFolder(desk.key, chain.place) ?? '', 0o755);
  const temps = below(root, tempFolder, '');
  if (seen === null) ensureFolder(root, tempFolder, 0o700);
  try {
    return { ...replacePublished(target, bytes, seen, temps), hash };
  } catch (error) {
    if (!isPawlError(error) || error.data['errno'] !== 'ENOENT') throw error;
    ensureFolder(root, tempFolder, 0o700); // someone tidied it away
    return { ...replacePublished(target, bytes, seen, temps), hash };
  }
}

/**
 * Finds the state that a damaged log no longer tells, in the published file: its marker says which revision it is. Where the
 * marker is lost as well, nothing newer can be found than what the file holds.
 * @param desk the checkpoint
 * @param chain the damaged log
 * @returns the newer revision, or null when the file does not help
 */
export function recover(desk: Desk, chain: Chain): Replayed | null {
  const { published, lost } = chain;
  const newest = lost ?? published;
  const file = newest === null ? null : desk.fileAt(newest.pl);
  if (newest === null || file === null || newest.r <= chain.revision) return null;
  const seen = look(file);
  closeLooks(seen);
  const isIt = seen !== null && (lost !== null || seen.hash === published?.b);
  const state = isIt ? desk.parse(seen.bytes) : null;
  if (state === null) return null;
  const by = chain.behindDamage?.revision === newest.r ? chain.behindDamage : {};
  return { ...chain, ...by, revision: newest.r, place: newest.pl, state: deepFreeze(state) };
}
