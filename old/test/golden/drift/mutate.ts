// Makes drifted documents out of valid ones, as people and models do.
import { isJsonObject } from '../../../src/rules/json/json.js';
import type { MutableJson } from '../../../src/rules/json/mutable.js';

/** Rewrites a value as people and models do; null when it does not apply. */
const rewrites: readonly ((value: MutableJson) => MutableJson | undefined)[] = [
  (value) => (typeof value === 'number' ? String(value) : undefined),
  (value) => (typeof value === 'number' ? `Phase ${value}` : undefined),
  (value) => (typeof value === 'string' ? [value] : undefined),
  (value) => (typeof value === 'string' ? value.toUpperCase() : undefined),
  (value) => (typeof value === 'string' ? ` ${value} ✅` : undefined),
  (value) => (typeof value === 'string' ? { value } : undefined),
  (value) => (typeof value === 'string' ? value.length : undefined),
  (value) => (Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? { id: item } : item)) : undefined),
  (value) => (Array.isArray(value) ? Object.fromEntries(value.map((item) => [String(item), true])) : undefined),
  (value) => (Array.isArray(value) ? value.map(String).join(', ') : undefined),
  (value) => (Array.isArray(value) ? [...value, ...value] : undefined),
  (value) => (Array.isArray(value) ? value.length : undefined),
  (value) => (isJsonObject(value) ? Object.entries(value).map(([name, item]) => ({ name, item })) : undefined),
  (value) => (isJsonObject(value) ? Object.keys(value) : undefined),
  (value) => (isJsonObject(value) ? JSON.stringify(value) : undefined),
  () => null,
  () => true,
  () => 'done',
  () => 'in progress, 2 of 5 left',
  () => ({}),
  () => [],
  () => 1_769_500_800,
];

const words = [
  'done',
  'COMPLETED',
  'in-progress',
  'WIP',
  'blocked',
  'failed: tests',
  '✅',
  'paused at gate',
  '',
  'unknown',
];
const renames: readonly ((name: string) => string)[] = [
  (name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  (name) => name.replaceAll('_', '-'),
  (name) => name.toUpperCase(),
  (name) =>
    ({ prd: 'prd_id', timestamp: 'last_updated', status: 'state', phases: 'steps', checkpoint_id: 'id' })[name] ??
    `x_${name}`,
  () => '__proto__',
  () => 'constructor',
];

/** One change to a document, chosen by numbers. */
export interface Mutation {
  readonly place: number;
  readonly kind: 'rewrite' | 'rename' | 'drop' | 'word' | 'add' | 'wrap';
  readonly choice: number;
}

/**
 * Changes a document.
 * @param document the document; it is changed in place
 * @param mutation what to change
 * @returns the document, or one that holds it
 */
export function mutate(document: MutableJson, { place, kind, choice }: Mutation): MutableJson {
  if (kind === 'wrap') return choice % 3 === 0 ? [document] : choice % 3 === 1 ? { checkpoint: document } : document;
  const spots: { readonly holder: Record<string, MutableJson>; readonly name: string }[] = [];
  const visit = (value: MutableJson): void => {
    if (typeof value !== 'object' || value === null) return;
    const holder = value as unknown as Record<string, MutableJson>;
    for (const name of Object.keys(holder)) {
      spots.push({ holder, name });
      visit(holder[name] as MutableJson);
    }
  };
  visit(document);
  const spot = spots[place % Math.max(spots.length, 1)];
  if (spot === undefined) return document;
  const { holder, name } = spot;
  const define = (to: string, value: MutableJson): void => {
    Object.defineProperty(holder, to, { value, writable: true, enumerable: true, configurable: true });
  };
  const value = holder[name] as MutableJson;
  if (kind === 'rewrite') define(name, rewrites[choice % rewrites.length]?.(value) ?? value);
  else if (kind === 'word') define(name, words[choice % words.length] ?? '');
  else if (kind === 'add') define(`extra_${choice}`, { note: words[choice % words.length] ?? '', n: choice });
  else if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else {
    Reflect.deleteProperty(holder, name);
    if (kind === 'rename') define(renames[choice % renames.length]?.(name) ?? name, value);
  }
  return document;
}
