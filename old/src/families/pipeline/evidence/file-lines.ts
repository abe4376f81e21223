// How covered files are written: hash, space, path. As one text each, so that a path such as `src/token` is never taken
// for the name of a secret.

/** What a file has in place of a hash that a workstream took away: that it is not there is its state. */
export const gone = 'gone';

/** A file as it was. */
export interface FileState {
  readonly path: string;
  readonly hash: string;
}

/**
 * Writes a file's state.
 * @param state the path and the hash
 * @returns e.g. `3f2a… src/a.ts`
 */
export function fileLine({ path, hash }: FileState): string {
  return `${hash} ${path}`;
}

/**
 * Reads lines back.
 * @param lines what a checkpoint holds; whatever is no such line is passed over
 * @returns the hash of each path
 */
export function fileStates(lines: readonly string[] | undefined): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const line of lines ?? []) {
    const at = line.indexOf(' ');
    if (at > 0) states.set(line.slice(at + 1), line.slice(0, at));
  }
  return states;
}
