// Plays one act and checks what it claims: what the killed process was told is stored must be what the next one finds.

import type { Project } from '../../library/project.js';
import type { Output } from '../output.js';
import type { Act, Found } from './act.js';
import { runPart } from './child.js';
import type { Line } from './actors.js';

/** What an act came to. */
export interface Result {
  readonly act: Act['name'];
  readonly ref: string | null;
  /** Saves that were acknowledged before the kill, and how many of them were found. */
  readonly acknowledged: number;
  readonly kept: number;
  /** Stored, but killed before it could be acknowledged. */
  readonly under_way: number;
  readonly resumed_at: string | null;
  readonly completed: boolean;
  readonly problems: readonly string[];
  readonly ms: number;
}

type Ack = Extract<Line, { type: 'ack' }>;

/** The kill comes after so many small saves, and at a random moment of a later one. */
const fewestSaves = 25;
const mostDelayMs = 15;

const isSmall = (ack: Ack): boolean => /^T\d+$/.test(ack.what);

async function beginAndKill(
  act: Act,
  root: string,
  out: Output,
): Promise<{ acks: readonly Ack[]; pid: number; problem: string | null }> {
  let small = 0;
  const end = await runPart(`begin:${act.name}`, root, (line, kill) => {
    if (line.type !== 'ack' || !isSmall(line)) return;
    small++;
    out.status(`  ${out.paint('yellow', '…')} saving: ${small} acknowledged`);
    if (small === fewestSaves) setTimeout(kill, Math.random() * mostDelayMs);
  });
  out.status('');
  const acks = end.lines.filter((line) => line.type === 'ack');
  const problem =
    end.signal === 'SIGKILL' && small >= fewestSaves
      ? null
      : `the first process ended by itself: ${end.complaint || end.code}`;
  return { acks, pid: end.pid, problem };
}

/** Every acknowledged revision must be in the history, and every small save in the document. */
async function countKept(project: Project, found: Found, acks: readonly Ack[]): Promise<number> {
  const revisions = new Set((await project.history(found.ref)).map(({ revision }) => revision));
  const saves = new Set(found.saves);
  return acks.filter((ack) => revisions.has(ack.revision) && (!isSmall(ack) || saves.has(ack.what))).length;
}

function judge(act: Act, found: Found): readonly string[] {
  const { from, summary } = act.expected;
  return [
    ...(found.from === from ? [] : [`it goes on with ${found.from}, not with ${from}`]),
    ...(found.summary === summary ? [] : [`its summary is ${JSON.stringify(found.summary)}`]),
  ];
}

/**
 * Plays an act.
 * @param act the act
 * @param project the demo's project, as a third process sees it
 * @param out where to tell it
 * @returns what it came to
 */
export async function playAct(act: Act, project: Project, out: Output): Promise<Result> {
  const began = performance.now();
  let since = began;
  const step = (isGood: boolean, text: string): void => {
    const now = performance.now();
    const time = out.paint('dim', `${Math.round(now - since)} ms`);
    since = now;
    out.line(`  ${isGood ? out.paint('green', '✓') : out.paint('red', '✗')} ${text}  ${time}`);
  };
  const { acks, pid, problem } = await beginAndKill(act, project.root, out);
  step(problem === null, problem ?? `process ${pid}: ${act.opening}, then one small save after another`);
  const lastRevision = Math.max(0, ...acks.map((ack) => ack.revision));
  out.line(`  ${out.paint('red', '⚡')} killed with SIGKILL in the middle, ${acks.length} saves acknowledged`);

  const second = await runPart(`resume:${act.name}`, project.root);
  const found = second.lines.find((line) => line.type === 'found')?.found;
  if (found === undefined) {
    const failure = `the second process found nothing: ${second.complaint || second.code}`;
    step(false, failure);
    const problems = problem === null ? [failure] : [problem, failure];
    const ms = Math.round(performance.now() - began);
    return {
      act: act.name,
      ref: null,
      acknowledged: acks.length,
      kept: 0,
      under_way: 0,
      resumed_at: null,
      completed: false,
      problems,
      ms,
    };
  }
  const wrong = judge(act, found);
  step(wrong.length === 0, `process ${second.pid} found ${out.paint('bold', found.ref)} at revision ${found.revision}`);
  show(found, out);
  const kept = await countKept(project, found, acks);
  const underWay = Math.max(0, found.revision - lastRevision);
  const extra = underWay === 0 ? '' : `, and ${underWay} that the kill kept from being acknowledged`;
  step(kept === acks.length, `${kept} of ${acks.length} acknowledged saves are there${extra}`);

  const isDone = second.code === 0 && second.lines.some((line) => line.type === 'completed');
  const after = isDone
    ? await act.verify(project, found)
    : [`it was not completed: ${second.complaint || second.code}`];
  step(after.length === 0, after.length === 0 ? `went on and completed: ${act.ending}` : after.join('; '));
  const lost = kept === acks.length ? [] : [`${acks.length - kept} acknowledged saves are lost`];
  const problems = [...(problem === null ? [] : [problem]), ...wrong, ...lost, ...after];
  return {
    act: act.name,
    ref: found.ref,
    acknowledged: acks.length,
    kept,
    under_way: underWay,
    resumed_at: found.from,
    completed: after.length === 0,
    problems,
    ms: Math.round(performance.now() - began),
  };
}

function show(found: Found, out: Output): void {
  const bar = `    ${out.paint('cyan', '│')} `;
  const lines =
    found.display === '' ? [`go on with: ${found.from}`, `summary:    ${found.summary}`] : found.display.split('\n');
  for (const line of lines) out.line(`${bar}${line}`.trimEnd());
}
