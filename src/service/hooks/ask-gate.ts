// The ship gate, as hooks ask it. Whatever cannot be told blocks.

import { harmlessLine } from '../../rules/text/harmless.js';

/** What is to be shipped. */
export interface GateQuestion {
  readonly root: string;
  /** Only the verdict of this feature counts; any unless given. */
  readonly feature: string | null;
  /** A commit; the whole working tree unless given. */
  readonly commit?: string | undefined;
  readonly timeoutMs: number;
}

/**
 * Asks the ship gate.
 * @param question what is to be shipped
 * @returns why not, in words; null when it may be
 */
export function whyNotShip(question: GateQuestion): string | null {
  return harmlessLine(`cannot tell ${question.root}`);
}
