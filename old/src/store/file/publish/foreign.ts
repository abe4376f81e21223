// Published files that have no log yet: other tools wrote them. They are taken in as revision 1, as they are.

import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { parseJson } from '../../../rules/json/parse-json.js';
import { type Key, keyOfStem, keyText, type Place, refOf, seedStem } from '../../../rules/names.js';
import { ensureFolder } from '../../../disk/folders.js';
import { below, publishedFolder } from '../../../disk/layout.js';
import { prepareFolders } from '../../../disk/prepare-folders.js';
import type { Notice } from '../../store.js';
import { noticeLostEnd } from '../catalog/lost-end.js';
import { randomId } from '../log/draft.js';
import { recordVersion } from '../log/record.js';
import { fullState, readHistory } from '../log/segments.js';
import { keepBytes, keepInexact } from './aside.js';
import type { Desk } from './desk.js';
import { flawsOf } from './edits.js';
import { describeStranger } from './knowledge.js';
import { type Look, closeLooks, look } from './published.js';

/** A published file without a log. */
export type Foreign =
  | { readonly is: 'none' }
  /** It holds no checkpoint: nothing is started over it. */
  | { readonly is: 'garbage'; readonly notice: Notice }
  | { readonly is: 'document'; readonly doc: JsonObject; readonly place: Place; readonly sight: Look };

/** Looks for the published file, wherever it may stand. */
function findFile(desk: Desk): { readonly sight: Look; readonly place: Place } | null {
  for (const place of ['live', 'failed'] as const) {
    const file = desk.fileAt(place);
    if (file === null || !ensureFolder(desk.space.root, publishedFolder(desk.key, place) ?? '', null)) continue;
    const sight = look(file);
    if (sight === null) continue;
    closeLooks(sight);
    return { sight, place };
  }
  return null;
}

/** A checkpoint that another tool keeps where pawl keeps none: nothing is started beside it. */
function findMisnamed(desk: Desk): Foreign {
  const { space, key, log } = desk;
  const seed = seedStem(key, log.stem);
  const folder = publishedFolder(key, 'live') ?? '';
  if (seed === null || !ensureFolder(space.root, folder, null)) return { is: 'none' };
  const file = below(space.root, folder, `${seed.stem}.json`);
  const sight = look(file);
  closeLooks(sight);
  // Where capitals do not count, it may be the other run's file.
  if (sight === null || !fs.readdirSync(path.dirname(file)).includes(path.basename(file))) return { is: 'none' };
  const parsed = parseJson(sight.bytes.toString('utf8'));
  const isOurs =
    parsed.ok &&
    (desk.view.recognises(parsed.value) || desk.view.resembles?.(parsed.value, seed.stem) === true) &&
    (seed.holder === null || isNamed(parsed.value, key));
  if (!isOurs) return { is: 'none' };
  const notice = { code: 'misnamed', message: `${file} ${why(desk, seed.holder)}` } as const;
  desk.note(notice.code, notice.message);
  return { is: 'garbage', notice };
}

/** Whether a document under another run's name says whose it is. */
function isNamed(doc: Json, key: Key): boolean {
  if (!isJsonObject(doc) || key.family !== 'command') return false;
  return doc['command'] === key.command && (doc['feature'] ?? null) === key.feature;
}

function why({ key, log }: Desk, holder: Key | null): string {
  const rename = `rename it to ${log.stem}.json`;
  if (holder !== null) return `is the checkpoint of ${refOf(key)}, under the name of ${refOf(holder)}: ${rename}`;
  const nameless = 'has a name under which pawl keeps no history';
  const stem = seedStem(key, '')?.stem ?? '';
  if (keyOfStem(key.family, stem) === null) return `${nameless}: ${rename}`;
  return `${nameless}: another run has it but for capitals; give one of the two a name that differs in more`;
}

/**
 * Looks for a published file where there is no log.
 * @param desk the checkpoint
 * @returns what stands there
 */
export function findForeign(desk: Desk): Foreign {
  const found = findFile(desk);
  if (found === null) return findMisnamed(desk);
  const doc = desk.parse(found.sight.bytes);
  if (doc !== null) return { is: 'document', doc, ...found };
  const notice = describeStranger(desk.key, found.sight.file, found.sight.bytes, desk.view);
  desk.note(notice.code, notice.message);
  return { is: 'garbage', notice };
}

/**
 * Takes a file that another tool wrote in as revision 1.
 * @param desk the checkpoint
 * @returns true when the log has changed
 */
export function adoptForeign(desk: Desk): boolean {
  const { log, file, key, space } = desk;
  if (noticeLostEnd(space.catalog, key, log)) return log.chain !== null;
  if (log.state === 'unintelligible') return false;
  const foreign = findForeign(desk);
  if (foreign.is !== 'document') return false;
  const hadBytes = log.bytes > 0;
  prepareFolders(desk.space.root, key.family);
  // First: once it is revision 1, the next save replaces the file.
  keepInexact(desk, foreign.sight);
  if (!begin(desk, foreign.doc, foreign.place, foreign.sight.hash)) return true;
  if (hadBytes) desk.note('damaged', `${log.file} held no whole record; it begins anew with ${file}`);
  else desk.note('adopted', `${file} was written by another tool; it is revision 1 now${flawsOf(desk, foreign.doc)}`);
  return true;
}

/**
 * Takes a file in that the family does not recognise, or that says more than its document: as revision 1, or as an
 * edit. Its bytes are kept aside.
 * @param desk the checkpoint
 * @param read gives the document that the bytes stand for; null leaves the file alone
 * @returns where the bytes are kept; null when nothing was taken in
 */
export function adoptAs(desk: Desk, read: (bytes: Buffer) => JsonObject | null): string | null {
  const { chain, state } = desk.log;
  if (state === 'unintelligible' || chain?.damage != null || chain?.newer === true) return null;
  const found = findFile(desk);
  const doc = found === null ? null : read(found.sight.bytes);
  if (found === null || doc === null) return null;
  const { sight, place } = found;
  prepareFolders(desk.space.root, desk.key.family);
  const kept = keepBytes(desk, sight);
  if (chain === null) begin(desk, doc, place, sight.hash);
  else if (chain.published?.b !== sight.hash && !chain.edits.has(sight.hash)) {
    const event = { name: 'edited', args: { bytes: sight.hash } };
    if (desk.append(chain, doc, place, event)) desk.mark(chain, sight.hash, place);
  }
  return kept;
}

/**
 * Carries on a log of which no record can be read, from the published file. The bytes that are there stay where they are.
 * @param desk the checkpoint
 * @param actor who has decided so
 * @returns false when the file does not tell where the run stands, or when another process was faster
 */
export function carryOnFromFile(desk: Desk, actor: string): boolean {
  const { key, log, space } = desk;
  const foreign = findForeign(desk);
  if (foreign.is !== 'document') return false;
  const { doc: state, place, sight } = foreign;
  const known = space.catalog.read(Number.POSITIVE_INFINITY)?.entries.get(keyText(key));
  // A number that was used is never used again.
  const used = readHistory(log).flatMap((records) => records.map(({ r }) => r));
  const isNext = log.append({
    k: 'full',
    v: recordVersion,
    r: Math.max(known?.r ?? 0, known?.y ?? 0, ...used) + 1,
    p: '',
    t: space.now(),
    id: randomId(),
    by: actor,
    w: process.pid,
    e: ['repaired', { reason: 'no record could be read' }],
    ...fullState(key, { state, place }),
    seg: log.segment,
    repaired: true,
  });
  if (!isNext || log.chain === null) return false;
  log.sync();
  desk.mark(log.chain, sight.hash, place);
  return true;
}

/** Stores revision 1 of a file as it is; false when another process was faster. */
function begin(desk: Desk, state: JsonObject, place: Place, hash: string): boolean {
  if (!desk.begin(state, place, hash)) return false;
  if (desk.log.chain !== null) desk.mark(desk.log.chain, hash, place);
  return true;
}
