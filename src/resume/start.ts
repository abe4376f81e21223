// What a starting session is told: the brief of the run that it probably continues, and a line for everything near it.

import { pawl } from '../base/command-line.js';
import type { Key } from '../base/names.js';
import { shorten } from '../base/text.js';
import type { Project } from '../runs/project.js';
import { ageText, briefOf, clean, fence, maxChars } from './brief.js';
import { decide, oldDays, openText } from './decision.js';
import { type Candidate, candidates, factsOf } from './facts.js';

export interface Start {
  readonly session: string;
  /** The folder below the root where the agent was started; empty for the root. */
  readonly folder: string;
  readonly branch: string | null;
  /** The run that the session works on already. */
  readonly bound: Key | null;
}

export interface StartContext {
  /** Empty when there is nothing to say. */
  readonly text: string;
  /** The run that the brief is about; it is only offered. */
  readonly offered: Key | null;
}

const dayMs = 86_400_000;
const maxLines = 6;
const lineChars = 240;

/** For SessionStart. */
export async function startContext(project: Project, start: Start): Promise<StartContext> {
  const all = project.config.brief ? await candidates(project, start) : [];
  const main = offerAmong(all, start);
  const brief = main === undefined ? '' : await briefText(project, main, start);
  const around = linesAround(all, main, start, project.now());
  if (brief === '' && around.length === 0) return { text: '', offered: null };
  const text = fence(fitted(brief, around));
  return { text, offered: main?.key ?? null };
}

/** For UserPromptSubmit of an unattended session whose first prompt is a continuation: the brief alone. */
export async function continuedContext(project: Project, start: Start): Promise<StartContext> {
  const all = project.config.brief ? await candidates(project, start) : [];
  const main = offerAmong(all, start);
  if (main === undefined) return { text: '', offered: null };
  return { text: fence(await briefText(project, main, start)), offered: main.key };
}

async function briefText(project: Project, { key }: Candidate, start: Start): Promise<string> {
  const facts = await factsOf(project, key, start);
  return briefOf(facts, decide(facts, project.now()), project.now());
}

/** The bound run, else the first recent one that nobody else has open and that is not of another branch. */
function offerAmong(all: readonly Candidate[], start: Start): Candidate | undefined {
  const open = all.filter((one) => one.isOpen && one.problem === null);
  const isFree = (one: Candidate): boolean =>
    !isOfOtherBranch(one, start) && !one.others.some(({ isCertain }) => isCertain);
  return open.find(({ isBound }) => isBound) ?? open.find((one) => isRecent(one) && isFree(one));
}

function isRecent({ age }: Candidate): boolean {
  return age <= oldDays * dayMs;
}

function isOfOtherBranch({ notes }: Candidate, { branch }: Start): boolean {
  return notes.branch != null && branch !== null && notes.branch !== branch;
}

/** One line each for what is near the offered run; older runs are a count. */
function linesAround(
  all: readonly Candidate[],
  main: Candidate | undefined,
  start: Start,
  now: Date,
): readonly string[] {
  const open = all.filter((one) => one !== main && one.isOpen);
  if (main === undefined && open.length === 0) return [];
  const recent = open.filter((one) => isRecent(one) || one.problem !== null);
  const ended = all.filter(({ isOpen, age }) => !isOpen && age <= dayMs);
  const old = open.length - recent.length;
  return [
    ...section(
      main === undefined ? 'Unfinished work:' : 'Also unfinished:',
      recent.map((one) => openLine(one, start, now)),
    ),
    ...section(
      'Ended in the last 24 hours:',
      ended.map(
        (one) => `${titleOf(one)}: ${one.overview.isFinished ? one.overview.status : 'archived'}, ${ageOf(one, now)}`,
      ),
    ),
    ...(old === 0 ? [] : [`Unfinished and older than ${oldDays} days: ${old} (\`${pawl`resume`}\` lists them)`]),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, maxLines).map((line) => `- ${shorten(line, lineChars)}`);
  return [title, ...shown, ...(lines.length > maxLines ? [`- … and ${lines.length - maxLines} more`] : [])];
}

function titleOf({ overview, ref }: Candidate): string {
  return overview.title === ref ? clean(ref, 80) : `${clean(overview.title, 80)} (${clean(ref, 80)})`;
}

function ageOf({ overview }: Candidate, now: Date): string {
  return ageText(overview.updatedAt, now) || 'at an unknown time';
}

function openLine(one: Candidate, start: Start, now: Date): string {
  if (one.problem !== null) return `${titleOf(one)}: its file cannot be used: ${clean(one.problem, 80)}`;
  const { status, progress } = one.overview;
  const words = [
    status.replaceAll('_', ' '),
    `${progress.done} of ${progress.total} done`,
    ageOf(one, now),
    ...(isOfOtherBranch(one, start) ? [`branch ${clean(one.notes.branch ?? '', 60)}`] : []),
    ...one.others.slice(0, 1).map((other) => `also ${clean(openText(other), 120)}`),
  ];
  return `${titleOf(one)}: ${words.join(', ')}`;
}

/** The brief stays whole; lines that do not fit behind it are left out, the last first. */
function fitted(brief: string, lines: readonly string[]): string {
  const room = maxChars - 300;
  const kept = [...lines];
  const text = (): string => [...(brief === '' ? [] : [brief, '']), ...kept].join('\n').trimEnd();
  while (kept.length > 0 && text().length > room) kept.pop();
  return text();
}
