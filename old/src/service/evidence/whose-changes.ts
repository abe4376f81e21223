// Changed files of finished work that are someone's business: of work that was begun and is not done, of a person who said no
// and is asked again, of a build that was killed. They make nothing stale.

import { type FileMove, moveLine, type Recorded, type RecordedGate } from '../../families/pipeline/evidence/index.js';
import { approvalDue, type MovedEvent } from '../../families/pipeline/index.js';
import type { JsonObject } from '../../rules/json/json.js';
import { changedBefore, killedAt } from '../process/killed-build.js';
import { OtherBranches } from './other-branch.js';
import type { UnderWay } from './stale-results.js';
import { beginners, type Beginners } from './under-way.js';

/** Finds out whose business the changes are, and keeps them. */
export class Changes {
  readonly underWay: UnderWay[] = [];
  readonly #root: string;
  readonly #branches: OtherBranches;
  readonly #begunOver: Beginners;
  /** The point at which a person said no, in words; null when nobody did. */
  readonly #no: string | null;
  /** When a build of this run was killed, with all that it ran; null when none was. */
  readonly #killed: bigint | null;
  readonly #repaired: FileMove[] = [];
  readonly #interrupted: FileMove[] = [];

  constructor(root: string, state: JsonObject) {
    this.#root = root;
    this.#branches = new OtherBranches(root, state);
    this.#begunOver = beginners(state);
    const due = approvalDue(state);
    this.#no = due?.isNo === true ? due.text : null;
    const { prd } = state;
    this.#killed = typeof prd === 'string' ? killedAt(root, prd) : null;
  }

  /**
   * Tells whether a change is someone's business.
   * @param move the file
   * @param result whose file it is
   * @returns true when it makes nothing stale
   */
  readonly isUnderWay = (move: FileMove, result: Recorded | RecordedGate): boolean => {
    const { path } = move;
    const by = this.#begunOver(path, result.seq);
    if (by !== null) return this.#note({ path, of: result.id, by });
    // Gates judge what a person changed; work is not done over it.
    if (this.#no !== null && !('gate' in result)) {
      this.#repaired.push(move);
      return this.#note({
        path,
        of: result.id,
        by: 'a person',
        why: `${this.#no}; that is asked again, and no work is done over it`,
      });
    }
    if (this.#branches.isAway(move, result)) return true;
    if (this.#killed === null || !changedBefore(this.#root, path, this.#killed)) return false;
    this.#interrupted.push(move);
    return this.#note({
      path,
      of: result.id,
      by: 'a build',
      why: 'that was before its build was killed; nothing is done again for that',
    });
  };

  #note(one: UnderWay): true {
    this.underWay.push(one);
    return true;
  }

  /** What only stands on another branch, in words. */
  get away(): readonly string[] {
    return this.#branches.inWords;
  }

  /** What the run has to take over when it goes on. */
  get moved(): readonly MovedEvent[] {
    return [...movedEvent(this.#repaired, false), ...movedEvent(this.#interrupted, true)];
  }
}

function movedEvent(moves: readonly FileMove[], with_gates: boolean): readonly MovedEvent[] {
  return moves.length === 0 ? [] : [{ type: 'moved', files: [...new Set(moves.map(moveLine))], with_gates }];
}
