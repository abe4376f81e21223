// Reads names of units (phases, workstreams, gates) with their statuses out of lists, maps and texts.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { isNothing, readLabel } from './labels.js';
import { readStatus, saidBy } from './status.js';

/** A unit that was found, with what is said about its status. */
export interface NamedUnit {
  readonly name: string;
  /** The status as it is written; undefined when nothing is said. */
  readonly said: Json | undefined;
  /** All that stands there. */
  readonly value: Json;
}

/** Members that name a unit, the likeliest first; a number is a name only where no text is one. */
const nameFields = [
  'id',
  'workstream',
  'workstream_id',
  'ws',
  'name',
  'phase',
  'phase_name',
  'step_name',
  'stage',
  'stage_name',
  'milestone',
  'task',
  'title',
  'key',
  'gate',
  'step',
  'content',
  'description',
  'label',
  'todo',
  'item',
  'text',
];
const numberFields = [...nameFields, 'number', 'index', 'order'];
const labelled = /^(WS[-_ ]?[A-Za-z0-9_]+)\s*(?:[:(–—✅❌⏳✓✔☑[]|-\s|\s-)|^(WS\d+[a-z]?)\s/i;
const range = /^WS(\d{1,4})\s*(?:-|–|—|to|\.\.\.?)\s*(?:WS)?(\d{1,4})$/i;

/**
 * Lists the units that a value names.
 * @param value a list of names or objects, a map by name, or names in a text
 * @param known names that are known to be whole
 * @returns the units in their order
 */
export function unitsIn(value: Json | undefined, known?: ReadonlySet<string>): NamedUnit[] {
  if (typeof value === 'string') return splitText(value).flatMap((text) => unitOf(text, known));
  if (Array.isArray(value)) return value.flatMap((item: Json) => unitOf(item, known));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (isGroup(name, member)) return unitsIn(member);
    const said = isJsonObject(member) ? saidBy(member) : typeof member === 'object' ? undefined : member;
    return [{ name, said, value: member }];
  });
}

/** `{"phase_1": {"WS1": {"status": "done"}}}`: units by phase. */
function isGroup(name: string, member: Json): boolean {
  if (/^ws/i.test(name) || !isJsonObject(member) || saidBy(member) !== undefined) return false;
  const inner = Object.entries(member);
  return inner.length > 0 && inner.every(([id, unit]) => /^ws/i.test(id) && typeof unit !== 'number');
}

function unitOf(item: Json, known?: ReadonlySet<string>): NamedUnit[] {
  if (typeof item === 'number') return [{ name: String(item), said: undefined, value: item }];
  if (typeof item === 'string') {
    const name = item.trim();
    if (isNothing(name)) return [];
    const label = readLabel(name, known === undefined ? {} : { known });
    return expand(label.name).map((one) => ({ name: one, said: label.said, value: item }));
  }
  if (Array.isArray(item)) return pairOf(item);
  if (!isJsonObject(item)) return [];
  const name = nameIn(item);
  if (name !== null) return [{ name, said: saidBy(item), value: item }];
  const members = Object.keys(item);
  return members.length === 1 ? unitsIn(item) : []; // {"WS1": "done"}
}

/** `["schema", "done"]`, `["WS1", "Database"]` */
function pairOf(item: readonly Json[]): NamedUnit[] {
  const [name, said] = item;
  if (item.length < 2 || typeof name !== 'string' || isNothing(name)) return [];
  return [{ name: name.trim(), said: readStatus(said) === null ? undefined : said, value: [...item] }];
}

/**
 * Finds the name of a unit that is written as an object.
 * @param item e.g. `{"id": "WS1", "status": "done"}`, `{"content": "Add table", "status": "completed"}`
 * @returns the name; null when there is none
 */
export function nameIn(item: Readonly<Record<string, Json>>): string | null {
  for (const field of nameFields) {
    const name = textIn(item, field);
    if (name !== null && !/^\d+$/.test(name)) return name;
  }
  for (const field of numberFields) {
    const number = Object.hasOwn(item, field) ? item[field] : undefined;
    if (typeof number === 'number') return String(number);
    const name = textIn(item, field);
    if (name !== null) return name;
  }
  return null;
}

function textIn(item: Readonly<Record<string, Json>>, field: string): string | null {
  const name = Object.hasOwn(item, field) ? item[field] : undefined;
  if (typeof name !== 'string' || isNothing(name) || name.length > limits.maxNameChars) return null;
  return name.trim();
}

/** `WS1, WS2 and WS3`, or a list with boxes to tick. A sentence names no units. */
function splitText(text: string): string[] {
  const whole = text.slice(0, 100_000);
  const lines = whole.split('\n').filter((line) => !/^\s*(?:#.*)?$/.test(line)); // headings name no units
  const boxes = lines.filter((line) => /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?\[[^\]]{0,2}\]\s*\S/.test(line));
  if (boxes.length > 0) return boxes;
  if (lines.length > 1 && lines.every((line) => /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S/.test(line))) return lines;
  if (lines.length === 1 && !/[,;]/.test(whole) && /\S\s*(?:->|→)\s*\S/.test(whole))
    return whole.split(/\s*(?:->|→)\s*/);
  const parts = whole.split(/[,;\n]|\sand\s/);
  return parts.some((part) => !/^\s*ws/i.test(part) && part.trim().split(/\s+/).length > 3) ? [] : parts;
}

/**
 * Lists the workstreams of a range.
 * @param name e.g. `WS1-WS3`, which means three
 * @returns their ids; any other name as it is
 */
export function expand(name: string): string[] {
  const [, from, to] = range.exec(name) ?? [];
  const count = Number(to) - Number(from);
  if (!(count > 0 && count < 100)) return [name];
  return Array.from({ length: count + 1 }, (_, index) => `WS${Number(from) + index}`);
}

/**
 * Takes a workstream's id out of a label.
 * @param name e.g. `WS1: Database Layer`, `ws2 ✅`
 * @returns e.g. `WS1`; other names stay as they are
 */
export function tidyName(name: string): string {
  const [, before, bare] = labelled.exec(name) ?? [];
  const id = (bare ?? before ?? name).trim();
  return /^ws[-_ ]?[a-z0-9_]+$/i.test(id) ? `WS${id.slice(2)}` : id;
}
