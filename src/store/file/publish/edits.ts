// What people wrote into a published file becomes a revision, merged with what came since they looked.

import { checksum } from '../../../rules/checksum.js';
import { type JsonObject, sameJson } from '../../../rules/json/json.js';
import { mergeDocuments } from '../../../rules/json/merge.js';
import { listed } from '../../../rules/text/listed.js';
import type { Chain } from '../log/chain.js';
import { isLogOf } from '../log/own-log.js';
import { keepAside, keepBytes, keepInexact } from './aside.js';
import type { Desk } from './desk.js';
import type { Verdict } from './judge.js';
import { replayLog } from './knowledge.js';

/** An edit that stands nowhere else is worth many attempts. */
const rescueRounds = 500;

/**
 * Merges an edit with what came in between.
 * @param desk the checkpoint
 * @param verdict what was found
 * @param chain the log
 * @returns the document, and where both changed the same
 */
export function mergeEdit(
  desk: Desk,
  verdict: Extract<Verdict, { readonly doc: JsonObject }>,
  chain: Chain,
): { readonly state: JsonObject; readonly conflicts: readonly string[] } {
  const { doc } = verdict;
  const base = verdict.is === 'edited' ? baseOf(desk, doc, chain) : chain.state;
  const merged = base === chain.state ? null : mergeDocuments(base, doc, chain.state);
  const state = merged === null ? doc : desk.view.settle(merged.value);
  return { state, conflicts: merged?.conflicts ?? [] };
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
  const { state, conflicts: met } = mergeEdit(desk, verdict, chain);
  const conflicts = [...(verdict.clashes ?? []), ...met].slice(0, 20);
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
  const edited =
    verdict.is === 'edited' ? 'edited by hand' : 'changed by git (a switch of branches, a stash, a restore)';
  desk.note(
    moved ? 'moved-by-hand' : verdict.is,
    `${desk.file} was ${moved ? 'moved by hand' : edited}; revision ${now.revision} takes it in${flawsOf(desk, doc)}`,
  );
  // Taken in as it stands: the file already is the newest revision, in its editor's own layout.
  if (sameJson(now.state, doc)) desk.mark(now, hash, place);
  return true;
}

function mergedWords(file: string, revision: number, clashes: readonly string[]): string {
  const both = clashes.length === 0 ? '' : `, with this branch's side of ${listed(clashes, 5)}`;
  return `${file} held the marks of a merge conflict; revision ${revision} has both sides${both}. Look at it, and tell git with \`git add\``;
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

function baseOf({ view, log }: Desk, doc: JsonObject, chain: Chain): JsonObject {
  const stamp = view.stampOf(doc);
  // Whoever edits what stands there takes back what they change, also an earlier edit of the same change time: of several
  // revisions of one time the newest counts.
  if (stamp === view.stampOf(chain.state) && chain.published?.r === chain.revision) return chain.state;
  const all = replayLog(log);
  const seen =
    all.findLast((one) => stamp !== null && view.stampOf(one.state) === stamp) ??
    all.find((one) => one.revision === chain.published?.r);
  return seen === undefined || seen.revision === chain.revision ? chain.state : seen.state;
}

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
