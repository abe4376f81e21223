// `pawl init`: what it would write, as a list of steps. Planning only reads. What a person changed is kept.

import { isPawlError } from '../../rules/errors.js';
import { addStateDir, hasStateDir, removeStateDir } from './files.js';
import { planHandoffExtension, planHandoffWithdrawal } from './handoff.js';
import { ignoreFile, planIgnore, planIgnoreRemoval } from './ignore.js';
import { formatManifest, manifestFile, parseManifest, remember } from './manifest.js';
import type { Members } from './members.js';
import { planOwnFile, planOwnFileRemoval, planPlainFile, planPlainFileRemoval, type Planning } from './own-file.js';
import { planSettings, planSettingsRemoval } from './settings.js';
import { change, differs, type InitStep, isChange, keep, type Load, stuck } from './step.js';

export type { InitAction, InitStep } from './step.js';

/** What planning needs to know. */
export interface InitInput {
  readonly version: string;
  /** The files: paths from the root with their texts, without a header. */
  readonly sources: Readonly<Record<string, string>>;
  /** JSON files that agents read, with what is to stand in them. */
  readonly members: Readonly<Record<string, Members>>;
  /** The folders that git is to ignore, from the root, with a slash at the end. */
  readonly ignored: readonly string[];
  /** Reads a file below the root; null when it is absent. */
  readonly load: Load;
  /** Looks at a file that cannot be worked on; null when that tells nothing. */
  readonly look: Load;
  /** Tells whether something stands in a folder. */
  readonly holdsRuns: (folder: string) => boolean;
}

/** Files that the seeds have of their own, under the same name: those are extended. */
export const utilsFile = '.claude/scripts/lib/utils.cjs';
const hooksFolder = '.claude/scripts/hooks/';
export const handoffFile = '.claude/sub-agents/protocols/handoff.md';

function planningOf({ version, load }: InitInput): Planning {
  return { version, load, manifest: parseManifest(load(manifestFile)) };
}

/** One file that cannot be read does not stop the rest. */
function orStuck(path: string, plan: () => InitStep): InitStep {
  try {
    return plan();
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return stuck(path, null, `cannot be worked on: ${error.message}`);
  }
}

const isPlain = (path: string): boolean => path.endsWith('.json');

/**
 * Plans what `init` does.
 * @param input the files, and how to read the project
 * @returns every file with what happens to it
 */
export function planInit(input: InitInput): readonly InitStep[] {
  const planning = planningOf(input);
  const files = Object.entries(input.sources).map(([path, text]) =>
    orStuck(path, () => {
      if (isPlain(path)) return planPlainFile(path, text, planning);
      if (path === utilsFile) return planOwnFile(path, text, planning, planForeignUtils);
      if (path !== handoffFile) return planOwnFile(path, text, planning);
      return planOwnFile(path, text, planning, (before) => planHandoffExtension(path, before, text, planning));
    }),
  );
  const settings = Object.entries(input.members).map(([path, wanted]) =>
    orStuck(path, () => planSettings(path, wanted, planning)),
  );
  const ignore = input.ignored.length === 0 ? [] : [orStuck(ignoreFile, () => planIgnore(input.ignored, planning))];
  return [...files, ...settings, ...ignore];
}

/** The seeds have a utils.cjs of their own. The other drop-ins do not need it, but the seeds' scripts need getStateDir. */
function planForeignUtils(before: string): InitStep {
  if (hasStateDir(before)) return keep(utilsFile, before, 'is your own and has getStateDir');
  return change(utilsFile, 'extend', 'is your own and exports no getStateDir', {
    before,
    after: addStateDir(before),
    question: `Add getStateDir to ${utilsFile}?`,
  });
}

/**
 * Plans what `init --uninstall` does.
 * @param input the files, and how to read the project
 * @returns every file with what happens to it
 */
export function planUninstall(input: InitInput): readonly InitStep[] {
  const planning = planningOf(input);
  const files = Object.entries(input.sources).map(([path, text]) =>
    orStuck(path, () => {
      if (isPlain(path)) return planPlainFileRemoval(path, text, planning);
      if (path === utilsFile) return planOwnFileRemoval(path, planning, withdrawUtils);
      if (path !== handoffFile) return planOwnFileRemoval(path, planning);
      return planOwnFileRemoval(path, planning, (before) => planHandoffWithdrawal(path, before, text, planning));
    }),
  );
  const settings = Object.entries(input.members).map(([path, now]) =>
    orStuck(path, () => planSettingsRemoval(path, now, planning)),
  );
  const needed = files.map((step) => whileInUse(step, settings, input.look));
  const ignore =
    input.ignored.length === 0 ? [] : [orStuck(ignoreFile, () => planIgnoreRemoval(planning, input.holdsRuns))];
  return [...needed, ...settings, ...ignore];
}

/** A script that a person's own handler calls stays: without it the agent would fail at every event. */
function whileInUse(step: InitStep, settings: readonly InitStep[], look: Load): InitStep {
  const name = step.path.slice(step.path.lastIndexOf('/') + 1);
  if (step.action !== 'remove' || !/\.(?:cjs|sh)$/.test(name)) return step;
  for (const { action, after, path } of settings) {
    const text = action === 'stuck' && after === null ? look(path) : (after ?? '');
    const how = text === null ? 'may still be' : text.includes(name) ? 'is still' : null;
    // Of what nobody can look at, this much is known: nothing but hooks was ever written there.
    if (how === null || (text === null && !step.path.startsWith(hooksFolder))) continue;
    return differs(step.path, step.before, 'changed', `${how} called by ${path}`);
  }
  return step;
}

function withdrawUtils(before: string): InitStep {
  const after = removeStateDir(before);
  if (after === null) return differs(utilsFile, before, 'foreign');
  return change(utilsFile, 'update', "pawl's getStateDir goes", { before, after });
}

/**
 * Plans the file in which all this is remembered.
 * @param load reads a file below the root
 * @param steps the steps that are carried out
 * @returns what happens to it; null when nothing does
 */
export function planManifest(load: Load, steps: readonly Pick<InitStep, 'path' | 'record'>[]): InitStep | null {
  const before = load(manifestFile);
  const after = formatManifest(remember(parseManifest(before), steps));
  const step = { before, after };
  if (before?.replaceAll('\r\n', '\n') === after || !isChange({ ...keep(manifestFile, before, ''), after }))
    return null;
  if (before === null)
    return change(manifestFile, 'create', 'remembers what init wrote, for updates and --uninstall', step);
  const why = after === null ? 'has nothing left to remember' : 'remembers what init wrote';
  return change(manifestFile, after === null ? 'remove' : 'update', why, step);
}
