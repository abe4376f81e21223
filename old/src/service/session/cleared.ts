// What a session worked on that was cleared: its agent goes on with it under another id. The next session that begins this
// way takes it, that of the same process first; where nobody said that the old one ended, what it holds tells.

import fs from 'node:fs';
import path from 'node:path';
import { loadObject } from '../../disk/load-object.js';
import { parseKey } from '../../rules/names.js';
import { removeFile, replaceFile, writeNewFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { tempFolder } from '../../disk/layout.js';
import { tempName } from '../../disk/temp-name.js';
import { heldBeside, type Owner, releaseAll, takeLease } from '../lease/leases.js';
import { sessionOfOwner } from '../lease/session-owner.js';
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
  const { run = null, isTold = false } = loadBinding(bench.root, session) ?? {};
  if (run === null || isTold) return;
  const temp = path.join(bench.root, tempFolder, tempName());
  writeNewFile(temp, Buffer.from(`${JSON.stringify({ run, at: bench.clock() })}\n`), { mode: 0o600, sync: false });
  replaceFile(temp, path.join(bench.root, sessionFolder, `cleared.${pid}.json`));
}

/**
 * Binds a session to what the one before it worked on.
 * @param bench the project and its clock
 * @param session the session that begins
 * @param pid the process that started its hooks
 * @param owner the session that begins, as a holder
 */
export function takeCleared(bench: Bench, session: string, pid: number, owner: Owner): void {
  if (loadBinding(bench.root, session) !== null || !ensureFolder(bench.root, sessionFolder, null)) return;
  const run = takeLeft(bench, pid) ?? takeHeld(bench, owner);
  if (run !== null) saveBinding(bench, session, { run });
}

function takeLeft(bench: Bench, pid: number): string | null {
  const left = fs.readdirSync(path.join(bench.root, sessionFolder)).flatMap((name) => {
    const by = named.exec(name)?.[1];
    const file = path.join(bench.root, sessionFolder, name);
    const run = by === undefined ? null : loadRun(file, bench.clock());
    return by === undefined || run === null ? [] : [{ by: Number(by), file, run }];
  });
  // Some agents start each hook by a shell of its own; then it is clear whose it was when there is one only.
  const own = left.find(({ by }) => by === pid) ?? (left.length === 1 ? left[0] : undefined);
  if (own === undefined) return null;
  removeFile(own.file);
  return own.run;
}

/** Of several sessions at once in one agent nobody knows which was cleared: then each keeps its own. */
function takeHeld(bench: Bench, owner: Owner): string | null {
  const held = heldBeside(bench, owner);
  const [newest] = held;
  if (newest === undefined || held.some((one) => one.owner !== newest.owner)) return null;
  const session = sessionOfOwner(newest.owner);
  const run = (session === null ? null : loadBinding(bench.root, session)?.run) ?? newest.key;
  const key = parseKey(run);
  releaseAll(bench, { ...owner, id: newest.owner });
  if (key !== null && held.some((one) => one.key === run)) takeLease(bench, key, owner);
  return run;
}

/** Null when it cannot be read, or is too old to be about this moment; then it goes. */
function loadRun(file: string, now: number): string | null {
  const { run, at } = loadObject(file) ?? {};
  const isFresh = typeof at === 'number' && Math.abs(now - at) < withinMs;
  if (isFresh && typeof run === 'string' && parseKey(run) !== null) return run;
  removeFile(file);
  return null;
}
