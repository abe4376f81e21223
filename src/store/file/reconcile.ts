// Brings a log and its published file together: takes in what people did to the file, publishes what they have not seen.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../../rules/checksum.js';
import { isPawlError } from '../../rules/errors.js';
import { inexactNumbers } from '../../rules/json/exact-numbers.js';
import { type JsonObject, deepFreeze, sameJson } from '../../rules/json/json.js';
import { mergeDocuments } from '../../rules/json/merge.js';
import type { Key, Place } from '../../rules/names.js';
import type { Notice, Put } from '../store.js';
import { tellCatalog, timeOf } from './catalog/describe.js';
import type { Chain, Replayed } from './chain.js';
import { isRunning, removeFile, writeNewFile } from './disk.js';
import { ensureFolder } from './folders.js';
import { draftRecord } from './draft.js';
import { type Sight, type Verdict, judge } from './judge.js';
import { describeStranger, knowledgeOf, parseCheckpoint, replayLog } from './knowledge.js';
import { asideFolder, below, logFolder, ownFolder, publishedFolder, publishedFolders, tempFolder } from './layout.js';
import type { Log } from './log.js';
import { isLogOf } from './own-log.js';
import { type Look, type Replacement, closeLooks, inodeOf, look, render, replacePublished } from './published.js';
import { recordVersion } from './record.js';
import { type FileSpace, byHand, viewOf } from './space.js';

const maxRounds = 20;
/** A writer that has not published its revision by then never will. */
const patienceMs = 2_000;

function hasLivingWriter(chain: Chain): boolean {
  if (chain.writer === process.pid) return false;
  const ageMs = Date.now() - Date.parse(chain.at);
  return ageMs >= 0 && ageMs < patienceMs && isRunning(chain.writer);
}

/** A published file without a log. */
export type Foreign =
  | { readonly is: 'none' }
  /** It holds no checkpoint: nothing is started over it. */
  | { readonly is: 'garbage'; readonly message: string }
  | {
      readonly is: 'document';
      readonly doc: JsonObject;
      readonly place: Place;
      readonly hash: string;
      readonly bytes: Buffer;
    };

/** One call's work on one checkpoint: its log, its file, and what there is to say about them. */
export class Reconciler {
  readonly #space: FileSpace;
  readonly #key: Key;
  readonly #log: Log;
  readonly notices: Notice[] = [];
  /** The path of the file when the checkpoint is in use. */
  readonly file: string;

  constructor(space: FileSpace, key: Key, log: Log) {
    this.#space = space;
    this.#key = key;
    this.#log = log;
    this.file = this.#fileAt('live') ?? '';
  }

  /**
   * Looks, judges and acts until log and file agree. The log was read a moment ago.
   * @param publishing `always`, or `orphans`: only what its own writer can no longer publish
   */
  settle(publishing: 'always' | 'orphans'): void {
    for (let round = 0; round < maxRounds; round++) {
      const { chain } = this.#log;
      if (chain === null) {
        if (!this.adoptForeign()) return;
        continue;
      }
      if (!isLogOf(this.#log, this.#key)) return;
      if (chain.damage !== null || chain.newer) {
        this.note(
          chain.newer ? 'newer-version' : 'damaged',
          `${this.#log.file}: ${chain.damage ?? 'written by a newer version of pawl'}`,
        );
        return;
      }
      if (this.#settleOnce(chain.place, publishing)) return;
    }
    // Others keep publishing: whoever comes last leaves the newest.
  }

  /**
   * Takes a file that another tool wrote in as revision 1.
   * @returns true when the log has changed
   */
  adoptForeign(): boolean {
    if (this.#log.state === 'unintelligible') return false;
    const foreign = this.findForeign();
    if (foreign.is !== 'document') return false;
    const hadBytes = this.#log.bytes > 0;
    const { doc: state, place, hash, bytes } = foreign;
    if (!this.#begin(state, place, hash)) return true;
    this.#keepInexact({ bytes, hash });
    if (hadBytes) this.note('damaged', `${this.#log.file} held no whole record; it begins anew with ${this.file}`);
    else this.note('adopted', `${this.file} was written by another tool; it is revision 1 now${this.#flaws(state)}`);
    return true;
  }

  /**
   * Takes a file in that the family does not recognise, or that says more than its document: as revision 1, or as an
   * edit. Its bytes are kept aside.
   * @param read gives the document that the bytes stand for; null leaves the file alone
   * @returns where the bytes are kept; null when nothing was taken in
   */
  adoptAs(read: (bytes: Buffer) => JsonObject | null): string | null {
    const { chain } = this.#log;
    if (this.#log.state === 'unintelligible' || chain?.damage != null || chain?.newer === true) return null;
    for (const place of ['live', 'failed'] as const) {
      const file = this.#fileAt(place);
      if (file === null || !ensureFolder(this.#space.root, publishedFolder(this.#key, place) ?? '', null)) continue;
      const seen = look(file);
      if (seen === null) continue;
      closeLooks(seen);
      const doc = read(seen.bytes);
      if (doc === null) return null;
      this.prepareFolders();
      const kept = this.#keepBytes(seen);
      if (chain === null) this.#begin(doc, place, seen.hash);
      else if (chain.published?.b !== seen.hash && !chain.edits.has(seen.hash)) {
        const event = { name: 'edited', args: { bytes: seen.hash } };
        if (this.#append(chain, doc, place, event)) this.#mark(chain, seen.hash, place);
      }
      return kept;
    }
    return null;
  }

  /** Stores revision 1 of a file as it is; false when another process was faster. */
  #begin(state: JsonObject, place: Place, hash: string): boolean {
    this.prepareFolders();
    const event = { name: 'adopted', args: { bytes: hash } };
    const put = { state, place, expect: 0, actor: byHand, event, at: this.#space.now() };
    if (!this.#log.append(draftRecord(this.#key, null, put))) return false;
    this.#log.sync();
    if (this.#log.chain !== null) this.#mark(this.#log.chain, hash, place);
    return true;
  }

  /**
   * Finds the state that a damaged log no longer tells, in the published file: its marker says which revision it is.
   * @param chain the damaged log
   * @returns the newer revision, or null when the file does not help
   */
  recover(chain: Chain): Replayed | null {
    const { published } = chain;
    const file = published === null ? null : this.#fileAt(published.pl);
    if (published === null || file === null || published.r <= chain.revision) return null;
    const seen = look(file);
    closeLooks(seen);
    const state = seen?.hash === published.b ? this.#parse(seen.bytes) : null;
    if (state === null) return null;
    const by = chain.behindDamage?.revision === published.r ? chain.behindDamage : {};
    return { ...chain, ...by, revision: published.r, place: published.pl, state: deepFreeze(state) };
  }

  /** Looks for a published file where there is no log. */
  findForeign(): Foreign {
    for (const place of ['live', 'failed'] as const) {
      const file = this.#fileAt(place);
      if (file === null || !ensureFolder(this.#space.root, publishedFolder(this.#key, place) ?? '', null)) continue;
      const seen = look(file);
      if (seen === null) continue;
      closeLooks(seen);
      const doc = this.#parse(seen.bytes);
      if (doc !== null) return { is: 'document', doc, place, hash: seen.hash, bytes: seen.bytes };
      const { code, message } = describeStranger(this.#key, file, seen.bytes);
      this.note(code, message);
      return { is: 'garbage', message };
    }
    return { is: 'none' };
  }

  /** Makes the folders that a first revision needs. */
  prepareFolders(): void {
    ensureFolder(this.#space.root, publishedFolders.command, 0o755);
    for (const folder of [ownFolder, logFolder(this.#key.family), tempFolder])
      ensureFolder(this.#space.root, folder, 0o700);
    this.#keepOutOfGit();
  }

  /** Histories do not belong into commits, also where nobody has run `pawl init`. */
  #keepOutOfGit(): void {
    try {
      writeNewFile(below(this.#space.root, ownFolder, '.gitignore'), Buffer.from('*\n'), { mode: 0o600, sync: false });
    } catch {
      // It is there already, or cannot be: no reason not to save.
    }
  }

  /** Notes something for the caller. */
  note(code: Notice['code'], message: string): void {
    this.notices.push({ code, message });
  }

  #fileAt(place: Place): string | null {
    const folder = publishedFolder(this.#key, place);
    return folder === null ? null : below(this.#space.root, folder, `${this.#log.stem}.json`);
  }

  /** One look and one step; true when nothing is left to do. */
  #settleOnce(place: Place, publishing: 'always' | 'orphans'): boolean {
    const live = look(this.file);
    const failedFile = this.#fileAt('failed');
    let failed: Look | null = null;
    try {
      failed = failedFile === null || (place === 'live' && live !== null) ? null : look(failedFile);
      // The log is read after the file: whatever was published is in it by now.
      this.#log.refresh();
      const { chain } = this.#log;
      const isAsBefore = chain !== null && chain.place === place && isLogOf(this.#log, this.#key);
      if (!isAsBefore || chain.damage !== null || chain.newer) return false;
      // A file in flux is its writers' affair: a reader has the log. What someone wrote into it is seen when it rests.
      const isInFlux = live !== null && live.hash !== chain.published?.b && hasLivingWriter(chain);
      if (publishing === 'orphans' && isInFlux) return true;
      const verdict = judge(chain, { live, failed }, knowledgeOf(this.#space, this.#key, this.#log, chain));
      // The file was looked at before the log was read: perhaps its first publishing came in between.
      if (verdict.is === 'gone' && inodeOf(this.file) !== 0) return false;
      for (const sight of [live, failed]) {
        if (sight !== null && 'hash' in verdict && verdict.hash === sight.hash) this.#keepInexact(sight);
      }
      if (verdict.is === 'garbage') this.#keepAside(verdict.sight);
      else if (verdict.is !== 'behind') return this.#act(verdict, chain);
      // A reader leaves to a writer what is the writer's own affair; unparsable bytes wait for the next save.
      const leave = verdict.is === 'garbage' || hasLivingWriter(chain);
      return publishing === 'orphans' && leave ? true : this.#publish(chain, live, failed);
    } finally {
      closeLooks(live, failed);
    }
  }

  #act(verdict: Exclude<Verdict, { readonly is: 'behind' | 'garbage' }>, chain: Chain): boolean {
    switch (verdict.is) {
      case 'current':
        return true;
      case 'gone': {
        const name = verdict.by === 'git' ? 'switched' : 'removed';
        this.#append(chain, chain.state, 'removed', { name });
        this.note(
          verdict.by === 'git' ? 'switched' : 'removed-by-hand',
          `${this.file} was taken away; its history is kept`,
        );
        return false;
      }
      default:
        this.#adopt(verdict, chain);
        return false;
    }
  }

  /** An edit is merged with what came in between, on the revision that the editor saw. */
  #adopt(verdict: Extract<Verdict, { readonly doc: JsonObject }>, chain: Chain): void {
    const { doc, place, hash } = verdict;
    const base = verdict.is === 'edited' ? this.#baseOf(doc, chain) : chain.state;
    const merged = base === chain.state ? null : mergeDocuments(base, doc, chain.state);
    const state = merged === null ? doc : viewOf(this.#space, this.#key.family).settle(merged.value);
    const conflicts = merged?.conflicts.slice(0, 20) ?? [];
    const event = { name: verdict.is, args: { bytes: hash, ...(conflicts.length > 0 ? { conflicts } : {}) } };
    const moved = place !== chain.place;
    if (!this.#append(chain, state, place, event)) return;
    const now = this.#log.chain;
    if (now === null) return;
    const what = moved
      ? 'moved by hand'
      : verdict.is === 'edited'
        ? 'edited by hand'
        : 'changed by a switch of branches';
    this.note(
      moved ? 'moved-by-hand' : verdict.is,
      `${this.file} was ${what}; revision ${now.revision} takes it in${this.#flaws(doc)}`,
    );
    // Taken in as it stands: the file already is the newest revision, in its editor's own layout.
    if (sameJson(now.state, doc)) this.#mark(now, hash, place);
  }

  /** What does not obey the format is taken in as it stands, and said. */
  #flaws(doc: JsonObject): string {
    const problems = viewOf(this.#space, this.#key.family).check?.(doc) ?? [];
    const [first] = problems;
    if (first === undefined) return '';
    const more = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
    return `, although ${first.path === '' ? 'it' : first.path} ${first.message}${more}`;
  }

  #baseOf(doc: JsonObject, chain: Chain): JsonObject {
    const view = viewOf(this.#space, this.#key.family);
    const stamp = view.stampOf(doc);
    const isEdited = chain.event[0] === 'edited' || chain.event[0] === 'switched';
    if (!isEdited && stamp === view.stampOf(chain.state) && chain.published?.r === chain.revision) return chain.state;
    const all = replayLog(this.#log);
    const seen =
      all.find((one) => stamp !== null && view.stampOf(one.state) === stamp) ??
      all.find((one) => one.revision === chain.published?.r);
    return seen === undefined || seen.revision === chain.revision ? chain.state : seen.state;
  }

  #append(chain: Chain, state: JsonObject, place: Place, event: Put['event']): boolean {
    const put = { state, place, expect: chain.revision, actor: byHand, event, at: this.#space.now() };
    const accepted = this.#log.append(draftRecord(this.#key, chain, put));
    if (accepted) this.#log.sync();
    return accepted;
  }

  /** Publishes the newest state; false when there has to be another round. */
  #publish(chain: Chain, live: Look | null, failed: Look | null): boolean {
    const { revision } = chain;
    const target = this.#fileAt(chain.place);
    const before = timeOf(path.dirname(target ?? this.file));
    const outcome = target === null ? null : this.#replace(target, chain, chain.place === 'live' ? live : failed);
    if (outcome?.is === 'changed') return false;
    for (const stray of [live, failed]) if (stray !== null && stray.file !== target) removeFile(stray.file);
    this.#mark(chain, outcome?.hash ?? '', chain.place, before);
    if (outcome?.is === 'overwrote') {
      this.#rescue(outcome.bytes, chain);
      return false;
    }
    this.#log.refresh();
    // A late publisher must not leave an older revision over a newer one: had a newer one been published meanwhile, or
    // was this one replaced, there is another round.
    const newer = (this.#log.chain?.highestPublished ?? revision) > revision;
    const replaced = outcome !== null && target !== null && inodeOf(target) !== outcome.inode;
    return !newer && !replaced;
  }

  /** Puts the newest state into the file, unless it is there already. */
  #replace(target: string, chain: Chain, seen: Look | null): Replacement & { readonly hash: string } {
    const bytes = render(chain.state);
    const hash = checksum(bytes);
    if (seen?.hash === hash) return { is: 'done', inode: seen.inode, hash };
    if (seen === null) ensureFolder(this.#space.root, publishedFolder(this.#key, chain.place) ?? '', 0o755);
    const temps = below(this.#space.root, tempFolder, '');
    if (seen === null) ensureFolder(this.#space.root, tempFolder, 0o700);
    try {
      return { ...replacePublished(target, bytes, seen, temps), hash };
    } catch (error) {
      if (!isPawlError(error) || error.data['errno'] !== 'ENOENT') throw error;
      ensureFolder(this.#space.root, tempFolder, 0o700); // someone tidied it away
      return { ...replacePublished(target, bytes, seen, temps), hash };
    }
  }

  /** Someone wrote into the file in the very moment it was replaced: their text is taken in like any edit. */
  #rescue(bytes: Buffer, chain: Chain): void {
    const sight = { bytes, hash: checksum(bytes) };
    const doc = this.#parse(bytes);
    if (doc === null) this.#keepAside(sight);
    else {
      this.#keepInexact(sight);
      this.#adopt({ is: 'edited', doc, place: chain.place, hash: sight.hash }, chain);
    }
  }

  #mark(chain: Chain, hash: string, place: Place, before?: number): void {
    this.#log.append({ k: 'pub', v: recordVersion, r: chain.revision, p: chain.head, b: hash, pl: place });
    tellCatalog(this.#space, this.#key, this.#log.stem, chain, before === undefined ? {} : { before });
  }

  /** Unparsable bytes are kept once, under their checksum. */
  #keepAside(sight: Sight): void {
    const kept = this.#asideFile(sight);
    const { code, message } = describeStranger(this.#key, this.file, sight.bytes);
    this.note(code, `${message} (kept as ${kept}; the last good revision stays current)`);
    this.#keepBytes(sight);
  }

  /** A number with more digits than a document keeps would change in silence: the bytes as they were are kept. */
  #keepInexact(sight: Sight): void {
    const [number] = inexactNumbers(sight.bytes.toString('utf8'));
    if (number === undefined) return;
    const kept = this.#keepBytes(sight);
    const shown = number.slice(0, 40);
    this.note('inexact', `${this.file} holds ${shown}, a number with more digits than are kept; its bytes are ${kept}`);
  }

  #asideFile({ hash }: Sight): string {
    return below(this.#space.root, asideFolder, `${this.#log.stem}.${hash}.bytes`);
  }

  #keepBytes(sight: Sight): string {
    const kept = this.#asideFile(sight);
    if (fs.existsSync(kept)) return kept;
    ensureFolder(this.#space.root, asideFolder, 0o700);
    writeNewFile(kept, sight.bytes, { mode: 0o600, sync: true });
    return kept;
  }

  #parse(bytes: Buffer): JsonObject | null {
    return parseCheckpoint(this.#space, this.#key, bytes);
  }
}
