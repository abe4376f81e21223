// How often a phase is tried, how long is waited in between, and what becomes of the run in the end. Pure.

/** How a phase is tried again. */
export interface RetryOptions {
  /** How many attempts there are, the first one included. */
  readonly attempts: number;
  /** How long to wait after the first failure; a second unless given. */
  readonly delayMs?: number;
  /** By how much each wait is longer than the one before; 2 unless given. */
  readonly factor?: number;
  /** The longest wait; a minute unless given. */
  readonly maxDelayMs?: number;
  /** Which errors are worth another attempt; all unless given. */
  readonly when?: (error: unknown, attempt: number) => boolean;
  /**
   * What becomes of the run when no attempt is left: `give-up` (unless given) ends it, and a workflow's file moves to
   * `failed/`; `stop` leaves it where it is, to be taken up by a later start.
   */
  readonly exhausted?: 'give-up' | 'stop';
}

/** What to do after a failed attempt. */
export type Verdict = { readonly outcome: 'again'; readonly waitMs: number } | { readonly outcome: 'stop' | 'give-up' };

/**
 * Decides what follows a failed attempt. Without a policy nothing is tried again, and the run can be taken up later.
 * @param retry the policy
 * @param error why it failed
 * @param failed how many attempts have failed
 * @returns another attempt after a wait, or the end
 */
export function afterFailure(retry: RetryOptions | undefined, error: unknown, failed: number): Verdict {
  if (retry === undefined) return { outcome: 'stop' };
  const isWorth = failed < retry.attempts && (retry.when === undefined || retry.when(error, failed));
  return isWorth ? { outcome: 'again', waitMs: waitAfter(retry, failed) } : { outcome: retry.exhausted ?? 'give-up' };
}

/**
 * Says how long to wait after so many failures.
 * @param retry the policy
 * @param failed how many attempts have failed
 * @returns milliseconds
 */
export function waitAfter({ delayMs = 1_000, factor = 2, maxDelayMs = 60_000 }: RetryOptions, failed: number): number {
  return Math.min(maxDelayMs, delayMs * factor ** Math.max(0, failed - 1));
}
