// `pawl why`: which recorded events led to this state.

import { explain, type Explanation } from '../../../service/history/why.js';
import type { Answer, Call } from '../call.js';
import { printChanges, printWrapped, revisionText } from '../history/lines.js';
import { withRun } from '../history/run-named.js';

function headline({ ref, unit, overview }: Explanation): string {
  const { status, progress, current } = overview;
  const whole = `${ref} is ${status}, ${progress.done} of ${progress.total} done`;
  const at = current === null ? '' : `, at ${current}`;
  return unit === null
    ? `${whole}${at}. What led to this:`
    : `${unit} of ${ref} (${status}${at}). What happened to it:`;
}

/**
 * Explains a run, or one of its units.
 * @param call the run and the unit
 * @returns the events, oldest first
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  return withRun(call, async (bench, key) => {
    const explanation = await explain(bench, key, call.positionals[1]);
    const { ref, unit, revision, overview, reasons, evidence, stale } = explanation;
    printWrapped(out, headline(explanation));
    for (const reason of reasons) {
      out.line();
      printWrapped(out, revisionText(bench, reason));
      printChanges(out, reason.changes);
    }
    if (evidence.length > 0) {
      out.line();
      out.line('Known by:');
      printChanges(out, evidence);
    }
    if (stale.length > 0) {
      out.line();
      printWrapped(out, 'No longer holds, to be done again in this order:');
      const yellow = (word: string): string => out.paint('yellow', word);
      for (const { kind, id, reasons: why } of stale)
        printWrapped(out, `${kind === 'gate' ? 'gate ' : ''}${id}: ${why.join('; ')}`, '  ! ', yellow);
    }
    const { title, status, finished, progress, current, next } = overview;
    return {
      json: {
        ok: true,
        ref,
        unit,
        revision,
        title,
        status,
        finished,
        progress,
        current,
        next,
        reasons,
        evidence,
        stale,
      },
    };
  });
}
