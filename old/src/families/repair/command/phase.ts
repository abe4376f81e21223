// One phase of a command's run, its status aside.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import type { Steps } from '../../../rules/fields.js';
import { MAX_SUMMARY_TOKENS, validateContextSummary } from '../../../rules/text/tokens.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { repairOptionalTime } from '../time-field.js';
import { filesOfMap } from '../read/file-map.js';
import { nameIn, unitsIn } from '../read/units.js';
import { fitsCommand, phaseAliases } from './fields.js';

/**
 * Gives the fields of a phase their names and shapes.
 * @param draft the document
 * @param name the phase; an object
 */
export function repairPhaseFields(draft: Draft, name: string): void {
  const at = ['phases', name];
  renameFields(draft, at, phaseAliases, fitsCommand);
  repairOptionalTime(draft, [...at, 'started_at']);
  repairOptionalTime(draft, [...at, 'updated_at']);
  repairSummary(draft, [...at, 'context_summary']);
  for (const list of ['files_created', 'files_modified']) repairFiles(draft, [...at, list]);
  repairErrorText(draft, [...at, 'error']);
  repairTasks(draft, [...at, 'tasks']);
}

/**
 * Makes a summary a text within the limit. The whole of a longer one is kept.
 * @param draft the document
 * @param steps the summary
 */
export function repairSummary(draft: Draft, steps: Steps): void {
  const value = draft.get(...steps);
  if (value === undefined) return;
  if (Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string')) {
    draft.set(steps, value.join('\n'), 'shape', 'context_summary is a text');
  }
  const text = draft.get(...steps);
  if (typeof text !== 'string') draft.setAside(steps, 'context_summary is a text');
  else if (!validateContextSummary(text).valid || Buffer.byteLength(text) > limits.maxSummaryBytes) {
    draft.set(
      steps,
      shortened(text),
      'spelling',
      `a summary has at most ${MAX_SUMMARY_TOKENS} words; this is its beginning`,
    );
  }
}

function shortened(text: string): string {
  let end = 0;
  let words = 0;
  for (const { 0: word, index } of text.slice(0, Math.floor(limits.maxSummaryBytes / 3) - 4).matchAll(/\S+/g)) {
    if (words === MAX_SUMMARY_TOKENS - 1) break;
    words += 1;
    end = index + word.length;
  }
  return `${text.slice(0, end).toWellFormed()} …`;
}

function repairFiles(draft: Draft, steps: Steps): void {
  const value = draft.get(...steps);
  if (value === undefined || (Array.isArray(value) && value.every((file) => typeof file === 'string'))) return;
  const files = filesIn(value);
  if (files === null) draft.setAside(steps, `${String(steps.at(-1))} is a list of file paths`);
  else draft.set(steps, files, 'shape', `${String(steps.at(-1))} is a list of file paths`);
}

function filesIn(value: Json): string[] | null {
  if (typeof value === 'string') return value.trim() === '' ? [] : value.split(/[,\n]/).map((file) => file.trim());
  if (isJsonObject(value)) return filesOfMap(value);
  if (!Array.isArray(value)) return null;
  const files = value.map((item: Json) => {
    if (!isJsonObject(item)) return item;
    return [item['path'], item['file'], item['name'], item['filename']].find((path) => typeof path === 'string');
  });
  return files.filter((file) => typeof file === 'string');
}

function repairErrorText(draft: Draft, steps: Steps): void {
  const value = draft.get(...steps);
  if (value === undefined || typeof value === 'string') return;
  const first: Json | undefined = Array.isArray(value) ? value.at(-1) : value;
  const text = isJsonObject(first)
    ? [first['message'], first['error'], first['reason'], first['description']].find((one) => typeof one === 'string')
    : first;
  if (typeof text === 'string') draft.set(steps, text, 'shape', 'error is a text that says why the phase failed');
  else draft.setAside(steps, 'error is a text that says why the phase failed, or left out');
}

function repairTasks(draft: Draft, steps: Steps): void {
  const value = draft.get(...steps);
  if (value === undefined || (isJsonObject(value) && Object.values(value).every(isTask))) return;
  const tasks = new Map<string, Json>();
  for (const { name, said, value: item } of unitsIn(value)) {
    const [, id = name, text] = /^(T\d+[a-z]?)\s*[:–—-]\s*(.+)$/s.exec(name) ?? [];
    const status = typeof said === 'boolean' ? (said ? 'complete' : 'pending') : said;
    const own = isJsonObject(item) ? withId(item) : {};
    const task = {
      ...own,
      ...(typeof status === 'string' ? { status } : {}),
      ...(text === undefined ? {} : { description: text }),
    };
    if (!tasks.has(id)) tasks.set(id, task);
  }
  if (tasks.size === 0 && Object.keys(value ?? {}).length > 0)
    draft.setAside(steps, 'tasks is a map from ids to tasks');
  else draft.set(steps, Object.fromEntries(tasks), 'shape', 'tasks is a map from ids to tasks');
}

function isTask(task: Json): boolean {
  return (
    isJsonObject(task) &&
    ['status', 'description'].every((name) => task[name] === undefined || typeof task[name] === 'string')
  );
}

function withId(item: Readonly<Record<string, Json>>): Record<string, Json> {
  const rest = Object.entries(item).filter(([name, member]) => {
    return !((name === 'status' || name === 'description') && typeof member !== 'string');
  });
  return nameIn(item) === null ? {} : Object.fromEntries(rest);
}
