// What `init` remembers about files that cannot say themselves whose they are: JSON, and lines in a person's own file.
// It stands in the repository, so that every clone can update and uninstall. It came with a clone, so it is not believed
// further than that: it is asked only about the files that `init` knows. Pure.

import { isJsonObject, type Json, type JsonObject, sameJson } from '../../rules/json/json.js';
import { mapIn, textsOf } from '../../rules/json/read-member.js';
import { tryJson } from '../../rules/json/try-json.js';
import { type LineEdit, parseEdits } from './text-edits.js';

export const manifestFile = '.claude/config/pawl-init.json';

/** What was written into one file. */
export type Written =
  | { readonly kind: 'file'; readonly checksum: string }
  /** An empty folder that was there before anything was put into it: it stays. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'lines'; readonly created: boolean; readonly edits: readonly LineEdit[] }
  | {
      readonly kind: 'members';
      readonly created: boolean;
      /** Containers that were not there before, e.g. `hooks.SessionStart`. */
      readonly made: readonly string[];
      readonly added: JsonObject;
    };

export type Manifest = Readonly<Record<string, Written>>;

function parseWritten(value: Json): Written | null {
  if (!isJsonObject(value)) return null;
  const created = value['created'] === true;
  if (value['folder'] === true) return { kind: 'folder' };
  if (typeof value['checksum'] === 'string') return { kind: 'file', checksum: value['checksum'] };
  if (Array.isArray(value['edits'])) return { kind: 'lines', created, edits: parseEdits(value['edits']) };
  if (isJsonObject(value['added'])) {
    return { kind: 'members', created, made: textsOf(value['made']), added: value['added'] };
  }
  return null;
}

/**
 * Reads what was remembered. A text that is no manifest remembers nothing: files that are not known to be pawl's are kept.
 * @param text the file's text, or null when it is absent
 * @returns what was written, by path
 */
export function parseManifest(text: string | null): Manifest {
  const files = Object.entries(mapIn(tryJson(text ?? ''), 'files'));
  const entries = files.map(([file, written]) => [file, parseWritten(written)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Written] => entry[1] !== null));
}

/**
 * Lists the folders that were there before.
 * @param manifest what is remembered
 * @returns their paths, with a slash at the end
 */
export function foldersIn(manifest: Manifest): readonly string[] {
  return Object.entries(manifest).flatMap(([file, { kind }]) => (kind === 'folder' ? [file] : []));
}

function toJson(written: Written): JsonObject {
  if (written.kind === 'folder') return { folder: true };
  if (written.kind === 'file') return { checksum: written.checksum };
  const { created } = written;
  if (written.kind === 'members') return { created, made: written.made, added: written.added };
  return { created, edits: written.edits.map(({ before, after }) => ({ before, after })) };
}

/**
 * Writes a manifest.
 * @param manifest what was written, by path
 * @returns the file's text; null when there is nothing to remember
 */
export function formatManifest(manifest: Manifest): string | null {
  const files = Object.entries(manifest).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (files.every(([, { kind }]) => kind === 'folder')) return null;
  const about =
    'What `pawl init` wrote into files that cannot say so themselves; `pawl init --uninstall` takes it out.';
  const document = { about, version: 1, files: Object.fromEntries(files.map(([file, one]) => [file, toJson(one)])) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/**
 * Remembers what steps write, and forgets what they take out.
 * @param manifest what was remembered
 * @param steps the steps that are carried out
 * @returns the new manifest
 */
export function remember(
  manifest: Manifest,
  steps: readonly { readonly path: string; readonly record?: Written | null | undefined }[],
): Manifest {
  const next: Record<string, Written> = { ...manifest };
  for (const { path, record } of steps) {
    if (record === null) delete next[path];
    else if (record !== undefined) next[path] = record;
  }
  return next;
}

/**
 * Adds to what is remembered about a file: it may be extended more than once, by different versions and parts.
 * @param old what is remembered
 * @param added what is written now
 * @returns both
 */
export function joinWritten(old: Written | undefined, added: Written): Written {
  if (old?.kind === 'lines' && added.kind === 'lines') {
    // What is written once more was not there: its first time was cut short, or taken out by a person.
    const others = old.edits.filter((edit) => !added.edits.some((one) => sameJson(one, edit)));
    return { ...added, created: old.created || added.created, edits: [...others, ...added.edits] };
  }
  if (old?.kind === 'members' && added.kind === 'members') {
    return { ...added, created: old.created || added.created, made: [...new Set([...old.made, ...added.made])] };
  }
  return added;
}
