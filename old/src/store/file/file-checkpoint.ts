// One checkpoint on disk: its log, which is the truth, and its published file, which is a view and an input.

import { type ErrorCode, isPawlError } from '../../rules/errors.js';
import { checksumText } from '../../rules/checksum.js';
import type { JsonObject } from '../../rules/json/json.js';
import { type Key, keyText, refOf } from '../../rules/names.js';
import type { HistoryRange, Notice, PackOptions, Put, PutResult, Stored } from '../store.js';
import { describe, isFinished, tellCatalog } from './catalog/describe.js';
import type { Entry } from './catalog/entry.js';
import { noticeLostEnd } from './catalog/lost-end.js';
import { History, type Listed } from './log/history.js';
import type { Replayed } from './log/replay.js';
import { diskError } from '../../disk/files.js';
import { draftRecord, randomId, refuseTooLarge } from './log/draft.js';
import { below, publishedFolder, tempFolder } from '../../disk/layout.js';
import type { Log } from './log/log.js';
import { followLog, isLogOf } from './log/own-log.js';
import { findPieces } from './log/pieces.js';
import { replayLog } from './publish/knowledge.js';
import { isPublishedByOthers } from './publish/combined.js';
import { Desk } from './publish/desk.js';
import { adoptAs, carryOnFromFile, findForeign } from './publish/foreign.js';
import { unpublishedWords } from './publish/published.js';
import { describeUntaken, type Untaken } from './publish/untaken.js';
import { reconcile, recover } from './publish/reconcile.js';
import { type Change, rewriteOlder } from './log/rewrite.js';
import { isPacked, isToBeLeft, makeDurable, rotate } from './log/segments.js';
import { isStranger } from '../notices.js';
import { refuseForeign, refuseUnwritable, unintelligible } from './refuse.js';
import { removeAllFiles } from './sweep.js';
import { type FileSpace, toStored, toUnrecorded } from './space.js';
import { Turn } from '../../disk/turn.js';

/** Reading goes on where writing does not: in a read-only folder, on a full disk. */
const noReasonNotToRead: ReadonlySet<string> = new Set(['store-unavailable', 'disk-full', 'unclear']);

/** A checkpoint that is read, appended to and published. All methods are synchronous. */
export class FileCheckpoint {
  readonly key: Key;
  readonly #space: FileSpace;
  /** The queue of writers, for when there are several. */
  readonly turn: Turn;
  readonly #publishTurn: Turn;
  #log: Log | null = null;
  #notices: readonly Notice[] = [];
  readonly #history: History;

  constructor(space: FileSpace, key: Key) {
    this.#space = space;
    this.key = key;
    this.#history = new History(key);
    const name = checksumText(keyText(key));
    this.turn = new Turn(below(space.root, tempFolder, `${name}.turn`));
    this.#publishTurn = new Turn(below(space.root, tempFolder, `${name}.publish.turn`));
  }

  /** What the last call noticed. */
  get notices(): readonly Notice[] {
    return this.#notices;
  }

  /** The path of the published file when the checkpoint is in use. */
  get file(): string {
    return this.#desk().file;
  }

  /**
   * Reads the newest revision. Takes in what people did to the published file, and publishes what a crash left behind.
   * @returns the newest revision, or null when there is none
   */
  read(): Stored | null {
    return this.#guard('read', 'unreadable', () => this.#read());
  }

  #read(): Stored | null {
    const log = this.#follow();
    const desk = this.#desk();
    let untaken: Untaken | null = null;
    try {
      if (log.chain?.sealed != null) this.#rotate(log); // nothing counts behind a seal
      reconcile(desk, 'orphans');
    } catch (error) {
      if (!isPawlError(error) || !noReasonNotToRead.has(error.code)) throw error;
      untaken = describeUntaken(desk, error);
      desk.note('unpublished', untaken.words);
    }
    if (!isLogOf(log, this.key)) return this.#read(); // another key took the name meanwhile: step aside
    const newest = log.chain?.damage == null ? log.chain : (recover(desk, log.chain) ?? log.chain);
    if (newest !== null) return { ...toStored(this.key, newest, this.#notices), ...untaken?.edit };
    if (log.state === 'unintelligible') desk.note('damaged', `${log.file}: ${log.illness}`);
    const foreign = this.#notices.some(isStranger) ? null : findForeign(desk);
    if (foreign?.is === 'document')
      return toUnrecorded(this.key, foreign.doc, foreign.place, this.#space.now(), this.#notices);
    // Only true absence is nothing.
    if (foreign !== null && log.state === 'unintelligible') throw unintelligible(this.key, log);
    return null;
  }

  /**
   * Describes the checkpoint for lists, as it is on disk.
   * @param newest its newest revision
   * @returns the catalogue's line
   */
  describe(newest: Stored): Entry | null {
    return describe(this.#space, this.key, this.#log ?? this.#follow(), newest);
  }

  /**
   * Gives the newest revision of the log without a look at the published file.
   * @returns the newest revision, or null when the log has none
   */
  newest(): Stored | null {
    const { chain } = this.#guard('read', 'unreadable', () => this.#follow());
    return chain === null ? null : toStored(this.key, chain, []);
  }

  /**
   * Appends a revision. Nothing is durable before `sync`.
   * @param put what to store
   * @param isFresh whether the log was read this very moment; being overtaken shows when the record is read back
   * @returns the outcome
   */
  append(put: Put, isFresh = false): PutResult {
    return this.#guard('write', 'store-unavailable', () => this.#append(put, isFresh));
  }

  #append(put: Put, isFresh: boolean): PutResult {
    const log = isFresh && this.#log?.chain != null && isLogOf(this.#log, this.key) ? this.#log : this.#follow();
    if (log.chain === null) refuseForeign(this.#desk());
    refuseUnwritable(this.#space, this.key, log);
    if (isToBeLeft(log)) this.#rotate(log);
    const { chain } = log;
    if (log.syncFailed) return this.#overtaken(log); // others were faster than the seal
    const earlier = put.opId === undefined ? null : this.findOp(put.opId);
    if (earlier !== null) return { ok: true, duplicate: true, stored: earlier };
    if (put.expect !== (chain?.revision ?? 0)) return this.#overtaken(log);
    const admit = (bytes: number): void => refuseTooLarge(this.key, chain, put.state, bytes);
    const before = chain === null ? null : isFinished(this.#space, this.key, chain.state);
    const { record, state } = draftRecord(this.key, chain, put);
    if (!log.append(record, admit, state) || log.chain === null) return this.#overtaken(log);
    // A run that begins, ends or goes on must be found in lists, even if this process dies before it publishes.
    const isTurned = before !== isFinished(this.#space, this.key, log.chain.state);
    if (isTurned) tellCatalog(this.#space, this.key, log, log.chain);
    // Others may have appended since: the answer is the caller's own revision, not the newest.
    const own = log.chain.revision === record.r ? log.chain : this.replay().find((one) => one.revision === record.r);
    return { ok: true, duplicate: false, stored: toStored(this.key, own ?? log.chain, []) };
  }

  /**
   * Finds the revision that an op id made.
   * @param opId the op id
   * @returns the revision, or null when the op id is not known
   */
  findOp(opId: string): Stored | null {
    const { chain } = this.#follow();
    const revision = chain?.ops.get(opId);
    if (chain === null || revision === undefined) return null;
    return toStored(this.key, this.replay().find((one) => one.revision === revision) ?? chain, []);
  }

  /** Makes everything appended durable. */
  sync(): void {
    const log = this.#log;
    if (log !== null) makeDurable(log, () => this.#rotate(log));
  }

  /**
   * Publishes the newest state, unless someone already has. A failure is a notice, not an error: the revision is safe.
   * @returns notices for the caller
   */
  publish(): readonly Notice[] {
    const log = this.#log;
    if (log?.chain == null) return [];
    const desk = this.#desk();
    try {
      const turns = { writers: this.turn, publishers: this.#publishTurn };
      if (!isPublishedByOthers(log, log.chain.revision, turns)) reconcile(desk, 'always');
      this.#catalogueUnpublished(log);
      if (log.bytes > this.#space.segmentBytes) this.#rotate(log);
    } catch (error) {
      desk.note('unpublished', unpublishedWords(this.key, diskError(error, 'publish', desk.file)));
      if (log.chain !== null) tellCatalog(this.#space, this.key, log, log.chain);
    } finally {
      this.#publishTurn.release();
    }
    return this.#notices;
  }

  /** Where nothing is published, no marker tells the catalogue. */
  #catalogueUnpublished(log: Log): void {
    if (log.chain === null || publishedFolder(this.key, log.chain.place) !== null) return;
    tellCatalog(this.#space, this.key, log, log.chain);
  }

  /** Every readable revision, oldest first. */
  replay(): Replayed[] {
    return this.#guard('read', 'unreadable', () => replayLog(this.#follow()));
  }

  /**
   * Lists revisions without their states.
   * @param range which of them
   * @returns the revisions, and what is to be said
   */
  history(range: HistoryRange): Listed {
    return this.#guard('read', 'unreadable', () => this.#history.list(this.#follow(), range));
  }

  /** Ends the current segment and packs what is older; false when it holds no more than the state that it began with. */
  pack({ fromBytes = 0, dryRun = false }: PackOptions = {}): boolean {
    const log = this.#follow();
    refuseUnwritable(this.#space, this.key, log);
    if (log.chain === null || log.bytes < fromBytes || isPacked(log)) return false;
    if (!dryRun) this.#rotate(log);
    return true;
  }

  /** Carries a damaged log on, from the newest state that can be read. The damaged part is kept. */
  repair(actor: string): boolean {
    const log = this.#follow();
    noticeLostEnd(this.#space.catalog, this.key, log);
    if (log.state === 'unintelligible') return carryOnFromFile(this.#desk(), actor);
    if (log.chain?.damage == null) return false;
    log.chain.state = recover(this.#desk(), log.chain)?.state ?? log.chain.state;
    this.#rotate(log, actor);
    return true;
  }

  /**
   * Takes in a published file that the family does not recognise. Its bytes are kept aside.
   * @param read gives the document that the bytes stand for; null leaves the file alone
   * @returns where the bytes are kept, or null
   */
  adopt(read: (bytes: Buffer) => JsonObject | null): string | null {
    return this.#guard('adopt', 'store-unavailable', () => {
      this.#follow();
      return adoptAs(this.#desk(), read);
    });
  }

  /**
   * Writes every revision before the newest anew. The newest must already be as it shall be.
   * @param change what is done to each state and to the arguments of each event
   */
  rewrite(change: Change): void {
    this.#guard('rewrite', 'store-unavailable', () => {
      const log = this.#follow();
      refuseUnwritable(this.#space, this.key, log);
      this.#rotate(log);
      rewriteOlder(log, this.key, change);
    });
  }

  /** Takes the checkpoint and its history away for good: also what an earlier purge, which was cut off, has left. */
  purge(): boolean {
    const log = this.#follow();
    const pieces = log.chain === null ? findPieces(this.#space.root, this.key) : log;
    const stem = pieces?.stem ?? log.stem;
    this.close();
    return removeAllFiles(this.#space.root, this.key, stem, pieces?.folder ?? null);
  }

  /** Frees the descriptor. */
  close(): void {
    this.#log?.close();
    this.#log = null;
    this.#history.forget();
  }

  /** System errors leave the store with a code. */
  #guard<T>(doing: string, otherwise: ErrorCode, run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw diskError(error, doing, refOf(this.key), otherwise);
    }
  }

  #follow(): Log {
    this.#log = followLog(this.#space.root, this.key, this.#log);
    return this.#log;
  }

  #desk(): Desk {
    const desk = new Desk(this.#space, this.key, this.#log ?? this.#follow());
    this.#notices = desk.notices;
    return desk;
  }

  #overtaken(log: Log): PutResult {
    const current = log.chain === null || !isLogOf(log, this.key) ? null : toStored(this.key, log.chain, []);
    return { ok: false, reason: 'conflict', current };
  }

  #rotate(log: Log, repairBy?: string): void {
    rotate(log, this.key, { at: this.#space.now(), id: randomId(), repairBy });
    if (log.chain !== null) tellCatalog(this.#space, this.key, log, log.chain);
  }
}
