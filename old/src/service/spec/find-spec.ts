// Finds the file of a spec by its id or by its path.

import fs from 'node:fs';
import path from 'node:path';
import { wayInside } from '../../disk/inside.js';
import { looksLikeSpec } from '../../families/pipeline/spec/index.js';
import { PawlError } from '../../rules/errors.js';
import { listed } from '../../rules/text/listed.js';
import { defaultSpecPatterns } from './default-patterns.js';
import { isInside, realPath } from './inside.js';
import { matchFiles } from './patterns.js';
import { readSpecFile } from './read-file.js';

/** How a spec is found. */
export interface FindSpecOptions {
  readonly patterns?: readonly string[] | undefined;
  /** Where a path begins; the root when there is nothing. */
  readonly cwd?: string | undefined;
}

/**
 * Finds the file of a spec.
 * @param root the project's root
 * @param ref a path, or an id such as `PRD-009`
 * @param options where to look
 * @returns its path from the root, with forward slashes; throws `not-found`, `ambiguous-ref` or `unsafe-path`
 */
export function findSpec(root: string, ref: string, options: FindSpecOptions = {}): string {
  const given = givenFile(root, ref, options.cwd ?? root);
  if (given !== null) return given;
  const id = ref.replace(/^pipeline:/, '');
  const patterns = options.patterns ?? defaultSpecPatterns;
  const places = isPath(ref) ? [options.cwd ?? root, root].map((from) => path.resolve(from, ref)) : [];
  if (places.some((place) => isInside(root, place) && statOf(place) !== null)) {
    throw new PawlError('bad-spec', `${ref} is no file`, { hint: 'Name a Markdown file.' });
  }
  if (isPath(ref) || !/^[\w.-]+$/.test(id)) {
    throw new PawlError('not-found', `there is no file ${ref}`, { hint: 'Name a spec by its path or by its id.' });
  }
  const matches = matchFiles(
    root,
    patterns.map((pattern) => pattern.replaceAll('{id}', id)),
  );
  const named = matches.files.filter((file) => hasId(file, id));
  const specs = named.map((file) => ({ file, text: textOf(root, file) })).filter(({ text }) => looksLikeSpec(text));
  const own = specs.filter(({ text }) => saysId(text, id));
  const candidates = (own.length === 1 ? own : specs).map(({ file }) => file);
  const [only] = candidates;
  if (candidates.length === 1 && only !== undefined) return only;
  if (only === undefined) throw nothingFound(id, patterns, named, matches.isCut);
  throw new PawlError('ambiguous-ref', `${id} fits ${candidates.length} specs: ${candidates.join(', ')}`, {
    hint: 'Name one of them by its path.',
    data: { candidates },
  });
}

/**
 * Tells whether a spec is named by its path.
 * @param ref what was named
 * @returns false for an id
 */
export function isPath(ref: string): boolean {
  return /[\\/]/.test(ref) || /\.(?:md|markdown|mdx|ya?ml)$/i.test(ref);
}

/** What was named is taken if it is there; its real place must be in the project. */
function givenFile(root: string, ref: string, cwd: string): string | null {
  const full = [cwd, root].map((from) => path.resolve(from, ref)).find(isFile);
  if (full === undefined || ref === '') return null;
  const way = wayInside(realPath(root) ?? root, path.join(realPath(path.dirname(full)) ?? '', path.basename(full)));
  if (way !== null && isInside(root, full)) return way.replaceAll(path.sep, '/');
  throw new PawlError('unsafe-path', `${ref} is not in the project, or a link leads out of it`, {
    hint: 'A spec is a file in the project that it is about; copy it there.',
  });
}

/** A path that the system refuses, e.g. for its length, leads nowhere either. */
function statOf(file: string): fs.Stats | null {
  try {
    return fs.statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

const isFile = (file: string): boolean => statOf(file)?.isFile() === true;

/** `PRD-009` is in `PRD-009-cashier.md`, not in `PRD-0091.md`. */
function hasId(file: string, id: string): boolean {
  const name = path.posix.basename(file).toLowerCase();
  const at = name.indexOf(id.toLowerCase());
  return at < 0 || !/[a-z0-9]/.test(name.charAt(at + id.length));
}

function saysId(text: string, id: string): boolean {
  const said = /^(?:prd|prd_id|spec_id|id)[ \t]*:[ \t]*["']?([\w.-]+)/im.exec(text)?.[1];
  return said?.toLowerCase() === id.toLowerCase();
}

function textOf(root: string, file: string): string {
  try {
    return readSpecFile(root, file).text;
  } catch {
    return ''; // what cannot be read is no candidate; naming it by its path tells why
  }
}

function nothingFound(id: string, patterns: readonly string[], named: readonly string[], isCut: boolean): PawlError {
  const where = patterns.map((pattern) => pattern.replaceAll('{id}', id)).join(', ');
  const others =
    named.length === 0 ? '' : `; ${listed(named, 5)} ${named.length === 1 ? 'has' : 'have'} no workstreams`;
  const cut = isCut ? '; there was too much to look through all of it' : '';
  return new PawlError('not-found', `no spec of ${id} in ${where}${others}${cut}`, {
    hint: `Write the spec, or name it by its path${named.length === 0 ? '' : ', which tells what is wrong with it'}.`,
  });
}
