// Records the verdict of a review for `/ship`, bound to the content that was reviewed.

import type { CommandCheckpoint } from '../../families/command/index.js';
import { type ShipVerdict, verdictIn } from '../../families/command/ship.js';
import { PawlError } from '../../rules/errors.js';
import { commandKey, type Key, refOf } from '../../rules/names.js';
import type { Saved } from '../checkpoint.js';
import { planCommand } from '../plans/command.js';
import { readNewest, type Workbench, write, type WriteOptions } from '../workbench.js';
import { shipContent } from './content.js';
import { shipCommand } from './verdicts.js';

/** What a review said, or why content passes without one. */
export type ShipDecision =
  | { readonly is: 'allow' }
  | { readonly is: 'block'; readonly blockers: readonly string[] }
  | { readonly is: 'force'; readonly reason: string };

/**
 * Records a verdict.
 * @param bench the store and the circumstances
 * @param feature whose verdict it is; null for the one without a feature
 * @param decision the verdict
 * @param options which commit was reviewed, the working tree unless given; expectations of the caller
 * @returns the stored checkpoint, and the verdict as it was stored
 */
export async function setShip(
  bench: Workbench,
  feature: string | null,
  decision: ShipDecision,
  options: WriteOptions & { readonly commit?: string | undefined } = {},
): Promise<{ readonly saved: Saved<CommandCheckpoint>; readonly verdict: ShipVerdict }> {
  const { commit, ...expectations } = options;
  const content = shipContent(bench.root, { commit, keep: true });
  const key = commandKey(shipCommand, feature);
  const about = {
    command: shipCommand,
    feature,
    head_commit: content.commit ?? bench.head(),
    tree_sha: content.tree,
    by: bench.actor,
    typical_phases: true,
  };
  const event =
    decision.is === 'force'
      ? ({ type: 'force', reason: decision.reason, ...about } as const)
      : ({
          type: 'gate',
          ship_allowed: decision.is === 'allow',
          blockers: decision.is === 'block' ? decision.blockers : [],
          ...about,
        } as const);
  const saved = await write<CommandCheckpoint>(bench, key, planCommand(key, event), expectations);
  return { saved, verdict: readable(key, saved.document) };
}

/**
 * Reads the verdict that a checkpoint holds.
 * @param bench the store and the circumstances
 * @param key a checkpoint of the command `ship`
 * @returns the verdict; throws `not-found` when none was recorded, `bad-input` when it makes no sense
 */
export async function readShip(bench: Workbench, key: Key): Promise<ShipVerdict> {
  return readable(key, (await readNewest(bench.store, key)).state);
}

function readable(key: Key, document: { readonly gate?: unknown; readonly pawl?: unknown }): ShipVerdict {
  const found = verdictIn(refOf(key), document);
  if (found.is === 'verdict') return found.verdict;
  if (found.is === 'none') {
    throw new PawlError('not-found', `no verdict was recorded for ${refOf(key)}`, {
      hint: 'A review records one with `pawl gate set`.',
    });
  }
  throw new PawlError('bad-input', `the verdict of ${refOf(key)} cannot be read: ${found.problem}`, {
    hint: 'Record it anew.',
  });
}
