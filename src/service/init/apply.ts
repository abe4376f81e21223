// Carries out the steps of `pawl init`, and reads what they are planned on. Links are never followed.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../rules/errors.js';
import { loadBytes, removeFile, replaceFile, writeNewFile } from '../../store/file/disk.js';
import { ensureFolder, syncFolder } from '../../store/file/folders.js';
import { tempName } from '../../store/file/temp-name.js';
import type { InitInput, InitStep } from './plan.js';

/** Scripts of a shell are run, all else is read. */
const modeOf = (file: string): number => (file.endsWith('.sh') ? 0o755 : 0o644);

/**
 * Makes a reader of a project's files. Links are refused: a cloned repository may have planted them.
 * @param root the project's root
 * @returns the reader
 */
export function projectLoader(root: string): InitInput['load'] {
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

/**
 * Carries out one step. A file that changed since it was planned is left alone.
 * @param root the project's root
 * @param step the step
 */
export function applyStep(root: string, step: InitStep): void {
  if (step.action === 'keep') return;
  if (projectLoader(root)(step.path) !== step.before) {
    throw new PawlError('conflict', `${step.path} changed while pawl was about to write it`, {
      hint: 'Run `pawl init` again.',
    });
  }
  const file = path.join(root, step.path);
  const folder = path.dirname(file);
  if (step.after === null) {
    removeFile(file);
    return;
  }
  if (folder !== path.resolve(root)) ensureFolder(root, path.posix.dirname(step.path), 0o755);
  const mode = step.before === null ? modeOf(file) : fs.statSync(file).mode & 0o777;
  const temp = path.join(folder, `.${tempName()}`);
  writeNewFile(temp, Buffer.from(step.after), { mode, sync: true });
  try {
    replaceFile(temp, file);
  } catch (error) {
    removeFile(temp);
    throw error;
  }
  syncFolder(folder);
}
