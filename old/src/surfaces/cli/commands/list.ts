// `pawl list`: every run in one line, newest first.

import type { FamilyName } from '../../../rules/names.js';
import { printRuns, rowOf } from '../../../service/print-runs.js';
import { checkAskedStatus } from '../../../service/run-statuses.js';
import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';
import { families } from '../rows/see.js';
import { listText } from '../list-text.js';
import { findRuns } from '../runs.js';
import { oneLine } from '../terminal/width.js';
import { runTable } from '../view/run-table.js';

export const shownByDefault = 50;

/** `--all` and `--limit 0` have no limit. */
function limitOf(call: Call): number {
  const given = call.number('limit');
  return given === undefined ? shownByDefault : given === 0 ? Number.POSITIVE_INFINITY : given;
}

/**
 * Lists runs.
 * @param call the filters
 * @returns one line about each run
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const limit = limitOf(call);
  const family: FamilyName | undefined = families.find((name) => name === call.text('family'));
  const filter = { family, status: call.text('status'), all: call.flag('all'), exact: call.flag('exact') };
  const isWhole = limit === Number.POSITIVE_INFINITY && family === undefined && filter.status === undefined;
  const rows = out.isJson && isWhole && !filter.exact ? printRuns(findRoot(call), filter.all, Date.now()) : null;
  if (rows !== null) return { json: null, printed: () => listText(rows, false, []) };
  // One more tells whether there are more; how many is worth a look at all of them only to a person.
  const { runs: found, problems } = await findRuns(findRoot(call), { ...filter, limit: limit + 1 });
  checkAskedStatus(filter.status, found.length);
  const runs = found.slice(0, limit);
  if (!out.isJson) {
    const scene = { call, now: Date.now(), columns: out.columns, paint: out.paint };
    const all = found.length > limit ? (await findRuns(findRoot(call), filter)).runs.length : runs.length;
    for (const line of runTable(runs, { ...filter, all: filter.all, left: all - runs.length }, scene)) out.line(line);
    for (const { message } of problems) out.note(oneLine(message));
  }
  const printed = (): readonly Buffer[] => [Buffer.from(runs.map(rowOf).join(''))];
  return { json: null, printed: () => listText(printed(), found.length > limit, problems) };
}
