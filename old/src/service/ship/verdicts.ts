// The verdicts that this project has recorded, read from the published files of the command `ship`: hooks have no time to
// open a store, and `gate set` answers only when its file is in place.

import fs from 'node:fs';
import path from 'node:path';
import { type FoundVerdict, verdictIn } from '../../families/command/ship.js';
import { errnoOf } from '../../rules/errno.js';
import { isJsonObject } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { commandKey, refOf, stemsOf } from '../../rules/names.js';
import { loadBytes } from '../../disk/files.js';
import { publishedFolders } from '../../disk/layout.js';

/** The command whose checkpoints hold the gate (seed 002). */
export const shipCommand = 'ship';

/**
 * Finds the verdicts that may concern some content.
 * @param root the project's root
 * @param feature only those of this feature, and the one without a feature; all unless given
 * @returns what each file says; unreadable ones are told, never passed over
 */
export function findVerdicts(root: string, feature: string | null): readonly FoundVerdict[] {
  const folder = path.join(root, publishedFolders.command);
  const stems =
    feature === null
      ? null
      : new Set([...stemsOf(commandKey(shipCommand)), ...stemsOf(commandKey(shipCommand, feature))]);
  const names = namesIn(folder).filter((name) => stems === null || stems.has(name.slice(0, -'.json'.length)));
  return names.flatMap((name) => {
    const found = readVerdict(path.join(folder, name));
    return found === null || (feature !== null && isOtherFeature(found, feature)) ? [] : [found.says];
  });
}

/** Files of the command, by the seeds' names and by encoded ones. */
function namesIn(folder: string): readonly string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => /^ship[-~].*\.json$/i.test(name))
      .sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

interface ReadVerdict {
  readonly says: FoundVerdict;
  /** The feature that the document names; undefined when it cannot be read. */
  readonly feature?: string | null;
}

/** Names that differ only in case may stand in each other's files. */
function isOtherFeature({ feature }: ReadVerdict, wanted: string): boolean {
  return feature !== undefined && feature !== null && feature !== wanted;
}

/** Null for what is no checkpoint of this command: other tools keep files here too. */
function readVerdict(file: string): ReadVerdict | null {
  const unreadable = (problem: string): ReadVerdict => ({
    says: { is: 'unreadable', ref: path.basename(file), problem },
  });
  let value: unknown;
  try {
    const bytes = loadBytes(file);
    if (bytes === null) return null;
    if (bytes.length > limits.maxBytes) return unreadable(`it has more than ${limits.maxBytes} bytes`);
    value = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return unreadable(
      error instanceof SyntaxError ? 'it is no JSON' : error instanceof Error ? error.message : 'unknown',
    );
  }
  if (!isJsonObject(value) || value['command'] !== shipCommand) return null;
  const feature = typeof value['feature'] === 'string' && value['feature'] !== '' ? value['feature'] : null;
  try {
    return { says: verdictIn(refOf(commandKey(shipCommand, feature)), value), feature };
  } catch {
    return unreadable('it names a feature that cannot be one');
  }
}
