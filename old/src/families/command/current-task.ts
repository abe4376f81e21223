// Which task of a phase is in hand: never one that is over, nor one of a phase that is. Pure; tolerates drifted documents.

import { isJsonObject } from '../../rules/json/json.js';
import { memberIn } from '../../rules/json/read-member.js';

const over = /^(?:done|completed?|finished|skipped|dropped|deleted|cancell?ed|passed)$/i;
const running = /^in[ _-]?progress$/i;

/**
 * Says which task is in hand.
 * @param said what is recorded, e.g. `T1`
 * @param tasks the tasks of the phase that is open
 * @returns what is recorded; where that is over or nothing is, the first task in progress, or null
 */
export function taskInHand(said: string | null, tasks: unknown): string | null {
  const all = isJsonObject(tasks) ? Object.entries(tasks) : [];
  const having = (status: RegExp): readonly string[] =>
    all.flatMap(([id, task]) => {
      const said = memberIn(task, 'status');
      return typeof said === 'string' && status.test(said) ? [id] : [];
    });
  const isOver = said !== null && having(over).some((id) => said === id || said.startsWith(`${id}:`));
  return said === null || isOver ? (having(running)[0] ?? null) : said;
}
