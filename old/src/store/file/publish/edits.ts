// What people wrote into a published file becomes a revision, merged with what came since they looked.

import { checksum } from '../../../rules/checksum.js';
import { type JsonObject, sameJson } from '../../../rules/json/json.js';
import { listed } from '../../../rules/text/listed.js';
import type { Chain } from '../log/chain.js';
import { isLogOf } from '../log/own-log.js';
import { keepAside, keepBytes, keepInexact } from './aside.js';
import type { Desk } from './desk.js';
import { type MergedEdit, mergeFrom } from './edit-base.js';
import type { Verdict } from './judge.js';
import { pathInGit, replayLog, writtenMsOf } from './knowledge.js';
import { hashOf, render } from './published.js';

/** An edit that stands nowhere else is worth many attempts. */
const rescueRounds = 500;

/**
 * Merges an edit with what came in between.
 * @param desk the checkpoint
 * @param verdict what was found
 * @param chain the log
 * @returns the document, and where it is not what the editor wrote
 */
export function mergeEdit(
  desk: Desk,
  verdict: Extract<Verdict, { readonly doc: JsonObject }>,
  chain: Chain,
): MergedEdit {
  const { doc, hash } = verdict;
  const isMerged = verdict.is === 'edited' && verdict.isUndo !== true;
  const { states, isStanding } = isMerged ? statesSeen(desk, doc, chain) : { states: [], isStanding: false };
  const [first, ...rest] = states;
  if (first === undefined || (first === chain.state && rest.length === 0))
    return { state: doc, conflicts: [], doubt: null };
  // Whoever edits what stands there leaves its layout. pawl's own tells nothing: other tools write the same.
  const hasOwn =
    isStanding && hashOf(render(rest.at(-1) ?? first)) !== chain.published?.b && hash !== hashOf(render(doc));
  const merged = mergeFrom(doc, [first, ...rest], chain.state, hasOwn);
  if (merged.state === doc) return merged;
  const state = desk.view.settle(merged.state);
  // A time of its own: what is edited next is known to be made from this.
  return { ...merged, state: merged.doubt?.isKept === true ? desk.view.stamp(state, timeAfter(desk, chain)) : state };
}

/** The time of now, or one that is later than the newest revision's own. */
function timeAfter({ space, view }: Desk, chain: Chain): string {
  const [now, last] = [Date.parse(space.now()), Date.parse(view.stampOf(chain.state) ?? '')];
  return new Date(last >= now ? last + 1 : now).toISOString();
}

/**
 * Takes an edit in, merged with what came in between, on the revision that the editor saw.
 * @param desk the checkpoint
 * @param verdict what was found
 * @param chain the log
 * @returns false when another process was faster
 */
export function adoptEdit(desk: Desk, verdict: Extract<Verdict, { readonly doc: JsonObject }>, chain: Chain): boolean {
  const { doc, place, hash } = verdict;
  if (verdict.is === 'edited' && verdict.clashes === undefined && takeSwitch(desk, doc, chain)) return false;
  const { state, conflicts: met, doubt } = mergeEdit(desk, verdict, chain);
  const conflicts = [...(verdict.clashes ?? []), ...met, ...(doubt?.paths ?? [])].slice(0, 20);
  const moved = place !== chain.place;
  const args = { bytes: hash, ...(moved ? { place } : {}), ...(conflicts.length > 0 ? { conflicts } : {}) };
  const event = { name: verdict.is, args };
  if (!desk.append(chain, state, place, event)) return false;
  const now = desk.log.chain;
  if (now === null) return true;
  if (verdict.clashes !== undefined) {
    desk.note('merged', mergedWords(desk.file, now.revision, verdict.clashes));
    return true;
  }
  if (doubt !== null) {
    desk.note('merged', doubtWords(desk.file, now.revision, doubt));
  }
  const edited = verdict.is === 'edited' ? 'edited by hand' : byGit;
  desk.note(
    moved ? 'moved-by-hand' : verdict.is,
    `${desk.file} was ${moved ? 'moved by hand' : edited}; revision ${now.revision} takes it in${flawsOf(desk, doc)}`,
  );
  // Taken in as it stands: the file already is the newest revision, in its editor's own layout.
  if (sameJson(now.state, doc)) desk.mark(now, hash, place);
  return true;
}

/** A tracked file that was edited after a switch of branches, and before anybody looked: the switch comes first. */
function takeSwitch(desk: Desk, doc: JsonObject, chain: Chain): boolean {
  const { key, log, space, view } = desk;
  const bytes = key.family === 'pipeline' ? space.switchedTo(pathInGit(log), writtenMsOf(log)) : null;
  const state = bytes === null ? null : desk.parse(bytes);
  if (bytes === null || state === null || view.stampOf(state) !== view.stampOf(doc)) return false;
  if (sameJson(state, chain.state)) return false;
  if (!desk.append(chain, state, chain.place, { name: 'switched', args: { bytes: checksum(bytes) } })) return true;
  desk.note('switched', `${desk.file} was ${byGit}; revision ${chain.revision} takes it in`);
  return true;
}

const byGit = 'changed by git (a switch of branches, a stash, a restore)';

function mergedWords(file: string, revision: number, clashes: readonly string[]): string {
  const both = clashes.length === 0 ? '' : `, with this branch's side of ${listed(clashes, 5)}`;
  return `${file} held the marks of a merge conflict; revision ${revision} has both sides${both}. Look at it, and tell git with \`git add\``;
}

function doubtWords(file: string, revision: number, doubt: NonNullable<MergedEdit['doubt']>): string {
  const edited = `${file} was edited by hand, and lacks what an earlier edit had brought to ${listed(doubt.paths, 5)}`;
  return doubt.isKept
    ? `${edited}: revision ${revision} has both. Whoever means to take that back edits the file once more`
    : `${edited}: revision ${revision} lacks it too; revision ${revision - 1} has it`;
}

/**
 * Says what does not obey the format: it is taken in as it stands, but not in silence.
 * @param desk the checkpoint
 * @param doc the document
 * @returns the end of a sentence; empty when all is well
 */
export function flawsOf(desk: Desk, doc: JsonObject): string {
  const problems = desk.view.check?.(doc) ?? [];
  const [first] = problems;
  if (first === undefined) return '';
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
  return `, although ${first.path === '' ? 'it' : first.path} ${first.message}${more}`;
}

/** The states that an editor may have seen, by the document's change time, oldest first; and whether the last stands in the file. */
function statesSeen(
  { view, log }: Desk,
  doc: JsonObject,
  chain: Chain,
): { readonly states: readonly JsonObject[]; readonly isStanding: boolean } {
  const stamp = view.stampOf(doc);
  const last = chain.published?.r ?? chain.revision;
  const isSole = !isByHand(chain.event[0]) && last === chain.revision;
  if (isSole && stamp !== null && stamp === view.stampOf(chain.state))
    return { states: [chain.state], isStanding: true };
  const all = replayLog(log);
  const fit = all.filter((one) => stamp !== null && view.stampOf(one.state) === stamp);
  // Nobody has seen in the file what never stood there.
  const stood = fit.filter(({ revision }) => revision <= last);
  const seen = [stood, fit, all.filter(({ revision }) => revision === last)].find((some) => some.length > 0) ?? [];
  const states = seen.map((one) => (one.revision === chain.revision ? chain.state : one.state));
  return { states, isStanding: seen.at(-1)?.revision === last };
}

const isByHand = (event: string): boolean => event === 'edited' || event === 'switched';

/**
 * Someone wrote into the file in the very moment it was replaced: their text is taken in like any edit. It stands nowhere
 * else any more, so other writers are outlasted, or the bytes are kept aside.
 * @param desk the checkpoint
 * @param bytes what they wrote
 */
export function rescueEdit(desk: Desk, bytes: Buffer): void {
  const { log } = desk;
  const sight = { bytes, hash: checksum(bytes) };
  const doc = desk.parse(bytes);
  if (doc === null) return keepAside(desk, sight);
  keepInexact(desk, sight);
  for (let round = 0; round < rescueRounds; round++) {
    const { chain } = log;
    if (chain === null || chain.damage !== null || !isLogOf(log, desk.key)) break;
    if (chain.edits.has(sight.hash)) return; // another process has seen them too
    if (adoptEdit(desk, { is: 'edited', doc, place: chain.place, hash: sight.hash }, chain)) return;
    log.refresh();
  }
  desk.note('corrupt', `${desk.file} was edited while others kept saving; the edit is ${keepBytes(desk, sight)}`);
}
