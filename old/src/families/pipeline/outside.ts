// Which written paths are none of the repository's. Where links lead is for those who read the disk.

/** `..` as a whole step, also inside braces. */
const upwards = /(?:^|[/{,(|])\.\.(?=$|[/},)|])/;

/**
 * Tells why a path is none of the repository's files.
 * @param path the path or glob, with forward slashes
 * @returns what is the matter, e.g. `may lead out of the repository: it has a ".."`; null when nothing is
 */
export function whyOutside(path: string): string | null {
  const isAbsolute = path.startsWith('/') || /^[A-Za-z]:/.test(path) || /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
  if (isAbsolute || path.startsWith('~')) return 'is outside of the repository: it is absolute';
  if (upwards.test(path)) return 'may lead out of the repository: it has a ".."';
  const first = path.split('/').find((step) => step !== '' && step !== '.');
  return first?.toLowerCase() === '.git' ? "is git's own" : null;
}
