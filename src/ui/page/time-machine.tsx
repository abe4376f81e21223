// The time machine: every revision of a run on a slider, what changed between two of them, going back and forking.

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { type Difference, diffStates } from '../../base/diff.js';
import { type Json, isObject, sameJson, stepsOf } from '../../base/json.js';
import { type Seen, askFork, askRestore } from './actions.js';
import { Ago, Button, Panel, words } from './parts.js';
import { canAct, diff, goToRevision, redo, revisions, route, showRevision } from './state.js';

export function TimeMachine(): JSX.Element | null {
  const list = revisions.value;
  const [top, first] = [list[0]?.revision ?? 0, list.at(-1)?.revision ?? 1];
  const at = route.value;
  const number = at.page === 'run' && at.revision !== null ? Math.min(at.revision, top) : top;
  const shown = list.find(({ revision }) => revision === number);
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (shown === undefined) return null;
  return (
    <section class={number === top ? 'machine' : 'machine past'} aria-label="Time machine">
      <Marks />
      <input
        type="range"
        aria-label="Revision"
        aria-valuetext={`Revision ${number} of ${top}: ${shown.text}`}
        min={first}
        max={top}
        value={number}
        onInput={(event) => goToRevision(Number(event.currentTarget.value))}
      />
      <div class="at">
        <p>
          <b>Revision {number}</b> of {top} <span class="event">{shown.text}</span>{' '}
          <span class="by">
            {shown.actor}, <Ago at={shown.at} />
          </span>
        </p>
        <div class="buttons">
          <Button label="←" about="previous revision" isOff={number <= first} run={() => goToRevision({ step: -1 })} />
          <Button label="→" about="next revision" isOff={number === top} run={() => goToRevision({ step: 1 })} />
        </div>
      </div>
    </section>
  );
}

/** Arrow keys work everywhere on the page but where they mean something else. */
function onKey({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): void {
  if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]') !== null) return;
  if (target instanceof Element && target.closest('input, textarea, select, .graph') !== null) return;
  if (key === 'ArrowLeft' || key === 'ArrowRight') goToRevision({ step: key === 'ArrowLeft' ? -1 : 1 });
}

/** A tick per revision over the slider; failures stand out. */
function Marks(): JSX.Element {
  const list = revisions.value;
  return useMemo(() => {
    const [last, first] = [list[0]?.revision ?? 1, list.at(-1)?.revision ?? 1];
    const place = (revision: number): number => (last === first ? 500 : (1000 * (revision - first)) / (last - first));
    const path = (isFailure: boolean): string =>
      list
        .filter(
          ({ event }) => /fail/.test(event.name) === isFailure || (isFailure && event.args?.['status'] === 'failed'),
        )
        .map(({ revision }) => `M${place(revision).toFixed(1)} 0V10`)
        .join('');
    return (
      <svg class="marks" width="100%" height="10" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        {list.length <= 150 && <path d={path(false)} />}
        <path class="fail" d={path(true)} />
      </svg>
    );
  }, [list]);
}

/** In place of the next step while an old revision is shown: the way back. */
export function Past({ seen, revision }: Readonly<{ seen: Seen; revision: number }>): JSX.Element {
  return (
    <section class="next past" aria-label="The way back">
      <div>
        <h2>This is how it was at revision {revision}</h2>
        <p>{redo.value === '' ? 'The arrow keys go through the revisions.' : redo.value}</p>
      </div>
      <div class="answers">
        <Button kind="primary" label="Back to the newest" run={() => showRevision(null)} />
        {canAct.value && <Button label="Restore…" run={() => askRestore(seen, revision, redo.value)} />}
        {canAct.value && <Button label="Fork…" run={() => askFork(seen, revision, redo.value)} />}
      </div>
    </section>
  );
}

/** What saves set by themselves: true, and of no interest. */
const bookkeeping =
  /(?:^|\/)(?:updated_at|last_updated|timestamp|head_commit|at|rev)$|^\/pawl\/(?:sessions|evidence)\b/;

/** Objects that were added or removed as a whole become one line per value. */
function flatten(one: Difference): readonly Difference[] {
  const { path, before = null, after = null } = one;
  const [a, b] = [before ?? {}, after ?? {}];
  if ((isObject(before) || isObject(after)) && isObject(a) && isObject(b))
    return diffStates(a, b).flatMap((part) => flatten({ ...part, path: path + part.path }));
  return bookkeeping.test(path) ? [] : [one];
}

/** What differs between the shown revision and another one, and the way back. */
export function Changes(): JSX.Element | null {
  const change = diff.value;
  const list = revisions.value;
  if (change === null || list.length === 0) return null;
  const { from, to, differences } = change;
  const real = differences.flatMap(flatten);
  const top = list[0]?.revision ?? to;
  const pick = (
    <label class="compare">
      compared with{' '}
      <select
        aria-label="Compare with"
        value={from}
        onChange={(event) => showRevision(to === top ? null : to, Number(event.currentTarget.value))}
      >
        {list.map(({ revision, text }) => (
          <option key={revision} value={revision} disabled={revision === to}>
            {`${revision}: ${text.slice(0, 50)}`}
          </option>
        ))}
        {from === 0 && <option value={0}>the beginning</option>}
      </select>
    </label>
  );
  return (
    <Panel title={`What changed in revision ${to}`} tools={pick}>
      <ul class="diff">
        {real.map((one) => (
          <DiffLine key={one.path} one={one} />
        ))}
      </ul>
      {real.length === 0 && <p class="none">Nothing but times and other bookkeeping.</p>}
    </Panel>
  );
}

function DiffLine({ one: { path, before = null, after = null } }: Readonly<{ one: Difference }>): JSX.Element {
  const isList = Array.isArray(before) || Array.isArray(after);
  return (
    <li>
      <span class="path">{stepsOf(path).map(words).join(' › ')}</span>
      {isList ? <Items before={listOf(before)} after={listOf(after)} /> : <Replaced before={before} after={after} />}
    </li>
  );
}

const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : value === null ? [] : [value]);

const without = (list: readonly Json[], others: readonly Json[]): Json[] =>
  list.filter((item) => !others.some((other) => sameJson(item, other)));

function Items({ before, after }: Readonly<{ before: readonly Json[]; after: readonly Json[] }>): JSX.Element {
  const [removed, added] = [without(before, after), without(after, before)];
  return (
    <>
      {removed.map((item, n) => (
        <del key={n}>{textOf(item)}</del>
      ))}
      {added.map((item, n) => (
        <ins key={n}>{textOf(item)}</ins>
      ))}
      {removed.length + added.length === 0 && <ins>in another order</ins>}
    </>
  );
}

/** Two values; the part between their common beginning and end stands out. Null is the same as absent. */
function Replaced({ before, after }: Readonly<{ before: Json; after: Json }>): JSX.Element {
  const [a, b] = [textOf(before), textOf(after)];
  const [head, tail] = commonEnds(a, b);
  const marked = (text: string): ComponentChildren =>
    head + tail === 0
      ? text
      : [
          text.slice(0, head),
          <mark key={1}>{text.slice(head, text.length - tail)}</mark>,
          text.slice(text.length - tail),
        ];
  return (
    <>
      {before !== null && <del>{marked(a)}</del>}
      {after !== null && <ins>{marked(b)}</ins>}
    </>
  );
}

/** Lengths of the words that two texts begin and end with. */
function commonEnds(a: string, b: string): readonly [number, number] {
  const max = Math.min(a.length, b.length);
  let head = 0;
  while (head < max && a[head] === b[head]) head++;
  head = a.slice(0, head).lastIndexOf(' ') + 1;
  let tail = 0;
  while (tail < max - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const space = a.slice(a.length - tail).indexOf(' ');
  return [head, space < 0 ? 0 : tail - space];
}

function textOf(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, typeof value === 'object' ? 1 : 0);
  return text.length > 2_000 ? `${text.slice(0, 2_000)}…` : text;
}
