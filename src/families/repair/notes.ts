// What pawl itself keeps under `pawl`: notes in the form that the next agent reads.

import { isIsoTime } from '../../rules/fields.js';
import { isJsonObject, type Json } from '../../rules/json/json.js';
import type { Draft } from './draft.js';
import { readTime } from './read/times.js';

const lists = ['decisions', 'rejected', 'superseded'] as const;
/** Where people wrote what to do next, before the format had a place for it. */
const nextFields = [
  'next_action',
  'next_actions',
  'next_step',
  'next_steps',
  'resume_instructions',
  '_resume',
] as const;

/**
 * Puts the notes of a checkpoint in order.
 * @param draft the document, its times repaired
 * @param changedAt when the document last changed, ISO 8601
 */
export function repairNotes(draft: Draft, changedAt: Json | undefined): void {
  copyNext(draft);
  for (const list of lists) {
    const value = draft.get('pawl', list);
    const entries: readonly Json[] = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
    if (value === undefined || entries.length === 0) continue;
    const notes = entries.map((entry) => noteOf(entry, changedAt));
    if (notes.every((note) => note !== null)) {
      draft.set(['pawl', list], notes, 'shape', 'a note has a text and a time');
    }
  }
}

function noteOf(entry: Json, changedAt: Json | undefined): Json | null {
  const time = isIsoTime(changedAt) ? changedAt : null;
  if (typeof entry === 'string') return time === null ? null : { text: entry, at: time };
  if (!isJsonObject(entry)) return null;
  const text = ['text', 'decision', 'note', 'title', 'summary'].map((name) => entry[name]).find(isText);
  const at = readTime(entry['at']) ?? readTime(entry['date']) ?? time;
  return text === undefined || at === null ? null : { ...entry, text, at };
}

function copyNext(draft: Draft): void {
  const own = draft.get('pawl', 'next_action');
  if (typeof own === 'string') return;
  const field = nextFields.find((name) => isText(textOf(draft.get(name))));
  const text = field === undefined ? undefined : textOf(draft.get(field));
  if (field === undefined || text === undefined) return;
  if (draft.get('pawl') === undefined) draft.root['pawl'] = {};
  draft.set(['pawl', 'next_action'], text, 'inferred', `copied from ${field}, which stays`);
}

function textOf(value: Json | undefined): string | undefined {
  const [only, ...others] = Array.isArray(value) ? value : [value];
  return others.length === 0 && isText(only) ? only : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
