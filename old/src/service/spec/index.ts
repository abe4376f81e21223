// Specs on disk: found by id or path, read and checked. Whoever imports this loads a YAML parser.

import {
  parseSpec,
  type Spec,
  type SpecOptions,
  type SpecProblem,
  type SpecSource,
} from '../../families/pipeline/spec/index.js';
import path from 'node:path';
import { isPawlError, PawlError } from '../../rules/errors.js';
import { type FindSpecOptions, findSpec, isPath } from './find-spec.js';
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
 * Reads the spec that a run was begun from: where it was then, else, when that file was renamed, where the run's id finds it.
 * @param root the project's root
 * @param record what the run says: `known`, the path from the root, where it is known; its `id`
 * @param options where to look, and which ids are accepted
 * @returns the spec; throws what `readSpec` throws
 */
export function readSpecOfRun(
  root: string,
  record: { readonly known: unknown; readonly id: string },
  options: FindSpecOptions & SpecOptions = {},
): ReadSpec {
  const { known, id } = record;
  const from = { ...options, cwd: root };
  if (typeof known !== 'string' || known === '') return readSpec(root, id, from);
  try {
    return needId(readSpec(root, path.join(root, known), from), id);
  } catch (error) {
    if (!isPawlError(error, 'not-found')) throw error;
    try {
      return readSpec(root, id, from);
    } catch (other) {
      // What has the id may be no spec, or one of several; but when there is none, it is the known file that is missed.
      throw isPawlError(other, 'not-found') ? noSpec(known, id, error) : other;
    }
  }
}

function noSpec(known: string, id: string, cause: PawlError): PawlError {
  const hint = `It was begun from ${known}. Bring the file back, or name the spec by its path.`;
  return new PawlError('not-found', `the spec of ${id} is gone: there is no file ${known}`, { hint, cause });
}

/**
 * Finds, reads and checks a spec.
 * @param root the project's root
 * @param ref its path, or its id
 * @param options where to look, and which ids are accepted
 * @returns the spec; throws `bad-spec` with every problem, or what finding and reading throw
 */
export function readSpec(root: string, ref: string, options: FindSpecOptions & SpecOptions = {}): ReadSpec {
  const { path: file, text, hash } = readSpecFile(root, findSpec(root, ref, options));
  const reading = parseSpec(text, options);
  if (!reading.ok) throw specError(file, reading.problems);
  const read = { spec: reading.spec, source: { path: file, hash }, warnings: reading.warnings };
  return isPath(ref) ? read : needId(read, ref.replace(/^pipeline:/, ''));
}

/** A copied spec that still has the id of another one would be built as that one. */
function needId(read: ReadSpec, id: string): ReadSpec {
  const { spec, source } = read;
  const [asked, said] = [id.toLowerCase(), spec.id.toLowerCase()];
  if (asked.includes(said) || said.includes(asked)) return read;
  throw new PawlError('bad-spec', `${source.path} was found for ${id}, but says that it is the spec of ${spec.id}`, {
    hint: `Write \`prd: ${id}\` into it; or, if ${spec.id} is meant, name the file by its path.`,
    data: { asked: id, id: spec.id, path: source.path },
  });
}
