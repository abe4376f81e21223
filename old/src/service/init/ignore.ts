// The entries in .gitignore: which are missing, and which go when pawl goes. Pure.

import { addIgnore, ignoresFolder } from './gitignore.js';
import { joinWritten } from './manifest.js';
import type { Planning } from './own-file.js';
import { change, type InitStep, keep } from './step.js';
import { type LineEdit, undoEdits } from './text-edits.js';

export const ignoreFile = '.gitignore';
const file = ignoreFile;

const inWords = (folders: readonly string[]): string => folders.join(' and ');

/**
 * Plans the entries.
 * @param ignored the folders that git is to ignore, from the root, with a slash at the end
 * @param planning what is known
 * @returns what happens to .gitignore
 */
export function planIgnore(ignored: readonly string[], { load, manifest }: Planning): InitStep {
  const before = load(file);
  const ignores = [
    { folder: '', text: before ?? '' },
    { folder: '.claude/', text: load(`.claude/${file}`) ?? '' },
  ];
  const missing = ignored.filter((folder) => !ignoresFolder(folder, ignores));
  if (missing.length === 0) {
    return keep(file, before, `${inWords(ignored)} ${ignored.length === 1 ? 'is' : 'are'} ignored already`);
  }
  const after = missing.reduce<string | null>(addIgnore, before);
  const edits = [...lineEnd(before ?? ''), ...missing.map((folder) => ({ before: [], after: [folder] }))];
  const record = joinWritten(manifest[file], { kind: 'lines', created: before === null, edits });
  const why = `git is to ignore ${inWords(missing)}`;
  return change(file, before === null ? 'create' : 'extend', why, { before, after, record });
}

/** The line end that a person's last line is given: the first edit, so that it is the last one to be taken back. */
function lineEnd(text: string): readonly LineEdit[] {
  const last = text.split(/\r?\n/).at(-1) ?? '';
  return last === '' ? [] : [{ before: [last], after: [last, ''] }];
}

/**
 * Plans to take the entries out. While a folder still holds runs, its entry stays: they belong in nobody's commit.
 * @param planning what is known
 * @param holdsRuns tells whether something stands in a folder
 * @returns what happens to .gitignore
 */
export function planIgnoreRemoval({ load, manifest }: Planning, holdsRuns: (folder: string) => boolean): InitStep {
  const before = load(file);
  const written = manifest[file];
  if (before === null || written?.kind !== 'lines') {
    return {
      ...keep(file, before, before === null ? 'is not there' : 'has nothing that init is known to have written'),
      record: null,
    };
  }
  const entries = written.edits.filter((edit) => edit.before.length === 0);
  const held = entries.filter(({ after }) => after.some(holdsRuns));
  const heldWhy = `${inWords(held.flatMap(({ after }) => after))} may still hold runs, which belong in nobody's commit`;
  const free = held.length === 0 ? written.edits : entries.filter((edit) => !held.includes(edit));
  if (free.length === 0) return keep(file, before, heldWhy);
  const { text, undone } = undoEdits(before, free);
  const record = held.length === 0 ? null : { ...written, edits: written.edits.filter((edit) => !free.includes(edit)) };
  if (undone === 0) return { ...keep(file, before, 'has nothing of pawl any more'), record };
  const isGone = written.created && text.trim() === '';
  const why = "pawl's entries go";
  return change(file, isGone ? 'remove' : 'update', why, { before, after: isGone ? null : text, record });
}
