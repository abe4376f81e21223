// What follows from a decision, told to an agent: the run is taken up, begun again, or put away.

import { actOn, type Outcome, type Situation } from '../../../service/resume/act/act.js';
import { takenUpInWords } from '../../../service/resume/act/take-up.js';
import type { Decision } from '../../../service/resume/decision.js';
import type { Reply } from '../tool.js';
import { type DecisionDocument, decisionReply, undecided } from './reply.js';

type Done = Promise<Reply<DecisionDocument>>;

/**
 * Takes the run up.
 * @param at the situation
 * @param steal also from its holder, because a person said so
 * @returns the reply, with the brief to go on by
 */
export async function resumeIt(at: Situation, steal = false): Done {
  const { acted, decision } = await actOn(at, 'r', steal);
  if (acted === null) return decisionReply(decision);
  return decisionReply(decision, acted, `${takenUpInWords(decision.ref, decision)}.`);
}

/**
 * Begins the run again, or puts it away.
 * @param at the situation
 * @param choice which of the two
 * @returns the reply, with the ref of a new run
 */
export async function putAway(at: Situation, choice: 's' | 'd'): Done {
  const outcome = await actOn(at, choice);
  const { decision, acted, newRef } = outcome;
  return decisionReply(decision, acted, inWords(outcome, at.decision), { new_ref: newRef });
}

function inWords({ kept, acted, newRef }: Outcome, { ref }: Decision): string {
  if (kept === 'aside') return `The file of ${ref} was set aside: it cannot be read, and has no history.`;
  if (newRef !== null) return `${newRef} begins from its start; what was there is kept in the history.`;
  const begun = acted === 'restarted' ? ' Nothing was begun: it does not tell what it was about.' : '';
  return `${ref} was put away; its history is kept.${begun}`;
}

/**
 * Does what a person chose.
 * @param at the situation
 * @param choice one of the choices of its question
 * @returns the reply
 */
export async function takeAnswer(at: Situation, choice: string): Done {
  switch (choice) {
    case 'resume':
      return resumeIt(at);
    case 'take_over':
      return resumeIt(at, true);
    case 'start_fresh':
      return putAway(at, 's');
    case 'delete':
      return putAway(at, 'd');
    default:
      return undecided(at.decision, 'declined');
  }
}
