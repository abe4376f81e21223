// `pawl pipeline check`: tells whether a spec can be built, and what it comes to.

import type { Spec } from '../../../families/pipeline/spec/index.js';
import { shellQuote } from '../../../rules/text/shell-quote.js';
import { visibleCommand } from '../../../rules/text/visible.js';
import { describeProblem } from '../../../service/spec/index.js';
import type { Answer, Call } from '../call.js';
import { counted } from '../../../rules/text/plural.js';
import { specOf } from '../pipeline/spec-of.js';
import { tableLines } from '../terminal/layout.js';
import { oneLine } from '../terminal/width.js';

function show({ out }: Call, spec: Spec): void {
  const counts = [
    `${counted(spec.workstreams.length, 'workstream')} in ${counted(spec.phases.length, 'phase')}`,
    counted(spec.gates.length, 'gate'),
  ];
  out.line(`${out.paint('green', '✓')} ${out.paint('bold', oneLine(`${spec.id} ${spec.title}`))}`);
  out.line(`  ${counts.join(', ')}${spec.phases_derived ? '; the phases follow from the dependencies' : ''}`);
  out.line();
  const columns = [
    { title: 'ID' },
    { title: 'PHASE', align: 'right' as const },
    { title: 'TITLE', shrinks: true },
    { title: 'EXECUTOR', shrinks: true },
    { title: 'DEPENDS ON', shrinks: true },
    { title: 'GATES', shrinks: true },
  ];
  const rows = spec.workstreams.map((one) => [
    one.id,
    String(one.phase),
    one.title,
    one.command === null ? (one.executor ?? '–') : visibleCommand(one.command),
    one.depends_on.join(', ') || '–',
    one.gates.join(', ') || '–',
  ]);
  for (const line of tableLines(columns, rows, out.columns, (title) => out.paint('dim', title))) out.line(line);
}

/**
 * Checks a spec.
 * @param call which spec
 * @returns the spec in one form, and what a person should know about it
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const { spec, source, warnings } = specOf(call);
  show(call, spec);
  if (warnings.length > 0) {
    out.line();
    out.line(out.paint('yellow', `${counted(warnings.length, 'warning')}:`));
    for (const warning of warnings) out.line(describeProblem(source.path, warning));
  }
  out.line();
  out.line(`Next: pawl pipeline graph ${shellQuote(source.path)}`);
  return { json: { ok: true, ...source, spec, warnings } };
}
