// The code of an error of the system. Alone in its file: the smallest programs need it, too.

/**
 * Reads the system's code of an error.
 * @param error any thrown value
 * @returns e.g. `ENOENT`, or the empty string
 */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
