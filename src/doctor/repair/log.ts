// Recovers a run whose log is damaged so that nothing can be appended to it. The log goes to quarantine first, then it is
// read there, and a new one begins with the newest good state: of the log or of the checkpoint file, whichever is newer.

import fs from 'node:fs';
import path from 'node:path';
import { randomId } from '../../base/checksum.js';
import { type JsonObject, sameJson } from '../../base/json.js';
import { type Key, fileStem, keyText } from '../../base/names.js';
import { counted } from '../../base/text.js';
import { reconcile } from '../../formats/reconcile.js';
import { type Project, formats } from '../../runs/project.js';
import type { FileStore } from '../../store/file/file-store.js';
import { nodeFiles, readWhole } from '../../store/file/files.js';
import { Log, revOf } from '../../store/file/log.js';
import { ownFolder } from '../../store/file/publish.js';
import { logFileOf } from '../../store/file/run-store.js';
import { type RunFile, documentIn } from './run.js';

const logOf = (root: string, key: Key): Log => new Log(logFileOf(root, key), keyText(key), nodeFiles);

/** Why nothing can be appended to a run's log; null when it is sound, or there is none. */
export function damageOf(root: string, key: Key): string | null {
  const log = logOf(root, key);
  log.read();
  return log.damage;
}

/** Recovers a run; says what was recovered and what is missing. */
export function recoverLog(project: Project, store: FileStore, { key, file, place }: RunFile): string {
  const { root } = project;
  const format = formats[key.family];
  const kept = moveToQuarantine(root, key, logFileOf(root, key));
  const { heads } = new Log(kept, keyText(key), nodeFiles).revisions();
  const newest = heads.at(-1);
  const text = (file === null ? null : readWhole(nodeFiles, file))?.toString('utf8');
  const found = text === undefined ? null : documentIn(key, text);
  const inFile = Number.parseInt(found?.rev ?? '', 10) || 0;
  const last = Math.max(newest?.revision ?? 0, inFile);
  const isFromFile = newest === undefined || inFile > newest.revision;
  const base = heads.find((head) => revOf(head) === found?.rev);

  let state: JsonObject | undefined = isFromFile ? found?.doc : newest.state;
  if (!isFromFile && found !== null) state = reconcile(format, found.doc, base?.state ?? null, newest.state).state;
  const where = `the damaged log is ${path.relative(root, kept)}`;
  if (state === undefined) return `nothing could be recovered; ${where}`;
  // An older copy must not count as an edit of what was recovered.
  if (file !== null && found !== null && !sameJson(found.doc, state)) moveToQuarantine(root, key, file);
  const at = project.now().toISOString();
  const event = { name: 'recovered', args: { quarantine: path.basename(kept) } };
  const by = project.context().actor;
  const own = logOf(root, key).append({ state, place: newest?.place ?? place, at, by, event, op: randomId() });
  const current = store.get(key);
  if (own === null && current !== null) {
    const merged = reconcile(format, current.state, null, state).state; // somebody began a new log meanwhile
    store.put(key, { expect: current.revision, state: merged, place: current.place, at, actor: by, event });
  }
  const missing = last - heads.length - (isFromFile && inFile > 0 ? 1 : 0);
  const lost = missing <= 0 ? 'nothing is missing' : `${counted(missing, 'revision')} of its history cannot be read`;
  const from = isFromFile ? 'checkpoint file' : 'log';
  return `recovered revision ${last} from the ${from} and began a new log with it; ${lost}; ${where}`;
}

function moveToQuarantine(root: string, key: Key, file: string): string {
  const name = `${key.family}.${fileStem(key)}.${randomId()}${path.extname(file)}`;
  const kept = path.join(root, ownFolder, 'quarantine', name);
  fs.mkdirSync(path.dirname(kept), { recursive: true, mode: 0o700 });
  nodeFiles.rename(file, kept);
  return kept;
}
