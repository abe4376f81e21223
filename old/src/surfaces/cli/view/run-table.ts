// Runs as a table, as wide as the terminal allows.

import type { Overview } from '../../../service/overview.js';
import { type Column, tableLines } from '../terminal/layout.js';
import { widthOf } from '../terminal/width.js';
import { commandLine, namesOf } from './command-line.js';
import { partLines, textLines } from './fit.js';
import { lookOf, markOf, statusWords } from './look.js';
import { ageOf, titleOf, unitOf } from './run-words.js';
import type { Scene } from './status-screen.js';

/** What was asked for, and how many runs are not shown. */
export interface Listed {
  readonly family?: string | undefined;
  readonly status?: string | undefined;
  readonly all: boolean;
  readonly left: number;
}

type TableScene = Omit<Scene, 'root'>;

/**
 * Draws the list.
 * @param runs the runs, newest first
 * @param listed what was asked for
 * @param scene what it is drawn with
 * @returns the lines
 */
export function runTable(runs: readonly Overview[], listed: Listed, scene: TableScene): readonly string[] {
  if (runs.length === 0) return nothing(listed, scene);
  const { call, columns, paint } = scene;
  const table = columns < 60 ? narrowRows(runs, scene) : wideRows(runs, scene);
  const more = `… ${listed.left} more: ${commandLine(call, 'list', '--limit', '0')}`;
  return [...table, ...(listed.left > 0 ? textLines(more, columns, { paint: (text) => paint('dim', text) }) : [])];
}

function nothing({ family, status, all }: Listed, { call, columns }: TableScene): readonly string[] {
  const what = ['No', status === undefined ? '' : statusWords(status), family ?? '', 'runs'].filter(
    (word) => word !== '',
  );
  const where = all ? '' : ` ${commandLine(call, 'list', '--all')} also shows archived, failed and removed ones.`;
  return textLines(`${what.join(' ')} here.${where}`, columns);
}

function wideRows(runs: readonly Overview[], scene: TableScene): readonly string[] {
  const { now, columns, paint } = scene;
  const nameOf = namesOf(runs);
  const colour = (cell: string, row: number): string => paint(lookOf(runs[row]?.status ?? '').colour, cell);
  const shape: readonly Column[] = [
    { paint: colour },
    { title: 'RUN', paint: (cell) => paint('bold', cell) },
    { title: 'STATUS', paint: colour },
    { title: 'DONE', align: 'right' },
    { title: 'UNIT' },
    { title: 'CHANGED', paint: (cell, row) => paint(runs[row]?.stale === true ? 'yellow' : 'dim', cell) },
    { title: 'TITLE' },
  ];
  const rows = runs.map((run) => {
    const { status, progress } = run;
    const words = statusWords(status) + placeWords(run);
    const done = `${progress.done}/${progress.total}`;
    return [lookOf(status).mark, nameOf(run), words, done, unitOf(run), ageOf(run, now), titleOf(run)];
  });
  const head = (text: string): string => paint('dim', text);
  for (const [kept, shrinking] of layouts) {
    const lines = tableLines(
      kept.map((index) => ({ ...shape[index], shrinks: index === shrinking })),
      rows.map((row) => kept.map((index) => row[index] ?? '')),
      columns,
      head,
    );
    if (lines.every((line) => widthOf(line) <= columns)) return lines;
  }
  return narrowRows(runs, scene);
}

/** Where it stands, if that is not where runs in use stand, nor what its status says already. */
function placeWords({ status, place }: Overview): string {
  if (place === 'live' || (place === 'failed' && status === 'failed')) return '';
  return place === 'failed' ? ', in failed/' : `, ${place}`;
}

/** Which columns there are, and which one gives way. The run's name never does: it is there to be copied. */
const layouts: readonly (readonly [kept: readonly number[], shrinking: number])[] = [
  [[0, 1, 2, 3, 4, 5, 6], 6],
  [[0, 1, 2, 3, 4, 5], 4],
  [[0, 1, 2, 3, 5], -1],
];

function narrowRows(runs: readonly Overview[], { now, columns, paint }: TableScene): readonly string[] {
  const nameOf = namesOf(runs);
  return runs.flatMap((run) => {
    const { status, progress } = run;
    const [first = '', ...rest] = textLines(nameOf(run), columns, {
      indent: '  ',
      paint: (text) => paint('bold', text),
    });
    return [
      `${markOf(status, paint)}${first.slice(1)}`,
      ...rest,
      ...partLines([[statusWords(status)], [`${progress.done}/${progress.total}`], [ageOf(run, now)]], columns, '  '),
    ];
  });
}
