// The ship gate, as hooks ask it. Whatever cannot be told blocks.

import { harmlessLine } from '../../rules/text/harmless.js';
import { shorten } from '../../rules/text/shorten.js';
import { checkShip, type ShipQuestion } from '../ship/check.js';

const maxReasons = 6;
const maxReasonChars = 300;

/**
 * Makes the reasons of a gate fit for whoever is told of them: recorded words are cleaned and cut.
 * @param reasons the reasons
 * @returns the first of them, and how many more there are
 */
export function toldReasons(reasons: readonly string[]): readonly string[] {
  const told = reasons.slice(0, maxReasons).map((reason) => shorten(harmlessLine(reason), maxReasonChars));
  return reasons.length > maxReasons ? [...told, `and ${reasons.length - maxReasons} more`] : told;
}

/**
 * Asks the ship gate.
 * @param root the project's root
 * @param question what is to be shipped, and how long that may take to find out
 * @returns why not, and what to do, in words; null when it may be shipped
 */
export function whyNotShip(root: string, question: ShipQuestion): string | null {
  const { allowed, reasons, fix } = checkShip(root, question);
  if (allowed) return null;
  return `pawl: the ship gate blocks. ${toldReasons(reasons).join('; ')}.${fix === null ? '' : ` ${harmlessLine(fix)}`}`;
}
