// What stands where pawl keeps checkpoints and belongs to no run that can be read: torn and drifted files, other tools'.

import path from 'node:path';
import { namesIn } from '../../disk/folders.js';
import { beginsLikeCheckpoint, detectFamily, hasCheckpointName, resembles } from '../../families/repair/index.js';
import type { FamilyName } from '../../rules/names.js';
import { readContent } from './content.js';
import { asideFolder, lookAt } from './disk.js';
import { filesOfProject } from './find-files.js';
import { openExamined } from './project.js';

/** A file that is no run's. */
export interface Stray {
  /** From the project's root. */
  readonly path: string;
  readonly is: 'checkpoint' | 'kept' | 'other' | 'unclear';
}

/**
 * Finds files that belong to no run.
 * @param root the project's root
 * @param isOfRun whether a path, in full, is that of a run's file
 * @returns torn and drifted checkpoints, what pawl keeps of those (bytes, logs that cannot be read), other tools' files, and
 * what cannot be looked at
 */
export async function findStrays(root: string, isOfRun: (file: string) => boolean): Promise<readonly Stray[]> {
  const { bad, store } = openExamined(root);
  const logs = [...store.upkeep.logs()].flatMap(({ file, key }) => (key === null ? [file] : []));
  await store.close();
  const isBad = new Set(bad.map(({ folder }) => folder));
  const published = filesOfProject(root, (folder) => !isBad.has(folder)).filter((file) => !isOfRun(file.path));
  const aside = isBad.has(asideFolder) ? [] : namesIn(path.join(root, asideFolder));
  const shown = (file: string): string => path.relative(root, file).replaceAll('\\', '/');
  return [
    ...published.map((file) => ({ path: shown(file.path), is: judge(file.path, file.home) })),
    ...aside.map((name) => ({ path: `${asideFolder}/${name}`, is: 'kept' as const })),
    ...logs.map((file) => ({ path: shown(file), is: 'kept' as const })),
  ];
}

/** Only what is plainly a checkpoint is taken for one: the folders have files of other tools as well. */
function judge(file: string, home: FamilyName | null): Stray['is'] {
  const sight = lookAt(file);
  const isNamed = hasCheckpointName(file.replaceAll('\\', '/'));
  if (sight?.is === 'oversized') return isNamed ? 'checkpoint' : 'unclear';
  if (sight?.is !== 'bytes' || home === null) return 'unclear';
  const content = readContent(sight.bytes);
  if (content.is === 'corrupt') {
    return isNamed || beginsLikeCheckpoint(file, sight.bytes.toString('utf8', 0, 4_000)) ? 'checkpoint' : 'unclear';
  }
  const isOne = detectFamily(file, content.value).family !== null;
  return isOne || resembles(home, content.value, path.basename(file, '.json')) ? 'checkpoint' : 'other';
}
