// Stored text as a brief may tell it: harmless, without secrets, within its room. Pure.

import { harmlessLine } from '../../rules/text/harmless.js';
import { mayHoldSecret } from '../../rules/text/may-hold-secret.js';
import { redactText } from '../../rules/text/redact.js';

/** One line of a brief. */
export interface Part {
  readonly name: string;
  /** Harmless already. */
  readonly text: string;
  /** How many characters of the text are told, when there is room for all parts. */
  readonly room: number;
  /** What follows the text, and is never cut. */
  readonly rest?: string;
}

/**
 * Makes a stored text harmless. Existing files are taken in as they are, so secrets may be in them: a brief never passes
 * one on.
 * @param text any text
 * @param max how many characters of it are wanted
 * @returns one line
 */
export function harmless(text: string, max: number): string {
  // Cut first, with room for what is stripped: a hostile text may have megabytes.
  const start = text.slice(0, max * 8);
  return clip(harmlessLine(mayHoldSecret(start) ? redactText(start).text : start), max);
}

/**
 * Cuts a text.
 * @param text any text
 * @param max how many characters it may have
 * @returns the text, with a mark where something is missing
 */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, Math.max(0, max - 1)).toWellFormed()}…`;
}
