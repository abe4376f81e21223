// The file store: one log per run is the truth, the checkpoint file is a view of it and an input. Synchronous.

import path from 'node:path';
import { isObject, parseJson } from '../../base/json.js';
import { type FamilyName, type Key, type Place, familyNames, keyOfStem, keyText, parseKey } from '../../base/names.js';
import { withoutRev } from '../../formats/notes.js';
import type {
  Changes,
  HistoryRange,
  ListFilter,
  Listed,
  Revision,
  Stored,
  SyncStore,
  Value,
  ValuePut,
} from '../store.js';
import { readWhole } from './files.js';
import { Log, revOf } from './log.js';
import { filePlaces, ownFolder, publishedFolder } from './publish.js';
import { type FileStoreOptions, RunStore, stored, toRevision } from './run-store.js';
import { Values } from './values.js';

export type { FileStoreOptions } from './run-store.js';

export class FileStore extends RunStore implements SyncStore {
  readonly #values: Values;

  constructor(options: FileStoreOptions) {
    super(options);
    const { root, files, now } = this.space;
    this.#values = new Values(path.join(root, ownFolder, 'values'), files, now);
  }

  history(key: Key, { before = Number.POSITIVE_INFINITY, limit }: HistoryRange = {}): readonly Revision[] {
    const { log } = this.open(key);
    const { heads, damage } = log.revisions();
    if (damage !== null) this.space.notify({ code: 'damaged', key, message: `${log.file}: ${damage}` });
    return heads
      .filter((head) => head.revision < before)
      .toReversed()
      .slice(0, limit)
      .map(toRevision);
  }

  list({ family, all = false }: ListFilter = {}): readonly Listed[] {
    this.begin();
    const families = familyNames.filter((one) => this.formats.has(one) && (family ?? one) === one);
    const found = families.flatMap((one) => filePlaces.flatMap((place) => [...this.#listFolder(one, place)]));
    if (!all) return found;
    const known = new Set(found.map(({ key }) => keyText(key)));
    const others = [...this.#logs()].filter(({ key }) => families.includes(key.family) && !known.has(keyText(key)));
    return [...found, ...others.flatMap(({ key, log }) => (log.head === null ? [] : [stored(key, log.head)]))];
  }

  /** Reads the checkpoint files of a folder as they stand. */
  *#listFolder(family: FamilyName, place: Place): Iterable<Listed> {
    const folder = publishedFolder(family, place);
    if (folder === null) return;
    const format = this.formatOf(family);
    for (const name of this.#names(folder, '.json')) {
      const stem = name.slice(0, -'.json'.length);
      const text = readWhole(this.space.files, path.join(this.space.root, folder, name))?.toString('utf8');
      if (text === undefined) continue;
      const parsed = parseJson(text);
      const doc = 'value' in parsed && format.isCheckpoint(parsed.value) ? parsed.value : null;
      const key = keyOfStem(family, stem, doc === null ? {} : format.named(doc));
      if (key === null) continue;
      if (doc !== null) {
        const { doc: state, rev } = withoutRev(doc);
        yield { key, place, state, rev };
      } else if ('reason' in parsed || this.#isRun(key)) {
        yield {
          key,
          place,
          state: {},
          rev: null,
          problem: 'reason' in parsed ? parsed.reason : 'it is not a checkpoint',
        };
      }
    }
  }

  /** JSON of another shape is a run's when the run has a log, or when nothing else is kept in that folder. */
  #isRun(key: Key): boolean {
    return key.family !== 'command' || this.exists(this.logFile(key));
  }

  purge(key: Key): boolean {
    const { log, file } = this.open(key);
    log.read();
    const paths = filePlaces.map((place) => file.pathAt(place));
    const isThere = log.head !== null || paths.some((one) => one !== null && this.exists(one));
    file.purge(() => log.remove());
    this.runs.delete(keyText(key));
    return isThere;
  }

  getValue(name: string): Value | null {
    this.begin();
    return this.#values.get(name);
  }

  putValue(name: string, put: ValuePut): string | null {
    this.begin();
    this.makeFolders(null);
    return this.#values.put(name, put);
  }

  deleteValue(name: string, expect: string): boolean {
    this.begin();
    return this.#values.delete(name, expect);
  }

  /** The cursor holds the last revision of each log; an unknown one starts that run over. */
  changes(cursor: string | null): Changes {
    this.begin();
    const parsed = cursor === null ? { value: {} } : parseJson(cursor);
    const seen = 'value' in parsed && isObject(parsed.value) ? parsed.value : {};
    const next: Record<string, string> = {};
    const changes: Stored[] = [];
    for (const { key, log } of this.#logs()) {
      if (log.head === null) continue;
      const name = keyText(key);
      const last = seen[name];
      next[name] = revOf(log.head);
      if (last === next[name]) continue;
      log.syncRead();
      const known = typeof last === 'string' ? log.revision(Number.parseInt(last, 10)) : null;
      const after = known !== null && revOf(known) === last ? known.revision : 0;
      const { revision } = log.head;
      changes.push(
        ...log
          .revisions(after)
          .heads.filter((head) => head.revision <= revision)
          .map((head) => stored(key, head)),
      );
    }
    return { changes, cursor: JSON.stringify(next) };
  }

  /** Every log with its key, freshly read. */
  *#logs(): Iterable<{ readonly key: Key; readonly log: Log }> {
    for (const name of this.#names(`${ownFolder}/logs`, '.jsonl')) {
      const log = new Log(path.join(this.space.root, ownFolder, 'logs', name), '', this.space.files);
      log.read();
      const key = log.storedName === null ? null : parseKey(log.storedName);
      if (key !== null && this.formats.has(key.family)) yield { key, log };
    }
  }

  #names(folder: string, ending: string): readonly string[] {
    const names = this.space.files.names(path.join(this.space.root, folder));
    return names.filter((name) => name.endsWith(ending) && !name.startsWith('.'));
  }
}
