// Ctrl-C, and what else asks a build to end: once pauses, twice stops at once.

/** What a build listens to. */
export interface Interrupts {
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
  /** Gives the signals back to whoever had them. */
  release(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Takes the signals that end a process.
 * @param onFirst told about the first one
 * @param onSecond told about the second one
 * @returns what the first and the second one abort
 */
export function takeInterrupts(onFirst: () => void, onSecond: () => void = () => undefined): Interrupts {
  const stop = new AbortController();
  const kill = new AbortController();
  const onSignal = (): void => {
    if (kill.signal.aborted) return;
    if (stop.signal.aborted) {
      kill.abort();
      onSecond();
      return;
    }
    stop.abort();
    onFirst();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    stop: stop.signal,
    kill: kill.signal,
    release: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
