// `pawl restore`: a run as it was, and the code that was kept with it beside the present one.

import path from 'node:path';
import { type Key, refOf } from '../../../rules/names.js';
import { type CodeTarget, type RestoredCode, restoreCode } from '../../../service/code/restore.js';
import { restoreRevision } from '../../../service/history/restore.js';
import { holderOf } from '../../../service/lease/lease.js';
import { noteWork } from '../../../service/lease/note-work.js';
import type { Workbench, WriteOptions } from '../../../service/workbench.js';
import type { Answer, Call } from '../call.js';
import { fileOf, printChanges } from '../history/lines.js';
import { withRun } from '../history/run-named.js';
import { oneLine } from '../terminal/width.js';
import { repeatedWords, tellHolder, writeOptionsOf } from '../write/saved.js';

/** Any of the three options asks for the code. */
function codeTarget(call: Call, key: Key, revision: number): CodeTarget | null {
  const [branch, worktree] = [call.text('branch'), call.text('worktree')];
  if (!call.flag('code') && branch === undefined && worktree === undefined) return null;
  if (worktree !== undefined) return { branch, worktree: path.resolve(worktree) };
  const slug = refOf(key)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return { branch: branch ?? `pawl/${slug || 'run'}-r${revision}` };
}

async function bringCode(call: Call, bench: Workbench, key: Key, revision: number): Promise<RestoredCode | null> {
  const target = codeTarget(call, key, revision);
  if (target === null) return null;
  const code = await restoreCode(bench, key, revision, target);
  const { out } = call;
  if (code.worktree !== null) out.line(`${out.paint('green', '✓')} ${oneLine(`its code is in ${code.worktree}`)}`);
  if (code.branch !== null)
    out.line(`${out.paint('green', '✓')} ${oneLine(`its code is on the branch ${code.branch}`)}`);
  return code;
}

/** Such a call brings no code: a branch of it would be in the way of the next one. */
async function isRefusedOrRepeated({ store }: Workbench, key: Key, { expect, opId }: WriteOptions): Promise<boolean> {
  if (opId !== undefined && (await store.findOp(key, opId)) !== null) return true;
  return expect !== undefined && (await store.get(key))?.revision !== expect;
}

/**
 * Brings a run back to an earlier revision.
 * @param call the run, the revision, what to do about its code
 * @returns the new revision
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  return withRun(call, async (bench, key) => {
    const revision = call.number('revision') ?? 0;
    const options = writeOptionsOf(call);
    // The code comes first: it is what can fail, and it changes nothing that is there.
    const code = (await isRefusedOrRepeated(bench, key, options)) ? null : await bringCode(call, bench, key, revision);
    const { ref, stored, repeated, changes } = await restoreRevision(bench, key, revision, options);
    const { path: file, shown } = fileOf(bench, key, stored.place);
    const where = shown === '' ? '' : `, ${shown}`;
    const what = repeated ? repeatedWords : `as it was at revision ${revision}`;
    out.line(`${out.paint('green', '✓')} ${oneLine(`${ref}: ${what} (revision ${stored.revision}${where})`)}`);
    printChanges(
      out,
      changes.map(({ text }) => text),
    );
    const lease = noteWork(bench, key, 'remark');
    tellHolder(out, ref, lease);
    const kept = code === null ? null : { commit: code.snapshot.commit, branch: code.branch, worktree: code.worktree };
    return {
      json: {
        ok: true,
        ref,
        family: key.family,
        from: revision,
        revision: stored.revision,
        place: stored.place,
        path: file,
        repeated,
        changes,
        code: kept,
        held_by: lease === null ? null : holderOf(lease),
      },
    };
  });
}
