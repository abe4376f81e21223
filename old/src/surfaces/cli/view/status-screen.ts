// The status on one screen: a few runs in full, the others in one line each, and what is wrong with files.

import { listed } from '../../../rules/text/listed.js';
import type { Overview } from '../../../service/overview.js';
import type { Decision } from '../../../service/resume/decision.js';
import type { Arguments } from '../call.js';
import type { FileProblem, FoundRuns } from '../runs.js';
import type { Paint } from '../terminal/colour.js';
import { progressBar, tableLines } from '../terminal/layout.js';
import { cut, oneLine, widthOf } from '../terminal/width.js';
import { commandLine, namesOf } from './command-line.js';
import { partLines, textLines } from './fit.js';
import { lookOf, markOf, statusWords } from './look.js';
import { ageOf, lastStepOf, titleOf, unitOf } from './run-words.js';

/** What a screen is drawn with. */
export interface Scene {
  readonly call: Pick<Arguments, 'text'>;
  /** The folder of the project, for the heading. */
  readonly root: string;
  readonly now: number;
  readonly columns: number;
  readonly paint: Paint;
  /** What `pawl resume` says of the runs in full, by their ids. */
  readonly decided?: ReadonlyMap<string, Told>;
  /** How many runs were put away unfinished. */
  readonly away?: number;
}

/** What is shown of a decision. */
type Told = Pick<Decision, 'verdict' | 'reasons' | 'redo'>;

/** So many reasons are told; `pawl resume` has them all. */
const mostReasons = 3;
/** So many runs are shown in full; of more, only the newest three are. */
const mostInFull = 5;
const fullOfMany = 3;
/** Beyond this the list is the better place. */
const mostInOneLine = 40;

/**
 * Draws the status.
 * @param found the unfinished runs, newest first, and what is wrong with files
 * @param scene what it is drawn with
 * @returns the lines
 */
export function statusScreen(found: FoundRuns, scene: Scene): readonly string[] {
  const { runs } = found;
  if (runs.length === 0 && found.problems.some(isUnread)) {
    return [
      ...heading('Nothing that can be read is unfinished', scene),
      ...awayLines(scene),
      ...problemLines(found, scene),
    ];
  }
  if (runs.length === 0 && (scene.away ?? 0) === 0) return [...nothing(scene), ...problemLines(found, scene)];
  const nameOf = namesOf(runs);
  const inFull = runsInFull(runs);
  const others = runs.slice(inFull.length);
  return [
    ...heading(runs.length === 0 ? 'Nothing in use' : counted(runs.length), scene),
    ...inFull.flatMap((run) => block(run, nameOf(run), scene)),
    ...shortList(others, nameOf, scene),
    ...awayLines(scene),
    ...problemLines(found, scene),
  ];
}

/** Absent is not unreadable: such a file may hold a run. */
function isUnread({ code }: FileProblem): boolean {
  return code === 'corrupt' || code === 'unreadable' || code === 'damaged';
}

function counted(runs: number): string {
  return `${runs} unfinished ${runs === 1 ? 'run' : 'runs'}`;
}

function awayLines({ call, columns, paint, away = 0 }: Scene): readonly string[] {
  if (away === 0) return [];
  const offered = away === 1 ? 'was put away; it is offered by' : 'were put away; they are offered by';
  return [
    '',
    ...textLines(`${counted(away)} ${offered}`, columns),
    `  ${paint('dim', '→')} ${paint('cyan', commandLine(call, 'resume'))}`,
  ];
}

/**
 * Tells which runs the status shows in full.
 * @param runs the unfinished runs, newest first
 * @returns the first few
 */
export function runsInFull(runs: readonly Overview[]): readonly Overview[] {
  return runs.slice(0, runs.length > mostInFull ? fullOfMany : mostInFull);
}

function heading(text: string, { root, columns, paint }: Scene): readonly string[] {
  const name = oneLine(root.split(/[\\/]/).at(-1) ?? root);
  const whole = `${text} in ${name}`;
  return [widthOf(whole) <= columns ? `${paint('bold', text)} in ${name}` : paint('bold', cut(text, columns))];
}

function nothing(scene: Scene): readonly string[] {
  const { columns, paint } = scene;
  const rows = [
    [commandLine(scene.call, 'phase', 'implement/my-feature', 'api', 'in_progress'), 'begins one'],
    [commandLine(scene.call, 'list'), 'shows finished ones'],
    [commandLine(scene.call, 'demo'), 'shows what pawl does'],
  ];
  const columnsOf = [{ paint: (cell: string) => paint('cyan', cell) }, { paint: (cell: string) => paint('dim', cell) }];
  const table = tableLines(columnsOf, rows, columns - 2);
  const isWide = table.every((line) => widthOf(line) <= columns - 2);
  return [
    ...heading('Nothing unfinished', scene).map((line) => `${paint('green', '✓')} ${line}`),
    '',
    ...textLines('A run begins with its first phase:', columns),
    ...(isWide ? table : rows.map(([line = '']) => paint('cyan', line))).map((line) => `  ${line}`),
  ];
}

/** What stands in the way of a run; its error has a line of its own. */
function inTheWay({ verdict, reasons, redo }: Told, error: string | null): readonly string[] {
  const told = verdict === 'ask' || verdict === 'blocked' ? reasons : [];
  const others = told.filter((reason) => error === null || !reason.endsWith(error));
  const left = others.length - mostReasons;
  return [
    ...others.slice(0, mostReasons),
    ...(left > 0 ? [`and ${left} more`] : []),
    ...(redo.length === 0 ? [] : [`do again: ${listed(redo)}`]),
  ];
}

function block(run: Overview, name: string, { call, now, columns, paint, decided }: Scene): readonly string[] {
  const { status, progress, current, error } = run;
  const told = decided?.get(run.id);
  const doubts = told === undefined ? [] : inTheWay(told, error ?? null);
  const next = told?.redo[0] ?? run.next;
  // What has to be decided or mended first is not over.
  const last = told === undefined || told.verdict === 'resume' ? lastStepOf(run) : null;
  const { colour } = lookOf(status);
  const title = titleOf(run);
  const ref = cut(oneLine(run.ref), columns - 2);
  const room = columns - 2 - widthOf(ref) - 2;
  const inline = title !== '' && room >= Math.min(12, widthOf(title));
  const indent = '  ';
  const unit = current ?? (next === null ? unitOf(run) : `next ${next}`);
  return [
    '',
    `${markOf(status, paint)} ${paint('bold', ref)}${inline ? `  ${cut(title, room)}` : ''}`,
    ...(inline || title === '' ? [] : textLines(title, columns, { indent, max: 1 })),
    ...partLines(
      [
        [progressBar(progress.done, progress.total)],
        [statusWords(status), (text) => paint(colour, text)],
        [unit],
        [ageOf(run, now), (text) => (run.stale ? paint('yellow', text) : paint('dim', text))],
      ],
      columns,
      indent,
    ),
    ...(error == null ? [] : textLines(error, columns, { indent, max: 2, paint: (text) => paint('red', text) })),
    ...doubts.flatMap((one) => textLines(one, columns, { indent, max: 2, paint: (text) => paint('yellow', text) })),
    `${indent}${paint('dim', '→')} ${paint('cyan', commandLine(call, ...(last ?? ['resume']), name))}`,
  ];
}

function shortList(runs: readonly Overview[], nameOf: (run: Overview) => string, scene: Scene): readonly string[] {
  if (runs.length === 0) return [];
  const { call, now, columns, paint } = scene;
  const shown = runs.slice(0, mostInOneLine);
  const rows = shown.map((run) => {
    const { done, total } = run.progress;
    return [lookOf(run.status).mark, nameOf(run), `${done}/${total}`, unitOf(run), ageOf(run, now)];
  });
  const look = (row: number): ReturnType<typeof lookOf> => lookOf(shown[row]?.status ?? '');
  const table = tableLines(
    [
      { paint: (cell, row) => paint(look(row).colour, cell) },
      { shrinks: true },
      { align: 'right' },
      { shrinks: true },
      { paint: (cell, row) => paint(shown[row]?.stale === true ? 'yellow' : 'dim', cell) },
    ],
    rows,
    columns,
  );
  const left = runs.length - shown.length;
  return [
    '',
    ...table.map((line) => cutPlain(line, columns, paint)),
    ...(left > 0 ? [`  … ${left} more: ${paint('cyan', commandLine(call, 'list'))}`] : []),
    '',
    `${paint('dim', '→')} ${paint('cyan', `${commandLine(call, 'resume')} REF`)}`,
  ];
}

/** A terminal that is narrower than the narrowest table. */
function cutPlain(line: string, columns: number, paint: Paint): string {
  return widthOf(line) <= columns ? line : paint('dim', cut(oneLine(line), columns));
}

function problemLines({ problems }: FoundRuns, { columns, paint }: Scene): readonly string[] {
  if (problems.length === 0) return [];
  // What was brought back is over, and of settings `pawl config` tells more.
  const isOfFile = problems.some(({ code }) => !['rolled-forward', 'put-back', 'config'].includes(code));
  const more = isOfFile ? ' (pawl doctor tells more)' : '';
  const head = `${problems.length} ${problems.length === 1 ? 'thing needs' : 'things need'} a look${more}`;
  return [
    '',
    paint('yellow', head),
    ...problems.flatMap(({ message }) =>
      textLines(message, columns, { indent: '  ' }).map((line, at) =>
        at === 0 ? `${paint('yellow', '!')}${line.slice(1)}` : line,
      ),
    ),
  ];
}
