// The error for a spec that does not hold together, as a person wants to see it: each problem with its line and a caret.

import type { SpecProblem } from '../../families/pipeline/spec/index.js';
import { PawlError } from '../../rules/errors.js';

/**
 * Makes the error for a spec.
 * @param file its path
 * @param problems every problem, at least one
 * @returns the error, to be thrown
 */
export function specError(file: string, problems: readonly SpecProblem[]): PawlError {
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  const parts = problems.map((problem) => describeProblem(file, problem));
  return new PawlError('bad-spec', `${file} has ${count}:\n\n${parts.join('\n\n')}\n`, {
    problems,
    hint: 'Correct what is listed and check again; nothing was changed.',
  });
}

/**
 * Describes a problem or a warning in a few lines.
 * @param file the spec's path
 * @param problem the problem
 * @returns its place and message, the line with a caret, and what to do
 */
export function describeProblem(file: string, { line, column, message, excerpt, fix }: SpecProblem): string {
  const shown = excerpt === '' ? [] : excerpt.split('\n').map((text) => `      ${text}`);
  return [`  ${file}:${line}:${column}: ${message}`, ...shown, `      → ${fix}`].join('\n');
}
