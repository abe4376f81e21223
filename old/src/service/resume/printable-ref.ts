// How a run is named in what is printed.

import fs from 'node:fs';
import path from 'node:path';
import { logFile, publishedFolders } from '../../disk/layout.js';
import { parseWorkflowId } from '../../families/workflow/id.js';
import { type Key, keysOfRef, keyText, refOf, stemsOf } from '../../rules/names.js';

/**
 * Writes a ref that leads back to its run, whatever the name looks like.
 * @param key the run
 * @returns the ref, with its family where the name alone would mean another one
 */
export function printableRef(key: Key): string {
  const ref = refOf(key);
  const [meant] = keysOfRef(ref);
  return meant !== undefined && keyText(meant) === keyText(key) && !ref.startsWith('-') ? ref : keyText(key);
}

/**
 * Writes a ref that leads to its run, and to no other that is there.
 * @param root the project's root
 * @param key the run
 * @returns the ref, with its family where a run of another one has the same name
 */
export function clearRef(root: string, key: Key): string {
  const ref = printableRef(key);
  const others = keysOfRef(ref).filter((other) => keyText(other) !== keyText(key));
  const isShared = others.some((other) => isThere(root, other)) || (key.family === 'command' && isProject(root, ref));
  return isShared ? keyText(key) : ref;
}

/** TYPE/PROJECT stands for the newest workflow of a project. */
function isProject(root: string, ref: string): boolean {
  const folder = path.join(root, publishedFolders.workflow);
  if (!ref.includes('/') || !fs.existsSync(folder)) return false;
  return fs.readdirSync(folder).some((name) => projectName(name.replace(/\.json$/, '')) === ref);
}

/**
 * Gives the name by which the newest workflow of a project can be meant.
 * @param id a workflow's id
 * @returns e.g. `orchestrate/auth_system`; null for an id that pawl did not make
 */
export function projectName(id: string): string | null {
  const parts = parseWorkflowId(id);
  return parts === null ? null : `${parts.type}/${parts.project}`;
}

function isThere(root: string, key: Key): boolean {
  const { family } = key;
  const [stem = ''] = stemsOf(key);
  const files = [path.join(publishedFolders[family], `${stem}.json`), logFile(key)];
  return files.some((file) => fs.existsSync(path.join(root, file)));
}
