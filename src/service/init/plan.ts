// `pawl init`: what it would write, as a list of steps. Planning only reads. What a person changed is kept.

import { addStateDir, compareVersions, hasStateDir, readHeader, removeStateDir, withHeader } from './files.js';
import { addIgnore, ignoresFolder } from './gitignore.js';

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
  /** The files: paths from the root with their texts, without a header. */
  readonly sources: Readonly<Record<string, string>>;
  /** The folders that git is to ignore, from the root, with a slash at the end. */
  readonly ignored: readonly string[];
  /** Reads a file below the root; null when it is absent. */
  readonly load: (relativePath: string) => string | null;
}

/** The one file that the seeds have of their own, under the same name. */
const utilsFile = '.claude/scripts/lib/utils.cjs';
const ignoreFile = '.gitignore';

/**
 * Plans what `init` does.
 * @param input the files, and how to read the project
 * @returns every file with what happens to it, in the order of writing
 */
export function planInit(input: InitInput): readonly InitStep[] {
  const files = Object.entries(input.sources).map(([file, text]) => planFile(file, text, input));
  return [...files, planIgnore(input)];
}

function planFile(file: string, source: string, { version, load }: InitInput): InitStep {
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
    return file === utilsFile ? planForeignUtils(file, before) : keep('was not written by pawl', 'foreign');
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

function planIgnore({ load, ignored }: InitInput): InitStep {
  const before = load(ignoreFile);
  const nested = load(`.claude/${ignoreFile}`);
  const step = { path: ignoreFile, needsConsent: false, kept: null, before };
  const ignores = [
    { folder: '', text: before ?? '' },
    { folder: '.claude/', text: nested ?? '' },
  ];
  const missing = ignored.filter((folder) => !ignoresFolder(folder, ignores));
  if (missing.length === 0) {
    const why = `${inWords(ignored)} ${ignored.length === 1 ? 'is' : 'are'} ignored already`;
    return { ...step, action: 'keep', why, after: before };
  }
  const after = missing.reduce<string | null>(addIgnore, before);
  return { ...step, action: before === null ? 'create' : 'append', why: `git is to ignore ${inWords(missing)}`, after };
}

function inWords(folders: readonly string[]): string {
  return folders.join(' and ');
}

/**
 * Plans what `init --uninstall` does.
 * @param input the files, and how to read the project
 * @returns every file with what happens to it
 */
export function planUninstall(input: InitInput): readonly InitStep[] {
  const before = input.load(ignoreFile);
  const why = `${inWords(input.ignored)} may still hold runs, which belong in nobody's commit`;
  const step = { path: ignoreFile, needsConsent: false, kept: null };
  const ignore: InitStep = { ...step, action: 'keep', why, before, after: before };
  return [...Object.keys(input.sources).map((file) => planRemoval(file, input)), ignore];
}

function planRemoval(file: string, { load }: InitInput): InitStep {
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
