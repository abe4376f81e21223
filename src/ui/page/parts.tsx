// Small parts that every page uses. All texts are text nodes.

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { durationText, shorten, timeOf } from '../../base/text.js';
import type { RunSummary, Worker } from '../api.js';
import { now } from './state.js';

/** The exact time, in the reader's zone. */
export function exactTime(at: string | number): string {
  const time = new Date(typeof at === 'number' ? at : timeOf(at));
  if (Number.isNaN(time.getTime())) return String(at);
  return time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}

/** A relative time with the exact one on hover. */
export function Ago({ at }: Readonly<{ at: string | null }>): JSX.Element | null {
  if (at === null) return null;
  const time = timeOf(at);
  const text = Number.isNaN(time) ? at : agoText(now.value - time);
  return (
    <time class="ago" dateTime={at} title={exactTime(at)}>
      {text}
    </time>
  );
}

/** The colour of a status; unknown ones are neutral. */
export function toneOf(status: string): 'done' | 'run' | 'fail' | 'wait' | 'idle' {
  if (/^(?:complete|passed|approved|skipped|waived|done|shipped)/.test(status)) return 'done';
  if (/^(?:in_progress|running|started)/.test(status)) return 'run';
  if (/^(?:fail|error|do_not_ship|corrupt)/.test(status)) return 'fail';
  return /^(?:paused|stalled|abandoned|blocked|waiting|due|needs|open|stale|ask)/.test(status) ? 'wait' : 'idle';
}

export const words = (status: string): string => status.replaceAll('_', ' ');

export function Badge({ status, children }: Readonly<{ status: string; children?: ComponentChildren }>): JSX.Element {
  return <span class={`badge ${toneOf(status)}`}>{children ?? words(status)}</span>;
}

/** How far a run is: one cell per unit, or one bar where there are many. */
export function Progress({ run }: Readonly<{ run: RunSummary }>): JSX.Element {
  const { done, total } = run.progress;
  const label = `${done} of ${total} units done`;
  const width = total === 0 ? 0 : (100 * done) / total;
  const cells = total > 0 && total <= 12 ? Array.from({ length: total }, (_, n) => n) : null;
  return (
    <span class="progress" role="img" aria-label={label} title={label}>
      <svg width="84" height="8" aria-hidden="true">
        {cells === null ? (
          <>
            <rect class="cell" width="84" height="8" rx="4" />
            <rect class="cell full" width={(84 * width) / 100} height="8" rx="4" />
          </>
        ) : (
          cells.map((n) => (
            <rect
              key={n}
              class={n < done ? 'cell full' : 'cell'}
              x={(84 / total) * n}
              width={84 / total - 2}
              height="8"
              rx="2"
            />
          ))
        )}
      </svg>
      <span aria-hidden="true">
        {done}/{total}
      </span>
    </span>
  );
}

/** Who works on a run, and since when. */
export function Workers({ workers }: Readonly<{ workers: readonly Worker[] }>): JSX.Element | null {
  if (workers.length === 0) return null;
  return (
    <ul class="workers" aria-label="Who works on it">
      {workers.map((worker) => (
        <li key={worker.name}>
          <span class="pulse" aria-hidden="true" />
          {worker.kind === 'build' ? 'build by ' : 'session '}
          <b>{worker.kind === 'session' ? shorten(worker.name, 12) : worker.name}</b> since <Ago at={worker.since} />
          {worker.lastEdited !== null && (
            <>
              , edited <code>{worker.lastEdited}</code>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Copies a text; says so without moving anything. */
export function Copy({
  text,
  label = 'Copy',
  kind = '',
}: Readonly<{ text: string; label?: string; kind?: string }>): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button type="button" class={`copy ${kind}`} onClick={() => void copy()} title={text}>
      <span class={isCopied ? 'gone' : ''}>{label}</span>
      <span class={isCopied ? 'over' : 'over gone'} aria-live="polite">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}

type ButtonProps = Readonly<{ label: string; run: () => void; kind?: string; isOff?: boolean; about?: string }>;

/** @param about what it is about, where the label alone does not say it */
export function Button({ label, run, kind = '', isOff = false, about }: ButtonProps): JSX.Element {
  const name = about === undefined ? {} : { 'aria-label': `${label} ${about}` };
  return (
    <button type="button" class={kind} disabled={isOff} onClick={run} {...name}>
      {label}
    </button>
  );
}

/** A list that begins with its first items. */
export function Shortened(props: Readonly<{ items: readonly JSX.Element[]; max: number; kind: string }>): JSX.Element {
  const { items, max, kind } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ul class={kind}>{isOpen ? items : items.slice(0, max)}</ul>
      {items.length > max && (
        <Button kind="more" label={isOpen ? 'Show fewer' : `Show all ${items.length}`} run={() => setOpen(!isOpen)} />
      )}
    </>
  );
}

export function Reasons({
  reasons,
  more,
}: Readonly<{ reasons: readonly string[]; more?: readonly string[] }>): JSX.Element {
  return (
    <ul class="reasons">
      {reasons.map((text) => (
        <li key={text}>
          <Places text={text} />
        </li>
      ))}
      {more?.map((text) => (
        <li key={text} class="quiet">
          {text}
        </li>
      ))}
    </ul>
  );
}

export function Panel(props: {
  readonly title: string;
  readonly count?: number;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { title, count, tools, children } = props;
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h2>
          {title}
          {count !== undefined && <span class="count">{count}</span>}
        </h2>
        {tools}
      </header>
      {children}
    </section>
  );
}

/** A text in which places like `src/auth.ts:12` stand out. */
export function Places({ text }: Readonly<{ text: string }>): JSX.Element {
  const parts = text.split(/((?:[\w@.-]+\/)*[\w@.-]+\.[A-Za-z]\w*:\d+(?::\d+)?)/);
  return (
    <>
      {parts.map((part, n) =>
        n % 2 === 1 ? (
          <code key={n} class="place">
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** How long something lasted: `12 minutes`, and seconds below that. */
export function lengthText(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1_000)} s` : durationText(ms);
}
