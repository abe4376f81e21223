// Newest revisions, single revisions and compare-and-set of runs in files: all that the silent facade needs.

import path from 'node:path';
import { PawlError, diskError, errnoOf, isPawlError } from '../../base/errors.js';
import { checkSize } from '../../base/json.js';
import { type FamilyName, type Key, fileStem, keyText, refOf } from '../../base/names.js';
import type { Format } from '../../formats/format.js';
import type { Notice, Put, PutResult, Revision, Stored } from '../store.js';
import { type Files, nodeFiles } from './files.js';
import { type Head, Log, revOf } from './log.js';
import { CheckpointFile, type Space, damaged, filePlaces, ownFolder, publishedFolder } from './publish.js';

export interface FileStoreOptions {
  /** The project's root; the folders below it are those of the seeds. */
  readonly root: string;
  /** The families that the store is used for. */
  readonly formats: readonly Format[];
  /** Told what the caller should know although nothing failed. */
  readonly notify?: ((notice: Notice) => void) | undefined;
  readonly now?: (() => Date) | undefined;
  /** The file calls; tests replace them. */
  readonly files?: Files | undefined;
}

/** A reader goes on where nothing can be written: in a read-only folder, on a full disk. */
const noReasonNotToRead: ReadonlySet<string> = new Set([
  'store-unavailable',
  'disk-full',
  'unclear',
  'damaged',
  'newer-version',
]);

interface Run {
  readonly log: Log;
  readonly file: CheckpointFile;
}

export class RunStore {
  protected readonly space: Space;
  protected readonly formats: ReadonlyMap<FamilyName, Format>;
  protected readonly runs = new Map<string, Run>();
  /** Messages of the current call: each is told once. */
  readonly #told = new Set<string>();
  #isClosed = false;
  #isSwept = false;

  constructor({ root, formats, notify = () => {}, now = () => new Date(), files = nodeFiles }: FileStoreOptions) {
    this.formats = new Map(formats.map((format) => [format.family, format]));
    this.space = {
      root,
      files,
      now,
      formatOf: (family) => this.formatOf(family),
      prepare: (family) => this.makeFolders(family),
      notify: (notice) => {
        if (this.#told.has(notice.message)) return;
        this.#told.add(notice.message);
        notify(notice);
      },
    };
    for (const folder of this.#folders()) files.refuseLinks(root, folder);
  }

  get(key: Key): Stored | null {
    const { log, file } = this.open(key);
    try {
      file.settle('read');
      return toStored(key, log.head);
    } catch (error) {
      if (!isPawlError(error) || !noReasonNotToRead.has(error.code)) throw error;
      return this.#readOnly(key, { log, file }, error);
    }
  }

  /**
   * What can be read where nothing can be written, or where the log is damaged: the file, when it is newer than the log.
   * Nothing was stored then: `revision` is what a put must expect, `rev` is what the document says.
   */
  #readOnly(key: Key, { log, file }: Run, error: PawlError): Stored | null {
    const code = error.code === 'damaged' || error.code === 'newer-version' ? error.code : 'unpublished';
    this.space.notify({ code, key, message: `${error.message}${error.hint === undefined ? '' : `. ${error.hint}`}` });
    const found = file.readDocument();
    const rev = found?.rev ?? '0-';
    const isNewer = found !== null && (log.head === null || Number.parseInt(rev, 10) > log.head.revision);
    if (!isNewer) return toStored(key, log.head);
    const at = this.space.now().toISOString();
    const revision = log.head?.revision ?? 0;
    return {
      key,
      state: found.doc,
      place: found.place,
      revision,
      rev,
      at,
      actor: 'hand',
      event: { name: 'imported' },
      op: '',
    };
  }

  put(key: Key, put: Put): PutResult {
    const run = this.open(key);
    const op = put.op ?? this.space.files.randomId();
    checkSize(refOf(key), JSON.stringify(put.state));
    this.makeFolders(key.family);
    for (;;) {
      const { log, file } = run;
      file.settle('before-save');
      if (log.damage !== null) throw damaged(log);
      const known = log.revisionOf(op);
      if (known !== undefined) return this.#duplicate(key, run, known);
      if (put.expect !== (log.head?.revision ?? 0)) {
        log.syncRead(); // another process may have written it
        return { ok: false, current: toStored(key, log.head) };
      }
      const { state, place = 'live', at, actor: by, event } = put;
      const own = log.append({ state, place, at, by, event, op });
      if (own === null) continue; // another writer was faster: usually the next look says no
      this.#publish(key, file);
      return { ok: true, stored: stored(key, own), isDuplicate: false };
    }
  }

  /** An answer from a record that another process may have written. */
  #duplicate(key: Key, { log, file }: Run, revision: number): PutResult {
    log.syncRead();
    this.#publish(key, file);
    const head = log.revision(revision);
    if (head === null) throw damaged(log);
    return { ok: true, stored: stored(key, head), isDuplicate: true };
  }

  /** The revision is safe: what goes wrong from here on is a notice. */
  #publish(key: Key, file: CheckpointFile): void {
    try {
      file.settle('after-save');
    } catch (error) {
      const { message } = diskError(error, 'publish', refOf(key));
      this.space.notify({
        code: 'unpublished',
        key,
        message: `saved, but the checkpoint file is not up to date: ${message}`,
      });
    }
  }

  revision(key: Key, revision: number): Stored | null {
    const { log } = this.open(key);
    log.read();
    return toStored(key, log.revision(revision));
  }

  close(): void {
    this.#isClosed = true;
    this.runs.clear();
  }

  /** Makes pawl's own folders, and keeps them out of git. */
  prepare(): void {
    this.makeFolders(null);
  }

  protected exists(file: string): boolean {
    return this.space.files.inodeAt(file) !== null;
  }

  protected formatOf(family: FamilyName): Format {
    const format = this.formats.get(family);
    if (format === undefined) throw new PawlError('bad-usage', `this store was opened without the ${family} family`);
    return format;
  }

  protected begin(): void {
    if (this.#isClosed) throw new PawlError('closed', 'this store was closed');
    this.#told.clear();
  }

  protected open(key: Key): Run {
    this.begin();
    const name = keyText(key);
    let run = this.runs.get(name);
    if (run === undefined) {
      const log = new Log(this.logFile(key), name, this.space.files);
      run = { log, file: new CheckpointFile(this.space, key, log) };
      this.runs.set(name, run);
    }
    return run;
  }

  protected logFile(key: Key): string {
    return logFileOf(this.space.root, key);
  }

  *#folders(): Iterable<string> {
    for (const name of ['.gitignore', 'logs', 'values', 'tmp', 'quarantine']) yield `${ownFolder}/${name}`;
    for (const family of this.formats.keys()) {
      for (const place of filePlaces) {
        const folder = publishedFolder(family, place);
        if (folder !== null) yield folder;
      }
    }
  }

  /** Makes the folders for a write, and keeps them out of git. Somebody may have removed them, as `git clean` does. */
  protected makeFolders(family: FamilyName | null): void {
    const { root, files } = this.space;
    const ignored = path.join(root, ownFolder, '.gitignore'); // written last
    if (!this.exists(ignored)) {
      files.makeFolder(root, '.claude/state');
      for (const name of ['logs', 'values', 'tmp', 'quarantine']) files.makeFolder(root, `${ownFolder}/${name}`, 0o700);
      for (const file of [path.join(root, '.claude/state/.gitignore'), ignored]) this.#createOnce(file, '*\n');
      for (const folder of ['', '.claude', '.claude/state', ownFolder]) files.syncFolder(path.join(root, folder));
    }
    if (!this.#isSwept) files.sweep(path.join(root, ownFolder, 'tmp'));
    this.#isSwept = true;
    if (family === null) return;
    for (const place of filePlaces) {
      const folder = publishedFolder(family, place);
      if (folder !== null) files.makeFolder(root, folder);
    }
  }

  #createOnce(file: string, text: string): void {
    try {
      if (!this.exists(file)) this.space.files.create(file, Buffer.from(text), 0o666);
    } catch (error) {
      if (!isPawlError(error) || errnoOf(error.cause) !== 'EEXIST') throw error; // another process was faster
    }
  }
}

/** Where the log of a run stands. */
export function logFileOf(root: string, key: Key): string {
  return path.join(root, ownFolder, 'logs', `${key.family}.${fileStem(key)}.jsonl`);
}

export function toRevision({ revision, sum, place, at, by, event, op }: Head): Revision {
  return { revision, rev: revOf({ revision, sum }), place, at, actor: by, event, op };
}

export function stored(key: Key, head: Head): Stored {
  return { key, state: head.state, ...toRevision(head) };
}

function toStored(key: Key, head: Head | null): Stored | null {
  return head === null ? null : stored(key, head);
}
