// `pawl why`: which recorded events led to this state.

import { explain, type Explanation } from '../../../service/history/why.js';
import type { Answer, Call } from '../call.js';
import { printChanges, revisionText } from '../history/lines.js';
import { withRun } from '../history/run-named.js';
import { oneLine } from '../terminal/width.js';

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
    out.line(oneLine(headline(explanation)));
    for (const reason of reasons) {
      out.line();
      out.line(revisionText(bench, reason));
      printChanges(out, reason.changes);
    }
    if (evidence.length > 0) {
      out.line();
      out.line('Known by:');
      for (const line of evidence) out.line(`  ${oneLine(line)}`);
    }
    if (stale.length > 0) {
      out.line();
      out.line('No longer holds, to be done again in this order:');
      for (const { kind, id, reasons: why } of stale) {
        out.line(
          `  ${out.paint('yellow', '!')} ${oneLine(`${kind === 'gate' ? 'gate ' : ''}${id}: ${why.join('; ')}`)}`,
        );
      }
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
