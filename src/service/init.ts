// `pawl init`: what it would write, as a list of steps, and the writing itself. Planning only reads. What a person changed
// is kept.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../rules/errors.js';
import { loadBytes, removeFile, replaceFile, writeNewFile } from '../store/file/disk.js';
import { ensureFolder, syncFolder } from '../store/file/folders.js';
import { tempName } from '../store/file/temp-name.js';
import { addStateDir, compareVersions, hasStateDir, readHeader, removeStateDir, withHeader } from './init-files.js';
import { addIgnore, ignoresFolder } from './init-gitignore.js';

export type InitAction = 'create' | 'update' | 'append' | 'keep' | 'remove';

/** One file and what happens to it. */
export interface InitStep {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly action: InitAction;
  readonly why: string;
  /** A change to a person's own file: only with their consent. */
  readonly needsConsent: boolean;
  /** Why something else stands where pawl's own file would: a person changed it, or wrote it; null otherwise. */
  readonly kept: 'changed' | 'foreign' | null;
  /** The text that the step was planned on; null when the file is absent. */
  readonly before: string | null;
  /** The text that will stand there; null when the file goes. */
  readonly after: string | null;
}

/** What planning needs to know. */
export interface InitInput {
  readonly version: string;
  /** The drop-ins: file names with their texts, without a header. */
  readonly sources: Readonly<Record<string, string>>;
  /** Reads a file below the root; null when it is absent. */
  readonly load: (relativePath: string) => string | null;
}

export const libFolder = '.claude/scripts/lib';
const stateFolder = '.claude/state/';
const ignoreFile = '.gitignore';

/**
 * Plans what `init --only lib` does.
 * @param input the drop-ins, and how to read the project
 * @returns every file with what happens to it, in the order of writing
 */
export function planInit(input: InitInput): readonly InitStep[] {
  const files = Object.entries(input.sources).map(([name, text]) => planFile(name, text, input));
  return [...files, planIgnore(input)];
}

function planFile(name: string, source: string, { version, load }: InitInput): InitStep {
  const file = `${libFolder}/${name}`;
  const before = load(file);
  const after = withHeader(source, version);
  const step = { path: file, needsConsent: false, before };
  const keep = (why: string, kept: InitStep['kept'] = null): InitStep => ({
    ...step,
    action: 'keep',
    why,
    kept,
    after: before,
  });
  if (before === null) return { ...step, action: 'create', why: 'is not there yet', kept: null, after };
  const header = readHeader(before);
  if (header === null) {
    return name === 'utils.cjs' ? planForeignUtils(file, before) : keep('was not written by pawl', 'foreign');
  }
  if (!header.isUnchanged) return keep('was changed by a person', 'changed');
  if (before.replaceAll('\r\n', '\n') === after) return keep('is up to date');
  const order = compareVersions(header.version, version);
  if (order > 0) return keep(`was written by pawl ${header.version}, which is newer`);
  const why = order < 0 ? `was written by pawl ${header.version}` : 'was written by another build of this version';
  return { ...step, action: 'update', why, kept: null, after };
}

/** The seeds have a utils.cjs of their own. The other two drop-ins do not need it, but the seeds' scripts need getStateDir. */
function planForeignUtils(file: string, before: string): InitStep {
  const step = { path: file, before, kept: null };
  if (hasStateDir(before)) {
    return { ...step, action: 'keep', why: 'is your own and has getStateDir', needsConsent: false, after: before };
  }
  return {
    ...step,
    action: 'append',
    why: 'is your own and lacks getStateDir',
    needsConsent: true,
    after: addStateDir(before),
  };
}

function planIgnore({ load }: InitInput): InitStep {
  const before = load(ignoreFile);
  const nested = load(`.claude/${ignoreFile}`);
  const step = { path: ignoreFile, needsConsent: false, kept: null, before };
  const ignores = [
    { folder: '', text: before ?? '' },
    { folder: '.claude/', text: nested ?? '' },
  ];
  if (ignoresFolder(stateFolder, ignores)) {
    return { ...step, action: 'keep', why: `${stateFolder} is ignored already`, after: before };
  }
  const action = before === null ? 'create' : 'append';
  return { ...step, action, why: `git is to ignore ${stateFolder}`, after: addIgnore(before, stateFolder) };
}

/**
 * Plans what `init --uninstall` does.
 * @param input the drop-ins, and how to read the project
 * @returns every file with what happens to it
 */
export function planUninstall(input: InitInput): readonly InitStep[] {
  const before = input.load(ignoreFile);
  const why = `${stateFolder} may still hold runs, which belong in nobody's commit`;
  const step = { path: ignoreFile, needsConsent: false, kept: null };
  const ignore: InitStep = { ...step, action: 'keep', why, before, after: before };
  return [...Object.keys(input.sources).map((name) => planRemoval(name, input)), ignore];
}

function planRemoval(name: string, { load }: InitInput): InitStep {
  const file = `${libFolder}/${name}`;
  const before = load(file);
  const step = { path: file, needsConsent: false, kept: null, before };
  if (before === null) return { ...step, action: 'keep', why: 'is not there', after: null };
  const header = readHeader(before);
  if (header?.isUnchanged === true) return { ...step, action: 'remove', why: 'was written by pawl', after: null };
  const without = header === null ? removeStateDir(before) : null;
  if (without !== null) return { ...step, action: 'update', why: "pawl's getStateDir goes", after: without };
  const kept = header === null ? 'foreign' : 'changed';
  const why = header === null ? 'was not written by pawl' : 'was changed by a person';
  return { ...step, action: 'keep', why, kept, after: before };
}

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
  const mode = step.before === null ? 0o644 : fs.statSync(file).mode & 0o777;
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
