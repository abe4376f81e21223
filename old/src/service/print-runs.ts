// All runs of a project as the rows of a printed list: one run a line, so that rows can be kept, cut and joined as text.

import { everyPlace } from './run-filter.js';
import { Catalog } from '../store/file/catalog/catalog.js';
import type { Entry } from '../store/file/catalog/entry.js';
import { printAll } from '../store/file/catalog/rows/print-all.js';
import { ownFolder, tempFolder } from '../disk/layout.js';
import { OverviewMaker } from './glance.js';
import type { Overview } from './overview.js';
import { version } from './version.js';

/**
 * Prints every run, the most recently changed first, if that takes no more than a glance, and there are many.
 * @param root the project's root
 * @param all whether archived, failed and removed ones count
 * @param now the time, in milliseconds since 1970
 * @returns the rows in pieces; null when the runs have to be listed one by one
 */
export function printRuns(root: string, all: boolean, now: number): readonly Buffer[] | null {
  const catalog = new Catalog(`${root}/${ownFolder}`, `${root}/${tempFolder}`);
  const maker = new OverviewMaker(root, now);
  const print = (entry: Entry): string => rowOf(maker.make(entry));
  const rows = printAll(catalog, all ? everyPlace : ['live'], { root, version, print });
  return maker.isUncertain ? null : rows;
}

/**
 * Prints a run.
 * @param run the run
 * @returns its row, with the comma and the end of the line
 */
export function rowOf(run: Overview): string {
  return `    ${JSON.stringify(run)},\n`;
}
