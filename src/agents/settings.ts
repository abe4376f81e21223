// The hooks and the status line in the files where agents look for them. What people wrote there stays, with its comments.

import { type JSONPath, type ParseError, applyEdits, modify, parse, printParseErrorCode } from 'jsonc-parser';
import { PawlError } from '../base/errors.js';
import { type Json, type JsonObject, isObject, sameJson } from '../base/json.js';

/** The launcher's name marks what is pawl's. */
export const launcher = 'pawl-hook.cjs';
const isOurs = (value: Json | undefined): boolean => JSON.stringify(value ?? null).includes(launcher);

/** Reads a settings file; an empty one has nothing. Throws when it is not JSON, whose comments are allowed. */
export function parseSettings(file: string, text: string): JsonObject {
  const errors: ParseError[] = [];
  const value: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined && isObject(value)) return value;
  const line = text.slice(0, first?.offset ?? 0).split('\n').length;
  const what = first === undefined ? 'must be an object' : `${printParseErrorCode(first.error)} in line ${line}`;
  throw new PawlError('bad-input', `${file} is not valid JSON: ${what}`, { hint: 'Correct it first.' });
}

/** The members of `hooks`: groups by event. */
function groupsIn(settings: JsonObject): readonly (readonly [string, readonly Json[]])[] {
  const hooks = isObject(settings['hooks']) ? settings['hooks'] : {};
  return Object.entries(hooks).flatMap(([event, groups]) => (Array.isArray(groups) ? [[event, groups] as const] : []));
}

/** The events whose hooks lead to pawl. */
export function hookedEvents(settings: JsonObject): readonly string[] {
  return groupsIn(settings).flatMap(([event, groups]) => (groups.some(isOurs) ? [event] : []));
}

/**
 * Puts hooks and a status line into the text of a settings file.
 * @param wanted `{ hooks }`, and `statusLine` where the agent has one; somebody's own status line stays
 * @returns the new text; the same when nothing is missing
 */
export function addToSettings(file: string, text: string, wanted: JsonObject): string {
  const settings = parseSettings(file, text);
  const missing = groupsIn(wanted).filter(([event, groups]) => {
    const found = groupsIn(settings).find(([name]) => name === event)?.[1] ?? [];
    return !sameJson(found.filter(isOurs), groups);
  });
  let next = text.trim() === '' ? '{}\n' : text;
  for (const [event, groups] of missing) {
    next = removeHooks(file, next, event);
    for (const group of groups) next = append(file, next, event, group);
  }
  const { statusLine } = wanted;
  const own = settings['statusLine'];
  const isFree = own === undefined || (isOurs(own) && !sameJson(own, statusLine));
  return statusLine !== undefined && isFree ? edit(next, ['statusLine'], statusLine) : next;
}

/** Takes pawl's hooks and status line out; null when nothing else is left. */
export function removeFromSettings(file: string, text: string): string | null {
  let next = removeHooks(file, text);
  if (isOurs(parseSettings(file, next)['statusLine'])) next = edit(next, ['statusLine'], undefined);
  return next !== text && /^\s*\{\s*\}\s*$/.test(next) ? null : next;
}

function append(file: string, text: string, event: string, group: Json): string {
  const isThere = groupsIn(parseSettings(file, text)).some(([name]) => name === event);
  return isThere ? edit(text, ['hooks', event, -1], group) : edit(text, ['hooks', event], [group]);
}

function removeHooks(file: string, text: string, event?: string): string {
  for (let next = text; ; ) {
    const path = findHook(parseSettings(file, next), event);
    if (path === null) return next;
    next = edit(next, path, undefined);
  }
}

/** Where a hook of ours stands: the largest part that holds nothing else. */
function findHook(settings: JsonObject, only?: string): JSONPath | null {
  const events = groupsIn(settings);
  for (const [event, groups] of events) {
    if (only !== undefined && event !== only) continue;
    for (const [index, group] of groups.entries()) {
      const handlers = isObject(group) && Array.isArray(group['hooks']) ? group['hooks'] : [];
      const ours = handlers.findIndex(isOurs);
      if (ours < 0) continue;
      if (handlers.length > 1) return ['hooks', event, index, 'hooks', ours];
      if (groups.length > 1) return ['hooks', event, index];
      return Object.keys(settings['hooks'] ?? {}).length > 1 ? ['hooks', event] : ['hooks'];
    }
  }
  return null;
}

/** Changes one value in the way the file is written: its indentation and line ends. */
function edit(text: string, path: JSONPath, value: unknown): string {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}
