// Which PRD a pipeline belongs to, and its title. A file is never renamed; a missing id comes from its name.

import { isSomeText } from '../../../rules/json/read-member.js';
import { limits } from '../../../rules/limits.js';
import type { Key } from '../../../rules/names.js';
import type { CheckContext } from '../../family.js';
import { defaultIdPattern } from '../../pipeline/types.js';
import type { Draft } from '../draft.js';

const idFields = ['prd', 'prd_id', 'id', 'spec_id'] as const;

/**
 * Gives a pipeline the id and title that it must have.
 * @param draft the document, its fields renamed
 * @param key the file's key, when it has one
 * @param context which ids are accepted
 */
export function repairIdentity(draft: Draft, key: Key | null, context: CheckContext): void {
  const named = key?.family === 'pipeline' ? key.id : null;
  repairId(draft, named, context);
  const title = draft.get('prd_title');
  if (typeof title === 'string') return;
  const other = ['title', 'prd_name', 'feature', 'description', 'summary', 'name']
    .map((field) => [field, draft.get(field)] as const)
    .find(([, value]) => isSomeText(value));
  const id = draft.get('prd');
  const text = other?.[1] ?? (typeof id === 'string' ? id : (named ?? ''));
  draft.set(['prd_title'], text, 'inferred', `the file has no title; taken from ${other?.[0] ?? 'the id'}`);
}

function repairId(draft: Draft, named: string | null, { idPattern }: CheckContext): void {
  const isAccepted = (id: string): boolean =>
    id.length <= limits.maxNameChars &&
    (defaultIdPattern.test(id) ||
      (idPattern !== undefined && new RegExp(`^(?:${idPattern.source})$`, idPattern.flags).test(id)));
  const own = draft.get('prd');
  if (typeof own === 'string' && isAccepted(own)) return;
  const candidates = [
    ...idFields.map((field) => [draft.get(field), field] as const),
    [named, 'the file’s name'] as const,
  ];
  for (const [value, where] of candidates) {
    if (typeof value !== 'string' || !isAccepted(value.trim())) continue;
    const id = value.trim();
    const kind = where === 'prd' ? 'spelling' : 'inferred';
    draft.set(
      ['prd'],
      id,
      kind,
      where === 'prd' ? 'ids have no spaces around them' : `prd ${said(own)}; taken from ${where}`,
    );
    return;
  }
  for (const [value, where] of candidates) {
    const id = typeof value === 'string' ? idIn(value) : null;
    if (id === null || !isAccepted(id)) continue;
    const isThere = typeof value === 'string' && value.trim().startsWith(id);
    const why = isThere ? `${where} begins with ${id}` : `what ${where} begins with is written ${id}`;
    draft.set(['prd'], id, where === 'prd' ? 'spelling' : 'inferred', `prd ${said(own)}; ${why}`);
    return;
  }
  if (own === undefined && named !== null)
    draft.set(['prd'], named, 'inferred', 'prd is missing; taken from the file’s name');
}

/** The PRD's id at the beginning of a longer name, e.g. of `prd-009_cashier` or `PRD 9: Cashier`. */
function idIn(text: string): string | null {
  const digits = /^\s*PRD[-_ ]?(\d{1,3})(?![A-Za-z0-9.])/i.exec(text.slice(0, 100))?.[1];
  // Two ids in one text: which one is meant is not for a program to say.
  if (digits === undefined || /PRD[-_ ]?\d.*PRD[-_ ]?\d|\d{3}\s*[-/&+,]\s*\d{3}/i.test(text.slice(0, 100))) return null;
  return `PRD-${digits.padStart(3, '0')}`;
}

function said(value: unknown): string {
  return value === undefined ? 'is missing' : 'is not an id that is accepted';
}
