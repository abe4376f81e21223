// What stands where pawl keeps checkpoints and belongs to no run that can be read: torn and drifted files, other tools'.

import fs from 'node:fs';
import path from 'node:path';
import { loadBytes } from '../../disk/files.js';
import { ensureFolder, namesIn } from '../../disk/folders.js';
import { asideFolder, failedFolder, familyNames, logFolder, publishedFolders } from '../../disk/layout.js';
import { hasFamilyForm } from '../../families/repair/resembles.js';
import { tryJson } from '../../rules/json/try-json.js';
import { limits } from '../../rules/limits.js';
import { type FamilyName, type Key, stemsOf } from '../../rules/names.js';
import { families } from '../families.js';
import type { Workbench } from '../workbench.js';

/** A file that is no run's. */
export interface Stray {
  /** From the project's root. */
  readonly path: string;
  /** A torn or drifted checkpoint; what pawl keeps of one (bytes, a log); another tool's file; or who knows. */
  readonly is: 'checkpoint' | 'kept' | 'other' | 'unclear';
}

/**
 * Finds files that belong to no run.
 * @param bench the store and the circumstances
 * @param runs all runs
 * @returns the files
 */
export function findStrays({ root, store }: Workbench, runs: readonly Key[]): readonly Stray[] {
  const inside = (folder: string): readonly string[] =>
    ensureFolder(root, folder, null) ? namesIn(path.join(root, folder)) : [];
  const ofRuns = new Set(runs.flatMap((key) => [store.pathOf?.(key, 'live'), store.pathOf?.(key, 'failed')]));
  const stems = new Set(runs.flatMap(stemsOf).map((stem) => stem.toLowerCase()));
  const homes = [
    ...familyNames.map((name) => [publishedFolders[name], name] as const),
    [failedFolder, 'workflow'] as const,
  ];
  const published = homes.flatMap(([folder, family]) =>
    inside(folder)
      .filter((name) => name.endsWith('.json') && !ofRuns.has(path.join(root, folder, name)))
      .map((name): Stray => ({ path: `${folder}/${name}`, is: judge(path.join(root, folder, name), family) })),
  );
  const logs = familyNames.map(logFolder).flatMap((folder) =>
    inside(folder)
      .filter((name) => !stems.has(/^[^+]*?(?=(?:\+\d+)?\.log)/.exec(name)?.[0] ?? ''))
      .map((name) => `${folder}/${name}`),
  );
  const aside = inside(asideFolder).map((name) => `${asideFolder}/${name}`);
  return [...published, ...[...aside, ...logs].map((kept): Stray => ({ path: kept, is: 'kept' }))];
}

/** Only what is plainly a checkpoint is taken for one: the folders have files of other tools as well. */
function judge(file: string, home: FamilyName): Stray['is'] {
  const stem = path.basename(file, '.json');
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return 'unclear';
  const value = stat.size > limits.maxBytes ? undefined : tryJson(loadBytes(file)?.toString('utf8') ?? '');
  // Many tools have files such as review.json.
  const isNamed = hasFamilyForm(home, stem) && (home !== 'command' || stem.includes('-'));
  if (value === undefined) return isNamed ? 'checkpoint' : 'unclear';
  const isOne = familyNames.some((name) => families[name].recognises(value));
  return isOne || families[home].resembles?.(value, stem) === true ? 'checkpoint' : 'other';
}
