// What is needed of an AbortSignal. Spelled out, as the library's types are used without Node's and the browser's.

/** An `AbortSignal`, as far as it is needed. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Waits.
 * @param ms how long
 * @param signal ends the wait early
 */
export async function pauseFor(ms: number, signal: Signal | undefined): Promise<void> {
  if (ms <= 0 || signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
