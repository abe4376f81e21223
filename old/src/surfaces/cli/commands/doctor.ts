// `pawl doctor`: examines checkpoint files and puts right what can be put right.

import type { Finding, Report } from '../../../service/doctor/types.js';
import { examine } from '../../../service/doctor/doctor.js';
import { isOpen } from '../../../service/doctor/report.js';
import { defaultActor, safeActor } from '../../../service/open.js';
import type { Answer, Call } from '../call.js';
import { showReport } from '../doctor/show.js';
import { exits } from '../exit-codes.js';
import { findRoot } from '../root.js';
import { openSettings } from '../../../service/config/open-settings.js';

/** Moving lines are drawn a few times a second at most. */
const drawMs = 100;

function progressTo({ out }: Call): (done: number, total: number) => void {
  let last = 0;
  return (done, total) => {
    if (done === total) out.status('');
    else if (Date.now() - last >= drawMs) {
      last = Date.now();
      out.status(out.paint('dim', `checking ${done}/${total} …`));
    }
  };
}

function itemOf(one: Finding): object {
  const { path, ref, family, kind, message, problems, changes, remedy, isFixed, todo } = one;
  const needs = remedy === 'none' ? null : remedy;
  return { path, ref, family, kind, message, problems, changes, needs, fixed: isFixed, todo };
}

function documentOf(report: Report): object {
  const { root, isDryRun, checked, ok, drifted, corrupt, fixed, leftAlone, items } = report;
  const counts = { checked, ok, drifted, corrupt, fixed, left_alone: leftAlone };
  return { root, dry_run: isDryRun, ...counts, items: items.map(itemOf) };
}

/**
 * Examines the project, or the given files.
 * @param call paths; whether anything is put right
 * @returns the report; exit code 1 when something is left
 */
export async function run(call: Call): Promise<Answer> {
  const isRehearsal = call.flag('dry-run');
  const root = findRoot(call);
  const { actor = defaultActor(), pipelineIds: idPattern } = openSettings(root);
  const examiner = { root, actor: safeActor(actor), clock: Date.now, idPattern };
  const report = await examine(examiner, {
    paths: call.positionals,
    fix: call.flag('fix') && !isRehearsal,
    redact: call.flag('redact') && !isRehearsal,
    onProgress: progressTo(call),
  });
  showReport(call.out, report);
  const exit = report.items.some(isOpen) ? exits.failed : exits.ok;
  return { json: documentOf(report), exit };
}
