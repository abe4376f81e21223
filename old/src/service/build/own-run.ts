// A build knows its run better than the published file does: a workstream that runs `git checkout`, `git stash` or `rm` takes
// the file back or away, and with it what is done. While the run is held, such revisions do not count; all others do.

import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import { mergeDocuments } from '../../rules/json/merge.js';
import { type Key, keyText, refOf } from '../../rules/names.js';
import type { Decide, Revision, Store, Stored, UpdateOptions, Updated } from '../../store/store.js';
import { rewrite } from '../history/rewrite.js';
import { familyOf, readNewest, type Workbench } from '../workbench.js';

/** Events that record what became of the published file, not what was done here. */
const ofTheFile: ReadonlySet<string> = new Set(['switched', 'removed']);
/** What others do that leaves nothing for a build to go on with. */
const stops: ReadonlyMap<string, string> = new Map([
  ['pause', 'paused it'],
  ['restored', 'brought back an earlier state of it'],
]);
/** Others who keep writing are outlasted so often. */
const maxRounds = 100;

/** How a run is kept. */
export interface Keeping {
  /** Aborted when someone took the run over: from then on it is theirs to say. */
  readonly lost: AbortSignal;
  /** Told, once, that the file was changed and the run goes on as it was. */
  readonly onKept: (message: string) => void;
  /** Told that someone else has stopped the run, e.g. `ana paused it`. */
  readonly onStopped: (who: string) => void;
}

/** The held run: reads and changes of it go on from what was done, whatever happens to its file. */
class OwnRun {
  readonly #bench: Workbench;
  readonly #key: Key;
  readonly #keeping: Keeping;
  /** The newest revision that counts. */
  #own: Stored;
  #isTold = false;

  constructor(bench: Workbench, own: Stored, keeping: Keeping) {
    this.#bench = bench;
    this.#key = own.key;
    this.#own = own;
    this.#keeping = keeping;
  }

  async get(): Promise<Stored | null> {
    for (let round = 0; round < maxRounds; round++) {
      const now = await this.#bench.store.get(this.#key);
      if (now?.revision === this.#own.revision || this.#keeping.lost.aborted) return now;
      const next = await this.#follow(now);
      if (next === null) continue;
      // Another call may have come further meanwhile.
      if (next.revision > this.#own.revision) this.#own = next;
      return next;
    }
    throw new PawlError('busy', `others keep changing ${refOf(this.#key)}`);
  }

  async update(decide: Decide, options?: UpdateOptions): Promise<Updated> {
    for (let round = 0; round < maxRounds; round++) {
      let isChecked = true;
      try {
        const updated = await this.#bench.store.update(
          this.#key,
          (current) => {
            isChecked = current?.revision === this.#own.revision || this.#keeping.lost.aborted;
            if (!isChecked) throw new PawlError('conflict', `${refOf(this.#key)} was changed by others`);
            return decide(current);
          },
          options,
        );
        this.#own = updated.stored;
        return updated;
      } catch (error) {
        if (isChecked || !isPawlError(error, 'conflict')) throw error;
        await this.get();
      }
    }
    throw new PawlError('busy', `others keep changing ${refOf(this.#key)}`);
  }

  /** What counts after a look at what others did; null when they did more meanwhile. */
  async #follow(now: Stored | null): Promise<Stored | null> {
    const { store } = this.#bench;
    // A history that ends earlier than it did is gone, and this process has the last that is known of it.
    if (now === null || now.revision < this.#own.revision) return this.#putBack(now, this.#own.state);
    const since = await store.history(this.#key, { limit: now.revision - this.#own.revision });
    const stop = since.find(({ event, actor }) => stops.has(event.name) && !isOfBuild(actor));
    if (stop !== undefined) this.#keeping.onStopped(`${stop.actor} ${stops.get(stop.event.name)}`);
    const changes: Revision[] = [];
    for (const one of since) if (await this.#takesBack(one)) changes.push(one);
    const [last, first] = [changes[0], changes.at(-1)];
    if (last === undefined || first === undefined) return now;
    const before = (await store.revision(this.#key, first.revision - 1)) ?? this.#own;
    const after = last.revision === now.revision ? now : await store.revision(this.#key, last.revision);
    return this.#putBack(now, this.#merge(before.state, after?.state ?? before.state, now.state));
  }

  /** Whether a revision came from the file alone: taken away, put back, or edited so that finished work is unfinished. */
  async #takesBack({ revision, event }: Revision): Promise<boolean> {
    if (event.name !== 'edited') return ofTheFile.has(event.name);
    const { store } = this.#bench;
    const after = completedIn(await store.revision(this.#key, revision));
    return completedIn(await store.revision(this.#key, revision - 1)).some((id) => !after.includes(id));
  }

  /** What was done since the file was changed was done on that state; it is carried over. */
  #merge(before: JsonObject, after: JsonObject, now: JsonObject): JsonObject {
    if (now === after) return before;
    return familyOf(this.#bench, this.#key).settle(mergeDocuments(after, before, now).value);
  }

  async #putBack(now: Stored | null, state: JsonObject): Promise<Stored | null> {
    const family = familyOf(this.#bench, this.#key);
    const event = { name: 'kept', args: { revision: this.#own.revision } };
    try {
      const { stored } = await rewrite(
        this.#bench,
        this.#key,
        (_current, at) => ({ state: family.stamp(state, at), place: 'live', event }),
        { expect: now?.revision ?? 0 },
      );
      if (!this.#isTold) this.#keeping.onKept(toldOf(this.#key, now));
      this.#isTold = true;
      return stored;
    } catch (error) {
      if (isPawlError(error, 'conflict')) return null;
      throw error;
    }
  }
}

/** What a workstream's own agent pauses is that agent's work, not the build. */
function isOfBuild(actor: string): boolean {
  return actor.startsWith('agent session build ');
}

function completedIn(stored: Stored | null): readonly unknown[] {
  const list = stored?.state['completed_workstreams' satisfies keyof PipelineCheckpoint];
  return Array.isArray(list) ? list : [];
}

function toldOf(key: Key, now: Stored | null): string {
  const what = now === null || now.place === 'removed' ? 'removed' : 'changed';
  return `the checkpoint file of ${refOf(key)} was ${what} while it was being built; the build keeps what it has done`;
}

/**
 * Makes a workbench on which a held run goes on from what was done, whatever happens to its published file.
 * @param bench the store and the circumstances
 * @param key the run, as it is now
 * @param keeping until when, and who is told
 * @returns the workbench; other checkpoints are as ever
 */
export async function keepOwnRun(bench: Workbench, key: Key, keeping: Keeping): Promise<Workbench> {
  const { store } = bench;
  const own = new OwnRun(bench, await readNewest(store, key), keeping);
  const isOwn = (other: Key): boolean => keyText(other) === keyText(key);
  const keeper: Store = {
    get: async (other) => (isOwn(other) ? own.get() : store.get(other)),
    update: async (other, decide, options) =>
      isOwn(other) ? own.update(decide, options) : store.update(other, decide, options),
    put: async (other, put) => store.put(other, put),
    findOp: async (other, opId) => store.findOp(other, opId),
    revision: async (other, revision) => store.revision(other, revision),
    find: async (other, fits) => store.find(other, fits),
    history: async (other, range) => store.history(other, range),
    list: async (filter) => store.list(filter),
    pathOf: (other, place) => store.pathOf?.(other, place) ?? null,
    flush: () => store.flush?.(),
    purge: async (other) => store.purge(other),
    close: async () => store.close(),
  };
  return { ...bench, store: keeper };
}
