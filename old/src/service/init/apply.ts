// Carries out the steps of `pawl init`, and reads what they are planned on. Links are never followed.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../rules/errors.js';
import { isRunning, loadBytes, putInPlace, removeFile, writeNewFile } from '../../disk/files.js';
import { ensureFolder, syncFolder } from '../../disk/folders.js';
import { tempName, tempOwner } from '../../disk/temp-name.js';
import { foldersIn, manifestFile, parseManifest } from './manifest.js';
import { planManifest } from './plan.js';
import { type InitStep, isChange, type Load } from './step.js';

/** Scripts of a shell are run, all else is read. */
const modeOf = (file: string): number => (file.endsWith('.sh') ? 0o755 : 0o644);

/**
 * Makes a reader of a project's files. Links are refused: a cloned repository may have planted them.
 * @param root the project's root
 * @returns the reader
 */
export function projectLoader(root: string): Load {
  return (relativePath) => {
    const folder = path.posix.dirname(relativePath);
    if (folder !== '.' && !ensureFolder(root, folder, null)) return null;
    const bytes = loadBytes(path.join(root, relativePath));
    const text = bytes?.toString('utf8') ?? null;
    if (bytes !== null && !Buffer.from(text ?? '').equals(bytes)) {
      throw new PawlError('unreadable', `${relativePath} is not UTF-8 text`, {
        hint: 'Convert it to UTF-8, or move it away; nothing was changed.',
      });
    }
    return text;
  };
}

const maxLookBytes = 4 * 1024 * 1024;

/**
 * Makes a reader of files that cannot be worked on, for a look only: what a link leads to is read as well.
 * @param root the project's root
 * @returns gives a file's text, empty when nothing is there; null when it cannot be told
 */
export function closeLook(root: string): Load {
  return (relativePath) => {
    const file = path.join(root, relativePath);
    try {
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      if (stat === undefined) return '';
      return stat.isFile() && stat.size <= maxLookBytes ? fs.readFileSync(file, 'latin1') : null;
    } catch {
      return null;
    }
  };
}

/** A file that changed since it was planned is left alone. */
function applyStep(root: string, step: InitStep, kept: ReadonlySet<string>): void {
  if (projectLoader(root)(step.path) !== step.before) {
    throw new PawlError('conflict', `${step.path} changed while pawl was about to write it`, {
      hint: 'Run `pawl init` again.',
    });
  }
  const file = path.join(root, step.path);
  const folder = path.dirname(file);
  if (step.after === null) {
    removeFile(file);
    removeEmptyFolders(root, step.path, kept);
    return;
  }
  if (folder !== path.resolve(root)) ensureFolder(root, path.posix.dirname(step.path), 0o755);
  const mode = step.before === null ? modeOf(file) : fs.statSync(file).mode & 0o777;
  sweep(folder);
  const temp = path.join(folder, `.${tempName()}`);
  writeNewFile(temp, Buffer.from(step.after), { mode, sync: true });
  putInPlace(temp, file);
  syncFolder(folder);
}

/** What an `init` left behind that was killed while it wrote. */
function sweep(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const owner = name.startsWith('.') ? tempOwner(name.slice(1)) : null;
    if (owner !== null && owner !== process.pid && !isRunning(owner)) removeFile(path.join(folder, name));
  }
}

function removeEmptyFolders(root: string, file: string, kept: ReadonlySet<string>): void {
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
    if (kept.has(`${folder}/`)) return;
    try {
      fs.rmdirSync(path.join(root, folder));
    } catch {
      return; // something else is in it
    }
  }
}

/**
 * Carries out steps. What is remembered about them is written before the first of them and forgotten after the last:
 * whoever is killed in between can run the same again.
 * @param root the project's root
 * @param steps the steps
 * @param options which way
 * @param options.isUninstall whether they take out what was written
 */
export function applySteps(root: string, steps: readonly InitStep[], options: { readonly isUninstall: boolean }): void {
  const load = projectLoader(root);
  const changes = steps.filter(isChange);
  const kept = new Set(foldersIn(parseManifest(load(manifestFile))));
  const manifest = planManifest(load, [...steps, ...(options.isUninstall ? [] : emptyFolders(root, changes))]);
  const own = manifest === null ? [] : [manifest];
  for (const step of options.isUninstall ? [...changes, ...own] : [...own, ...changes]) applyStep(root, step, kept);
}

/** Folders of the person that nothing stood in: nobody could tell later that `init` did not make them. */
function emptyFolders(root: string, changes: readonly InitStep[]): readonly Pick<InitStep, 'path' | 'record'>[] {
  const isEmpty = folderQuestion(root, (names) => names.length === 0);
  const tops = new Set(
    [manifestFile, ...changes.map((step) => step.path)].flatMap((file) => /^[^/]+\//.exec(file) ?? []),
  );
  return [...tops].filter(isEmpty).map((folder) => ({ path: folder, record: { kind: 'folder' } }));
}

/**
 * Makes a question about what stands in a folder: whether that is anything but a README, unless another is given.
 * @param root the project's root
 * @param test asks about its names
 * @returns the question; no to a folder that is not there
 */
export function folderQuestion(
  root: string,
  test = (names: readonly string[]): boolean => names.some((name) => name !== 'README.md'),
): (folder: string) => boolean {
  return (folder) => {
    try {
      return test(fs.readdirSync(path.join(root, folder)));
    } catch {
      return false;
    }
  };
}
