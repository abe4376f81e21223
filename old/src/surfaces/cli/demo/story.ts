// Plays one act and checks what it claims: what the killed process was told is stored must be what the next one finds.

import type { Project } from '../../library/project.js';
import { wrap } from '../terminal/layout.js';
import type { Output } from '../terminal/output.js';
import { pad } from '../terminal/width.js';
import type { Act, Found } from './act.js';
import type { Line } from './actors.js';
import { runPart } from './child.js';

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

/** Writes one step: a mark, what happened, and how long it took, in a column of its own. */
function step(out: Output, isGood: boolean, text: string, ms: number): void {
  const mark = isGood ? out.paint('green', '✓') : out.paint('red', '✗');
  const room = out.width - 14;
  const lines = wrap(text, room).map((line) => pad(line, room));
  const took = out.paint('dim', pad(`${Math.round(ms)} ms`, 9, 'right'));
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    out.line(`  ${index === 0 ? mark : ' '} ${isLast ? line + took : line.trimEnd()}`);
  }
}

/** What is known when the first process is dead. */
interface Killed {
  readonly acks: readonly Ack[];
  readonly problems: readonly string[];
}

async function beginAndKill(act: Act, root: string, out: Output): Promise<Killed> {
  const began = performance.now();
  let savingSince = 0;
  let small = 0;
  const end = await runPart(`begin:${act.name}`, root, (line, kill) => {
    if (line.type !== 'ack' || !isSmall(line)) return;
    small++;
    if (small === 1) {
      savingSince = performance.now();
      step(out, true, `a process begins it: ${act.opening}`, savingSince - began);
    }
    out.status(`  ${out.paint('yellow', '…')} and saves on: ${small} times`);
    if (small === fewestSaves) setTimeout(kill, Math.random() * mostDelayMs);
  });
  out.status('');
  const acks = end.lines.filter((line) => line.type === 'ack');
  const isKilled = end.signal === 'SIGKILL' && small >= fewestSaves;
  const text = isKilled
    ? `killed (SIGKILL) while saving on, after ${acks.length} acknowledged saves`
    : `it ended by itself: ${end.complaint || end.code}`;
  step(out, isKilled, text, performance.now() - (savingSince || began));
  return { acks, problems: isKilled ? [] : [text] };
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

function show(found: Found, out: Output): void {
  const bar = `    ${out.paint('cyan', '│')} `;
  const plain = [`go on with: ${found.from}`, `summary:    ${found.summary}`];
  for (const line of found.display === '' ? plain : found.display.split('\n')) out.line(`${bar}${line}`.trimEnd());
}

/** What a second process made of the run. */
interface Resumed {
  readonly found: Found | null;
  readonly problems: readonly string[];
  readonly ms: number;
}

async function resume(act: Act, root: string, out: Output): Promise<Resumed> {
  const began = performance.now();
  let foundAt = 0;
  const end = await runPart(`resume:${act.name}`, root, (line) => {
    if (line.type === 'found') foundAt = performance.now();
  });
  const found = end.lines.find((line) => line.type === 'found')?.found ?? null;
  const ms = performance.now() - foundAt;
  if (found === null) {
    const problem = `a new process did not find it: ${end.complaint || end.code}`;
    step(out, false, problem, performance.now() - began);
    return { found, problems: [problem], ms };
  }
  const wrong = judge(act, found);
  step(out, wrong.length === 0, `a new process finds ${found.ref}, revision ${found.revision}`, foundAt - began);
  show(found, out);
  const isDone = end.code === 0 && end.lines.some((line) => line.type === 'completed');
  return { found, problems: isDone ? wrong : [...wrong, `it was not completed: ${end.complaint || end.code}`], ms };
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
  const killed = await beginAndKill(act, project.root, out);
  const { found, problems, ms } = await resume(act, project.root, out);
  const result = {
    act: act.name,
    ref: found?.ref ?? null,
    acknowledged: killed.acks.length,
    resumed_at: found?.from ?? null,
  };
  if (found === null) {
    const all = [...killed.problems, ...problems];
    return {
      ...result,
      kept: 0,
      under_way: 0,
      completed: false,
      problems: all,
      ms: Math.round(performance.now() - began),
    };
  }
  const ended = problems.length === 0 ? await act.verify(project, found) : problems;
  step(out, ended.length === 0, ended.length === 0 ? `it goes on and completes: ${act.ending}` : ended.join('; '), ms);

  const counting = performance.now();
  const kept = await countKept(project, found, killed.acks);
  const under_way = found.revision - Math.max(0, ...killed.acks.map((ack) => ack.revision));
  const isWhole = kept === killed.acks.length && under_way >= 0 && under_way <= 1;
  const extra = under_way === 0 ? '' : `; ${under_way} more was stored, its answer cut off`;
  step(
    out,
    isWhole,
    `${kept} of ${killed.acks.length} acknowledged saves are there${extra}`,
    performance.now() - counting,
  );
  const lost = isWhole
    ? []
    : [`${kept} of ${killed.acks.length} acknowledged saves were found, ${under_way} beyond them`];
  return {
    ...result,
    kept,
    under_way,
    completed: ended.length === 0,
    problems: [...killed.problems, ...lost, ...ended],
    ms: Math.round(performance.now() - began),
  };
}
