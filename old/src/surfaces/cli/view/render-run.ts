// Lays out what is shown of one run. All texts come from files: each is made harmless before it is written.

import type { Overview } from '../../../service/overview.js';
import type { Format, Paint } from '../terminal/colour.js';
import { progressBar } from '../terminal/layout.js';
import { cut, oneLine, pad, widthOf } from '../terminal/width.js';
import { partLines, textLines } from './fit.js';
import { lookOf, markOf, statusWords } from './look.js';
import type { Fact, LineKind, UnitView, ViewSection } from './run-view.js';
import { ageOf, titleOf } from './run-words.js';
import { clockTime, duration } from './times.js';

export interface RunScene {
  readonly now: number;
  readonly columns: number;
  readonly paint: Paint;
}

/** What the heading says of a revision. */
export interface Revised {
  readonly revision: number;
  readonly actor: string;
  readonly at: string;
  readonly path: string | null;
  /** Whether it is the newest one. */
  readonly isNewest: boolean;
}

const widest = 100;
/** Lines of one summary, and files of one unit; `--json` has everything. */
const mostLines = 12;
const mostFiles = 20;
const marks: Readonly<Record<LineKind, string>> = { text: '', error: '', created: '+ ', modified: '~ ', item: '· ' };
const colours: Readonly<Partial<Record<LineKind, Format>>> = { error: 'red', created: 'green', modified: 'yellow' };

/**
 * Draws one run.
 * @param run its overview
 * @param revised the revision that is shown
 * @param sections what is shown of it
 * @param scene what it is drawn with
 * @returns the lines
 */
export function renderRun(
  run: Overview,
  revised: Revised,
  sections: readonly ViewSection[],
  scene: RunScene,
): readonly string[] {
  const columns = Math.min(scene.columns, widest);
  const fitted = { ...scene, columns };
  return [
    ...heading(run, revised, fitted),
    ...sections.flatMap(({ title, units = [], facts = [] }) => [
      '',
      scene.paint('bold', cut(oneLine(title), columns)),
      ...unitLines(units, fitted),
      ...factLines(facts, fitted),
    ]),
  ];
}

function heading(run: Overview, revised: Revised, { now, columns, paint }: RunScene): readonly string[] {
  const { status, progress, family, place } = run;
  const { revision, actor, at, path, isNewest } = revised;
  const dim = (text: string): string => paint('dim', text);
  const isElsewhere = place === 'archived' || place === 'removed';
  return [
    `${markOf(status, paint)} ${paint('bold', cut(oneLine(run.ref), columns - 2))}`,
    ...textLines(titleOf(run), columns, { indent: '  ', max: 3 }),
    ...partLines(
      [
        [progressBar(progress.done, progress.total)],
        [statusWords(status), (text) => paint(lookOf(status).colour, text)],
        [isElsewhere ? place : ''],
        [family, dim],
        [`changed ${ageOf(run, now)}`, run.stale ? (text) => paint('yellow', text) : dim],
      ],
      columns,
      '  ',
    ),
    ...partLines(
      [
        [
          `revision ${revision}${isNewest ? '' : ' (not the newest)'}`,
          isNewest ? dim : (text) => paint('yellow', text),
        ],
        [`saved ${clockTime(at) ?? at} by ${actor}`, dim],
      ],
      columns,
      '  ',
    ),
    ...(path === null ? [] : [`  ${dim(oneLine(path))}`]),
  ];
}

function unitLines(units: readonly UnitView[], scene: RunScene): readonly string[] {
  const { columns, paint } = scene;
  const names = Math.min(columns - 24, Math.max(0, ...units.map(({ name }) => widthOf(oneLine(name)))));
  return units.flatMap((unit) => {
    const name = pad(cut(oneLine(unit.name), names), names);
    const status = paint(lookOf(unit.status).colour, statusWords(unit.status).padEnd(11));
    const times = timesOf(unit);
    const head = `  ${markOf(unit.status, paint)} ${name}  ${status}`;
    const isRoomy = widthOf(head) + 2 + times.length <= columns;
    return [
      (isRoomy && times !== '' ? `${head}  ${paint('dim', times)}` : head).trimEnd(),
      ...(isRoomy || times === '' ? [] : [`      ${paint('dim', times)}`]),
      ...detailLines(unit, scene),
    ];
  });
}

function timesOf({ from = null, to = null }: UnitView): string {
  const began = from === null ? null : clockTime(from);
  if (from === null || began === null) return to === null ? '' : (clockTime(to) ?? '');
  if (to === null) return `since ${began}`;
  const took = duration(from, to);
  return took === null ? began : `${began}, ${took}`;
}

function detailLines({ lines }: UnitView, { columns, paint }: RunScene): readonly string[] {
  const shown: string[] = [];
  const counts = new Map<LineKind, number>();
  for (const [kind, text] of lines) {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > mostFiles) continue;
    const colour = colours[kind];
    const coloured = (line: string): string => (colour === undefined ? line : paint(colour, line));
    const indent = '      ';
    const isText = kind === 'text' || kind === 'error';
    const body = isText ? text : `${marks[kind]}${oneLine(text)}`;
    // A path is never cut: it is there to be copied.
    shown.push(
      ...(isText
        ? textLines(body, columns, { indent, max: mostLines, paint: coloured, keepLines: true })
        : [`${indent}${coloured(oneLine(body))}`]),
    );
  }
  for (const [kind, count] of counts) {
    if (count > mostFiles) shown.push(`      ${marks[kind]}… ${count - mostFiles} more (see --json)`);
  }
  return shown;
}

function factLines(facts: readonly Fact[], { columns, paint }: RunScene): readonly string[] {
  const labels = Math.min(24, Math.max(0, ...facts.map(({ label }) => widthOf(oneLine(label)))));
  return facts.flatMap(({ label, text, status }) => {
    const indent = ' '.repeat(labels + (status === undefined ? 4 : 6));
    const [first = '', ...rest] = textLines(text, columns, { indent, max: mostLines, keepLines: true });
    const head = paint('dim', pad(cut(oneLine(label), labels), labels));
    const body = first.slice(indent.length);
    const marked = status === undefined ? body : `${markOf(status, paint)} ${body}`;
    return [`  ${head}  ${marked}`, ...rest];
  });
}
