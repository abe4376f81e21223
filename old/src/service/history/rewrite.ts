// Stores a state that was stored before, here or elsewhere. Unlike a change it is neither redacted nor checked again:
// what could be kept once can be brought back, drifted documents included.

import type { JsonObject } from '../../rules/json/json.js';
import type { Key, Place } from '../../rules/names.js';
import type { EventNote, Stored } from '../../store/store.js';
import { nextTime, overtaken } from '../change.js';
import { refuseReusedOp, refuseSecretOp } from '../reused-op.js';
import { familyOf, type Workbench } from '../workbench.js';

/** What is to be stored on top of the newest revision. */
export interface Rewrite {
  readonly state: JsonObject;
  readonly place: Place;
  readonly event: EventNote;
}

export interface RewriteOptions {
  /** The revision that must be the newest; another one is a `conflict`. */
  readonly expect?: number | undefined;
  readonly opId?: string | undefined;
}

export interface Rewritten {
  readonly stored: Stored;
  /** True when the op id was known: nothing was stored now, and this is the revision of then. */
  readonly repeated: boolean;
}

/**
 * Stores a known state as a new revision.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @param decide what to store; called again when another writer was faster, and may throw to store nothing
 * @param options expectations of the caller
 * @returns the stored revision
 */
export async function rewrite(
  bench: Workbench,
  key: Key,
  decide: (current: Stored | null, now: string) => Rewrite,
  options: RewriteOptions = {},
): Promise<Rewritten> {
  const { store, actor, clock, deadlineMs } = bench;
  const { expect, opId } = options;
  refuseSecretOp(opId);
  const done = opId === undefined ? null : await store.findOp(key, opId);
  const repeatedAs = async (known: Stored): Promise<Rewritten> => {
    await refuseReusedOp(store, known, opId ?? '', (before) => decide(before, nextTime(clock, null)).event);
    return { stored: known, repeated: true };
  };
  if (done !== null) return repeatedAs(done);
  const { stored, duplicate } = await store.update(
    key,
    (current) => {
      const revision = current?.revision ?? 0;
      if (expect !== undefined && expect !== revision) throw overtaken(key, expect, current);
      const at = nextTime(clock, current === null ? null : familyOf(bench, key).stampOf(current.state));
      return { ...decide(current, at), expect: revision, opId, actor, at };
    },
    { deadlineMs },
  );
  return duplicate ? repeatedAs(stored) : { stored, repeated: false };
}
