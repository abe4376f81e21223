// The ship gate, as hooks ask it. Whatever cannot be told blocks.

import { harmlessLine } from '../../rules/text/harmless.js';
import { checkShip, type ShipQuestion } from '../ship/check.js';

const maxReasons = 6;
const maxReasonChars = 300;

/**
 * Asks the ship gate.
 * @param root the project's root
 * @param question what is to be shipped, and how long that may take to find out
 * @returns why not, and what to do, in words; null when it may be shipped
 */
export function whyNotShip(root: string, question: ShipQuestion): string | null {
  const { allowed, reasons, fix } = checkShip(root, question);
  if (allowed) return null;
  const told = reasons.slice(0, maxReasons).map((reason) => harmlessLine(reason).slice(0, maxReasonChars));
  const more = reasons.length > maxReasons ? ` And ${reasons.length - maxReasons} more.` : '';
  return `pawl: the ship gate blocks. ${told.join('; ')}.${more}${fix === null ? '' : ` ${harmlessLine(fix)}`}`;
}
