// What a workflow's state says about files, held against the disk: they must be there, and the plan's hash is recorded.

import fs from 'node:fs';
import path from 'node:path';
import type { PlanRecord } from '../../families/workflow/index.js';
import type { Problem } from '../../rules/errors.js';
import { inWords } from '../../rules/fields.js';
import { isJsonObject, pointer } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';

type Steps = readonly (string | number)[];

/**
 * Finds the files that a change of the state names and that are not there: `plan_path`, and the paths in `artifacts`
 * and `artifact_registry`.
 * @param root where relative paths begin
 * @param state what changes in the state; what it does not name is not looked at
 * @returns a problem for each, with its place in the event
 */
export function missingFiles(root: string, state: unknown): Problem[] {
  if (!isJsonObject(state)) return [];
  const named = ['artifacts', 'artifact_registry'].flatMap((name) => pathsIn(state[name], ['state', name]));
  const missing = named
    .filter(([file]) => statOf(root, file) === undefined)
    .map(([file, steps]) => ({
      path: pointer(...steps),
      message: `names ${inWords(file)}, which does not exist`,
      fix: fixFor(root),
    }));
  return [...planProblems(root, state['plan_path']), ...missing];
}

function planProblems(root: string, file: unknown): Problem[] {
  if (file === undefined || file === null || file === '') return [];
  const at = pointer('state', 'plan_path');
  if (typeof file !== 'string' || file.includes('\0')) {
    const message = `must be the path of the plan, but is ${inWords(file)}`;
    return [{ path: at, message, fix: 'write e.g. "specs/plan.md", or null when there is no plan' }];
  }
  const stat = statOf(root, file);
  if (stat?.isFile() === true) return [];
  const what = stat === undefined ? 'does not exist' : 'is no file';
  return [{ path: at, message: `names ${inWords(file)}, which ${what}`, fix: fixFor(root) }];
}

/** A path that the system refuses, e.g. for its length, leads nowhere either. */
function statOf(root: string, file: string): fs.Stats | undefined {
  try {
    return fs.statSync(path.resolve(root, file), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function fixFor(root: string): string {
  return `write the file first, or correct its path; relative paths begin at ${root}`;
}

/** The paths in a list or map of artifacts: texts that look like one, and `path` of objects. Patterns are none. */
function pathsIn(value: unknown, steps: Steps, depth = 0): (readonly [string, Steps])[] {
  if (typeof value === 'string') return looksLikePath(value) ? [[value, steps]] : [];
  if (isJsonObject(value) && typeof value['path'] === 'string')
    return pathsIn(value['path'], [...steps, 'path'], depth);
  if (depth >= 2 || typeof value !== 'object' || value === null) return [];
  const isEntry = isJsonObject(value) && depth > 0; // an object about one artifact: only its `path` is a path
  if (isEntry) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    pathsIn(item, [...steps, Array.isArray(value) ? Number(name) : name], depth + 1),
  );
}

function looksLikePath(text: string): boolean {
  return /^[^*?{}[\]\s:\0]+$/.test(text) && /[/\\]|\.\w{1,8}$/.test(text);
}

/**
 * Reads what is to be remembered of a plan.
 * @param root where relative paths begin
 * @param file its path
 * @returns path and SHA-256; null when there is no such file now, or it is too large for a plan
 */
export function readPlan(root: string, file: string): PlanRecord | null {
  try {
    const full = path.resolve(root, file);
    const stat = fs.statSync(full);
    if (!stat.isFile() || stat.size > limits.maxBytes) return null;
    const { createHash } = process.getBuiltinModule('node:crypto'); // costs start-up: loaded when needed
    return { path: file, hash: createHash('sha256').update(fs.readFileSync(full)).digest('hex') };
  } catch {
    return null; // removed or unreadable since: what is recorded stays
  }
}
