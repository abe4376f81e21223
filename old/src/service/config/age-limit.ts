// When an unfinished run is old, as it is configured.

import { loadConfig } from './load.js';

/**
 * Gives the age from which runs of a project are old. The configuration is read when that is asked for the first time.
 * @param root the project's root
 * @returns gives `retention.max_age_days`
 */
export function ageLimit(root: string): () => number {
  let known: number | undefined;
  return () => (known ??= loadConfig(root).values.retention.max_age_days);
}
