// What pawl itself keeps under `pawl`: notes in the form that the next agent reads.

import { isIsoTime } from '../../rules/fields.js';
import { isJsonObject, type Json } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
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
  'do_not',
];
/** What is longer is not copied whole: the member stays. */
const maxChars = 1000;

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
  const text = ['text', 'decision', 'note', 'title', 'summary'].map((name) => entry[name]).find(isSomeText);
  const at = readTime(entry['at']) ?? readTime(entry['date']) ?? time;
  return text === undefined || at === null ? null : { ...entry, text, at };
}

/** The first that says what to do next is the next action; what the others say has to be known as well. */
function copyNext(draft: Draft): void {
  if (typeof draft.get('pawl', 'next_action') === 'string') return;
  const told = nextFields.map((name) => [name, textOf(draft.get(name))] as const).filter(([, text]) => text !== '');
  const [first, ...others] = told;
  if (first === undefined) return;
  if (draft.get('pawl') === undefined) draft.root['pawl'] = {};
  const [field, text] = first[0] === 'do_not' ? ['do_not', `do not: ${first[1]}`] : first;
  draft.set(['pawl', 'next_action'], text, 'inferred', `copied from ${field}, which stays`);
  if (others.length === 0 || draft.get('pawl', 'resume_note') !== undefined) return;
  const note = others.map(([name, more]) => `${name.replaceAll('_', ' ').trim()}: ${more}`).join('; ');
  const names = others.map(([name]) => name).join(' and ');
  draft.set(['pawl', 'resume_note'], note, 'inferred', `copied from ${names}, which stays`);
}

/** What a text, a list or an object says, in one line. */
function textOf(value: Json | undefined, depth = 0): string {
  if (isSomeText(value)) return value.length <= maxChars ? value : `${value.slice(0, maxChars).toWellFormed()} …`;
  if (typeof value !== 'object' || value === null || depth > 2) return '';
  const parts = Object.entries(value).map(([name, member]: [string, Json]) => {
    const text = typeof member === 'number' && !Array.isArray(value) ? String(member) : textOf(member, depth + 1);
    return text === '' || Array.isArray(value) ? text : `${name.replaceAll('_', ' ')}: ${text}`;
  });
  return textOf(parts.filter((part) => part !== '').join('; '), depth);
}
