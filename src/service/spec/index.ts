// Specs on disk: found by id or path, read and checked. Whoever imports this loads a YAML parser.

import {
  parseSpec,
  type Spec,
  type SpecOptions,
  type SpecProblem,
  type SpecSource,
} from '../../families/pipeline/spec/index.js';
import { type FindSpecOptions, findSpec } from './find-spec.js';
import { readSpecFile } from './read-file.js';
import { specError } from './spec-error.js';

export { defaultSpecPatterns } from './default-patterns.js';
export { findSpec, type FindSpecOptions } from './find-spec.js';
export { readSpecFile, type SpecFile } from './read-file.js';
export { describeProblem, specError } from './spec-error.js';

/** A spec that was read, with where it stands and what a person should know about it. */
export interface ReadSpec {
  readonly spec: Spec;
  readonly source: SpecSource;
  readonly warnings: readonly SpecProblem[];
}

/**
 * Finds, reads and checks a spec.
 * @param root the project's root
 * @param ref its path, or its id
 * @param options where to look, and which ids are accepted
 * @returns the spec; throws `bad-spec` with every problem, or what finding and reading throw
 */
export function readSpec(root: string, ref: string, options: FindSpecOptions & SpecOptions = {}): ReadSpec {
  const { path, text, hash } = readSpecFile(root, findSpec(root, ref, options));
  const reading = parseSpec(text, options);
  if (!reading.ok) throw specError(path, reading.problems);
  return { spec: reading.spec, source: { path, hash }, warnings: reading.warnings };
}
