// Doing something: every change is bound to the revision that was shown. Destructive ones ask first and can be undone.

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { counted } from '../../base/text.js';
import type { Action } from '../api.js';
import { ApiError, postAction } from './client.js';
import { Button } from './parts.js';
import { loadNewest, newest, runAddress, showRevision } from './state.js';

/** A run at the revision that the person has seen. */
export interface Seen {
  readonly ref: string;
  readonly revision: number;
}

/** An action without its expected revision. */
type Change = Action extends infer One ? (One extends Action ? Omit<One, 'expect'> : never) : never;

interface Toast {
  readonly id: number;
  readonly kind: 'ok' | 'error' | 'conflict';
  readonly text: string;
  readonly hint?: string | undefined;
  readonly button?: { readonly label: string; readonly run: () => void };
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
}

interface Question {
  readonly title: string;
  readonly lines: readonly string[];
  readonly fields?: readonly Field[];
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly answer: (values: Readonly<Record<string, string>>) => Promise<boolean>;
}

const toasts = signal<readonly Toast[]>([]);
const question = signal<Question | null>(null);
/** Why the last change was not made; the open question shows it. */
const refusal = signal<string | null>(null);
/** The run that a change is sent to now. */
export const busy = signal<string | null>(null);
let lastId = 0;

function tell(toast: Omit<Toast, 'id'>): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(-2), { ...toast, id }];
  if (toast.kind === 'ok') setTimeout(() => dismiss(id), 12_000);
}

const dismiss = (id: number): void => void (toasts.value = toasts.value.filter((toast) => toast.id !== id));

/** Sends a change; tells how it went, and whether it was made. A lost race changes nothing and offers the newest state. */
export async function act({ ref, revision }: Seen, change: Change): Promise<boolean> {
  busy.value = ref;
  try {
    const action: Action = { ...change, expect: revision };
    const answer = await postAction(ref, action);
    const { undo } = answer;
    const undoIt = (): Promise<boolean> =>
      act({ ref: answer.ref, revision: answer.revision }, { action: 'restore', revision: undo ?? 0 });
    const isFork = change.action === 'fork';
    const open = (): void => void (location.hash = runAddress(answer.ref));
    const back = undo === null ? {} : { button: { label: 'Undo', run: () => void undoIt() } };
    tell({ kind: 'ok', text: answer.message, ...(isFork ? { button: { label: 'Open it', run: open } } : back) });
    if (!isFork) showRevision(null);
    return true;
  } catch (error) {
    const { code, message, hint } =
      error instanceof ApiError ? error : new ApiError({ code: 'internal', message: String(error) });
    refusal.value = message;
    if (code === 'conflict' && change.action !== 'fork') {
      const text = `${ref} has changed since you looked at revision ${revision}. Nothing was overwritten.`;
      tell({
        kind: 'conflict',
        text,
        button: { label: 'Load the newest', run: () => (showRevision(null), loadNewest()) },
      });
    } else tell({ kind: 'error', text: message, hint });
    return false;
  } finally {
    busy.value = null;
    loadNewest();
  }
}

const kept = ({ revision }: Seen): string =>
  `Nothing is lost: ${counted(revision, 'revision')} ${revision === 1 ? 'stays' : 'stay'} in the history, and you can undo this.`;

export function askWaive(run: Seen, gate: string): void {
  ask({
    title: `Waive ${gate}?`,
    lines: ['The work goes on although this gate has not passed. Your name, the reason and the issue are recorded.'],
    fields: [
      { name: 'reason', label: 'Reason', isRequired: true, isLong: true },
      { name: 'issue', label: 'Issue', hint: 'Where it will be fixed, e.g. BAS-6', isRequired: true },
    ],
    confirm: 'Waive it',
    isDangerous: true,
    answer: ({ reason = '', issue = '' }) => act(run, { action: 'waive', gate, reason, issue }),
  });
}

export function askNote(run: Seen): void {
  ask({
    title: `Note for ${run.ref}`,
    lines: ['The next agent reads it in its brief. Fill in what you need.'],
    fields: [
      { name: 'next', label: 'Next action', hint: 'Replaces the one that is there' },
      { name: 'decision', label: 'Decision', hint: 'Something that is settled' },
      { name: 'reject', label: 'Rejected idea', hint: 'Something that nobody should try again' },
    ],
    confirm: 'Save the note',
    answer: async (values) => {
      const given = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
      if (Object.keys(given).length === 0) return true;
      const now = newest.peek(); // a note only adds: it fits whatever was saved meanwhile
      const seen = now?.summary.ref === run.ref ? now.summary : run;
      return act(seen, { action: 'note', ...given });
    },
  });
}

export function askArchive(run: Seen): void {
  const lines = [
    'Its checkpoint file is taken out of the repository; no agent is offered this run any more.',
    kept(run),
  ];
  const answer = (): Promise<boolean> => act(run, { action: 'archive' });
  ask({ title: `Archive ${run.ref}?`, lines, confirm: 'Archive', isDangerous: true, answer });
}

export function askDelete(run: Seen, isChoice = false): void {
  const lines = ['Its checkpoint file is removed.', kept(run)];
  const answer = (): Promise<boolean> => act(run, isChoice ? { action: 'resume', choice: 'd' } : { action: 'delete' });
  ask({ title: `Delete ${run.ref}?`, lines, confirm: 'Delete', isDangerous: true, answer });
}

export function askFresh(run: Seen): void {
  const lines = ['It begins again with its first unit; units that are done will be done again.', kept(run)];
  const answer = (): Promise<boolean> => act(run, { action: 'resume', choice: 's' });
  ask({ title: `Start ${run.ref} fresh?`, lines, confirm: 'Start fresh', isDangerous: true, answer });
}

/** @param redo what going back means, in one sentence */
export function askRestore(run: Seen, revision: number, redo: string): void {
  const title = `Go back to revision ${revision} of ${run.ref}?`;
  const lines = [redo, `It is saved as a new revision. ${kept(run)}`];
  const answer = (): Promise<boolean> => act(run, { action: 'restore', revision });
  ask({ title, lines, confirm: 'Restore', isDangerous: true, answer });
}

export function askFork(run: Seen, revision: number, redo: string): void {
  ask({
    title: `Fork ${run.ref} from revision ${revision}`,
    lines: [`${run.ref} stays as it is. The new run begins with its state at revision ${revision}.`, redo],
    fields: [{ name: 'target', label: 'Name of the new run', hint: `e.g. ${forkName(run.ref)}`, isRequired: true }],
    confirm: 'Fork',
    answer: ({ target = '' }) => act(run, { action: 'fork', revision, target }),
  });
}

function forkName(ref: string): string {
  const [, head, digits] = /^(PRD-)(\d+)$/.exec(ref) ?? [];
  if (head === undefined || digits === undefined) return ref.includes('/') ? `${ref}-2` : `${ref}/second-try`;
  return head + String(Number(digits) + 1).padStart(digits.length, '0');
}

function ask(wanted: Question): void {
  refusal.value = null;
  question.value = wanted;
}

/** The open question, if any. The browser keeps the focus inside and closes it with Escape. */
export function Dialog(): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = question.value;
  useEffect(() => {
    if (open !== null && dialog.current?.open === false) dialog.current.showModal();
  }, [open]);
  if (open === null) return null;
  const close = (): void => void (question.value = null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : '',
    ]);
    const values: Record<string, string> = Object.fromEntries(given);
    const isTyped = open.fields !== undefined; // what was typed stays until it is saved
    if (!isTyped) close();
    void open.answer(values).then((isDone) => (isTyped && isDone ? close() : undefined));
  };
  return (
    <dialog ref={dialog} aria-labelledby="question" onClose={close}>
      <form onSubmit={submit}>
        <h2 id="question">{open.title}</h2>
        {open.lines.map((line) => line !== '' && <p key={line}>{line}</p>)}
        {open.fields?.map(({ name, label, hint, isRequired = false, isLong = false }) => (
          <label key={name}>
            <span>
              {label} {!isRequired && <small>optional</small>}
            </span>
            {isLong ? (
              <textarea name={name} rows={3} required={isRequired} />
            ) : (
              <input name={name} required={isRequired} autocomplete="off" />
            )}
            {hint !== undefined && <small>{hint}</small>}
          </label>
        ))}
        {refusal.value !== null && <p role="alert">{refusal.value}</p>}
        <div class="buttons">
          <Button label="Cancel" run={close} />
          <button type="submit" class={open.isDangerous === true ? 'primary danger' : 'primary'}>
            {open.confirm}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** What happened, at the bottom of the page. */
export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, kind, text, hint, button }) => (
        <div key={id} class={`toast ${kind}`}>
          <p>
            {text}
            {hint !== undefined && <small>{hint}</small>}
          </p>
          {button !== undefined && <Button label={button.label} run={() => (dismiss(id), button.run())} />}
          <Button kind="quiet" label="×" about="dismiss" run={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
