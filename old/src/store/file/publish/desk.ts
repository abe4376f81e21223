// What all work on one checkpoint's published file shares: its log, where its file stands, and what there is to say.

import type { JsonObject } from '../../../rules/json/json.js';
import type { Key, Place } from '../../../rules/names.js';
import type { Notice, Put } from '../../store.js';
import { tellCatalog } from '../catalog/describe.js';
import { below, publishedFolder } from '../../../disk/layout.js';
import type { Chain } from '../log/chain.js';
import { draftRecord } from '../log/draft.js';
import type { Log } from '../log/log.js';
import { adoptedEvent, recordVersion } from '../log/record.js';
import { type DocumentView, type FileSpace, byHand, viewOf } from '../space.js';
import { parseCheckpoint } from './knowledge.js';

/** One call's work on one checkpoint. */
export class Desk {
  readonly space: FileSpace;
  readonly key: Key;
  readonly log: Log;
  readonly notices: Notice[] = [];
  /** The path of the file when the checkpoint is in use. */
  readonly file: string;

  constructor(space: FileSpace, key: Key, log: Log) {
    this.space = space;
    this.key = key;
    this.log = log;
    this.file = this.fileAt('live') ?? '';
  }

  /** What the store knows about documents of this family. */
  get view(): DocumentView {
    return viewOf(this.space, this.key.family);
  }

  /**
   * Tells where the file of a place stands.
   * @param place the place
   * @returns its path; null for places without files
   */
  fileAt(place: Place): string | null {
    const folder = publishedFolder(this.key, place);
    return folder === null ? null : below(this.space.root, folder, `${this.log.stem}.json`);
  }

  /** Notes something for the caller. */
  note(code: Notice['code'], message: string): void {
    this.notices.push({ code, message });
  }

  /**
   * Reads bytes as a checkpoint of this key.
   * @param bytes the bytes
   * @returns the document; null when they hold none
   */
  parse(bytes: Buffer): JsonObject | null {
    return parseCheckpoint(this.space, this.key, bytes);
  }

  /**
   * Records what people did, durably.
   * @param chain the log that it stands on
   * @param state the document
   * @param place its place
   * @param event what happened
   * @returns false when another process was faster
   */
  append(chain: Chain, state: JsonObject, place: Place, event: Put['event']): boolean {
    const accepted = this.#append(chain, state, place, event);
    if (accepted) this.log.sync();
    return accepted;
  }

  /**
   * Records a file as the first revision. That need not be durable: the file is there, and is taken in again where the record is
   * lost. Thousands of them are found at once in a project that is new to pawl, and a sync takes longer than all the rest.
   * @param state the document
   * @param place its place
   * @param hash the checksum of the file
   * @returns false when another process was faster
   */
  begin(state: JsonObject, place: Place, hash: string): boolean {
    return this.#append(null, state, place, { name: adoptedEvent, args: { bytes: hash } });
  }

  #append(chain: Chain | null, state: JsonObject, place: Place, event: Put['event']): boolean {
    const put = { state, place, expect: chain?.revision ?? 0, actor: byHand, event, at: this.space.now() };
    return this.log.append(draftRecord(this.key, chain, put).record);
  }

  /**
   * Remembers what is published, in the log and in the catalogue.
   * @param chain the log
   * @param hash the checksum of the published bytes; empty when there are none
   * @param place where they are
   * @param before the folder's time before publishing, if this process published
   */
  mark(chain: Chain, hash: string, place: Place, before?: number): void {
    this.log.append({ k: 'pub', v: recordVersion, r: chain.revision, p: chain.head, b: hash, pl: place });
    tellCatalog(this.space, this.key, this.log, chain, before);
  }
}
