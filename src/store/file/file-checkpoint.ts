// One checkpoint on disk: its log, which is the truth, and its published file, which is a view and an input.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../../rules/checksum.js';
import { PawlError, isPawlError } from '../../rules/errors.js';
import { type JsonObject, sameJson } from '../../rules/json.js';
import { mergeDocuments } from '../../rules/merge.js';
import { type FamilyName, type Key, type Place, keyText, refOf, stemsOf } from '../../rules/names.js';
import { diffDocuments } from '../../rules/patch.js';
import { parseJson } from '../../rules/plain.js';
import type { Notice, Put, PutResult, Stored } from '../store.js';
import { type Chain, type Replayed, replay } from './chain.js';
import { ensureFolder, removeFile, writeNewFile } from './disk.js';
import { type Knowledge, type Sight, type Verdict, judge } from './judge.js';
import { asideFolder, below, logFolder, ownFolder, packName, publishedFolder, publishedFolders, segmentName, tempFolder } from './layout.js';
import { Log } from './log.js';
import { unpackState } from './pack-codec.js';
import { type Look, closeLooks, look, render, replacePublished } from './published.js';
import { type FullRecord, type StepRecord, recordVersion } from './record.js';
import { fullState, readHistory, rotate } from './segments.js';

/** What the store needs to know about a family's documents. */
export interface DocumentView {
  recognises(value: unknown): value is JsonObject;
  /** Makes lists follow from units after a merge. */
  settle(doc: JsonObject): JsonObject;
  /** The document's own change time: tells which revision an editor saw. */
  stampOf(doc: JsonObject): string | null;
}

/** What all checkpoints of a store share. */
export interface FileSpace {
  readonly root: string;
  readonly views: Readonly<Record<FamilyName, DocumentView>>;
  readonly now: () => string;
  /** Whether git put this file there (bytes), or took it away (null); only asked for files that may be tracked. */
  readonly isFromGit: (relativePath: string, bytes: Buffer | null) => boolean;
  readonly segmentBytes: number;
}

const maxRounds = 20;

/** A checkpoint that is read, appended to and published. All methods are synchronous. */
export class FileCheckpoint {
  readonly key: Key;
  readonly #space: FileSpace;
  #log: Log;
  #notices: Notice[] = [];
  /** A published file without a log that holds no checkpoint: creation waits for a person. */
  #foreignGarbage: string | null = null;

  constructor(space: FileSpace, key: Key) {
    this.#space = space;
    this.key = key;
    this.#log = new Log(path.join(space.root, logFolder(key.family)), stemsOf(key)[0] ?? '');
  }

  /** What the last call noticed. */
  get notices(): readonly Notice[] {
    return this.#notices;
  }

  /** The published file's path, whether it exists or not. */
  get file(): string {
    return this.#publishedAt('live') ?? '';
  }

  /**
   * Reads the newest revision. Takes in what people did to the published file, and publishes what a crash left behind.
   * @param options how
   * @param options.publishing false when this process will publish soon anyway
   * @returns the newest revision, or null when there is none
   */
  read(options: { readonly publishing?: boolean } = {}): Stored | null {
    this.#notices = [];
    this.#foreignGarbage = null;
    this.#follow();
    let virtual: Stored | null = null;
    try {
      virtual = this.#settle(options.publishing ?? true);
    } catch (error) {
      // Reading must work where writing does not: a read-only folder, a full disk.
      if (!isPawlError(error) || !['store-unavailable', 'disk-full', 'unclear'].includes(error.code)) throw error;
      this.#note('unpublished', error.message);
      virtual = this.#log.chain === null ? this.#foreign(null) : null;
    }
    const { chain } = this.#log;
    if (chain !== null) return this.#stored(chain);
    return virtual ?? (this.#log.state === 'unintelligible' ? this.#recovered() : null);
  }

  /**
   * Gives the newest revision of the log without a look at the published file.
   * @returns the newest revision, or null when the log has none
   */
  newest(): Stored | null {
    this.#notices = [];
    this.#follow();
    return this.#log.chain === null ? null : this.#stored(this.#log.chain);
  }

  /**
   * Appends a revision. Nothing is durable before `sync`.
   * @param put what to store
   * @returns the outcome
   */
  append(put: Put): PutResult {
    this.#follow();
    // Only true absence may start a new checkpoint: a file that another tool wrote comes first.
    if (this.#log.state === 'absent') this.#foreign(this.#adoptForeign);
    this.#refuseUnwritable();
    if (this.#log.syncFailed || this.#log.chain?.sealed != null) this.#rotate(false);
    const { chain } = this.#log;
    const earlier = put.opId === undefined ? undefined : chain?.ops.get(put.opId);
    if (chain !== null && earlier !== undefined) {
      return { ok: true, duplicate: true, stored: this.#revisionOf(earlier) ?? this.#stored(chain) };
    }
    if (put.expect !== (chain?.revision ?? 0)) {
      return { ok: false, reason: 'conflict', current: chain === null ? null : this.#stored(chain) };
    }
    if (chain === null) this.#prepareFolders();
    const accepted = this.#log.append(this.#record(chain, put));
    const after = this.#log.chain;
    if (!accepted || after === null) {
      return { ok: false, reason: 'conflict', current: after === null ? null : this.#stored(after) };
    }
    return { ok: true, duplicate: false, stored: this.#stored(after) };
  }

  /** Makes everything appended durable. */
  sync(): void {
    this.#log.sync();
  }

  /**
   * Publishes the newest state, unless someone already has. A failure is a notice, not an error: the revision is safe.
   * @returns notices for the caller
   */
  publish(): readonly Notice[] {
    this.#notices = [];
    try {
      const { chain } = this.#log;
      if (chain !== null && chain.published !== null && chain.published.r >= chain.revision) return [];
      this.#settle(true);
      if (this.#log.bytes > this.#space.segmentBytes) this.#rotate(false);
    } catch (error) {
      if (!isPawlError(error)) throw error;
      this.#note('unpublished', `${refOf(this.key)} is saved, but its file is not up to date: ${error.message}`);
    }
    return this.#notices;
  }

  /** Every readable revision, oldest first. */
  replay(): Replayed[] {
    this.#follow();
    return replay(readHistory(this.#log).map((line) => line.record), unpackState);
  }

  /** Ends the current segment and packs what is older. */
  pack(): void {
    this.#follow();
    this.#refuseUnwritable();
    if (this.#log.chain !== null) this.#rotate(false);
  }

  /** Carries a damaged log on in a new segment, from the newest state that can be read. The damaged one is kept. */
  repair(): boolean {
    this.#follow();
    if (this.#log.chain === null || this.#log.chain.damage === null) return false;
    this.#rotate(true);
    return true;
  }

  /** Takes the checkpoint and its history away for good. */
  purge(): boolean {
    this.#follow();
    let found = false;
    const last = this.#log.segment;
    this.#log.close();
    for (const place of ['live', 'failed'] as const) {
      const file = this.#publishedAt(place);
      if (file !== null) found = removeFile(file) || found;
    }
    for (let segment = last + 1; segment >= 1; segment--) {
      for (const name of [segmentName(this.#log.stem, segment), packName(this.#log.stem, segment)]) {
        found = removeFile(path.join(this.#log.folder, name)) || found;
      }
    }
    return found;
  }

  close(): void {
    this.#log.close();
  }

  /** Finds this key's own log: names that differ only in case meet in one file, and the later one steps aside. */
  #follow(): void {
    this.#log.refresh();
    if (this.#log.chain?.keyText === keyText(this.key)) return;
    const [first, second] = stemsOf(this.key);
    if (this.#log.chain === null && this.#log.stem !== first) return;
    if (this.#log.chain === null && (second === undefined || !fs.existsSync(path.join(this.#log.folder, segmentName(second, 1))))) return;
    if (second === undefined || this.#log.stem === second) {
      throw new PawlError('conflict', `${this.#log.file} belongs to ${this.#log.chain?.keyText ?? 'another checkpoint'}`);
    }
    const other = new Log(this.#log.folder, second);
    other.refresh();
    this.#log.close();
    this.#log = other;
  }

  #publishedAt(place: Place): string | null {
    const folder = publishedFolder(this.key, place);
    return folder === null ? null : below(this.#space.root, folder, `${this.#log.stem}.json`);
  }

  #prepareFolders(): void {
    ensureFolder(this.#space.root, publishedFolders.command, 0o755);
    for (const folder of [ownFolder, logFolder(this.key.family), tempFolder]) ensureFolder(this.#space.root, folder, 0o700);
  }

  #refuseUnwritable(): void {
    const { chain, state, file } = this.#log;
    if (chain?.damage != null || state === 'unintelligible') {
      throw new PawlError('damaged', `the log of ${refOf(this.key)} is damaged: ${chain?.damage ?? 'no record can be read'}`, {
        hint: 'Nothing is lost that can be read; `pawl doctor` explains, and carries the log on once a person agrees.',
        data: { file },
      });
    }
    if (chain?.newer === true) {
      throw new PawlError('newer-version', `${refOf(this.key)} was written by a newer version of pawl`, { hint: 'Update pawl.' });
    }
    if (chain === null && this.#foreignGarbage !== null) {
      throw new PawlError('corrupt', `Checkpoint file exists but is corrupt: ${this.#foreignGarbage}`, {
        hint: 'Correct the file or move it away; nothing is started over it.',
      });
    }
  }

  #record(chain: Chain | null, put: Put): FullRecord | StepRecord {
    const place = put.place ?? 'live';
    const base = {
      v: recordVersion,
      r: (chain?.revision ?? 0) + 1,
      p: chain?.head ?? '',
      t: put.at,
      id: Math.random().toString(36).slice(2, 12),
      ...(put.opId === undefined ? {} : { op: put.opId }),
      by: put.actor,
      e: put.event.args === undefined ? ([put.event.name] as const) : ([put.event.name, put.event.args] as const),
    };
    const edit = put.event.args?.['bytes'];
    const adopted = typeof edit === 'string' ? { b: edit } : {};
    if (chain !== null && chain.sinceFull <= 2 * chain.fullBytes + 4096) {
      const moved = place === chain.place ? {} : { pl: place };
      return { k: 'step', ...base, ...adopted, ...moved, d: diffDocuments(chain.state, put.state) };
    }
    const from = { state: put.state, place, ...(chain === null ? {} : { ops: chain.ops, edits: chain.edits, published: chain.published }) };
    return { k: 'full', ...base, ...adopted, ...fullState(this.key, from), ...(chain === null ? { seg: 1 } : {}) };
  }

  #rotate(repair: boolean): void {
    rotate(this.#log, this.key, { at: this.#space.now(), id: Math.random().toString(36).slice(2, 12), repair });
    this.#log.refresh();
  }

  /** Brings log and published file together. Gives a document that could not be recorded, if there is one. */
  #settle(publishing: boolean): Stored | null {
    for (let round = 0; round < maxRounds; round++) {
      this.#log.refresh();
      const { chain } = this.#log;
      if (chain === null) {
        if (this.#log.state === 'unintelligible' || this.#foreign(this.#adoptForeign) === null) return null;
        continue;
      }
      if (chain.damage !== null || chain.newer) {
        this.#note(chain.newer ? 'newer-version' : 'damaged', chain.damage ?? 'written by a newer version of pawl');
        return null;
      }
      if (this.#settleOnce(chain, publishing)) return null;
    }
    throw new PawlError('busy', `${this.file} keeps changing while it is being published`);
  }

  /** One look and one step; true when nothing is left to do. */
  #settleOnce(chain: Chain, publishing: boolean): boolean {
    const live = look(this.file);
    const failedFile = this.#publishedAt('failed');
    let failed: Look | null = null;
    try {
      failed = failedFile === null || (chain.place === 'live' && live !== null) ? null : look(failedFile);
      const verdict = judge(chain, { live, failed }, this.#knowledge(chain));
      if (verdict.is === 'behind') return publishing ? this.#publishNewest(chain, live, failed) : true;
      return this.#act(verdict, chain);
    } finally {
      closeLooks(live, failed);
    }
  }

  #act(verdict: Exclude<Verdict, { readonly is: 'behind' }>, chain: Chain): boolean {
    switch (verdict.is) {
      case 'current':
        return true;
      case 'garbage':
        this.#keepAside(verdict.sight);
        return true;
      case 'gone':
        this.#append(chain, chain.state, 'removed', verdict.by === 'git' ? 'switched' : 'removed', {});
        this.#note(verdict.by === 'git' ? 'switched' : 'removed-by-hand', `${this.file} was taken away; its history is kept`);
        return false;
      case 'switched':
      case 'edited':
        this.#adopt(verdict, chain);
        return false;
    }
  }

  /** An edit is merged with what came in between, on the revision that the editor saw. */
  #adopt(verdict: Extract<Verdict, { readonly doc: JsonObject }>, chain: Chain): void {
    const view = this.#space.views[this.key.family];
    const stamp = view.stampOf(verdict.doc);
    let base: JsonObject = chain.state;
    if (verdict.is === 'edited' && (stamp !== view.stampOf(chain.state) || chain.published?.r !== chain.revision)) {
      const all = this.replay();
      const seen = all.findLast((one) => stamp !== null && view.stampOf(one.state) === stamp);
      base = (seen ?? all.find((one) => one.revision === chain.published?.r))?.state ?? chain.state;
    }
    const current = this.#log.chain ?? chain;
    const merged = verdict.is === 'switched' || base === current.state ? { value: verdict.doc, conflicts: [] } : mergeDocuments(base, verdict.doc, current.state);
    const state = merged.value === verdict.doc ? verdict.doc : view.settle(merged.value);
    const conflicts = merged.conflicts.slice(0, 20);
    const args = { bytes: verdict.hash, ...(conflicts.length > 0 ? { conflicts } : {}) };
    if (!this.#append(current, state, verdict.place, verdict.is, args)) return;
    const moved = verdict.place !== current.place;
    this.#note(moved ? 'moved-by-hand' : verdict.is, `${this.file} was ${moved ? 'moved' : verdict.is} by hand; revision ${this.#log.chain?.revision} takes it in`);
    // Taken in as it stands: the file already is the newest revision, in its editor's own layout.
    if (this.#log.chain !== null && sameJson(this.#log.chain.state, verdict.doc)) this.#mark(this.#log.chain, verdict.hash, verdict.place);
  }

  #append(chain: Chain, state: JsonObject, place: Place, name: string, args: JsonObject): boolean {
    const put: Put = { state, place, expect: chain.revision, actor: 'by hand', event: { name, args }, at: this.#space.now() };
    const accepted = this.#log.append(this.#record(this.#log.chain, put));
    if (accepted) this.#log.sync();
    return accepted;
  }

  #publishNewest(chain: Chain, live: Look | null, failed: Look | null): boolean {
    const { revision } = chain;
    const folder = publishedFolder(this.key, chain.place);
    const target = this.#publishedAt(chain.place);
    let hash = '';
    if (folder !== null && target !== null) {
      ensureFolder(this.#space.root, folder, 0o755);
      ensureFolder(this.#space.root, tempFolder, 0o700);
      const bytes = render(chain.state);
      hash = checksum(bytes);
      const seen = chain.place === 'live' ? live : failed;
      if (seen?.hash !== hash) {
        const outcome = replacePublished(target, bytes, seen, below(this.#space.root, tempFolder, ''));
        if (outcome.is === 'changed') return false;
        if (outcome.is === 'overwrote') this.#rescue(outcome.bytes, chain);
      }
    }
    for (const stray of [live, failed]) if (stray !== null && stray.file !== target) removeFile(stray.file);
    this.#mark(chain, hash, chain.place);
    this.#log.refresh();
    return this.#log.chain?.revision === revision;
  }

  /** Someone wrote into the file in the very moment it was replaced: their text is taken in like any edit. */
  #rescue(bytes: Buffer, chain: Chain): void {
    const sight = { bytes, hash: checksum(bytes) };
    const doc = this.#parse(bytes);
    if (doc === null) this.#keepAside(sight);
    else this.#adopt({ is: 'edited', doc, place: chain.place, hash: sight.hash }, chain);
  }

  #mark(chain: Chain, hash: string, place: Place): void {
    this.#log.append({ k: 'pub', v: recordVersion, r: chain.revision, p: chain.head, b: hash, pl: place });
  }

  /** Unparsable bytes are kept once, under their checksum. */
  #keepAside(sight: Sight): void {
    const name = `${this.#log.stem}.${sight.hash}.bytes`;
    const kept = below(this.#space.root, asideFolder, name);
    this.#note('corrupt', `Checkpoint file exists but is corrupt: ${this.file} (kept as ${kept}; the last good revision stays current)`);
    if (fs.existsSync(kept)) return;
    ensureFolder(this.#space.root, asideFolder, 0o700);
    writeNewFile(kept, sight.bytes, { mode: 0o600, sync: false });
  }

  /** A published file without a log: hands its document on, or notes that it holds none. */
  #foreign(adopt: ((doc: JsonObject, place: Place, hash: string) => void) | null): Stored | null {
    for (const place of ['live', 'failed'] as const) {
      const file = this.#publishedAt(place);
      if (file === null || !ensureFolder(this.#space.root, publishedFolder(this.key, place) ?? '', null)) continue;
      const seen = look(file);
      if (seen === null) continue;
      closeLooks(seen);
      const doc = this.#parse(seen.bytes);
      if (doc === null) {
        this.#foreignGarbage = file;
        this.#note('corrupt', `Checkpoint file exists but is corrupt: ${file}`);
        return null;
      }
      adopt?.call(this, doc, place, seen.hash);
      return { key: this.key, revision: 0, state: doc, place, at: this.#space.now(), actor: 'by hand', event: { name: 'adopted' }, notices: this.#notices };
    }
    return null;
  }

  #adoptForeign(doc: JsonObject, place: Place, hash: string): void {
    this.#prepareFolders();
    const put: Put = { state: doc, place, expect: 0, actor: 'by hand', event: { name: 'adopted', args: { bytes: hash } }, at: this.#space.now() };
    if (!this.#log.append(this.#record(null, put))) return;
    this.#log.sync();
    if (this.#log.chain !== null) this.#mark(this.#log.chain, hash, place);
    this.#note('adopted', `${this.file} was written by another tool; it is revision 1 now`);
  }

  /** No record of the log can be made out: the published file is all there is. */
  #recovered(): Stored | null {
    this.#note('damaged', `no record of ${this.#log.file} can be read`);
    return this.#foreign(null);
  }

  #parse(bytes: Buffer): JsonObject | null {
    const parsed = parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
    return parsed.ok && this.#space.views[this.key.family].recognises(parsed.value) ? parsed.value : null;
  }

  #knowledge(chain: Chain): Knowledge {
    const view = this.#space.views[this.key.family];
    return {
      parse: (bytes) => this.#parse(bytes),
      isNewest: (sight) => render(chain.state).equals(sight.bytes),
      isOlder: (sight) => {
        const doc = this.#parse(sight.bytes);
        if (doc === null) return false;
        const stamp = view.stampOf(doc);
        return this.replay().some((one) => view.stampOf(one.state) === stamp && render(one.state).equals(sight.bytes));
      },
      isFromGit: (bytes) =>
        this.key.family === 'pipeline' && this.#space.isFromGit(`${publishedFolders.pipeline}/${this.#log.stem}.json`, bytes),
    };
  }

  #revisionOf(revision: number): Stored | null {
    const one = this.replay().find((stored) => stored.revision === revision);
    return one === undefined ? null : this.#stored(one);
  }

  #stored(from: Replayed): Stored {
    const { revision, state, place, at, actor } = from;
    const [name, args] = from.event;
    const event = args === undefined ? { name } : { name, args };
    return { key: this.key, revision, state, place, at, actor, event, notices: this.#notices };
  }

  #note(code: Notice['code'], message: string): void {
    this.#notices.push({ code, message });
  }
}
