// Questions that come up in the middle of a use case: the case ends there, the person is asked, and the call is made again.

import { PawlError } from '../../../rules/errors.js';
import type { Scene } from '../scene.js';
import type { Asking, Question } from '../tool.js';

/** Thrown to end a use case at a question. */
class Unanswered extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super('a person has to answer first');
    this.question = question;
  }
}

/** Asks a person for a yes. */
export type AskYes = (
  question: Omit<Question, 'choices'> & {
    readonly yes: string;
    /** What a no does, where it is an answer of its own: then one who chooses nothing has not said it. */
    readonly no?: string;
  },
) => Promise<boolean>;

/**
 * Runs a use case that may ask a person for a yes.
 * @param scene who can be asked
 * @param work the use case; it changes nothing before its questions, and is given nobody to ask where nobody can be
 * @returns what it gives, or the question that has to be asked first
 */
export async function askWithin<T>(scene: Scene, work: (ask: AskYes | undefined) => Promise<T>): Promise<T | Asking> {
  const ask: AskYes = async ({ key, message, yes, no }) => {
    const answer = scene.answerTo(key);
    if (answer.is === 'none') throw new Unanswered({ key, message, choices: { yes, no: no ?? 'Change nothing' } });
    if (no !== undefined && (answer.is === 'declined' || !/^(?:yes|no)$/.test(answer.choice))) {
      throw new PawlError('needs-person', 'the person was asked and chose nothing; nothing was changed', {
        hint: 'Leave it as it is until they decide.',
      });
    }
    return answer.is === 'chosen' && answer.choice === 'yes';
  };
  try {
    return await work(scene.canAsk ? ask : undefined);
  } catch (error) {
    if (error instanceof Unanswered) return { question: error.question };
    throw error;
  }
}
