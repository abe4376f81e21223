// `pawl gate status`: how the gates of a pipeline stand, and how that is known.

import { pawlLine } from '../../../service/pawl-line.js';
import { laterInWords, meanwhileInWords } from '../../../families/pipeline/evidence/index.js';
import { mapIn } from '../../../rules/json/read-member.js';
import type { NamedPipeline } from '../../../service/gates/spec-of-run.js';
import { ageInWords } from '../../../families/workflow/index.js';
import { PawlError } from '../../../rules/errors.js';
import { refOf } from '../../../rules/names.js';
import { didYouMean } from '../../../rules/near.js';
import { commandLines } from '../../../rules/text/visible.js';
import { type GateLine, type GateState, gateStates } from '../../../service/gates/gate-states.js';
import type { Answer, Call } from '../call.js';
import { seconds } from '../build/seconds.js';
import { countsFor } from '../gate/show-result.js';
import { withPipeline } from '../gate/pipeline-named.js';
import { tableLines } from '../terminal/layout.js';
import { oneLine } from '../terminal/width.js';

const colours: Readonly<Record<GateState, 'green' | 'yellow' | 'red' | 'dim'>> = {
  passed: 'green',
  approved: 'green',
  waived: 'yellow',
  stale: 'yellow',
  failed: 'red',
  blocked: 'yellow',
  declined: 'yellow',
  due: 'yellow',
  waiting: 'dim',
};

/** The gates that are meant: all, those of an id, or one use. */
function wanted(lines: readonly GateLine[], { key }: NamedPipeline, gate: string | undefined): readonly GateLine[] {
  const found = lines.filter(({ use, gate: id }) => gate === undefined || use === gate || id === gate);
  if (gate === undefined || found.length > 0) return found;
  const ids = [...new Set(lines.map((line) => line.gate))];
  const near = didYouMean(gate, ids);
  throw new PawlError(
    'not-found',
    `${refOf(key)} has no gate ${gate}${near === null || near === undefined ? '' : `; ${near}`}`,
    {
      hint: ids.length === 0 ? 'It has no gates at all.' : `It has: ${ids.join(', ')}.`,
    },
  );
}

function knownText(line: GateLine, now: string): string {
  const { verdict, by, at, duration_ms: ms, covered } = line;
  if (verdict === null) return line.state === 'passed' ? 'claimed; pawl did not run it' : '';
  const parts = [
    ...(ms === null ? [] : [seconds(ms)]),
    ...(covered === null || covered === 0 ? [] : [`${covered} ${covered === 1 ? 'file' : 'files'}`]),
    ...(at === null ? [] : [ageInWords(at, now)]),
    ...(by === null || by === '' ? [] : [`by ${by}`]),
  ];
  return parts.join(', ');
}

function show({ out }: Call, lines: readonly GateLine[], now: string, isOne: boolean): void {
  const columns = [
    { title: 'GATE' },
    { title: 'STATE', paint: (cell: string, row: number) => out.paint(colours[lines[row]?.state ?? 'waiting'], cell) },
    { title: 'KNOWN BY', shrinks: true },
  ];
  const rows = lines.map((line) => [line.use, line.state, knownText(line, now)]);
  for (const line of tableLines(columns, rows, out.columns, (title) => out.paint('dim', title))) out.line(line);
  for (const {
    use,
    reasons: why,
    changed_meanwhile: files,
    changed_later: later,
    kept,
    output,
    commands,
    exit_code: code,
  } of lines) {
    const reasons = [
      ...why,
      ...(files.length === 0 ? [] : [`${meanwhileInWords(files)}; ${countsFor}`]),
      ...(later.length === 0 ? [] : [laterInWords(later, 'it passed')]),
      ...(kept === null ? [] : [`what it covers has changed since it ran; kept by ${kept.by}: ${kept.reason}`]),
    ];
    if (reasons.length > 0) out.line();
    for (const reason of reasons) out.line(`${out.paint('yellow', '!')} ${oneLine(`gate ${use}: ${reason}`)}`);
    if (!isOne) continue;
    for (const line of commands.flatMap((text) => commandLines({ text, shell: false }, '  '))) out.line(line);
    if (code !== null) out.line(`  exit code ${code}`);
    for (const line of (output ?? '').trimEnd().split('\n'))
      if (line !== '') out.line(`  ${out.paint('dim', '│')} ${oneLine(line)}`);
  }
}

/**
 * Shows how gates stand.
 * @param call the pipeline, and which gate
 * @returns every use, with what is known of it
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  return withPipeline(call, async (named) => {
    const { bench, key, stored } = named;
    const gate = call.positionals[1];
    const lines = wanted(await gateStates(bench, stored.state), named, gate);
    const now = new Date(bench.clock()).toISOString();
    if (lines.length === 0) out.line(`${refOf(key)} has no gates.`);
    else show(call, lines, now, gate !== undefined);
    const pawl = mapIn(stored.state, 'pawl');
    const { waivers = [], approvals = [], accepted = [] } = pawl;
    const isOpen = lines.some(
      ({ state }) =>
        state === 'due' || state === 'stale' || state === 'blocked' || state === 'failed' || state === 'declined',
    );
    const isOver = stored.state['status'] === 'complete';
    const next_command = isOpen ? (isOver ? `${pawlLine('build', key)} --redo` : pawlLine('gate run', key)) : null;
    if (next_command !== null) out.line(`\nNext: ${next_command}`);
    return { json: { ok: true, ref: refOf(key), gates: lines, waivers, approvals, accepted, next_command } };
  });
}
