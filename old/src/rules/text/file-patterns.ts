// Which paths a pattern such as `src/**` stands for. Pure: nothing is looked at.

/** `{a,b}{c,d}…` multiplies: a hostile pattern may not become a million. */
const maxVariants = 64;

/**
 * Makes a pattern ready for the question whether it stands for a path, whatever is there.
 * @param steps its parts between the slashes
 * @param isExact whether case matters: for ids it does not, `prd-009` finds `PRD-009.md`, as it would on some systems anyway
 * @returns what to test paths from the root with
 */
export function patternTest(steps: readonly string[], isExact: boolean): RegExp {
  const parts = steps.map((step, index) => {
    if (step === '**') return index === steps.length - 1 ? '.*' : '(?:[^/]+/)*';
    const text = step
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*+/g, '[^/]*')
      .replaceAll('?', '[^/]');
    return index === steps.length - 1 ? text : `${text}/`;
  });
  // A name may have a newline in it.
  return new RegExp(`^${parts.join('')}$`, isExact ? 's' : 'is');
}

/**
 * Makes paths and globs ready for the question whether they stand for a file, also for one that is not there.
 * @param patterns paths or globs from the root
 * @returns tells whether one of them stands for a file, which is named by its path from the root
 */
export function outputTest(patterns: readonly string[]): (file: string) => boolean {
  const tests = patterns.flatMap(patternVariants).map((pattern) => {
    const plain = pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    const steps = plain.split('/').filter((step) => step !== '' && step !== '.');
    return { own: patternTest(steps, true), below: /[*?]/.test(plain) ? null : `${plain}/` };
  });
  return (file) => tests.some(({ own, below }) => own.test(file) || (below !== null && file.startsWith(below)));
}

/**
 * Writes out what `{a,b}` stands for.
 * @param pattern a pattern
 * @returns one for each of the choices; the pattern itself when there are none, or far too many
 */
export function patternVariants(pattern: string): readonly string[] {
  let all = [pattern];
  for (let round = 0; round < maxVariants; round++) {
    const next = all.flatMap((one) => {
      const [whole, inner] = /\{([^{}]*,[^{}]*)\}/.exec(one) ?? [];
      return whole === undefined || inner === undefined
        ? [one]
        : inner.split(',').map((part) => one.replace(whole, () => part));
    });
    if (next.length > maxVariants) return [pattern];
    if (next.length === all.length) return next;
    all = next;
  }
  return all;
}
