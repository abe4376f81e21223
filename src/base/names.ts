// Names: what identifies a run, how people write it (ref), and the one place where names become file names.

import { checksum } from './checksum.js';
import { PawlError } from './errors.js';
import { reservedNames } from './json.js';

export type FamilyName = 'command' | 'pipeline' | 'workflow';
export const familyNames: readonly FamilyName[] = ['command', 'pipeline', 'workflow'];

/** Where a run's checkpoint file stands: in its folder, in `failed/`, or nowhere (archived, or removed). */
export type Place = 'live' | 'failed' | 'archived' | 'removed';

/** What identifies a run. Made only by the functions below, so a key is always safe to use. */
export type Key =
  | { readonly family: 'command'; readonly command: string; readonly feature: string | null }
  | { readonly family: 'pipeline'; readonly id: string }
  | { readonly family: 'workflow'; readonly id: string };
export type CommandKey = Extract<Key, { family: 'command' }>;

const maxChars = 300;

function checkName(what: string, name: unknown, max = maxChars): string {
  const refuse = (why: string): never => {
    const shown = typeof name === 'string' ? ` ${JSON.stringify(name.slice(0, 60))}` : '';
    const hint = 'Use letters, digits, "-", "_" and ".".';
    throw new PawlError('bad-name', `the ${what}${shown} ${why}`, { hint });
  };
  if (typeof name !== 'string') return refuse('must be text');
  if (name.trim() === '') return refuse('is empty');
  if (name.length > max) return refuse(`is longer than ${max} characters`);
  if (/^\.+$/.test(name)) return refuse('is only dots');
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(name)) return refuse('has a control character');
  if (!name.isWellFormed()) return refuse('has half a character (a lone surrogate)');
  if (reservedNames.has(name)) return refuse('is reserved');
  return name;
}

/** Makes the key of a command run, e.g. `implement` with the feature `auth`. */
export function commandKey(command: unknown, feature: unknown = null): CommandKey {
  const name = checkName('command', command);
  if (!/^[A-Za-z0-9._-]+$/.test(name) || name.length > 100) {
    const hint = name.includes('/')
      ? 'Give the feature as an argument of its own.'
      : 'A command is up to 100 letters, digits, "-", "_" and ".".';
    throw new PawlError('bad-name', `the command ${JSON.stringify(name.slice(0, 60))} cannot be used`, { hint });
  }
  const isAbsent = feature === null || feature === undefined || feature === '';
  return { family: 'command', command: name, feature: isAbsent ? null : checkName('feature', feature) };
}

/** Makes the key of a pipeline run, e.g. `PRD-009`. */
export function pipelineKey(id: unknown): Key {
  return { family: 'pipeline', id: checkName('pipeline id', id) };
}

/** Makes the key of a workflow run, e.g. `orchestrate_auth_system_20251003_184530`. */
export function workflowKey(id: unknown): Key {
  return { family: 'workflow', id: checkName('workflow id', id) };
}

/** Writes a key as people name it: `implement/auth`, `PRD-009`. */
export function refOf(key: Key): string {
  if (key.family !== 'command') return key.id;
  return key.feature === null ? key.command : `${key.command}/${key.feature}`;
}

/** Writes a key with its family; different keys have different texts. */
export function keyText(key: Key): string {
  return `${key.family}:${refOf(key)}`;
}

/** Reads a key's text form; null when the text is not one. */
export function parseKey(text: string): Key | null {
  const [, family, rest = ''] = /^(command|pipeline|workflow):(.+)$/s.exec(text) ?? [];
  if (family === 'pipeline') return pipelineKey(rest);
  if (family === 'workflow') return workflowKey(rest);
  if (family !== 'command') return null;
  const slash = rest.indexOf('/');
  return slash < 0 ? commandKey(rest) : commandKey(rest.slice(0, slash), rest.slice(slash + 1));
}

/** The keys that a ref may mean, the likeliest first. A family prefix settles it. */
export function keysOfRef(ref: string): readonly Key[] {
  const key = parseKey(checkName('ref', ref, 2 * maxChars));
  if (key !== null) return [key];
  const slash = ref.indexOf('/');
  const command = slash < 0 ? ref : ref.slice(0, slash);
  const keys: Key[] = /^[A-Za-z0-9._-]{1,100}$/.test(command)
    ? [commandKey(command, ref.slice(command.length + 1))]
    : [];
  if (slash >= 0) return keys;
  if (/_\d{8}_\d{6}/.test(ref)) return [workflowKey(ref), ...keys];
  return isPipelineId(ref) ? [pipelineKey(ref), ...keys] : [...keys, pipelineKey(ref)];
}

function isPipelineId(id: string): boolean {
  return /^[A-Z][A-Z0-9]*[-_][A-Za-z0-9._-]*$/.test(id) && id.length <= 100;
}

const windowsReserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/;

function isPlain(name: string, max = 100): boolean {
  return /^[a-z0-9_][a-z0-9._-]*$/.test(name) && name.length <= max && !windowsReserved.test(name);
}

/** Plain names stay; all others become slug, `~` and hash. `~` is not plain, so the two never meet. */
function encode(name: string, stays: boolean): string {
  if (stays) return name;
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `${slug}~${checksum(name).slice(0, 12)}`;
}

/** The name of a run's checkpoint file, without `.json`. */
export function fileStem(key: Key): string {
  if (key.family === 'pipeline') return encode(key.id, isPlain(key.id) || isPipelineId(key.id));
  if (key.family === 'workflow') return encode(key.id, isPlain(key.id, /_\d{8}_\d{6}$/.test(key.id) ? 200 : 100));
  // `a-b` with the feature `c` must not meet `a` with `b-c`, nor `design` with `checkpoint` meet `design` alone.
  const command = encode(key.command, isPlain(key.command) && !key.command.includes('-'));
  if (key.feature === null) return `${command}-checkpoint`;
  return `${command}-${encode(key.feature, isPlain(key.feature) && key.feature !== 'checkpoint')}`;
}

/** A file name that is free for any text, for files that only pawl reads. */
export function safeName(text: string): string {
  return encode(text, isPlain(text));
}

/** What a document says about its own name; needed where the file name is encoded. */
export interface Named {
  readonly command?: unknown;
  readonly feature?: unknown;
  readonly id?: unknown;
}

/** Finds the key of a file in a family's folder; null when no key has that file name. */
export function keyOfStem(family: FamilyName, stem: string, named: Named = {}): Key | null {
  for (const make of [() => keyFromStem(family, stem), () => keyFromName(family, named)]) {
    try {
      const key = make();
      if (key !== null && fileStem(key) === stem) return key;
    } catch {
      // a name that no key can have
    }
  }
  return null;
}

function keyFromStem(family: FamilyName, stem: string): Key | null {
  if (family === 'pipeline') return pipelineKey(stem);
  if (family === 'workflow') return workflowKey(stem);
  const dash = stem.indexOf('-');
  const feature = stem.slice(dash + 1);
  return dash <= 0 ? null : commandKey(stem.slice(0, dash), feature === 'checkpoint' ? null : feature);
}

function keyFromName(family: FamilyName, { command, feature, id }: Named): Key | null {
  if (family === 'command') return command === undefined ? null : commandKey(command, feature);
  return id === undefined ? null : family === 'pipeline' ? pipelineKey(id) : workflowKey(id);
}
