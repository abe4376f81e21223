// `pawl clean`: puts old workflows away and tidies up.

import { families } from '../../../service/families.js';
import { cleanAsConfigured } from '../../../service/lifecycle/configured.js';
import type { CleanReport } from '../../../service/lifecycle/clean.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { tableLines } from '../terminal/layout.js';
import type { Output } from '../terminal/output.js';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const places = { live: 'in use', failed: 'to failed/', archived: 'to the archive', removed: 'out of failed/' } as const;

function show(out: Output, report: CleanReport): void {
  const { dryRun, moved, packed, code, swept, kept } = report;
  const rows = moved.map(({ ref, to, reason }) => [ref, places[to], reason]);
  const columns = [{}, {}, { paint: (cell: string) => out.paint('dim', cell) }];
  for (const line of tableLines(columns, rows, Number.POSITIVE_INFINITY)) out.line(`  ${line}`);
  const done = [
    moved.length === 0 ? '' : `${counted(moved.length, 'workflow', 'workflows')} put away`,
    packed.length === 0 ? '' : `${counted(packed.length, 'history', 'histories')} packed`,
    code.length === 0 ? '' : `${counted(code.length, 'snapshot', 'snapshots')} of code collected`,
    swept.length === 0 ? '' : `${counted(swept.length, 'leftover', 'leftovers')} removed`,
  ].filter((text) => text !== '');
  if (done.length === 0) out.line(`${out.paint('green', '✓')} Nothing to clean up.`);
  else if (dryRun) out.line(`Would be done: ${done.join(', ')}. Nothing was changed: this was a dry run.`);
  else out.line(`${out.paint('green', '✓')} ${done.join(', ')}.`);
  if (moved.length > 0 && !dryRun) {
    const offered = moved.some(({ to }) => to === 'archived') ? '; `pawl resume` still offers what is unfinished' : '';
    out.line(`  ${moved.length === 1 ? 'Its history is' : 'Their histories are'} kept${offered}.`);
  }
  const staying = kept.map(({ ref, why }) => [ref, why]);
  if (staying.length > 0) out.line('Left alone:');
  for (const line of tableLines([{}, {}], staying, Number.POSITIVE_INFINITY)) out.line(`  ${line}`);
}

/**
 * Cleans up.
 * @param call limits; whether it is only a rehearsal
 * @returns what was done
 */
export async function run(call: Call): Promise<Answer> {
  return withBench(call, families, async (bench) => {
    const report = await cleanAsConfigured(bench, {
      maxAgeDays: call.number('max-age-days'),
      failedDays: call.number('failed-days'),
      dryRun: call.flag('dry-run'),
    });
    show(call.out, report);
    const { dryRun, limits, moved, packed, code, swept, kept } = report;
    return {
      json: {
        ok: true,
        dry_run: dryRun,
        limits: { max_age_days: limits.maxAgeDays, failed_days: limits.failedDays },
        moved: moved.map(({ ref, from, to, ageDays, reason }) => ({
          ref,
          from,
          to,
          age_days: Math.floor(ageDays),
          reason,
        })),
        packed,
        code,
        swept,
        kept,
      },
    };
  });
}
