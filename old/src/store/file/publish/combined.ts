// Publishing is combined: among several writers one publishes the newest revision, and the others wait for it.

import { sleepSync } from '../../../disk/files.js';
import type { Turn } from '../../../disk/turn.js';
import type { Log } from '../log/log.js';

/** How often a writer looks whether another one has published for it. */
const maxWaits = 50;

/**
 * Waits as long as another writer is about to publish. Who does not get an answer has taken the turn, or does without.
 * @param log the checkpoint's log
 * @param mine the revision that is to be published
 * @param turns the queues of those who write, and of those who publish
 * @param turns.writers tells whether there are others
 * @param turns.publishers is taken by the one who publishes
 * @returns whether that revision, or a newer one, is published
 */
export function isPublishedByOthers(
  log: Log,
  mine: number,
  { writers, publishers }: { readonly writers: Turn; readonly publishers: Turn },
): boolean {
  for (let waits = 0; ; waits++) {
    log.refresh();
    if (log.chain === null || log.chain.highestPublished >= mine) return log.chain !== null;
    const isAlone = log.chain.revision === mine && !writers.isNeeded;
    if (isAlone || waits === maxWaits || publishers.take()) return false;
    sleepSync(0.3 + Math.random());
  }
}
