// Where things are kept, below a project's root.

import path from 'node:path';
import { type FamilyName, type Key, type Place, stemsOf } from '../rules/names.js';

/** The seeds' folders, relative to the root. */
export const publishedFolders: Readonly<Record<FamilyName, string>> = {
  command: '.claude/state',
  pipeline: '.claude/skills/build-pipeline/checkpoints',
  workflow: '.claude/checkpoints',
};

/** Only workflows have a folder for failed runs (seed 004). */
export const failedFolder = '.claude/checkpoints/failed';

/** All that is pawl's own. */
export const ownFolder = '.claude/state/.pawl';
export const tempFolder = `${ownFolder}/tmp`;
export const asideFolder = `${ownFolder}/aside`;
/** Its time says when old runs were last put away. */
export const cleanedFile = `${ownFolder}/cleaned`;

/** Running work, which stays on its machine: git is told to ignore it. */
export const runningFolders: readonly string[] = ['.claude/state/', '.claude/checkpoints/'];

export const familyNames: readonly FamilyName[] = ['command', 'pipeline', 'workflow'];

/**
 * Gives the folder of a family's logs.
 * @param family the family
 * @returns the folder, relative to the root
 */
export function logFolder(family: FamilyName): string {
  return `${ownFolder}/${family}`;
}

/**
 * Gives the file name of a log's segment. `+` is in no stem, so segments and logs cannot be taken for each other; lower
 * case, so that names that differ only in case meet here, where their keys are compared.
 * @param stem the checkpoint's stem
 * @param segment the segment's number, from 1
 * @returns the file's name
 */
export function segmentName(stem: string, segment: number): string {
  return segment === 1 ? `${stem.toLowerCase()}.log` : `${stem.toLowerCase()}+${segment}.log`;
}

/**
 * Gives the file of a checkpoint's log: the first of its segments.
 * @param key the checkpoint
 * @returns the file, relative to the root
 */
export function logFile(key: Key): string {
  const [stem = ''] = stemsOf(key);
  return `${logFolder(key.family)}/${segmentName(stem, 1)}`;
}

/**
 * Gives the file name of a packed segment. Its ending names the codec.
 * @param stem the checkpoint's stem
 * @param segment the segment's number, from 1
 * @returns the file's name
 */
export function packName(stem: string, segment: number): string {
  return `${stem.toLowerCase()}+${segment}.log.br`;
}

/**
 * Gives the folder where a checkpoint in a place is published.
 * @param key the checkpoint
 * @param place its place
 * @returns the folder relative to the root, or null when nothing is published there
 */
export function publishedFolder(key: Pick<Key, 'family'>, place: Place): string | null {
  if (place === 'live') return publishedFolders[key.family];
  return place === 'failed' && key.family === 'workflow' ? failedFolder : null;
}

/**
 * Joins a path below the root.
 * @param root the project's root
 * @param folder a folder relative to it
 * @param name a file's name
 * @returns the path
 */
export function below(root: string, folder: string, name: string): string {
  return path.join(root, folder, name);
}
