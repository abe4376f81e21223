// The front page: what waits for a person, what runs, what stopped, what is finished.

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { counted, timeOf } from '../../base/text.js';
import type { RunSummary, RunsAnswer, Waiting } from '../api.js';
import { act, askArchive, askDelete, askFresh, askWaive, busy } from './actions.js';
import { Overview } from './charts.js';
import { Ago, Badge, Button, Copy, Progress, Reasons, Shortened, Workers } from './parts.js';
import {
  type Filters,
  addressOf,
  canAct,
  groupOf,
  isWanted,
  noFilters,
  now,
  replaceRoute,
  runAddress,
  runs,
} from './state.js';

export function Front({ filters }: Readonly<{ filters: Filters }>): JSX.Element | null {
  const answer = runs.value;
  const rank = useStableOrder(answer?.runs ?? []);
  const limit = useGrowing(answer?.runs.length ?? 0);
  if (answer === null) return <p class="loading">Loading runs…</p>;
  if (answer.runs.length === 0) return <Begin />;
  const wanted = answer.runs.filter((run) => isWanted(run, filters, now.value));
  wanted.sort((a, b) => rank(a.ref) - rank(b.ref));
  const inGroup = (name: ReturnType<typeof groupOf>): RunSummary[] => wanted.filter((run) => groupOf(run) === name);
  const waiting = inGroup('waiting').sort((a, b) => urgency(a) - urgency(b));
  let room = limit;
  const section = (title: string, name: 'running' | 'unfinished' | 'finished'): JSX.Element | null => {
    const list = inGroup(name);
    const rows = list.slice(0, Math.max(0, room));
    room -= list.length;
    return list.length === 0 ? null : <Rows title={title} count={list.length} rows={rows} />;
  };
  return (
    <main id="main" tabIndex={-1}>
      <WaitingList waiting={waiting} isFiltered={wanted.length < answer.runs.length} />
      <Overview stats={answer.stats} />
      <FilterBar filters={filters} answer={answer} found={wanted.length} />
      {section('Running', 'running')}
      {section('Unfinished', 'unfinished')}
      {section('Finished', 'finished')}
      {wanted.length === 0 && (
        <p class="none big">
          No run fits. <a href={addressOf({ page: 'runs', filters: noFilters })}>Clear the filters</a>
        </p>
      )}
    </main>
  );
}

/** Newest first when the page opens; afterwards runs keep their place, and new ones come on top: nothing jumps while it is read. */
function useStableOrder(list: readonly RunSummary[]): (ref: string) => number {
  const ranks = useRef(new Map<string, number>());
  const known = ranks.current;
  const fresh = list
    .filter(({ ref }) => !known.has(ref))
    .sort((a, b) => timeOf(b.updatedAt ?? '') - timeOf(a.updatedAt ?? ''));
  const first = Math.min(0, ...known.values()) - fresh.length;
  fresh.forEach(({ ref }, n) => known.set(ref, first + n));
  return (ref) => known.get(ref) ?? 0;
}

/** Draws what fits the screen first, and the rest when the browser is idle. */
function useGrowing(total: number): number {
  const [limit, setLimit] = useState(24);
  useEffect(() => {
    const timer = setTimeout(() => limit < total && setLimit(limit + 240), 30);
    return () => clearTimeout(timer);
  }, [limit, total]);
  return limit;
}

const kinds: Readonly<Record<Waiting['kind'], { readonly label: string; readonly tone: string }>> = {
  approve: { label: 'Approve', tone: 'waiting' },
  decide: { label: 'Decide', tone: 'waiting' },
  failed: { label: 'Failed', tone: 'failed' },
  ship: { label: 'Ship blocked', tone: 'failed' },
  abandoned: { label: 'Agent is gone', tone: 'paused' },
};
const order = Object.keys(kinds);
const urgency = ({ waiting }: RunSummary): number => order.indexOf(waiting?.kind ?? '');

function WaitingList({
  waiting,
  isFiltered,
}: Readonly<{ waiting: readonly RunSummary[]; isFiltered: boolean }>): JSX.Element {
  const count = waiting.length;
  const some = `${counted(count, 'run')} ${count === 1 ? 'is' : 'are'} waiting for you`;
  const none = isFiltered ? 'None of these is waiting for you' : 'Nothing is waiting for you';
  const items = waiting.map((run) => <WaitingRun key={run.ref} run={run} />);
  return (
    <section class="waiting" aria-labelledby="waiting">
      <h1 id="waiting">{count === 0 ? none : some}</h1>
      {count > 0 && <Shortened kind="" max={6} items={items} />}
    </section>
  );
}

function WaitingRun({ run }: Readonly<{ run: RunSummary }>): JSX.Element | null {
  const { waiting } = run;
  const isSettled = useSettled(run.revision);
  if (waiting === null) return null;
  const { label, tone } = kinds[waiting.kind];
  return (
    <li>
      <div class="what">
        <p class="line">
          <Badge status={tone}>{label}</Badge>
          <a class="title" href={runAddress(run.ref)}>
            {run.title}
          </a>
          <code class="ref">{run.ref}</code>
        </p>
        <Reasons reasons={waiting.reasons.slice(0, 4)} />
        <p class="meta">
          <Progress run={run} />
          <Ago at={run.updatedAt} />
          <span>revision {run.revision}</span>
        </p>
      </div>
      <Answers run={run} isSettled={isSettled} />
    </li>
  );
}

/** False for a moment after the revision changed: a click is meant for what was there before. */
function useSettled(revision: number): boolean {
  const [settled, setSettled] = useState(revision);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(revision), 700);
    return () => clearTimeout(timer);
  }, [revision]);
  return settled === revision;
}

/** The answers to what a run waits for, bound to the revision that is shown. */
export function Answers({
  run,
  isSettled = true,
}: Readonly<{ run: RunSummary; isSettled?: boolean }>): JSX.Element | null {
  const { waiting } = run;
  const seen = { ref: run.ref, revision: run.revision };
  if (waiting === null || !canAct.value) return null;
  const { kind, gate = '' } = waiting;
  const common = { isOff: !isSettled || busy.value === run.ref, about: run.ref };
  const approve = (): void => void act(seen, { action: 'approve', gate });
  const resume = (): void => void act(seen, { action: 'resume', choice: 'r' });
  const isOpen = kind === 'decide' || kind === 'failed';
  return (
    <div class="answers">
      {kind === 'approve' && <Button {...common} kind="primary" label="Approve" run={approve} />}
      {kind === 'approve' && <Button {...common} label="Waive…" run={() => askWaive(seen, gate)} />}
      {(isOpen || kind === 'abandoned') && <Button {...common} kind="primary" label="Resume" run={resume} />}
      {isOpen && <Button {...common} label="Start fresh…" run={() => askFresh(seen)} />}
      {kind === 'decide' && <Button {...common} label="Delete…" run={() => askDelete(seen, true)} />}
      {kind === 'abandoned' && <Button {...common} label="Archive…" run={() => askArchive(seen)} />}
      {kind === 'ship' && (
        <a class="button" href={runAddress(run.ref)}>
          Look at it
        </a>
      )}
    </div>
  );
}

function Rows({
  title,
  count,
  rows,
}: Readonly<{ title: string; count: number; rows: readonly RunSummary[] }>): JSX.Element {
  return (
    <section class="group" aria-label={title}>
      <h2>
        {title} <span class="count">{count}</span>
      </h2>
      <ul class={count > 100 ? 'runs many' : 'runs'}>
        {rows.map((run) => (
          <Row key={run.ref} run={run} />
        ))}
      </ul>
    </section>
  );
}

function Row({ run }: Readonly<{ run: RunSummary }>): JSX.Element {
  return useMemo(() => {
    const status = run.place === 'removed' ? 'deleted' : run.place === 'archived' ? 'archived' : run.status;
    return (
      <li>
        <a href={runAddress(run.ref)}>
          <span class="name">
            <span class="title">{run.title}</span>
            <code class="ref">{run.ref}</code>
          </span>
          <Badge status={status} />
          <Progress run={run} />
          <span class="unit">
            {run.isFinished ? '' : (run.current ?? (run.next === null ? '' : `next: ${run.next}`))}
            {run.problem !== undefined && <span class="problem">{run.problem}</span>}
          </span>
          <Ago at={run.updatedAt} />
        </a>
        <Workers workers={run.workers} />
      </li>
    );
  }, [run]);
}

const ages = { '': 'Any age', 1: 'Last 24 hours', 7: 'Last 7 days', 30: 'Last 30 days' };
const statuses = {
  '': 'Any status',
  waiting: 'Waiting for you',
  running: 'Running',
  unfinished: 'Unfinished',
  failed: 'Failed',
  finished: 'Finished',
  deleted: 'Archived or deleted',
};

interface FilterProps {
  readonly filters: Filters;
  readonly answer: RunsAnswer;
  readonly found: number;
}

function FilterBar({ filters, answer, found }: FilterProps): JSX.Element {
  const set = (change: Partial<Filters>): void => replaceRoute({ page: 'runs', filters: { ...filters, ...change } });
  const select = (label: string, name: 'status' | 'age', options: Readonly<Record<string, string>>): JSX.Element => (
    <select aria-label={label} value={filters[name]} onChange={(event) => set({ [name]: event.currentTarget.value })}>
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
  return (
    <search class="filters" aria-label="Filters">
      <input
        type="search"
        id="search"
        placeholder="Search runs  ( / )"
        aria-label="Search runs"
        value={filters.q}
        onInput={(event) => set({ q: event.currentTarget.value })}
      />
      <div class="families" role="group" aria-label="Family">
        {['', 'command', 'pipeline', 'workflow'].map((family) => (
          <button key={family} type="button" aria-pressed={filters.family === family} onClick={() => set({ family })}>
            {family === '' ? 'All' : family}
          </button>
        ))}
      </div>
      {select('Status', 'status', statuses)}
      {select('Age', 'age', ages)}
      <span class="found" role="status">
        {found === answer.runs.length ? counted(found, 'run') : `${found} of ${counted(answer.runs.length, 'run')}`}
      </span>
    </search>
  );
}

function Step({ command, text }: Readonly<{ command: string; text: string }>): JSX.Element {
  return (
    <li>
      <p>{text}</p>
      <p class="command">
        <code>{command}</code>
        <Copy text={command} />
      </p>
    </li>
  );
}

/** What to do when nothing is recorded yet. */
function Begin(): JSX.Element {
  return (
    <main id="main" tabIndex={-1} class="begin">
      <h1>No run is recorded here yet</h1>
      <p>
        A run is a piece of work of a coding agent. pawl saves each step of it, so that nothing is done twice when the
        agent stops.
      </p>
      <ol>
        <Step
          command="pawl init"
          text="Let your agent record what it does. This sets up its hooks in this repository:"
        />
        <Step
          command="claude"
          text="Start your agent and give it work. Its run appears here as soon as it changes a file."
        />
        <Step
          command="pawl demo"
          text="Or watch first: an agent is killed in the middle of its work, and the next one continues."
        />
      </ol>
    </main>
  );
}
