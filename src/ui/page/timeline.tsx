// A run over time: one row per unit, attempts as bars, idle time folded, planned units as outlines.

import type { JSX } from 'preact';
import { timeOf } from '../../base/text.js';
import type { RunAnswer, TimelineRow } from '../api.js';
import { exactTime, lengthText, words } from './parts.js';
import { now } from './state.js';

interface Bar {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
  readonly status: string;
}

/** A stretch of the axis; a folded one is idle time. Places are percent. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isFolded: boolean;
  readonly left: number;
  readonly width: number;
}

const foldWidth = 5;
const rowHeight = 30;

/** Puts time on an axis from 0 to `end` percent; gaps that would only be empty space get a small fixed width. */
function makeAxis(bars: readonly Bar[], end: number): readonly Stretch[] {
  const busy: { from: number; to: number }[] = [];
  const sorted = bars.toSorted((a, b) => a.from - b.from);
  const worked = sorted.reduce((sum, bar) => sum + bar.to - bar.from, 0);
  const longestGap = Math.max(worked * 0.25, 60_000);
  for (const { from, to } of sorted) {
    const last = busy.at(-1);
    if (last !== undefined && from - last.to <= longestGap) last.to = Math.max(last.to, to);
    else busy.push({ from, to });
  }
  const isCrowded = busy.length > 12;
  const fold = isCrowded ? 0.8 : Math.min(foldWidth, 30 / busy.length);
  const total = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const least = total === 0 ? 1 : total / (busy.length * 4); // short stretches stay visible
  const weight = ({ from, to }: { from: number; to: number }): number => to - from + least;
  const scale = (end - fold * (busy.length - 1)) / busy.reduce((sum, one) => sum + weight(one), 0);
  const axis: Stretch[] = [];
  let left = 0;
  for (const one of busy) {
    const before = axis.at(-1);
    if (before !== undefined) {
      axis.push({ from: before.to, to: one.from, isFolded: true, left, width: fold });
      left += fold;
    }
    axis.push({ ...one, isFolded: false, left, width: weight(one) * scale });
    left += weight(one) * scale;
  }
  return axis;
}

function placeOf(axis: readonly Stretch[], time: number): number {
  const on = axis.find(({ to, isFolded }) => !isFolded && time <= to) ?? axis.at(-1);
  if (on === undefined) return 0;
  return on.left + (on.to === on.from ? 0 : Math.max(0, (time - on.from) / (on.to - on.from)) * on.width);
}

function barsOf({ segments }: TimelineRow, end: number): Bar[] {
  return segments.map(({ from, to, status }) => {
    const start = timeOf(from);
    const isStopped = status === 'pending'; // it ended without a result
    const until = Math.max(start, to === null ? end : timeOf(to));
    return { from: start, to: until, isOpen: to === null, status: isStopped ? 'stopped' : status };
  });
}

export function Timeline({ run, isNewest }: Readonly<{ run: RunAnswer; isNewest: boolean }>): JSX.Element | null {
  const { summary, units, timeline } = run;
  const isWorkedOn = isNewest && summary.workers.length > 0;
  const end = isWorkedOn ? now.value : timeOf(summary.updatedAt ?? '') || now.value;
  const rows = timeline.map((row) => {
    const status = units.find(({ name }) => name === row.unit)?.status ?? 'pending';
    return { unit: { name: row.unit, status }, bars: barsOf(row, end) };
  });
  const bars = rows.flatMap((row) => row.bars);
  if (bars.length === 0) return <p class="none">Nothing has been started yet.</p>;
  const hasPlanned = rows.some((row) => row.bars.length === 0);
  const axis = makeAxis(bars, hasPlanned ? 86 : 99);
  const height = rows.length * rowHeight;
  const at = (time: number): string => `${placeOf(axis, time)}%`;
  return (
    <div class="timeline">
      <ul class="labels">
        {rows.map(({ unit }) => (
          <li key={unit.name} title={unit.name}>
            {unit.name}
          </li>
        ))}
      </ul>
      <svg width="100%" height={height + 24} role="img" aria-label={`Timeline of ${summary.ref}: ${summaryText(rows)}`}>
        {rows.map(({ unit }, n) => (
          <line key={unit.name} class="axis" x1="0" x2="100%" y1={(n + 1) * rowHeight} y2={(n + 1) * rowHeight} />
        ))}
        {axis.map((part, n) => (
          <Mark key={part.from} part={part} before={axis.slice(0, n)} height={height} />
        ))}
        {rows.map(({ unit, bars: own }, n) => (
          <g key={unit.name}>
            {own.length === 0 && (
              <rect
                class={`planned ${unit.status}`}
                x="89%"
                y={n * rowHeight + 8}
                width="10%"
                height={rowHeight - 16}
                rx="4"
              >
                <title>{`${unit.name}: ${words(unit.status)}, planned`}</title>
              </rect>
            )}
            {own.map((bar) => {
              const left = placeOf(axis, bar.from);
              const width = placeOf(axis, bar.to) - left;
              const isRunning = bar.isOpen && isWorkedOn && bar.status === 'in_progress';
              return (
                <g key={bar.from} class={`attempt ${bar.status} ${isRunning ? 'live' : ''}`}>
                  <rect x={at(bar.from)} y={n * rowHeight + 9} width={`${width}%`} height={rowHeight - 18} rx="3" />
                  <circle cx={at(bar.to)} cy={n * rowHeight + rowHeight / 2} r="5" />
                  <title>{barText(unit.name, bar)}</title>
                </g>
              );
            })}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Folded time as a hatched strip; the beginning of other stretches with its clock time, where there is room. */
function Mark({
  part,
  before,
  height,
}: Readonly<{ part: Stretch; before: readonly Stretch[]; height: number }>): JSX.Element | null {
  if (part.isFolded) {
    return (
      <rect class="fold" x={`${part.left}%`} width={`${part.width}%`} height={height}>
        <title>{`Idle for ${lengthText(part.to - part.from)}`}</title>
      </rect>
    );
  }
  const last = before.findLast(({ isFolded }) => !isFolded);
  if (last !== undefined && part.left - last.left < 16) return null;
  const time = new Date(part.from);
  const isSameDay = last !== undefined && new Date(last.from).toDateString() === time.toDateString();
  const day = isSameDay ? '' : `${time.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })} `;
  return (
    <text class="tick" x={`${part.left}%`} y={height + 17}>
      {day + time.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })}
    </text>
  );
}

function barText(name: string, { from, to, isOpen, status }: Bar): string {
  return `${name}: ${words(status)}\n${exactTime(from)}${isOpen ? '' : ` – ${exactTime(to)}`}\n${lengthText(to - from)}`;
}

function summaryText(
  rows: readonly { readonly unit: { readonly name: string; readonly status: string }; readonly bars: readonly Bar[] }[],
): string {
  const texts = rows.map(
    ({ unit, bars }) => `${unit.name} ${words(unit.status)}${bars.length > 1 ? ` after ${bars.length} attempts` : ''}`,
  );
  return texts.slice(0, 20).join(', ');
}
