// Steps that only a person may take: the client's person is asked, and without their yes nothing happens.

import { PawlError } from '../../../rules/errors.js';
import type { Scene } from '../scene.js';
import type { Asking, Question } from '../tool.js';

/** A question with one answer that goes on. */
export interface PersonQuestion extends Omit<Question, 'choices'> {
  /** What yes does. */
  readonly yes: string;
  /** What a model can tell the person when the client cannot ask them. */
  readonly otherwise: string;
}

/**
 * Asks for a person's yes.
 * @param scene who can be asked
 * @param question what they are asked
 * @returns the question when it has to be asked first; null when they said yes; throws `needs-person` when they did not
 */
export function personOnly(scene: Scene, { key, message, yes, otherwise }: PersonQuestion): Asking | null {
  const answer = scene.answerTo(key);
  if (answer.is === 'chosen' && answer.choice === 'yes') return null;
  if (answer.is === 'none' && scene.canAsk) {
    return { question: { key, message, choices: { yes, no: 'Change nothing' } } };
  }
  throw answer.is === 'none' ? cannotAsk(otherwise) : needsPerson('They were asked and did not want to.');
}

/**
 * Makes the error where nobody can be asked.
 * @param otherwise what a model can tell the person
 * @returns the error
 */
export function cannotAsk(otherwise: string): PawlError {
  return needsPerson(`This client cannot ask them: ${otherwise}`);
}

function needsPerson(hint: string): PawlError {
  return new PawlError('needs-person', 'only a person can decide this; nothing was changed', { hint });
}
