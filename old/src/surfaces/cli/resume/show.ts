// How a decision is shown to people.

import { ageInWords } from '../../../families/workflow/index.js';
import type { Decision, OtherRun } from '../../../service/resume/decision.js';
import { tableLines, wrap } from '../terminal/layout.js';
import type { Output } from '../terminal/output.js';
import { oneLine } from '../terminal/width.js';

const maxOthers = 20;

/**
 * Shows why a run does not simply go on, and what is good to know.
 * @param out where
 * @param decision the decision
 */
export function showReasons(out: Output, decision: Decision): void {
  const mark = decision.verdict === 'blocked' ? out.paint('red', '✗') : out.paint('yellow', '!');
  for (const reason of decision.reasons) showItem(out, mark, reason);
  for (const unit of decision.redo) showItem(out, mark, `do again: ${unit}`);
  for (const note of decision.notes) showItem(out, out.paint('dim', 'i'), note);
}

function showItem(out: Output, mark: string, text: string): void {
  const [first = '', ...rest] = wrap(oneLine(text), out.width - 2);
  out.line(`${mark} ${first}`);
  for (const line of rest) out.line(`  ${line}`);
}

/**
 * Shows the other unfinished runs, one line each.
 * @param out where
 * @param others the runs
 * @param now the time, ISO 8601
 */
export function showOthers(out: Output, others: readonly OtherRun[], now: string): void {
  if (others.length === 0) return;
  out.line();
  out.line('Also unfinished:');
  const shown = others.slice(0, maxOthers);
  const columns = [{}, { paint: (cell: string) => out.paint('dim', cell) }, {}, { shrinks: true }];
  const rows = shown.map(({ ref, title, status, progress: { done, total }, updated_at }) => [
    ref,
    `${status}${total > 0 ? ` ${done}/${total}` : ''}`,
    updated_at === null ? '' : ageInWords(updated_at, now),
    title === ref ? '' : title,
  ]);
  for (const line of tableLines(columns, rows, out.columns - 2)) out.line(`  ${line}`);
  if (others.length > shown.length) out.line(`  … and ${others.length - shown.length} more`);
}
