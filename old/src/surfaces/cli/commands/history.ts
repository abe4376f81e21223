// `pawl history`: the revisions of a run.

import { pawlLine } from '../../../service/pawl-line.js';
import { refOf } from '../../../rules/names.js';
import { listHistory } from '../../../service/history/revisions.js';
import type { Answer, Call } from '../call.js';
import { ago } from '../history/lines.js';
import { withRun } from '../history/run-named.js';
import { tableLines } from '../terminal/layout.js';

const screenful = 20;

/**
 * Lists revisions, newest first.
 * @param call the run and how many
 * @returns the revisions
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  return withRun(call, async (bench, key) => {
    const before = call.number('before');
    const given = call.number('limit') ?? (out.isTerminal ? screenful : 0);
    const limit = given === 0 ? undefined : given;
    const revisions = await listHistory(bench, key, {
      ...(before === undefined ? {} : { before }),
      ...(limit === undefined ? {} : { limit }),
    });
    const dim = (cell: string): string => out.paint('dim', cell);
    const isNarrow = out.columns < 60;
    const columns = [
      { title: isNarrow ? '' : 'revision', align: 'right' as const },
      { title: 'when', paint: dim },
      ...(isNarrow ? [] : [{ title: 'who', paint: dim }]),
      { title: 'what', shrinks: true },
    ];
    const rows = revisions.map(({ revision, at, actor, what, code, readable }) => [
      String(revision),
      ago(bench, at),
      ...(isNarrow ? [] : [actor]),
      `${what}${code === null ? '' : ' [code kept]'}${readable ? '' : ' [cannot be read]'}`,
    ]);
    for (const line of tableLines(columns, rows, out.columns, (title) => out.paint('bold', title))) out.line(line);
    const oldest = revisions.at(-1)?.revision ?? 0;
    if (limit !== undefined && revisions.length === limit && oldest > 1)
      out.line(out.paint('dim', `Older ones: ${pawlLine('history', call.positionals[0] ?? '')} --before ${oldest}`));
    return { json: { ok: true, ref: refOf(key), family: key.family, revisions } };
  });
}
