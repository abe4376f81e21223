// `pawl list --json` as agents and scripts ask, for the newest runs or for all of them: answered from the catalogue.

import { glanceAtRuns } from '../../../service/glance.js';
import { printRuns, rowOf } from '../../../service/print-runs.js';
import { answerCall } from '../answer-call.js';
import { shownByDefault } from '../commands/list.js';
import { listText } from '../list-text.js';
import { quickRoot } from './quick-root.js';

/**
 * Answers a call that wants nothing but the document.
 * @param args `--json`, alone or with `--limit 0` and `--all`
 * @returns false when a file has to be read, or anything else was asked for
 */
export function answer(args: readonly string[]): boolean {
  const pieces = piecesFor(args.toSorted().join(' '));
  if (pieces === null) return false;
  void answerCall(true, async () => ({ json: null, printed: () => pieces }));
  return true;
}

type Pieces = Iterable<string | Uint8Array>;

function piecesFor(asked: string): Pieces | null {
  try {
    if (asked === '--json') return newest(quickRoot());
    const isAll = asked === '--all --json --limit 0' || asked === '--all --json --limit=0';
    if (!isAll && asked !== '--json --limit 0' && asked !== '--json --limit=0') return null;
    const rows = printRuns(quickRoot(), isAll, Date.now());
    return rows === null ? null : listText(rows, false, []);
  } catch {
    return null; // the command itself tells what is wrong
  }
}

function newest(root: string): Pieces | null {
  const found = glanceAtRuns(root, { limit: shownByDefault + 1 }, Date.now());
  if (found === null) return null;
  const rows = found.slice(0, shownByDefault).map(rowOf).join('');
  return listText([Buffer.from(rows)], found.length > shownByDefault, []);
}
