// Names become file names here and nowhere else: keys, their text form, and the seeds' file names.

import { checksumText } from './checksum.js';
import { PawlError } from './errors.js';
import { limits, reservedNames } from './limits.js';

export type FamilyName = 'command' | 'pipeline' | 'workflow';

/** Where a checkpoint's published file stands: in its folder, in `failed/`, or nowhere (finished, or removed). */
export type Place = 'live' | 'failed' | 'archived' | 'removed';

/** What identifies a checkpoint. Made only by the functions below, so a key is always safe to use. */
export type Key =
  | { readonly family: 'command'; readonly command: string; readonly feature: string | null }
  | { readonly family: 'pipeline'; readonly id: string }
  | { readonly family: 'workflow'; readonly id: string };

const plainPattern = /^[A-Za-z0-9._-]+$/;
/** Nothing else has to be asked of such a name: it is neither empty, nor dots only, nor half a character. */
const ordinaryPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const windowsReserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;
/** A file name may have 255 bytes; this leaves room for the command, the ending and a temp file's name. */
const maxPlainChars = 100;

function refuse(what: string, name: unknown, why: string): never {
  const shown = typeof name === 'string' ? JSON.stringify(name.slice(0, 60)) : typeof name;
  throw new PawlError('bad-name', `${what} ${shown} ${why}`, {
    hint: `Names of up to ${maxPlainChars} letters, digits, "-", "_" and "." always work${what === 'command' ? '; a command takes nothing else' : ''}.`,
  });
}

/**
 * Refuses what cannot be a name at all: empty, dots only, NUL, half a character, over-long.
 * @param what what is named, for the message
 * @param name the name
 * @param maxChars how long it may be
 * @returns the name
 */
export function checkName(what: string, name: unknown, maxChars: number = limits.maxNameChars): string {
  if (typeof name !== 'string') return refuse(what, name, 'is not a text');
  if (name.length <= maxPlainChars && ordinaryPattern.test(name) && !reservedNames.has(name)) return name;
  if (name.trim() === '') return refuse(what, name, 'is empty');
  if (/^\.+$/.test(name)) return refuse(what, name, 'consists of dots only');
  if (name.includes('\0')) return refuse(what, name, 'contains a NUL character');
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(name)) {
    return refuse(what, name, 'contains half a character (a lone surrogate)');
  }
  if (name.length > maxChars) return refuse(what, name, `is longer than ${maxChars} characters`);
  if (reservedNames.has(name)) return refuse(what, name, 'is reserved');
  return name;
}

/**
 * Makes a part of a file name out of any name: plain names stay as they are, all others become slug + `~` + hash.
 * `~` is not a plain character, so an encoded name never equals a plain one.
 * @param name a checked name
 * @param isPlain whether the name may stay as it is
 * @returns text that is safe in a file name
 */
export function encodePart(name: string, isPlain: boolean): string {
  if (isPlain) return name;
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return `${slug}~${checksumText(name)}`;
}

/**
 * Tells whether a name can stand in a file name as it is.
 * @param name a checked name
 * @returns true for short names of `[A-Za-z0-9._-]`
 */
export function isPlainName(name: string): boolean {
  return name.length <= maxPlainChars && plainPattern.test(name);
}

/**
 * Makes a file's stem out of any name, for files that only pawl reads. Lower-case plain names stay; all others are
 * encoded, so that names which differ only in case never share a file.
 * @param what what is named, for the message
 * @param name the name
 * @returns text that is safe as a file name
 */
export function fileStem(what: string, name: string): string {
  const checked = checkName(what, name);
  const isPlain = isPlainName(checked) && !/[A-Z]|^\./.test(checked) && !windowsReserved.test(checked);
  return encodePart(checked, isPlain);
}

/** The key of a command checkpoint. */
export type CommandKey = Extract<Key, { readonly family: 'command' }>;

/**
 * Makes the key of a command checkpoint.
 * @param command e.g. `implement`; a plain name
 * @param feature a feature or branch name, or null
 * @returns the key
 */
export function commandKey(command: unknown, feature: unknown = null): CommandKey {
  const name = checkName('command', command);
  if (name.length > maxPlainChars) refuse('command', name, `is longer than ${maxPlainChars} characters`);
  if (!isPlainName(name)) refuse('command', name, 'has characters that a command cannot have');
  return {
    family: 'command',
    command: name,
    feature: feature === null || feature === undefined ? null : checkName('feature', feature, limits.maxFeatureChars),
  };
}

/**
 * Makes the key of a pipeline checkpoint.
 * @param id e.g. `PRD-009`
 * @returns the key
 */
export function pipelineKey(id: unknown): Key {
  return { family: 'pipeline', id: checkName('pipeline id', id) };
}

/**
 * Makes the key of a workflow checkpoint.
 * @param id e.g. `orchestrate_auth_system_20251003_184530`
 * @returns the key
 */
export function workflowKey(id: unknown): Key {
  return { family: 'workflow', id: checkName('workflow id', id) };
}

/**
 * Writes a key as text; different keys have different texts.
 * @param key the key
 * @returns e.g. `command:implement/auth-system`, `pipeline:PRD-009`
 */
export function keyText(key: Key): string {
  if (key.family !== 'command') return `${key.family}:${key.id}`;
  return key.feature === null ? `command:${key.command}` : `command:${key.command}/${key.feature}`;
}

/**
 * Writes a key as people name it, without the family where that is clear.
 * @param key the key
 * @returns e.g. `implement/auth-system`
 */
export function refOf(key: Key): string {
  return keyText(key).slice(key.family.length + 1);
}

/**
 * Reads a key's text form.
 * @param text e.g. `command:implement/auth-system`
 * @returns the key, or null when the text is not one
 */
export function parseKey(text: string): Key | null {
  const family = text.slice(0, text.indexOf(':'));
  const rest = text.slice(family.length + 1);
  if (family === 'pipeline') return pipelineKey(rest);
  if (family === 'workflow') return workflowKey(rest);
  if (family !== 'command') return null;
  const slash = rest.indexOf('/');
  return slash < 0 ? commandKey(rest) : commandKey(rest.slice(0, slash), rest.slice(slash + 1));
}

/**
 * Lists the keys that a ref may mean. A family prefix settles it; else the form of the ref does.
 * @param ref e.g. `implement/auth-system`, `PRD-009`, `workflow:orchestrate_x_20251003_184530`
 * @returns possible keys, the likeliest first; at least one
 */
export function keysOfRef(ref: string): readonly Key[] {
  // Its parts are checked as names below; together they may be longer than one.
  const text = typeof ref === 'string' && ref !== '' ? ref : refuse('ref', ref, 'is not a name');
  if (/^(?:command|pipeline|workflow):/.test(text)) {
    const key = parseKey(text);
    if (key !== null) return [key];
  }
  const keys: Key[] = [];
  const slash = text.indexOf('/');
  const command = slash < 0 ? text : text.slice(0, slash);
  if (isPlainName(command)) keys.push(commandKey(command, slash < 0 ? null : text.slice(slash + 1)));
  if (slash < 0) {
    if (/_\d{8}_\d{6}$/.test(text)) keys.unshift(workflowKey(text));
    else if (/^[A-Z][A-Z0-9]*-\d/.test(text)) keys.unshift(pipelineKey(text));
    else keys.push(pipelineKey(text));
  }
  return keys;
}

/**
 * Gives the stems (file names without `.json`) that a key may have: the seeds' exact one first, then the encoded one,
 * which a key takes when a name that differs only in case holds the first.
 * @param key the key
 * @returns one or two stems
 */
export function stemsOf(key: Key): readonly string[] {
  if (key.family === 'command') {
    // `design` + feature `checkpoint` is `design` without a feature; `a-b` + `c` is `a` + `b-c`.
    // A leading dot hides a file; Windows takes `aux.x` for a device, whatever follows.
    const isPlain = !/^\.|-/.test(key.command) && !windowsReserved.test(`${key.command}-`);
    const command = encodePart(key.command, isPlain);
    if (key.feature === null) return [`${command}-checkpoint`, `${encodePart(key.command, false)}-checkpoint`];
    const plain = isPlainName(key.feature) && key.feature.toLowerCase() !== 'checkpoint';
    return [
      `${command}-${encodePart(key.feature, plain)}`,
      `${encodePart(key.command, false)}-${encodePart(key.feature, false)}`,
    ];
  }
  const plain = isPlainName(key.id) && !key.id.startsWith('.') && !windowsReserved.test(key.id);
  const known = key.family === 'workflow' && /^[A-Za-z0-9._~-]+_\d{8}_\d{6}$/.test(key.id) && key.id.length <= 180;
  return plain || known ? [key.id, encodePart(key.id, false)] : [encodePart(key.id, false)];
}

/**
 * Gives the stem that the seeds' own algorithm makes of a key, where that is another one than pawl's: another tool may keep
 * the checkpoint there.
 * @param key the key
 * @param own the stem that pawl uses for it
 * @returns the stem, and the other key that pawl reads in it, if there is one; null when it is pawl's own, or no file name at all
 */
export function seedStem(key: Key, own: string): { readonly stem: string; readonly holder: Key | null } | null {
  const stem = key.family === 'command' ? `${key.command}-${key.feature ?? 'checkpoint'}` : key.id;
  if (stem === own || /[/\\]/.test(stem) || stem.length > maxPlainChars * 2) return null;
  const found = keyOfStem(key.family, stem);
  return { stem, holder: found === null || keyText(found) === keyText(key) ? null : found };
}

/**
 * Finds the key of a file that was found in a family's folder.
 * @param family the family of the folder
 * @param stem the file's name without `.json`
 * @param named the names that the document inside gives, for encoded file names
 * @param named.command the document's command
 * @param named.feature the document's feature
 * @param named.id the document's id
 * @returns the key, or null when the file is not a checkpoint's
 */
export function keyOfStem(
  family: FamilyName,
  stem: string,
  named: { readonly command?: unknown; readonly feature?: unknown; readonly id?: unknown } = {},
): Key | null {
  try {
    if (family === 'command') return commandKeyOfStem(stem, named.command, named.feature);
    const make = family === 'pipeline' ? pipelineKey : workflowKey;
    const own = make(stem);
    if (stemsOf(own)[0] === stem) return own;
    const inside = typeof named.id === 'string' ? make(named.id) : null;
    return inside !== null && stemsOf(inside).includes(stem) ? inside : null;
  } catch {
    return null; // a name that no key can have
  }
}

function commandKeyOfStem(stem: string, command: unknown, feature: unknown): Key | null {
  if (stem.includes('~')) {
    if (typeof command !== 'string') return null;
    const inside = commandKey(command, typeof feature === 'string' ? feature : null);
    return stemsOf(inside).includes(stem) ? inside : null;
  }
  const dash = stem.indexOf('-');
  if (dash <= 0) return null;
  const rest = stem.slice(dash + 1);
  const key = commandKey(stem.slice(0, dash), rest === 'checkpoint' ? null : rest);
  return stemsOf(key)[0] === stem ? key : null;
}
