// The hooks and the status line in the files where agents look for them. What people wrote there stays, with its comments.

import {
  type JSONPath,
  type Node,
  type ParseError,
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
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
  if (first === undefined && isObject(value) && isObject(value['hooks'] ?? {})) return value;
  const line = text.slice(0, first?.offset ?? 0).split('\n').length;
  const what =
    first === undefined ? 'it and its hooks must be objects' : `${printParseErrorCode(first.error)} in line ${line}`;
  throw new PawlError('bad-input', `${file} cannot be used: ${what}`, { hint: 'Correct it first.' });
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
  if (statusLine === undefined || sameJson(own, statusLine) || (own !== undefined && !isOurs(own))) return next;
  return insert(remove(next, ['statusLine']), [], 'statusLine', statusLine);
}

/** Takes pawl's hooks and status line out; null when nothing else is left. */
export function removeFromSettings(file: string, text: string): string | null {
  let next = removeHooks(file, text);
  if (isOurs(parseSettings(file, next)['statusLine'])) next = remove(next, ['statusLine']);
  return next !== text && /^\s*\{\s*\}\s*$/.test(next) ? null : next;
}

function append(file: string, text: string, event: string, group: Json): string {
  const settings = parseSettings(file, text);
  if (!isObject(settings['hooks'])) return insert(text, [], 'hooks', { [event]: [group] });
  const isThere = groupsIn(settings).some(([name]) => name === event);
  return isThere ? insert(text, ['hooks', event], null, group) : insert(text, ['hooks'], event, [group]);
}

function removeHooks(file: string, text: string, event?: string): string {
  for (let next = text; ; ) {
    const path = findHook(parseSettings(file, next), event);
    if (path === null) return next;
    next = remove(next, path);
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

// jsonc-parser's own `modify` formats the neighbours anew and drops comments behind them: it only finds the places here.

/** Adds a member or an item at the end of an object or array, indented as the file is. */
function insert(text: string, path: JSONPath, name: string | null, value: Json): string {
  const container = nodeAt(text, path);
  if (container === undefined) return text;
  const unit = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const line = eol + unit.repeat(path.length + 1);
  const written = `${line}${name === null ? '' : `"${name}": `}${JSON.stringify(value, null, unit).replaceAll('\n', line)}`;
  const last = container.children?.at(-1);
  if (last === undefined) {
    const at = container.offset + 1;
    return `${text.slice(0, at)}${written}${eol}${unit.repeat(path.length)}${text.slice(at).trimStart()}`;
  }
  const end = last.offset + last.length;
  const [comma = ''] = /^\s*,/.exec(text.slice(end)) ?? []; // a trailing comma
  const rest = text.slice(end + comma.length);
  const [comment = ''] = /^[ \t]*\/[/*][^\r\n]*/.exec(rest) ?? []; // it belongs to the line before
  const after = `${written}${comma === '' ? '' : ','}${rest.slice(comment.length)}`;
  return `${text.slice(0, end)}${comma || ','}${comment}${after}`;
}

/** Removes a member or an item with its line and its comma; the same text when it is not there. */
function remove(text: string, path: JSONPath): string {
  const node = nodeAt(text, path);
  if (node === undefined) return text;
  const { offset, length, parent } = node.parent?.type === 'property' ? node.parent : node;
  const before = text.slice(0, offset).replace(/(?:\r?\n)?[ \t]*$/, '');
  const after = text.slice(offset + length);
  const [comma] = /^\s*,/.exec(after) ?? [];
  if (comma !== undefined) return before + after.slice(comma.length);
  const previous = parent?.children?.findLast((one) => one.offset < offset);
  const end = previous === undefined ? before.length : previous.offset + previous.length;
  return before.slice(0, end) + before.slice(end).replace(',', '') + after;
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree === undefined ? undefined : findNodeAtLocation(tree, path);
}
