// The dashboard's page: its frame, and what stands in it.

import { effect } from '@preact/signals';
import { type JSX, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { Dialog, Toasts } from './actions.js';
import { exported, takeToken } from './client.js';
import { Front } from './front.js';
import { Button } from './parts.js';
import { RunPage } from './run.js';
import {
  addressOf,
  failure,
  isLive,
  loadNewest,
  newest,
  noFilters,
  route,
  runs,
  startState,
  waitingCount,
} from './state.js';

function App(): JSX.Element {
  const at = route.value;
  const place = at.page === 'run' ? at.ref : '';
  const isBroken = failure.value !== null && (at.page === 'run' ? newest.value : runs.value) === null;
  useEffect(() => {
    scrollTo(0, 0);
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [place]);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => (event.preventDefault(), document.querySelector('main')?.focus())}
      >
        Skip to the content
      </a>
      <Header />
      <Problem isAlone={isBroken} />
      {!isBroken && (at.page === 'run' ? <RunPage /> : <Front filters={at.filters} />)}
      <Dialog />
      <Toasts />
    </>
  );
}

function Header(): JSX.Element {
  const root = runs.value?.root ?? '';
  const state = exported !== null ? 'exported' : isLive.value === false ? 'reconnecting' : 'live';
  return (
    <header class="top">
      <a class="brand" href={addressOf({ page: 'runs', filters: noFilters })} aria-label="pawl: all runs">
        <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M6 23h5v-5h5v-5h5V8h5" />
          <circle cx="23" cy="21" r="3.4" />
        </svg>
        pawl
      </a>
      <span class="root" title={root}>
        {root.split('/').at(-1)}
      </span>
      {runs.value?.isReadOnly === true && exported === null && <span class="badge idle">read-only</span>}
      <span class={`live ${state}`} role="status">
        {state}
      </span>
    </header>
  );
}

/** Why something cannot be shown; in place of everything, or above what was there before. */
function Problem({ isAlone }: Readonly<{ isAlone: boolean }>): JSX.Element | null {
  const error = failure.value;
  if (error === null) return null;
  const banner = (
    <div class="banner fail" role="alert">
      <p>
        <b>{error.message}</b>
        {error.hint !== undefined && <small>{error.hint}</small>}
      </p>
      {error.code !== 'no-token' && <Button label="Try again" run={loadNewest} />}
    </div>
  );
  return isAlone ? <main tabIndex={-1}>{banner}</main> : banner;
}

takeToken();
startState();
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
  const search = document.querySelector<HTMLInputElement>('#search');
  if (event.key !== '/' || isTyping || search === null || document.querySelector('dialog[open]') !== null) return;
  event.preventDefault();
  search.focus();
});
effect(() => {
  const at = route.value;
  const count = exported === null ? waitingCount.value : 0;
  const name = runs.value?.root.split('/').at(-1) ?? '';
  document.title = `${count > 0 ? `(${count}) ` : ''}${at.page === 'run' ? at.ref : name} · pawl`;
});
const app = document.querySelector('#app');
if (app !== null) render(<App />, app);
