// Draws a spec for a terminal: one box a workstream, side by side where they can run at once, gates below their phase.

import type { Spec, SpecPhase, SpecWorkstream } from '../../../families/pipeline/spec/index.js';
import type { Paint } from '../terminal/colour.js';
import { cut, oneLine, pad, widthOf } from '../terminal/width.js';
import { visibleCommand } from '../../../rules/text/visible.js';
import { counted } from '../../../rules/text/plural.js';

const narrowestBox = 18;
const widestBox = 40;
const gap = 1;
/** Border and space on both sides. */
const frame = 4;

/**
 * Draws a spec.
 * @param spec the spec
 * @param columns how wide the terminal is; at least 40
 * @param paint colours
 * @returns the lines, without spaces at their ends
 */
export function graphLines(spec: Spec, columns: number, paint: Paint): readonly string[] {
  const byId = new Map(spec.workstreams.map((one) => [one.id, one]));
  const counts = [
    counted(spec.workstreams.length, 'workstream'),
    counted(spec.phases.length, 'phase'),
    counted(spec.gates.length, 'gate'),
  ];
  const lines = [
    paint('bold', cut(oneLine(`${spec.id}  ${spec.title}`), columns)),
    paint(
      'dim',
      cut(`${counts.join(' · ')}${spec.phases_derived ? ' · phases follow from the dependencies' : ''}`, columns),
    ),
  ];
  for (const phase of spec.phases) {
    const members = phase.workstreams.flatMap((id) => byId.get(id) ?? []);
    lines.push('', heading(phase, members, columns, paint));
    for (const row of rowsOf(members, columns)) lines.push(...drawRow(row, paint));
    lines.push(...gateLines(phase, members, columns, paint));
    if (phase.number < spec.phases.length) lines.push(paint('dim', '  │'), paint('dim', '  ▼'));
  }
  return lines.map((line) => line.trimEnd());
}

function heading(
  { number, name, sequential }: SpecPhase,
  members: readonly SpecWorkstream[],
  columns: number,
  paint: Paint,
): string {
  const how = members.length < 2 ? '' : `  ${sequential ? 'one after the other' : together(members)}`;
  const room = columns - widthOf(how);
  const title = cut(oneLine(`Phase ${number}${name === null ? '' : `: ${name}`}`), room);
  return `${paint('bold', title)}${paint('dim', how)}`;
}

/** How workstreams of one phase run that does not say more: dependencies inside of it count. */
function together(members: readonly SpecWorkstream[]): string {
  const ids = new Set(members.map(({ id }) => id));
  const waiting = members.filter(({ depends_on: on }) => on.some((id) => ids.has(id)));
  if (waiting.length === 0) return `${members.length} side by side`;
  const isChain =
    waiting.length === members.length - 1 &&
    new Set(waiting.flatMap(({ depends_on: on }) => on.filter((id) => ids.has(id)))).size === waiting.length;
  return isChain
    ? 'one after the other, as they depend on each other'
    : `${members.length} side by side, as far as their dependencies allow`;
}

interface Box {
  readonly width: number;
  readonly lines: readonly string[];
}

/** Boxes of one phase are equally wide, as many in a row as there is room for. */
function rowsOf(members: readonly SpecWorkstream[], columns: number): readonly (readonly Box[])[] {
  const texts = members.map(textsOf);
  const wanted = Math.max(narrowestBox, ...texts.flat().map((text) => widthOf(text) + frame));
  const most = Math.max(1, Math.floor((columns + gap) / (narrowestBox + gap)));
  const perRow = Math.min(
    members.length,
    Math.max(1, Math.min(most, Math.floor((columns + gap) / (Math.min(wanted, widestBox) + gap)))),
  );
  const room = Math.floor((columns + gap) / Math.max(1, perRow)) - gap;
  const width = Math.min(wanted, widestBox, room);
  const rows: Box[][] = [];
  for (let at = 0; at < texts.length; at += perRow) {
    const row = texts.slice(at, at + perRow);
    const height = Math.max(...row.map((text) => text.length));
    rows.push(row.map((text) => ({ width, lines: [...text, ...Array<string>(height - text.length).fill('')] })));
  }
  return rows;
}

function textsOf({ id, title, executor, command, depends_on: on }: SpecWorkstream): readonly string[] {
  const who = command === null ? executor : visibleCommand(command);
  return [
    id,
    ...(title === id ? [] : [oneLine(title)]),
    ...(who === null ? [] : [oneLine(who)]),
    ...(on.length === 0 ? [] : [`← ${on.join(', ')}`]),
  ];
}

function drawRow(row: readonly Box[], paint: Paint): readonly string[] {
  const edge = (left: string, right: string): string =>
    row.map(({ width }) => paint('dim', `${left}${'─'.repeat(width - 2)}${right}`)).join(' '.repeat(gap));
  const height = row[0]?.lines.length ?? 0;
  const side = paint('dim', '│');
  const inner = Array.from({ length: height }, (_, at) =>
    row
      .map(({ width, lines }) => {
        const text = pad(cut(lines[at] ?? '', width - frame), width - frame);
        return `${side} ${at === 0 ? paint('cyan', text) : text} ${side}`;
      })
      .join(' '.repeat(gap)),
  );
  return [edge('┌', '┐'), ...inner, edge('└', '┘')];
}

function gateLines(
  { gates }: SpecPhase,
  members: readonly SpecWorkstream[],
  columns: number,
  paint: Paint,
): readonly string[] {
  return gates.map((gate) => {
    const naming = members.filter((one) => one.gates.includes(gate)).map(({ id }) => id);
    const text = cut(`${oneLine(gate)}${naming.length === 0 ? '' : ` (${naming.join(', ')})`}`, columns - frame);
    return `  ${paint('yellow', '◆')} ${text}`;
  });
}
