// `pawl delete`: deletes runs, with their history only when a person says so.

import path from 'node:path';
import { badUsage } from '../../../rules/errors.js';
import { type Key, keyText, refOf } from '../../../rules/names.js';
import { counted } from '../../../rules/text/plural.js';
import { families } from '../../../service/families.js';
import { deleteRun, refuseHeld } from '../../../service/lifecycle/move.js';
import { planPurge } from '../../../service/lifecycle/plan-purge.js';
import { purgeOrphans, purgeRun, purgeStrays, removeOwnFolders } from '../../../service/lifecycle/purge.js';
import { everyPlace, readKeyToRemove } from '../../../service/refs.js';
import { summariesOf } from '../../../service/runs.js';
import type { Workbench } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { notFoundHint } from '../history/run-named.js';
import { canAsk, confirm } from '../terminal/ask.js';
import { oneLine } from '../terminal/width.js';
import { repeatedWords, writeOptionsOf } from '../write/saved.js';

function checkCall(call: Call): void {
  const [all, purge] = [call.flag('all'), call.flag('purge')];
  const refs = call.positionals.length;
  if (all && refs > 0) throw badUsage('--all means every run; no REF goes with it');
  if (all && !purge) throw badUsage('--all needs --purge', 'To delete single runs, name them.');
  if (!all && refs === 0) throw badUsage('pawl delete needs REF', 'Name the runs; `pawl list --all` shows them.');
  if (purge && call.number('expect') !== undefined) throw badUsage('--expect does not go with --purge');
  if (refs > 1 && (call.number('expect') ?? call.text('op-id')) !== undefined)
    throw badUsage('--expect and --op-id are for one run', 'Delete the runs one by one.');
}

/** All names are looked up before the first run goes: a typing error deletes nothing. */
async function keysOf(call: Call, bench: Workbench): Promise<readonly Key[]> {
  if (call.flag('all')) return (await summariesOf(bench, { places: everyPlace, exact: true })).map(({ key }) => key);
  const keys = new Map<string, Key>();
  for (const ref of call.positionals) {
    const key = await readKeyToRemove(bench.store, ref, notFoundHint);
    keys.set(keyText(key), key);
  }
  return [...keys.values()];
}

async function isAgreed(call: Call, keys: readonly Key[], files: readonly string[]): Promise<boolean> {
  if (keys.length + files.length === 0 || call.flag('yes')) return true;
  if (!canAsk(call.out)) {
    throw badUsage('pawl delete --purge needs --yes where nobody can be asked', 'Nothing was deleted.');
  }
  for (const name of [...keys.map(refOf), ...files]) call.out.line(oneLine(`  ${name}`));
  const runs = keys.length === 1 ? 'this run' : `these ${keys.length} runs`;
  const more = files.length === 1 ? 'this file' : `these ${files.length} files`;
  const what = [...(keys.length > 0 ? [runs] : []), ...(files.length > 0 ? [more] : [])].join(' and ');
  return confirm(`Delete ${what} with all history and kept code, for good?`, false);
}

async function purge(call: Call, bench: Workbench, all: readonly Key[]): Promise<Answer> {
  const { out } = call;
  const isAll = call.flag('all');
  const evenIfHeld = call.flag('even-if-held');
  const { keys, files, left } = isAll ? planPurge(bench, all, evenIfHeld) : { keys: all, files: [], left: [] };
  if (!(await isAgreed(call, keys, files))) {
    out.line('Nothing was deleted.');
    return { json: { ok: true, purged: true, runs: [] } };
  }
  const done = out.paint('green', '✓');
  const runs = [];
  for (const key of keys) {
    const { ref, code, codeLeft } = await purgeRun(bench, key, { evenIfHeld });
    const snapshots = code === 0 ? '' : `, and ${counted(code, 'snapshot')} of its code`;
    out.line(`${done} ${oneLine(`${ref}: gone, with its history${snapshots}`)}`);
    runs.push({ ref, family: key.family, code, ...(codeLeft === undefined ? {} : { code_left: codeLeft }) });
  }
  if (!isAll) return { json: { ok: true, purged: true, runs, orphans: 0 } };
  const orphans = await purgeOrphans(bench);
  if (orphans > 0) out.line(`${done} ${counted(orphans, 'snapshot')} of worktrees that are gone: gone as well`);
  purgeStrays(bench.root, files);
  for (const file of files) out.line(`${done} ${oneLine(`${file}: gone`)}`);
  const isAnyHeld = keys.length < all.length;
  if (!isAnyHeld) removeOwnFolders(bench.root);
  if (runs.length + files.length + orphans + left.length === 0) out.line('There is nothing to delete.');
  for (const { path: at, ref, why } of left)
    out.line(`${out.paint('yellow', '!')} ${oneLine(`${at ?? ref} is left: ${why}`)}`);
  const ok = left.every(({ isRun }) => !isRun);
  const rest = left.map(({ path: at, ref, why }) => ({ path: at, ref, why }));
  return {
    json: { ok, purged: true, runs, orphans, files, left: rest },
    ...(ok ? {} : { exit: isAnyHeld ? exits.blocked : exits.failed }),
  };
}

/**
 * Deletes runs.
 * @param call the runs, and whether their history goes as well
 * @returns what was deleted
 */
export async function run(call: Call): Promise<Answer> {
  checkCall(call);
  const { out } = call;
  return withBench(call, families, async (bench) => {
    const keys = await keysOf(call, bench);
    const isForced = call.flag('even-if-held') || call.flag('all');
    // Before the first one goes: of several runs none is deleted when one is held.
    if (!isForced) for (const key of keys) refuseHeld(bench, key, 'deleted');
    if (call.flag('purge')) return purge(call, bench, keys);
    const runs = [];
    for (const key of keys) {
      const options = { ...writeOptionsOf(call), evenIfHeld: call.flag('even-if-held') };
      const { ref, changed, repeated, revision, aside } = await deleteRun(bench, key, options);
      const kept = aside === null ? 'its history is kept' : `its bytes are kept in ${path.relative(bench.root, aside)}`;
      const what = repeated ? repeatedWords : changed ? `deleted; ${kept}` : 'was deleted already';
      out.line(`${out.paint('green', '✓')} ${oneLine(`${ref}: ${what}`)}`);
      runs.push({ ref, family: key.family, changed, repeated, revision, aside });
    }
    return { json: { ok: true, purged: false, runs } };
  });
}
