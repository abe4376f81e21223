// The document of `pawl list --json`: one run a line, joined from rows that may have been printed before.

import type { FileProblem } from './runs.js';

/**
 * Joins the document.
 * @param rows pieces of the rows, each row with a comma at its end
 * @param more whether there are more runs
 * @param problems what is wrong with files
 * @yields its pieces
 */
export function* listText(
  rows: readonly Buffer[],
  more: boolean,
  problems: readonly FileProblem[],
): Generator<string | Buffer> {
  const filled = rows.filter(({ length }) => length > 0);
  const last = filled.pop();
  yield '{\n  "ok": true,\n  "runs": [';
  if (last !== undefined) {
    yield '\n';
    yield* filled;
    yield last.subarray(0, last.lastIndexOf(','));
    yield '\n  ';
  }
  yield `],\n  "more": ${more},\n  "problems": ${JSON.stringify(problems, null, 2).replaceAll('\n', '\n  ')}\n}\n`;
}
