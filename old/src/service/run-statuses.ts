// The statuses that runs have, whatever the family; a filter with another word would find nothing and say that there is nothing.

import { badUsage } from '../rules/errors.js';
import { didYouMean } from '../rules/near.js';

const runStatuses: readonly string[] = 'pending initialized in_progress paused stalled failed complete abandoned'.split(
  ' ',
);

/**
 * Makes sure that a list which found nothing was asked for a status that there is. What another tool wrote is found as it is.
 * @param status what was asked for; throws `bad-usage`, with the statuses that there are, when no run can have it
 * @param count how many runs were found
 */
export function checkAskedStatus(status: string | undefined, count: number): void {
  if (status === undefined || count > 0 || runStatuses.includes(status)) return;
  const near = didYouMean(status, runStatuses);
  throw badUsage(
    `no run has the status ${JSON.stringify(status)}${near === undefined ? '' : `, ${near}`}`,
    `It is one of: ${runStatuses.join(', ')}.`,
  );
}
