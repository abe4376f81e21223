// What is wrong with a call, all of it at once: whoever made it can correct it at the first try.

import { isPawlError, PawlError, type Problem } from '../../rules/errors.js';

/**
 * Makes the error for a call that does not fit.
 * @param name the command
 * @param problems every problem, at least one; paths are options, arguments, or places in a document
 * @returns the error, to be thrown
 */
export function wrongCall(name: string, problems: readonly Problem[]): PawlError {
  const [first, ...more] = problems;
  if (first !== undefined && more.length === 0) {
    return new PawlError('bad-usage', inWords(first), { hint: first.fix, problems });
  }
  const lines = problems.map((problem) => `${inWords(problem)}${problem.fix === undefined ? '' : ` (${problem.fix})`}`);
  return new PawlError('bad-usage', `pawl ${name} has ${problems.length} problems:\n  ${lines.join('\n  ')}`, {
    hint: 'Correct what is listed and call it again; nothing was changed.',
    problems,
  });
}

function inWords({ path, message }: Problem): string {
  return path === '' || message.includes(path) ? message : `${path}: ${message}`;
}

/**
 * Reads a part of a call; what is wrong with it is noted instead of thrown.
 * @param problems where it is noted
 * @param path the option or argument
 * @param read reads it
 * @returns what was read; undefined when that failed
 */
export function attempt<T>(problems: Problem[], path: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isPawlError(error) || !['bad-usage', 'bad-input', 'bad-name'].includes(error.code)) throw error;
    if (error.problems.length === 0) problems.push({ path, message: error.message, fix: error.hint ?? '' });
    for (const problem of error.problems) problems.push({ ...problem, path: `${path}${problem.path}` });
    return undefined;
  }
}
