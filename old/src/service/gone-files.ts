// Files that finished units made and that are no longer there. Reads only.

import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../rules/json/json.js';
import { memberIn, textsOf } from '../rules/json/read-member.js';
import type { FamilyName } from '../rules/names.js';
import { listed } from '../rules/text/listed.js';

/** A finished unit whose files are no longer there. */
export interface GoneFiles {
  readonly unit: string;
  readonly files: readonly string[];
}

const maxNamed = 3;
/** A run may list hundreds of thousands of files; so many are looked at. */
const maxLooks = 2_000;

/**
 * Finds the files that finished units made and that are no longer there.
 * @param root where relative paths begin
 * @param family the run's family
 * @param doc its document
 * @returns the units with their missing files
 */
export function goneFiles(root: string, family: FamilyName, doc: JsonObject): readonly GoneFiles[] {
  const made = family === 'command' ? madeByPhases(doc) : family === 'pipeline' ? madeByWorkstreams(doc) : [];
  // A phase lists files and nothing else; what a workstream made may be a table or a class as well.
  const isFile = family === 'command' ? isOnePath : isFileName;
  let looks = 0;
  return made
    .map(([unit, files]) => ({
      unit,
      files: files.filter((file) => isFile(file) && looks++ < maxLooks && isGone(root, file)),
    }))
    .filter(({ files }) => files.length > 0);
}

/**
 * Finds those of a phase's files that are no longer there.
 * @param root where relative paths begin
 * @param files the files; patterns and sentences among them are no files
 * @param isAbsent tells what counts as gone
 * @returns those that are gone
 */
export function goneAmong(
  root: string,
  files: Json | undefined,
  isAbsent: (root: string, file: string) => boolean = isGone,
): readonly string[] {
  return textsOf(files)
    .slice(0, maxLooks)
    .filter((file) => isOnePath(file) && isAbsent(root, file));
}

type Made = readonly (readonly [unit: string, files: readonly string[]])[];

function madeByPhases({ phases }: JsonObject): Made {
  if (!isJsonObject(phases)) return [];
  return Object.entries(phases).flatMap(([name, phase]) =>
    isJsonObject(phase) && phase['status'] === 'complete' ? [[name, textsOf(phase['files_created'])] as const] : [],
  );
}

function madeByWorkstreams({ artifacts, completed_workstreams: completed, pawl }: JsonObject): Made {
  if (!isJsonObject(artifacts)) return [];
  const removed = takenAway(pawl);
  const filesOf = (id: string): readonly string[] => (Object.hasOwn(artifacts, id) ? textsOf(artifacts[id]) : []);
  return textsOf(completed).map((id) => [id, filesOf(id).filter((file) => !removed.has(file))]);
}

/** The files that a later workstream removed: they are gone for good. */
function takenAway(pawl: Json | undefined): ReadonlySet<string> {
  const units = memberIn(pawl, 'evidence', 'workstreams');
  const entries = isJsonObject(units) ? Object.values(units) : [];
  const files = entries.flatMap((one) => (isJsonObject(one) ? textsOf(one['files']) : []));
  return new Set(files.filter((line) => line.startsWith('gone ')).map((line) => line.slice('gone '.length)));
}

/** Patterns, sentences and addresses stand in these lists as well. */
function isOnePath(text: string): boolean {
  return /^[^*?{}[\]\0\s]{1,1000}$/.test(text) && !/^[a-z]+:\/\//i.test(text);
}

/** Endings of files that lie in a project's root, or that people name without a folder. */
const endings =
  /\.(?:[cm]?[jt]sx?|jsonc?|mdx?|txt|csv|sql|prisma|proto|graphql|ya?ml|toml|ini|cfg|conf|env|lock|xml|html?|s?css|less|svg|png|vue|svelte|py|go|rs|java|kts?|swift|rb|php|cs|cc?|cpp|hh?|hpp|ex|exs|sh|ps1|bat|tf|gradle|ipynb)$/i;
const wholeNames = /^(?:(?:make|docker|gem|proc|jenkins|rake|vagrant)file|readme|license|changelog|codeowners)$/i;

/**
 * Tells whether a text that stands for what a workstream made is the name of a file: it may be a table or a class as well.
 * @param text the text
 * @returns false for patterns, sentences and addresses, too
 */
export function isFileName(text: string): boolean {
  return isOnePath(text) && (/[/\\]/.test(text) || endings.test(text) || wholeNames.test(text));
}

/**
 * Says what is gone.
 * @param gone the unit and its files, at least one
 * @returns e.g. `WS1 is recorded as done, but src/a.ts is gone`
 */
export function goneInWords({ unit, files }: GoneFiles): string {
  return `${unit} is recorded as done, but ${listed(files, maxNamed)} ${files.length === 1 ? 'is gone' : 'are gone'}`;
}

/**
 * Says what is only elsewhere.
 * @param away the unit and its files, at least one
 * @returns e.g. `what api made is not here, but it is not lost: src/a.ts`
 */
export function awayInWords({ unit, files }: GoneFiles): string {
  return `what ${unit} made is not in this working tree, but it is not lost: ${listed(files, maxNamed)}`;
}

/**
 * Tells whether a file is truly absent: what cannot be looked at may be there.
 * @param root where relative paths begin
 * @param file the file
 * @returns true only when nothing is there
 */
export function isGone(root: string, file: string): boolean {
  try {
    return fs.statSync(path.resolve(root, file), { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
