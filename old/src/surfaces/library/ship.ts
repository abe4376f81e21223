// The library's ship gate. What it needs is loaded with the first call.

import type { CommandCheckpoint } from '../../families/command/index.js';
import { anyText, optional, textOrNull } from '../../rules/fields.js';
import { isSomeText } from '../../rules/json/read-member.js';
import type { MemberRule, MemberRules } from '../../rules/members.js';
import type { Saved } from '../../service/checkpoint.js';
import type { ShipCheck, ShipQuestion, ShipVerdict } from '../../service/ship/check.js';
import type { ShipDecision } from '../../service/ship/set.js';
import type { Workbench, WriteOptions } from '../../service/workbench.js';
import { checkArguments, optionsOf, wholeNumber, writeMembers } from './arguments.js';

export type { ShipDecision } from '../../service/ship/set.js';

/** Whose verdict it is, what was reviewed, and expectations of the caller. */
export interface ShipSetOptions extends WriteOptions {
  readonly feature?: string | null;
  /** The commit that was reviewed; the whole working tree unless given. */
  readonly commit?: string;
}

const about: MemberRules = {
  feature: optional({ ...textOrNull, wanted: 'the name of a feature, or null', example: '"auth"' }),
  commit: optional({ ...anyText, wanted: 'a commit: its id, a branch or a tag', example: '"HEAD"' }),
};
const decisionRule: MemberRule = {
  fits: isDecision,
  wanted: 'an object with "is": "allow", "block" with "blockers", or "force" with a "reason"',
  example: '{"is": "block", "blockers": ["2 tests fail"]}',
};
const forSet: MemberRules = {
  decision: decisionRule,
  options: optionsOf('an object with "feature" or "commit"', '{"commit": "HEAD"}', { ...about, ...writeMembers }),
};
const forCheck: MemberRules = {
  question: optionsOf('an object with "feature" or "commit"', '{"commit": "HEAD"}', {
    ...about,
    timeoutMs: optional({ ...wholeNumber, wanted: 'milliseconds', example: '2000' }),
  }),
};

/** Nothing counts as approval but the word itself. */
function isDecision(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('is' in value)) return false;
  if (value.is === 'allow') return true;
  if (value.is === 'force') return 'reason' in value && isSomeText(value.reason);
  const blockers: unknown = value.is === 'block' && 'blockers' in value ? value.blockers : undefined;
  return Array.isArray(blockers) && blockers.length > 0 && blockers.every(isSomeText);
}

/** The ship gate: a review's verdict, bound to the content that was reviewed. */
export class Ship {
  readonly #bench: Workbench;

  constructor(bench: Workbench) {
    this.#bench = bench;
  }

  /**
   * Records a verdict.
   * @param decision allow, block with what stands in the way, or force with a reason
   * @param options whose verdict, and what was reviewed
   * @returns the stored checkpoint, and the verdict
   */
  async set(
    decision: ShipDecision,
    options: ShipSetOptions = {},
  ): Promise<{ readonly saved: Saved<CommandCheckpoint>; readonly verdict: ShipVerdict }> {
    checkArguments('ship.set', { decision, options }, forSet);
    const { feature = null, ...rest } = options;
    const { setShip } = await import('./lazy/ship.js');
    return setShip(this.#bench, feature, decision, rest);
  }

  /**
   * Asks whether something may be shipped. Never throws for what it finds: what cannot be told blocks.
   * @param question whose verdict counts, and what would be shipped
   * @returns the answer, with reasons
   */
  async check(question: ShipQuestion = {}): Promise<ShipCheck> {
    checkArguments('ship.check', { question }, forCheck);
    const { checkShip } = await import('./lazy/ship.js');
    return checkShip(this.#bench.root, question);
  }
}
