// Revisions and changes as people read them.

import path from 'node:path';
import { ageInWords } from '../../../families/workflow/index.js';
import type { Key, Place } from '../../../rules/names.js';
import type { HistoryLine } from '../../../service/history/revisions.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Output } from '../terminal/output.js';
import { wrap } from '../terminal/layout.js';
import { oneLine } from '../terminal/width.js';

/**
 * Says how long ago something was.
 * @param bench the clock
 * @param at when, ISO 8601
 * @returns e.g. `12 minutes ago`
 */
export function ago(bench: Workbench, at: string): string {
  return ageInWords(at, new Date(bench.clock()).toISOString());
}

/**
 * Names a revision in one line.
 * @param bench the clock
 * @param line the revision; null for the time before the run began
 * @returns e.g. `revision 4, 12 minutes ago by ana: phase api → complete`
 */
export function revisionText(bench: Workbench, line: HistoryLine | null): string {
  if (line === null) return 'before it began';
  return oneLine(`revision ${line.revision}, ${ago(bench, line.at)} by ${line.actor}: ${line.what}`);
}

/**
 * Prints a text; where the columns are known it is wrapped, and what follows its first line is indented.
 * @param out where to
 * @param text the text
 * @param first what stands before it
 * @param mark colours that
 */
export function printWrapped(out: Output, text: string, first = '', mark = (word: string): string => word): void {
  const rest = ' '.repeat(first.trim() === '' ? first.length + 2 : first.length);
  for (const [index, line] of wrap(oneLine(text), out.columns - rest.length).entries()) {
    out.line(`${index === 0 ? mark(first) : rest}${line}`);
  }
}

/**
 * Prints changes, one to a line.
 * @param out where to
 * @param texts the changes
 */
export function printChanges(out: Output, texts: readonly string[]): void {
  for (const text of texts) printWrapped(out, text, '  ');
}

/**
 * Tells where a run's file is.
 * @param bench the store and the root
 * @param key the run
 * @param place its place
 * @returns its path, and as it is shown: from the root; null and empty when there is no file
 */
export function fileOf(
  bench: Workbench,
  key: Key,
  place: Place,
): { readonly path: string | null; readonly shown: string } {
  const file = bench.store.pathOf?.(key, place) ?? null;
  return { path: file, shown: file === null ? '' : path.relative(bench.root, file) };
}
