// The ship gate's steps: the verdict of a review, and content that passes without one. What a verdict is bound to stands
// under `pawl.ship`, beside the seeds' `gate`.

import { badInput } from '../../rules/errors.js';
import { checkFields } from '../../rules/fields.js';
import { isJsonObject } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { gateRules } from './check.js';
import { verdictIn } from './ship.js';
import type { CommandCheckpoint, ForceEvent, GateEvent } from './types.js';

/**
 * Records the verdict of a review.
 * @param doc the checkpoint
 * @param event the verdict, and what was reviewed
 * @param now the time, ISO 8601
 * @returns the next checkpoint
 */
export function applyGate(doc: CommandCheckpoint, event: GateEvent, now: string): CommandCheckpoint {
  const { ship_allowed, blockers, head_commit, tree_sha, by } = event;
  const problems = checkFields({ ship_allowed, blockers, head_commit }, gateRules, ['gate']);
  if (problems.length > 0) throw badInput('The gate', problems);
  const gate = {
    ...(isJsonObject(doc.gate) ? doc.gate : {}),
    ship_allowed,
    blockers: [...blockers],
    ...(head_commit === undefined ? {} : { head_commit }),
  };
  // A verdict without a tree stands for its commit: what an earlier one was bound to must not stay with it.
  const ship = tree_sha === undefined ? null : { head_commit: head_commit ?? null, tree_sha, ...reviewer(by), at: now };
  return { ...doc, updated_at: now, gate, ...withShip(doc, ship) };
}

/**
 * Lets content pass without approval. What a review said about it stays, blockers included; other content was not
 * reviewed at all.
 * @param doc the checkpoint
 * @param event which content, and why
 * @param now the time, ISO 8601
 * @returns the next checkpoint
 */
export function applyForce(doc: CommandCheckpoint, event: ForceEvent, now: string): CommandCheckpoint {
  const { reason, by, head_commit, tree_sha } = event;
  if (!isSomeText(reason)) {
    const fix = 'say why this content passes';
    throw badInput('The gate', [{ path: '/reason', message: 'must be a text that is not empty', fix }]);
  }
  const found = verdictIn('', doc);
  const reviewed = found.is === 'verdict' && found.verdict.tree_sha === tree_sha ? found.verdict : null;
  const gate = {
    ...(isJsonObject(doc.gate) ? doc.gate : {}),
    ship_allowed: reviewed?.ship_allowed ?? false,
    blockers: [...(reviewed?.blockers ?? ['this content was not reviewed'])],
    head_commit,
  };
  const ship = {
    head_commit,
    tree_sha,
    ...reviewer(reviewed?.by),
    at: reviewed?.at ?? now,
    forced: { reason, by, at: now },
  };
  return { ...doc, updated_at: now, gate, ...withShip(doc, ship) };
}

/** What pawl remembers about the reviewed content; null takes it away. */
function withShip(doc: CommandCheckpoint, ship: object | null): Pick<CommandCheckpoint, 'pawl'> {
  const { ship: _old, ...rest } = isJsonObject(doc.pawl) ? doc.pawl : {};
  const isEmpty = ship === null && Object.keys(rest).length === 0;
  if (isEmpty && doc.pawl === undefined) return {};
  return { pawl: ship === null ? rest : { ...rest, ship } };
}

function reviewer(by: string | null | undefined): { readonly by?: string } {
  return by == null ? {} : { by };
}
