// `pawl diff`: what changed between two revisions.

import { badUsage } from '../../../rules/errors.js';
import { diffRevisions } from '../../../service/history/diff.js';
import type { Answer, Call } from '../call.js';
import { printChanges, printWrapped, revisionText } from '../history/lines.js';
import { withRun } from '../history/run-named.js';

function revisionAt(call: Call, index: number): number | undefined {
  const typed = call.positionals[index];
  if (typed === undefined) return undefined;
  if (/^\d{1,15}$/.test(typed)) return Number(typed);
  throw badUsage(
    `${index === 1 ? 'A' : 'B'} cannot be ${JSON.stringify(typed)}`,
    'It is the number of a revision; `pawl history` lists them.',
  );
}

/**
 * Compares two revisions.
 * @param call the run and the two numbers
 * @returns the changes in words, and as a JSON Patch
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const [from, to] = [revisionAt(call, 1), revisionAt(call, 2)];
  if (to === 0) throw badUsage('B cannot be 0', 'Only A can stand for the time before the run began.');
  return withRun(call, async (bench, key) => {
    const difference = await diffRevisions(bench, key, { from, to });
    const bold = (word: string): string => out.paint('bold', word);
    printWrapped(out, revisionText(bench, difference.from), 'from ', bold);
    printWrapped(out, revisionText(bench, difference.to), 'to   ', bold);
    out.line();
    printChanges(
      out,
      difference.changes.map(({ text }) => text),
    );
    const isOne = difference.from?.revision === difference.to.revision;
    const same = isOne ? 'It is the same revision.' : 'Its document is the same, but for the time of the change.';
    if (difference.changes.length === 0) printChanges(out, [same]);
    return { json: { ok: true, ...difference } };
  });
}
