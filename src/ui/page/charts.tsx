// The overview: small charts with their numbers on hover, and what resuming has saved.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted, durationText } from '../../base/text.js';
import type { Stats } from '../api.js';

export function Overview({ stats }: Readonly<{ stats: Stats }>): JSX.Element | null {
  const { days, failures, waits, resumes, unitsNotRedone } = stats;
  const hasDays = days.some((day) => day.runs + day.units > 0);
  if (!hasDays && resumes === 0 && failures.length + waits.length === 0) return null;
  const hours = waits.map(({ unit, hours: value }) => ({ name: unit, value, text: durationText(value * 3_600_000) }));
  const counts = failures.map(({ unit, count }) => ({ name: unit, value: count, text: String(count) }));
  return (
    <section class="overview" aria-label="Overview">
      {resumes > 0 && (
        <p class="saved">
          This week: <b>{counted(resumes, 'resume')}</b>, <b>{counted(unitsNotRedone, 'unit')} not redone</b>
        </p>
      )}
      <div class="charts">
        <Days days={days} />
        <Bars title="Failures by unit" none="Nothing has failed." items={counts} tone="fail" />
        <Bars title="Waiting longest" none="Nothing had to wait." items={hours} tone="wait" />
      </div>
    </section>
  );
}

/** Runs and finished units per day; the line below tells the day under the pointer. */
function Days({ days }: Readonly<{ days: Stats['days'] }>): JSX.Element {
  const [picked, setPicked] = useState<number | null>(null);
  const max = Math.max(1, ...days.flatMap((day) => [day.runs, day.units]));
  const step = 100 / Math.max(1, days.length);
  const height = 76;
  const sum = (name: 'runs' | 'units' | 'failures'): number => days.reduce((total, day) => total + day[name], 0);
  const told = picked === null ? undefined : days[picked];
  const numbers = told ?? { runs: sum('runs'), units: sum('units'), failures: sum('failures') };
  const when = told === undefined ? `${days.length} days` : dayText(told.day);
  const text = `${when}: ${counted(numbers.runs, 'run')}, ${counted(numbers.units, 'unit')}, ${counted(numbers.failures, 'failure')}`;
  const bar = (value: number): { y: number; height: number } => ({
    y: height - (value / max) * height,
    height: (value / max) * height,
  });
  return (
    <figure class="chart" onPointerLeave={() => setPicked(null)}>
      <figcaption>
        Runs and units per day
        <span class="key">
          <i class="k-runs" /> runs <i class="k-units" /> units
        </span>
      </figcaption>
      <svg width="100%" height={height + 2} role="img" aria-label={text}>
        <line class="axis" x1="0" x2="100%" y1={height + 1} y2={height + 1} />
        {days.map((day, n) => (
          <g key={day.day} class={picked === n ? 'picked' : ''} onPointerEnter={() => setPicked(n)}>
            <rect class="hit" x={`${step * n}%`} width={`${step}%`} height={height} />
            <rect class="units" x={`${step * (n + 0.42)}%`} width={`${step * 0.42}%`} {...bar(day.units)} rx="1.5" />
            <rect class="runs" x={`${step * (n + 0.12)}%`} width={`${step * 0.28}%`} {...bar(day.runs)} rx="1.5" />
          </g>
        ))}
      </svg>
      <p class="told">{text}</p>
    </figure>
  );
}

function dayText(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
}

interface BarsProps {
  readonly title: string;
  readonly none: string;
  readonly tone: string;
  readonly items: readonly { readonly name: string; readonly value: number; readonly text: string }[];
}

function Bars({ title, none, tone, items }: BarsProps): JSX.Element {
  const top = items.slice(0, 5);
  const max = Math.max(...top.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      {top.length === 0 && <p class="none">{none}</p>}
      <ul class="bars">
        {top.map(({ name, value, text }) => (
          <li key={name} title={`${name}: ${text}`}>
            <span class="name">{name}</span>
            <svg width="100%" height="10" aria-hidden="true">
              <rect class={tone} width={`${(100 * value) / max}%`} height="10" rx="2" />
            </svg>
            <span class="value">{text}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
