// Takes snapshots of the code away again. Only pawl's own refs go; git forgets their objects in its own time.

import type { Key } from '../../rules/names.js';
import type { Workbench } from '../workbench.js';
import { runGit } from './git-process.js';
import { type CodeSnapshot, listCode } from './list.js';
import { findRepository } from './repository.js';

/**
 * Takes snapshots away.
 * @param bench the store and the circumstances
 * @param isWanted which of them go; told all of them besides
 * @param options whether it is only a rehearsal
 * @param options.dryRun only tell what would go
 * @returns those that went
 */
export async function collectCode(
  bench: Workbench,
  isWanted: (snapshot: CodeSnapshot, all: readonly CodeSnapshot[]) => boolean | Promise<boolean>,
  options: { readonly dryRun?: boolean } = {},
): Promise<readonly CodeSnapshot[]> {
  const all = await listCode(bench);
  const going: CodeSnapshot[] = [];
  for (const one of all) if (await isWanted(one, all)) going.push(one);
  const repository = options.dryRun === true || going.length === 0 ? null : await findRepository(bench.root);
  if (repository === null) return going;
  // One that was replaced since it was listed stays: each goes only if it still is the commit that was looked at.
  for (const { ref, commit } of going) await runGit(repository.top, ['update-ref', '--no-deref', '-d', ref, commit]);
  return going;
}

/**
 * Takes all snapshots of a checkpoint away.
 * @param bench the store and the circumstances
 * @param key the checkpoint
 * @returns those that went
 */
export async function dropCode(bench: Workbench, key: Key): Promise<readonly CodeSnapshot[]> {
  const own = new Set((await listCode(bench, key)).map((one) => one.ref));
  return own.size === 0 ? [] : collectCode(bench, (one) => own.has(one.ref));
}
