// Asks the ship gate: for the prompt hook, the tool hook, git's pre-push and CI alike. Synchronous, loads little, never
// throws, and blocks where it cannot tell.

import {
  cannotTell,
  type FoundVerdict,
  judgeShip,
  type ShipCheck,
  type ShipContent,
} from '../../families/command/ship.js';
import { isPawlError } from '../../rules/errors.js';
import { commandKey, refOf } from '../../rules/names.js';
import { type ContentOptions, shipContent } from './content.js';
import { findVerdicts, shipCommand } from './verdicts.js';

export type { ShipCheck, ShipContent, ShipState, ShipVerdict } from '../../families/command/ship.js';

export interface ShipQuestion {
  /** The feature's own verdict, or the one without a feature; those of all features unless given. */
  readonly feature?: string | null | undefined;
  /** What would be shipped: a commit by any of its names; the whole working tree unless given. */
  readonly commit?: string | undefined;
  /** What is committed before, instead of the whole working tree. */
  readonly adds?: ContentOptions['adds'];
  /** Where that is, when in another worktree or clone of the project; what was recorded there counts as well. */
  readonly from?: string | undefined;
  /** How long git may take altogether. */
  readonly timeoutMs?: number | undefined;
}

/** Where verdicts come from, when not from this project's own files. */
export type VerdictSource = (content: ShipContent) => readonly FoundVerdict[];

const defaultTimeoutMs = 20_000;

/**
 * Asks whether something may be shipped.
 * @param root the project's root
 * @param question what, and whose verdict counts
 * @param source where verdicts come from; the project's own checkpoints unless given
 * @returns the answer, with reasons in words; anything that goes wrong blocks
 */
export function checkShip(root: string, question: ShipQuestion = {}, source?: VerdictSource): ShipCheck {
  const { feature = null, commit, adds, from = root, timeoutMs = defaultTimeoutMs } = question;
  const endsAt = Date.now() + timeoutMs;
  try {
    const places = from === root ? [root] : [root, from];
    const own = source === undefined ? places.flatMap((place) => findVerdicts(place, feature)) : [];
    const content = shipContent(from, { commit, adds, timeoutMs, known: treesOf(own) });
    const found = source === undefined ? own : source(content).filter((one) => !isOfOther(one, feature));
    const judged = judgeShip(
      found.map((one) => places.reduce((known, place) => bound(place, known, endsAt - Date.now()), one)),
      content,
    );
    // Doctor knows the project's own files only.
    return source !== undefined && judged.state === 'unreadable' ? { ...judged, fix: anotherVerdict } : judged;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = isPawlError(error) ? error.hint : undefined;
    return cannotTell(
      why,
      isSlow(why) && commit === undefined ? commitFirst : (hint ?? 'Correct this, then ask again.'),
    );
  }
}

/** A feature is shipped by its own verdict and by the one without a feature, wherever they come from. */
function isOfOther(found: FoundVerdict, feature: string | null): boolean {
  if (feature === null || found.is !== 'verdict') return false;
  const { ref } = found.verdict;
  return ref !== refOf(commandKey(shipCommand, feature)) && /^(?:command:)?ship\//.test(ref);
}

const anotherVerdict = 'Name a verdict that `pawl gate set` exported or noted, or have this content reviewed again.';

/** Everything that is not committed has to be read; a commit is known at once. */
const commitFirst = 'Commit what was reviewed, then ask again: what is committed need not be read once more.';

/**
 * Tells whether the gate could not be asked in time.
 * @param why a reason of its answer
 * @returns true when git took too long
 */
export function isSlow(why: string): boolean {
  return why.includes('took longer than');
}

/** Verdicts are on content without pawl's own files. */
function treesOf(found: readonly FoundVerdict[]): ReadonlySet<string> {
  return new Set(found.flatMap((one) => (one.is === 'verdict' ? (one.verdict.tree_sha ?? []) : [])));
}

/** A verdict that names a commit only, as the seeds' format does, is one on the content of that commit. */
function bound(root: string, found: FoundVerdict, timeoutMs: number): FoundVerdict {
  if (found.is !== 'verdict') return found;
  const { head_commit, tree_sha } = found.verdict;
  if (tree_sha !== null || head_commit === null) return found;
  try {
    const { tree } = shipContent(root, { commit: head_commit, timeoutMs });
    return { is: 'verdict', verdict: { ...found.verdict, tree_sha: tree } };
  } catch {
    return found; // that commit is not here, so it covers nothing
  }
}
