// The checkpoint file of one run: a view of its log, and an input. `settle` brings the two together: it takes in what people
// and other tools did to the file, publishes what is newer in the log, and repeats until both agree.

import path from 'node:path';
import { checksum } from '../../base/checksum.js';
import { pawl } from '../../base/command-line.js';
import { PawlError, diskError } from '../../base/errors.js';
import { type JsonObject, parseJson, renderJson, sameJson } from '../../base/json.js';
import { type Key, type Place, fileStem, refOf } from '../../base/names.js';
import { type Format, newerVersion } from '../../formats/format.js';
import { withRev, withoutRev } from '../../formats/notes.js';
import { type Reconciled, reconcile } from '../../formats/reconcile.js';
import type { EventNote, Notice } from '../store.js';
import { type Files, readWhole, writeWhole } from './files.js';
import { type Head, type Log, revOf } from './log.js';

/** What all runs of a file store share. */
export interface Space {
  readonly root: string;
  readonly files: Files;
  readonly formatOf: (family: Key['family']) => Format;
  /** Makes the folders that a write needs. */
  readonly prepare: (family: Key['family']) => void;
  readonly now: () => Date;
  readonly notify: (notice: Notice) => void;
}

export const ownFolder = '.claude/state/.pawl';

/** The folder of a family's checkpoint files; null where a place has none. */
export function publishedFolder(family: Key['family'], place: Place): string | null {
  if (place === 'live') {
    return {
      command: '.claude/state',
      pipeline: '.claude/skills/build-pipeline/checkpoints',
      workflow: '.claude/checkpoints',
    }[family];
  }
  return place === 'failed' && family === 'workflow' ? '.claude/checkpoints/failed' : null;
}

/** What a look at a checkpoint file found. */
type Seen =
  | { readonly is: 'absent' }
  | { readonly is: 'blank'; readonly bytes: Buffer }
  | { readonly is: 'document'; readonly bytes: Buffer; readonly doc: JsonObject; readonly rev: string | null }
  | { readonly is: 'broken'; readonly bytes: Buffer; readonly reason: string };

type Document = Extract<Seen, { is: 'document' }>;

/**
 * Why file and log are brought together. A reader leaves text that is not a checkpoint, and files of other tools, as they
 * are. Before a save, only what people did to the file is taken in: what is newer in the log is published after it.
 */
type Purpose = 'read' | 'before-save' | 'after-save';

/** Editors truncate and rename: what looks strange is looked at again for this long. */
const patienceMs = 200;
const pauseMs = 20;
/** Nobody edits a file this often while it is being settled. */
const maxRounds = 200;
/** Right after a save, an older file comes from a process that published late, not from a person. */
const recentMs = 2_000;

/** The places where a checkpoint file can stand. */
export const filePlaces: readonly Place[] = ['live', 'failed'];

export class CheckpointFile {
  readonly #space: Space;
  readonly #key: Key;
  readonly #log: Log;
  readonly #format: Format;
  #purpose: Purpose = 'read';
  #judged: { readonly bytes: Buffer; readonly seen: Seen } | null = null;
  #rendered: { readonly head: Head; readonly bytes: Buffer } | null = null;
  /** The revision that this call has put into the file. */
  #wrote: string | null = null;
  /** This call has removed the file: it is absent because of us. */
  #tookAway = false;

  constructor(space: Space, key: Key, log: Log) {
    this.#space = space;
    this.#key = key;
    this.#log = log;
    this.#format = space.formatOf(key.family);
  }

  /** The path of the file at a place; null where a run has none. */
  pathAt(place: Place): string | null {
    const folder = publishedFolder(this.#key.family, place);
    return folder === null ? null : path.join(this.#space.root, folder, `${fileStem(this.#key)}.json`);
  }

  /** Brings file and log together. */
  settle(purpose: Purpose): void {
    this.#wrote = null;
    this.#tookAway = false;
    this.#agree(purpose);
  }

  #agree(purpose: Purpose): void {
    this.#purpose = purpose;
    for (let round = 0; round < maxRounds; round++) {
      const { place, seen } = this.#look();
      if (this.#step(place, seen) === 'done') return;
    }
    throw new PawlError('busy', `${this.pathAt('live')} keeps changing`);
  }

  /** Takes the files of a run away, before its log and after: somebody may publish in between. */
  purge(removeLog: () => void): void {
    const paths = filePlaces.map((place) => this.pathAt(place)).filter((file) => file !== null);
    const removeFiles = (): void => paths.forEach((file) => this.#space.files.remove(file));
    removeFiles(); // cut off here, the run counts as removed and can be restored
    removeLog();
    removeFiles();
    this.#tookAway = true; // if a new run of that name was begun meanwhile, its file is gone because of us
    this.#agree('read');
  }

  /** Reads the document as it stands in the file, without the log. */
  readDocument(): { readonly doc: JsonObject; readonly rev: string | null; readonly place: Place } | null {
    for (const place of filePlaces) {
      const seen = this.#lookAt(place);
      if (seen.is === 'document') return { doc: seen.doc, rev: seen.rev, place };
    }
    return null;
  }

  /**
   * Where the file is expected, and what is there. The log is read after the file, so it knows what the file came from; and
   * a file that is absent although the log says otherwise is looked at again, as it may have come in between.
   */
  #look(): { readonly place: Place; readonly seen: Seen } {
    for (let waited = 0; ; waited += pauseMs) {
      let place: Place;
      let seen: Seen;
      do {
        place = this.#expectedPlace();
        seen = this.#lookAt(place);
        this.#log.read();
      } while (place !== this.#expectedPlace());
      const isStrange = seen.is === 'absent' ? this.#wasTakenFrom(place) : seen.is === 'blank' || seen.is === 'broken';
      const isOver = waited >= patienceMs || (seen.is === 'broken' && this.#isQuarantined(seen.bytes));
      if (!isStrange || isOver) return { place, seen };
      this.#space.files.sleep(pauseMs);
    }
  }

  #expectedPlace(): Place {
    const expected = this.#log.head?.place ?? 'live';
    return this.pathAt(expected) === null ? 'live' : expected;
  }

  #lookAt(place: Place): Seen {
    const file = this.pathAt(place);
    const bytes = file === null ? null : readWhole(this.#space.files, file);
    if (bytes === null) return { is: 'absent' };
    return this.#judge(bytes);
  }

  /** Parses the bytes of a file, unless they are the same as last time. */
  #judge(bytes: Buffer): Seen {
    if (this.#judged === null || !this.#judged.bytes.equals(bytes)) this.#judged = { bytes, seen: this.#parse(bytes) };
    return this.#judged.seen;
  }

  #parse(bytes: Buffer): Seen {
    const text = bytes.toString('utf8');
    if (text.replaceAll('\0', '').trim() === '') return { is: 'blank', bytes };
    const parsed = parseJson(text);
    if ('reason' in parsed) return { is: 'broken', bytes, reason: parsed.reason };
    if (!this.#format.isCheckpoint(parsed.value))
      return { is: 'broken', bytes, reason: 'it does not have the shape of a checkpoint' };
    return { is: 'document', bytes, ...withoutRev(parsed.value) };
  }

  /** True when the file is missing at a place where it was published, and not because of this process. */
  #wasTakenFrom(place: Place): boolean {
    const { head, published } = this.#log;
    if (head?.place !== place || published?.place !== place || this.#tookAway) return false;
    return this.#wrote === null || this.#wrote === revOf(head); // else we took the file away ourselves: we were late
  }

  /** One step towards agreement. */
  #step(place: Place, seen: Seen): 'done' | 'again' {
    const { head } = this.#log;
    if (seen.is === 'absent') return this.#absent(place, head);
    if (seen.is === 'broken') return this.#broken(place, seen, head);
    if (seen.is === 'blank') return head === null ? 'done' : this.#publish(head, place, seen.bytes);
    if (this.#format.isNewer(seen.doc)) throw newerVersion(this.#key);
    return head === null ? this.#import(place, seen) : this.#compare(place, seen, head);
  }

  /** A file that no pawl wrote becomes revision 1. */
  #import(place: Place, seen: Document): 'again' {
    if (seen.rev !== null) this.#space.files.sleep(pauseMs); // its log may have been purged a moment ago: then it goes, too
    if (!this.#isStill(place, seen)) return 'again';
    this.#append(seen.doc, place, { name: 'imported', args: { bytes: checksum(seen.bytes) } });
    return 'again';
  }

  /** Looks again, now that the log was read. */
  #isStill(place: Place, seen: Document): boolean {
    const now = this.#lookAt(place);
    return now.is === 'document' && now.bytes.equals(seen.bytes);
  }

  #absent(place: Place, head: Head | null): 'done' | 'again' {
    const other = place === 'live' ? 'failed' : 'live';
    const elsewhere = this.#lookAt(other);
    if (elsewhere.is === 'document') {
      if (head === null) return this.#import(other, elsewhere);
      if (this.#wasTakenFrom(place)) return this.#takeIn(other, elsewhere, head, this.#baseOf(elsewhere.rev)); // moved by hand
    }
    if (head === null) return 'done';
    if (head.place !== place) {
      return this.#log.published?.revision === head.revision ? 'done' : this.#publish(head, place, null);
    }
    if (!this.#wasTakenFrom(place)) return this.#publish(head, place, null);
    this.#append(head.state, 'removed', { name: 'removed' });
    const ref = refOf(this.#key);
    const back = pawl`restore ${ref} ${head.revision}`;
    this.#notify('removed', `the checkpoint file of ${ref} was removed; \`${back}\` brings it back`);
    return 'again';
  }

  #compare(place: Place, seen: Document, head: Head): 'done' | 'again' {
    const isHere = head.place === place;
    const isPublished = this.#log.published?.revision === head.revision;
    if (isHere && seen.rev === revOf(head) && seen.bytes.equals(this.#render(head))) {
      if (isPublished) return 'done';
      this.#notePublished(head);
      return 'again'; // that has read on: what came behind it may not be durable yet
    }
    const isOfOthers = seen.rev === null && this.#log.published === null;
    if (this.#purpose === 'read' && isOfOthers && sameJson(seen.doc, head.state)) return 'done';
    const base = this.#baseOf(seen.rev);
    const isUnchanged = base !== null && sameJson(base.state, seen.doc);
    const isOurs = this.#wrote !== null && seen.rev === this.#wrote; // another process published a newer one before us
    if (!isUnchanged || (!isHere && isPublished && !isOurs)) return this.#takeIn(place, seen, head, base);
    const isRecent = this.#space.now().getTime() - Date.parse(head.at) < recentMs;
    if (isPublished && base.revision < head.revision && !isOurs && !isRecent) this.#tellReverted(place, base, head);
    return this.#publish(head, place, seen.bytes);
  }

  #tellReverted(place: Place, base: Head, head: Head): void {
    const what = `${this.pathAt(place)} was set back to revision ${base.revision}; it has revision ${head.revision} again`;
    const back = pawl`restore ${refOf(this.#key)} ${base.revision}`;
    this.#notify('reverted', `${what}. \`${back}\` returns to the older one`);
  }

  #baseOf(rev: string | null): Head | null {
    const number = Number(/^(\d+)-/.exec(rev ?? '')?.[1] ?? 0);
    const found = number > 0 ? this.#log.revision(number) : null;
    return found !== null && revOf(found) === rev ? found : null;
  }

  /** Takes the file in as an edit: it wins where both sides changed the same value. */
  #takeIn(place: Place, seen: Document, head: Head, base: Head | null): 'done' | 'again' {
    const bytes = checksum(seen.bytes);
    const publishedRevision = this.#log.published?.revision ?? 0;
    const isTaken = this.#log.revisions(publishedRevision).heads.some(({ event }) => event.args?.['bytes'] === bytes);
    if (isTaken) return this.#publish(head, place, seen.bytes); // whoever took it in has not published yet
    if (base !== null && sameJson(base.state, seen.doc)) this.#space.files.sleep(patienceMs); // moved, or published late
    if (!this.#isStill(place, seen)) return 'again'; // published meanwhile, or edited again
    if (place === head.place && sameJson(this.#merge(seen, head, base).state, head.state)) {
      if (base !== null && !sameJson(base.state, seen.doc) && this.#purpose !== 'before-save')
        this.#notify(
          'edited',
          `the edit of ${this.pathAt(place)} changed only what follows from the units; it was recomputed`,
        );
      return this.#publish(head, place, seen.bytes);
    }
    this.#appendEdit(place, seen, head, base);
    return 'again';
  }

  #merge(seen: Document, head: Head, base: Head | null): Reconciled {
    return reconcile(this.#format, seen.doc, base?.state ?? null, head.state);
  }

  #appendEdit(place: Place, seen: Document, head: Head, base: Head | null): boolean {
    const { state, conflicts } = this.#merge(seen, head, base);
    const isEdit = !sameJson(state, head.state);
    const stamped = isEdit ? this.#format.stamp(state, this.#now(), headCommit(state)) : state;
    const args = { bytes: checksum(seen.bytes), ...(conflicts.length === 0 ? {} : { conflicts }) };
    const isStored = this.#append(stamped, place, { name: isEdit ? 'edited' : 'moved', args });
    if (isStored && isEdit) this.#tell(place, stamped, conflicts, head);
    return isStored;
  }

  #tell(place: Place, state: JsonObject, conflicts: readonly string[], before: Head): void {
    const [ref, file] = [refOf(this.#key), this.pathAt(place) ?? ''];
    if (conflicts.length > 0) {
      const where = `revision ${before.revision} has them (\`${pawl`diff ${ref} ${before.revision}`}\`)`;
      this.#notify('conflict', `the edit of ${file} replaced other changes at ${conflicts.join(', ')}; ${where}`);
    } else this.#notify('edited', `${file} was edited; that is revision ${before.revision + 1} of ${ref}`);
    const problems = this.#format.check(state).map((problem) => `${problem.path} ${problem.message}`);
    if (problems.length > 0)
      this.#notify('edited', `${ref} does not fit its format now: ${problems.slice(0, 3).join('; ')}`);
  }

  /** Bytes that are not a checkpoint stay where they are until a save replaces them; a copy goes to quarantine. */
  #broken(place: Place, seen: Extract<Seen, { is: 'broken' }>, head: Head | null): 'done' | 'again' {
    const file = this.pathAt(place) ?? '';
    const kept = this.#quarantine(seen.bytes);
    const message = `Checkpoint file exists but is corrupt: ${file} (${seen.reason}; a copy is in ${kept})`;
    this.#notify('corrupt', message);
    const isRead = this.#purpose === 'read';
    if (head === null && isRead) throw new PawlError('corrupt', message, { data: { file, kept } });
    return head === null || isRead ? 'done' : this.#publish(head, place, seen.bytes);
  }

  #quarantineFile(bytes: Buffer): string {
    return path.join(this.#space.root, ownFolder, 'quarantine', `${fileStem(this.#key)}.${checksum(bytes)}.json`);
  }

  #isQuarantined(bytes: Buffer): boolean {
    return this.#space.files.inodeAt(this.#quarantineFile(bytes)) !== null;
  }

  #quarantine(bytes: Buffer): string {
    const kept = this.#quarantineFile(bytes);
    this.#space.prepare(this.#key.family);
    try {
      if (!this.#isQuarantined(bytes)) writeWhole(this.#space.files, this.#temp(), kept, bytes, 0o600);
    } catch (error) {
      throw diskError(error, 'copy to', kept);
    }
    return kept;
  }

  #append(state: JsonObject, place: Place, event: EventNote): boolean {
    if (this.#log.damage !== null) throw damaged(this.#log);
    this.#space.prepare(this.#key.family);
    const op = this.#space.files.randomId();
    return this.#log.append({ state, place, at: this.#now(), by: 'hand', event, op }) !== null;
  }

  #now(): string {
    return this.#space.now().toISOString();
  }

  #render(head: Head): Buffer {
    if (this.#rendered?.head !== head)
      this.#rendered = { head, bytes: Buffer.from(renderJson(withRev(head.state, revOf(head)))) };
    return this.#rendered.bytes;
  }

  /**
   * Puts the newest revision into the file, and takes the file away where the run has none. Before a save, it leaves that
   * to the step after it.
   * @param head the revision
   * @param place where the file was looked at
   * @param known the bytes that were seen there; null when there was no file
   */
  #publish(head: Head, place: Place, known: Buffer | null): 'done' | 'again' {
    if (this.#purpose === 'before-save') return 'done';
    this.#log.syncRead(); // nobody may see in the file what a power cut can still take away
    for (const one of filePlaces) {
      const file = this.pathAt(one);
      if (file === null) continue;
      const seen = one === place ? null : this.#lookAt(one);
      if (seen?.is === 'document' && !this.#isKnown(seen)) return this.#takeIn(one, seen, head, this.#baseOf(seen.rev));
      if (seen?.is === 'broken') this.#quarantine(seen.bytes);
      const expected = seen === null ? known : seen.is === 'absent' ? null : seen.bytes;
      const late = this.#replace(file, one === head.place ? this.#render(head) : null, expected);
      if (late === 'changed') return 'again';
      if (late !== null) this.#takeInLate(late, head);
    }
    this.#wrote = revOf(head);
    if (!this.#notePublished(head)) this.#withdraw(head);
    return this.#log.head === head ? 'done' : 'again'; // else somebody saved meanwhile
  }

  /** False when the log was purged meanwhile. */
  #notePublished(head: Head): boolean {
    const before = this.#log.published?.place;
    // After a power cut it must not look as if somebody had removed the file, or put it back.
    for (const place of before === head.place ? [] : filePlaces) {
      const file = place === head.place || place === before ? this.pathAt(place) : null;
      if (file !== null) this.#space.files.syncFolder(path.dirname(file));
    }
    return this.#log.appendPublished(head);
  }

  /** The run was purged while we published it: its file must not bring it back. */
  #withdraw(head: Head): void {
    const file = this.pathAt(head.place);
    const next = this.#log.head; // of a new run under that name, if any
    if (file !== null) this.#replace(file, next === null ? null : this.#render(next), this.#render(head));
  }

  #isKnown(seen: Document): boolean {
    const base = this.#baseOf(seen.rev);
    return base !== null && sameJson(base.state, seen.doc);
  }

  /** Bytes that somebody wrote into the old file while it was being replaced. */
  #takeInLate(bytes: Buffer, head: Head): void {
    const seen = this.#judge(bytes);
    if (seen.is === 'broken') this.#quarantine(bytes);
    if (seen.is !== 'document') return;
    const base = this.#baseOf(seen.rev);
    while (!this.#appendEdit(head.place, seen, this.#log.head ?? head, base)) this.#log.read();
  }

  /**
   * Replaces a file by rename, or removes it when there are no bytes for it. The old file stays open meanwhile: what
   * somebody wrote into it at the last moment is returned.
   * @param known what must still stand there; null for no file
   */
  #replace(file: string, bytes: Buffer | null, known: Buffer | null): Buffer | 'changed' | null {
    const { files } = this.#space;
    const temp = this.#temp();
    if (bytes !== null) files.create(temp, bytes, 0o666);
    const old = files.openRead(file);
    try {
      const before = old === null ? null : files.read(old, 0, files.stat(old).size);
      const isKnown = before === null ? known === null : known !== null && before.equals(known);
      if (!isKnown || files.inodeAt(file) !== (old === null ? null : files.stat(old).inode)) return 'changed';
      if (bytes !== null) files.rename(temp, file);
      else if (old !== null) files.remove(file);
      return old === null || before === null ? null : this.#lateBytes(old, before);
    } catch (error) {
      throw diskError(error, 'publish', file);
    } finally {
      if (old !== null) files.close(old);
      if (bytes !== null) files.remove(temp);
    }
  }

  /** What somebody wrote into a replaced file; one that was just emptied is about to be written. */
  #lateBytes(old: number, before: Buffer): Buffer | null {
    const { files } = this.#space;
    for (let waited = 0; ; waited += pauseMs) {
      const after = files.read(old, 0, files.stat(old).size);
      if (after.equals(before)) return null;
      if (after.length > 0 || waited >= patienceMs) return after;
      files.sleep(pauseMs);
    }
  }

  #temp(): string {
    return path.join(this.#space.root, ownFolder, 'tmp', this.#space.files.randomId());
  }

  #notify(code: Notice['code'], message: string): void {
    this.#space.notify({ code, key: this.#key, message });
  }
}

function headCommit(state: JsonObject): string | null {
  const { head_commit: head } = state;
  return typeof head === 'string' ? head : null;
}

export function damaged(log: Log): PawlError {
  return new PawlError('damaged', `${log.file}: ${log.damage ?? 'damaged'}`, {
    hint: `\`${pawl`doctor`}\` explains what can be recovered. Nothing was changed.`,
  });
}
