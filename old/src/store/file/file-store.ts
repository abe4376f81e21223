// The store on plain files: the synchronous core that the silent facade uses, and the asynchronous contract over it.

import path from 'node:path';
import type { JsonObject } from '../../rules/json/json.js';
import { type Key, keyText, type Place } from '../../rules/names.js';
import type {
  Decide,
  HistoryRange,
  ListFilter,
  Notice,
  PackOptions,
  Put,
  PutResult,
  Revision,
  Store,
  Stored,
  Summary,
  SummaryFilter,
  UpdateOptions,
  Updated,
} from '../store.js';
import { sleepSync } from '../../disk/files.js';
import { attempts } from './attempts.js';
import type { FileCheckpoint } from './file-checkpoint.js';
import { type FileStoreOptions, openSpace } from './open-space.js';
import { Reader } from './reader.js';
import { Finishing } from './finishing.js';
import { tellOnce } from './tell-once.js';
import { PublishQueue } from './publish/publish-queue.js';
import { below, publishedFolder } from '../../disk/layout.js';
import { inTurn } from './loop-turn.js';
import { Lists } from './lists.js';
import { OpenCheckpoints } from './open-checkpoints.js';
import { type FileSpace, toRevision, toStored } from './space.js';
import { leftoverMs, sweepTempFiles } from './sweep.js';
import { Upkeep } from './upkeep.js';

/** Checkpoints as plain files below `.claude/`. */
export class FileStore implements Store {
  readonly #space: FileSpace;
  readonly #publishSoon: boolean;
  readonly #onNotice: (notice: Notice) => void;
  readonly #open: OpenCheckpoints;
  readonly #reader: Reader;
  readonly #lists: Lists;
  /** For those who examine and repair it. */
  readonly upkeep: Upkeep;
  readonly #queue = new PublishQueue((checkpoint) => this.#publishNow(checkpoint));
  readonly #finishing = new Finishing((checkpoint) => this.#publish(checkpoint));
  #swept: boolean;

  constructor(options: FileStoreOptions) {
    this.#space = openSpace(options);
    this.#publishSoon = options.publish === 'soon';
    this.#swept = options.sweep === false;
    this.#onNotice = tellOnce(options.onNotice ?? (() => undefined));
    this.#open = new OpenCheckpoints(this.#space, {
      isBusy: (one) => this.#queue.has(one) || this.#finishing.has(one),
      settle: (one) => this.#settle(one),
    });
    this.#reader = new Reader(this.#open, (one) => this.#queue.has(one), this.#onNotice);
    this.upkeep = new Upkeep(this.#space, this.#open);
    this.#lists = new Lists({
      space: this.#space,
      open: this.#open,
      read: (checkpoint) => this.#reader.look(checkpoint),
      onNotice: this.#onNotice,
    });
  }

  /**
   * Reads the newest revision.
   * @param key the checkpoint
   * @returns the revision, whatever its place, or null
   */
  getSync(key: Key): Stored | null {
    return this.#reader.load(key);
  }

  /**
   * Reads, decides and stores, again when another writer was faster; durable, and published unless the store publishes
   * later.
   * @param key the checkpoint
   * @param decide what to store on top of the newest revision
   * @param options how long to try
   * @returns the stored revision
   */
  updateSync(key: Key, decide: Decide, options: UpdateOptions = {}): Updated {
    const tries = attempts(this.#open, this.#reader, key, decide, options);
    let step = tries.next();
    for (; step.done !== true; step = tries.next()) sleepSync(step.value);
    const { checkpoint, updated } = step.value;
    this.#finishSync(checkpoint);
    return updated;
  }

  async update(key: Key, decide: Decide, options: UpdateOptions = {}): Promise<Updated> {
    const tries = attempts(this.#open, this.#reader, key, decide, options);
    let step = tries.next();
    for (; step.done !== true; step = tries.next()) {
      const waitMs = step.value;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    const { checkpoint, updated } = step.value;
    await this.#finishing.finish(checkpoint);
    return inTurn(updated);
  }

  /**
   * Stores a revision: durable, and published unless the store publishes later.
   * @param key the checkpoint
   * @param put what to store
   * @returns the outcome
   */
  putSync(key: Key, put: Put): PutResult {
    const checkpoint = this.#open.of(key);
    const result = checkpoint.append(put);
    if (result.ok) this.#finishSync(checkpoint);
    return result;
  }

  #finishSync(checkpoint: FileCheckpoint): void {
    checkpoint.sync();
    this.#publish(checkpoint);
  }

  /**
   * Finds the revision that an op id made. It may be one whose answer was unclear, so it is made durable first.
   * @param key the checkpoint
   * @param opId the op id
   * @returns the revision, or null
   */
  findOpSync(key: Key, opId: string): Stored | null {
    const checkpoint = this.#open.of(key);
    const found = checkpoint.findOp(opId);
    if (found !== null) checkpoint.sync();
    return found;
  }

  async findOp(key: Key, opId: string): Promise<Stored | null> {
    return this.findOpSync(key, opId);
  }

  /**
   * Finds the oldest revision whose state fits.
   * @param key the checkpoint
   * @param fits what is looked for
   * @returns the revision, or null
   */
  findSync(key: Key, fits: (state: JsonObject) => boolean): Stored | null {
    const found = this.#open
      .of(key)
      .replay()
      .find((one) => fits(one.state));
    return found === undefined ? null : toStored(key, found, []);
  }

  async find(key: Key, fits: (state: JsonObject) => boolean): Promise<Stored | null> {
    return this.findSync(key, fits);
  }

  async get(key: Key): Promise<Stored | null> {
    return inTurn(this.#reader.loadOwn(key));
  }

  async put(key: Key, put: Put): Promise<PutResult> {
    const checkpoint = this.#open.of(key);
    const result = checkpoint.append(put);
    if (result.ok) await this.#finishing.finish(checkpoint);
    return inTurn(result);
  }

  async revision(key: Key, revision: number): Promise<Stored | null> {
    const one = this.#open
      .of(key)
      .replay()
      .find((stored) => stored.revision === revision);
    return one === undefined ? null : toStored(key, one, []);
  }

  async history(key: Key, range: HistoryRange = {}): Promise<readonly Revision[]> {
    const { revisions, notice } = this.#open.of(key).history(range);
    if (notice !== null) this.#onNotice(notice);
    return inTurn(revisions.map(toRevision));
  }

  async replay(key: Key): Promise<readonly Stored[]> {
    return this.#open
      .of(key)
      .replay()
      .map((one) => toStored(key, one, []));
  }

  async list(filter: ListFilter = {}): Promise<readonly Stored[]> {
    this.#open.checkUsable();
    return inTurn(this.#lists.all(filter));
  }

  async summaries(filter: SummaryFilter = {}): Promise<readonly Summary[]> {
    this.#open.checkUsable();
    this.flush(); // what this process is about to publish belongs to the list
    return inTurn(this.#lists.summaries(filter));
  }

  async purge(key: Key): Promise<boolean> {
    const checkpoint = this.#open.of(key);
    this.#queue.delete(checkpoint);
    this.#open.forget(key);
    this.#space.catalog.forget(keyText(key));
    return checkpoint.purge();
  }

  /**
   * Ends a log's current segment and packs it, so that an old checkpoint takes little room.
   * @param key the checkpoint
   * @param options from which size on
   * @returns false when all but the newest state is packed already, or takes little room
   */
  pack(key: Key, options: PackOptions = {}): boolean {
    return this.#open.of(key).pack(options);
  }

  /**
   * Carries a damaged log on from the newest state that can be read; the damaged part is kept.
   * @param key the checkpoint
   * @param actor who has decided so
   * @returns false when there was no damage
   */
  async repair(key: Key, actor: string): Promise<boolean> {
    return this.#open.of(key).repair(actor);
  }

  /**
   * Tells where a checkpoint is published.
   * @param key the checkpoint
   * @param place its place
   * @returns the path of its file, which need not exist; null for places without files
   */
  pathOf(key: Key, place: Place = 'live'): string | null {
    const folder = publishedFolder(key, place);
    return folder === null ? null : below(this.#space.root, folder, path.basename(this.#open.of(key).file));
  }

  /**
   * Removes temp files that killed processes left behind. Also done by itself, once for each opened store.
   * @param options how old they must be; a minute unless given
   * @param options.olderThanMs age in milliseconds
   * @returns the paths that were removed
   */
  sweep(options: { readonly olderThanMs?: number } = {}): readonly string[] {
    this.#swept = true;
    return sweepTempFiles(this.#space.root, options.olderThanMs ?? leftoverMs);
  }

  /** Publishes what was deferred. */
  flush(): void {
    this.#queue.flush();
  }

  async close(): Promise<void> {
    if (this.#open.isClosed) return;
    await this.#finishing.ended();
    this.#queue.close();
    this.#open.close();
    this.#space.catalog.close();
  }

  #publish(checkpoint: FileCheckpoint): void {
    if (!this.#swept) this.#sweepQuietly();
    if (this.#publishSoon) this.#queue.add(checkpoint);
    else this.#publishNow(checkpoint);
  }

  /** What is stored is stored, whatever becomes of leftovers. */
  #sweepQuietly(): void {
    this.#swept = true;
    try {
      this.sweep();
    } catch {
      // The next store tries again; doctor tells what is left.
    }
  }

  #settle(checkpoint: FileCheckpoint): void {
    const isDurable = this.#finishing.syncNow(checkpoint);
    this.#queue.delete(checkpoint);
    if (isDurable) this.#publishNow(checkpoint);
  }

  #publishNow(checkpoint: FileCheckpoint): void {
    for (const notice of checkpoint.publish()) this.#onNotice(notice);
  }
}
