// What a session worked on that was cleared: its agent goes on with it under another id. The next session that begins this
// way takes it, that of the same process first.

import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '../../rules/json/json.js';
import { parseKey } from '../../rules/names.js';
import { loadBytes, removeFile, replaceFile, writeNewFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { tempFolder } from '../../disk/layout.js';
import { tempName } from '../../disk/temp-name.js';
import type { Workbench } from '../workbench.js';
import { loadBinding, saveBinding, sessionFolder } from './binding.js';

type Bench = Pick<Workbench, 'root' | 'clock'>;

/** The end of the one and the begin of the other are a moment apart. */
const withinMs = 60_000;
const named = /^cleared\.(\d{1,10})\.json$/;

/**
 * Leaves what a session works on to the one that follows it.
 * @param bench the project and its clock
 * @param session the session that ends
 * @param pid the process that started its hooks
 */
export function leaveCleared(bench: Bench, session: string, pid: number): void {
  const run = loadBinding(bench.root, session)?.run ?? null;
  if (run === null) return;
  const temp = path.join(bench.root, tempFolder, tempName());
  writeNewFile(temp, Buffer.from(`${JSON.stringify({ run, at: bench.clock() })}\n`), { mode: 0o600, sync: false });
  replaceFile(temp, path.join(bench.root, sessionFolder, `cleared.${pid}.json`));
}

/**
 * Binds a session to what the one before it worked on.
 * @param bench the project and its clock
 * @param session the session that begins
 * @param pid the process that started its hooks
 */
export function takeCleared(bench: Bench, session: string, pid: number): void {
  if (loadBinding(bench.root, session) !== null || !ensureFolder(bench.root, sessionFolder, null)) return;
  const left = fs.readdirSync(path.join(bench.root, sessionFolder)).flatMap((name) => {
    const by = named.exec(name)?.[1];
    const file = path.join(bench.root, sessionFolder, name);
    const run = by === undefined ? null : loadRun(file, bench.clock());
    return by === undefined || run === null ? [] : [{ by: Number(by), file, run }];
  });
  // Some agents start each hook by a shell of its own; then it is clear whose it was when there is one only.
  const own = left.find(({ by }) => by === pid) ?? (left.length === 1 ? left[0] : undefined);
  if (own === undefined) return;
  removeFile(own.file);
  saveBinding(bench, session, { run: own.run });
}

/** Null when it cannot be read, or is too old to be about this moment; then it goes. */
function loadRun(file: string, now: number): string | null {
  const bytes = loadBytes(file);
  try {
    const value: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    const [run, at] = isJsonObject(value) ? [value['run'], value['at']] : [];
    const isFresh = typeof at === 'number' && Math.abs(now - at) < withinMs;
    if (isFresh && typeof run === 'string' && parseKey(run) !== null) return run;
  } catch {
    // It goes, too.
  }
  removeFile(file);
  return null;
}
