// Which files the outputs, inputs and covers of a spec stand for at this moment.

import fs from 'node:fs';
import path from 'node:path';
import { patternVariants } from '../../rules/text/file-patterns.js';
import { isInside } from '../spec/inside.js';
import { matchFiles } from '../spec/patterns.js';
import { isLeftOut } from './left-out.js';

/**
 * Finds the files that paths and globs stand for. `*` and `?` stand for parts of a name, `**` for any folders, `{a,b}` for
 * one of several; all else is literal, so that `[id]` is the folder of that name. A folder stands for all files in it.
 * Pawl's own files and the spec are found only by their own names, never by a pattern.
 * @param root the project's root
 * @param patterns paths or globs from the root, with forward slashes
 * @param spec the spec of the run, from the root; null when there is none
 * @returns the files that are there, sorted, each once
 */
export function outputFiles(root: string, patterns: readonly string[], spec: string | null): readonly string[] {
  const found = new Set<string>();
  const globs: string[] = [];
  for (const pattern of patterns.flatMap(patternVariants)) {
    const plain = pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
    const isGlob = /[*?]/.test(plain);
    const kind = isGlob ? null : kindOf(root, plain);
    if (kind === 'file') found.add(plain);
    else if (kind === 'folder') globs.push(`${plain}/**`);
    else if (isGlob) globs.push(plain);
  }
  for (const file of matchFiles(root, globs, true).files) if (!isLeftOut(file, spec)) found.add(file);
  return [...found].sort();
}

/** A link counts as a file, and is not followed; a folder that a link leads to outside has no files. */
function kindOf(root: string, file: string): 'file' | 'folder' | null {
  if (file === '' || file.includes('\0') || path.isAbsolute(file) || file.split(/[\\/]/).includes('..')) return null;
  const full = path.join(root, file);
  try {
    const stat = fs.lstatSync(full, { throwIfNoEntry: false });
    if (stat === undefined || !isInside(root, path.dirname(full))) return null;
    return stat.isDirectory() ? 'folder' : stat.isFile() || stat.isSymbolicLink() ? 'file' : null;
  } catch {
    return null;
  }
}
