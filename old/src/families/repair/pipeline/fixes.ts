// The notes on fixes and clean-ups, in the format's shape.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Draft } from '../draft.js';

const notTold = '(not recorded)';
const fileFields = ['file', 'path', 'file_path', 'filename', 'location', 'where'];
const changeFields = ['change', 'fix', 'description', 'summary', 'issue', 'what', 'reason', 'details'];

/**
 * Gives the lists of fixes and clean-ups their shape.
 * @param draft the document
 */
export function repairFixes(draft: Draft): void {
  for (const field of ['eslint_fixes', 'key_fixes']) {
    const value = draft.get(field);
    if (value === undefined || isFixes(value)) continue;
    const fixes = fixesIn(value);
    if (fixes === null) draft.setAside([field], `${field} is a list of {file, change}`);
    else draft.set([field], fixes, 'shape', `${field} is a list of {file, change}`);
  }
  const done = draft.get('cleanup_done');
  if (typeof done === 'string' && done !== '')
    draft.set(['cleanup_done'], [done], 'shape', 'cleanup_done is a list of texts');
}

function isFixes(value: Json): boolean {
  return (
    Array.isArray(value) &&
    value.every((fix) => isJsonObject(fix) && isText(fix['file']) && typeof fix['change'] === 'string')
  );
}

function fixesIn(value: Json): Json[] | null {
  if (isText(value)) return [fixOf(value)];
  if (Array.isArray(value)) {
    const fixes = value.map((item: Json) => (isText(item) ? fixOf(item) : isJsonObject(item) ? shaped(item) : null));
    return fixes.every((fix) => fix !== null) ? fixes : null;
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return null;
  const entries = Object.entries(value);
  return entries.every(([file, change]) => file !== '' && typeof change === 'string')
    ? entries.map(([file, change]) => ({ file, change }))
    : null;
}

/** `src/a.ts: removed the unused import` */
function fixOf(text: string): Json {
  const [, file, change] = /^([\w@./\\[\]-]+\.\w{1,8})(?:\s*:\s|\s+[-–—]\s+)(.+)$/s.exec(text.slice(0, 10_000)) ?? [];
  return file === undefined || change === undefined ? { file: notTold, change: text } : { file, change };
}

function shaped(item: Readonly<Record<string, Json>>): Json {
  const pick = (names: readonly string[]): string | undefined =>
    names.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined)).find(isText);
  const rest = { ...item };
  const file = pick(fileFields) ?? notTold;
  const change = pick(changeFields) ?? '';
  return { ...rest, file, change };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
