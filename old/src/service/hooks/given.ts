// Which sub-agents were given a hand-off: one that ends without a response is told of.

import { isFirstEver, wasSaid } from './once.js';

function markOf(session: string | null, agentId: string, handoff: string): string {
  return `given\n${session}\n${agentId}\n${handoff}`;
}

/**
 * Remembers that a sub-agent was given a hand-off. One without an id cannot be known again.
 * @param root the project's root
 * @param session the session that started it
 * @param agentId the sub-agent
 * @param handoff the hand-off, as a text that no other one has
 */
export function noteGiven(root: string, session: string | null, agentId: string, handoff: string): void {
  if (agentId !== '') for (const what of ['', handoff]) isFirstEver(root, markOf(session, agentId, what));
}

/**
 * Tells whether a sub-agent was given a hand-off.
 * @param root the project's root
 * @param session the session that started it
 * @param agentId the sub-agent
 * @param handoff the hand-off; any unless given
 * @returns false also when nobody knows
 */
export function wasGiven(root: string, session: string | null, agentId: string, handoff = ''): boolean {
  return agentId !== '' && wasSaid(root, markOf(session, agentId, handoff));
}
