// The one line that silent code writes on error.

import fs from 'node:fs';

/**
 * Writes one line to stderr. Cannot throw: a closed stderr must not end the caller's work.
 * @param message what happened
 * @param error what was thrown, if anything
 */
export function logError(message: string, error?: unknown): void {
  try {
    const why = error === undefined || error === null ? '' : `: ${textOf(error)}`;
    fs.writeSync(2, `[pawl] ${`${message}${why}`.replace(/:\s*\n\s*/g, ': ').replace(/\s*\n\s*/g, '; ')}\n`);
  } catch {
    // Nobody is listening, or the error cannot be read: still no reason to throw.
  }
}

function textOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : `a thrown ${typeof error}`;
}
