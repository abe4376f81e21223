// Which checkpoints there are: by their logs, and by published files that have none.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../rules/errno.js';
import { PawlError } from '../../rules/errors.js';
import { type FamilyName, type Key, keyOfStem, parseKey } from '../../rules/names.js';
import { parseJson } from '../../rules/json/parse-json.js';
import { isJsonObject } from '../../rules/json/json.js';
import { loadBytes } from '../../disk/files.js';
import { failedFolder, logFolder, publishedFolders } from '../../disk/layout.js';
import { Log } from './log/log.js';

/** Files that were looked at before. */
export interface KnownFiles {
  hasLog(family: FamilyName, stem: string): boolean;
  /** The names of those in a folder. */
  filesIn(folder: string): ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/**
 * Lists the keys of a family. One may come twice: from its log and from its file.
 * @param root the project's root
 * @param family the family
 * @param known which files need no look
 * @param isAsItWas which folders need none
 * @param onNameless told about files whose name no checkpoint can have
 * @yields each key
 */
export function* keysIn(
  root: string,
  family: FamilyName,
  known: KnownFiles = { hasLog: () => false, filesIn: () => none },
  isAsItWas: (folder: string) => boolean = () => false,
  onNameless: (folder: string, name: string) => void = () => undefined,
): Generator<Key> {
  const names = (folder: string): readonly string[] => (isAsItWas(folder) ? [] : namesIn(path.join(root, folder)));
  for (const stem of stemsIn(names(logFolder(family)))) {
    const key = known.hasLog(family, stem) ? null : keyOfLog(path.join(root, logFolder(family)), stem);
    if (key !== null) yield key;
  }
  const folders = family === 'workflow' ? [publishedFolders.workflow, failedFolder] : [publishedFolders[family]];
  for (const folder of folders) {
    const files = known.filesIn(folder);
    for (const name of names(folder)) {
      if (files.has(name) || !name.endsWith('.json')) continue;
      const key = keyOfFile(family, path.join(root, folder, name));
      if (key === null) onNameless(folder, name);
      else yield key;
    }
  }
}

/** Later segments and packs belong to the log without a number, also where that is gone. */
function stemsIn(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => /^([^+]*)(?:\+\d+)?\.log(?:\.br)?$/.exec(name)?.[1] ?? []));
}

/**
 * Lists the logs of a folder.
 * @param folder the folder
 * @returns their stems
 */
export function logStems(folder: string): Iterable<string> {
  return stemsIn(namesIn(folder));
}

/**
 * Tells whose a log is: every full record carries its key.
 * @param folder where it stands
 * @param stem its stem
 * @returns the key; null when it cannot be read
 */
export function keyOfLog(folder: string, stem: string): Key | null {
  const log = new Log(folder, stem);
  try {
    log.refresh();
    return log.chain === null ? null : parseKey(log.chain.keyText);
  } catch {
    return null; // reported when the checkpoint itself is read
  } finally {
    log.close();
  }
}

function keyOfFile(family: FamilyName, file: string): Key | null {
  const stem = path.basename(file, '.json');
  if (!stem.includes('~')) return keyOfStem(family, stem);
  try {
    // An encoded name is only a hash: the document has to say what it stands for.
    const parsed = parseJson(loadBytes(file)?.toString('utf8') ?? '');
    if (!parsed.ok || !isJsonObject(parsed.value)) return null;
    const { command, feature, prd, checkpoint_id } = parsed.value;
    return keyOfStem(family, stem, { command, feature, id: prd ?? checkpoint_id });
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw new PawlError('unreadable', `cannot list ${folder}: ${errnoOf(error)}`, { cause: error });
  }
}
