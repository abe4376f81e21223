// What surrounds the files of a project: folders, leftovers, git, leases. Looks, and puts right what is pawl's own.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../rules/errno.js';
import { isPawlError } from '../../rules/errors.js';
import { parseKey, refOf } from '../../rules/names.js';
import { publishedFolders, runningFolders } from '../../disk/layout.js';
import { runGit } from '../code/git-process.js';
import { findGitRoot } from '../git.js';
import { canFindPawl } from '../hooks/find-pawl.js';
import { clearTroubles, loadTroubles, troubleFile } from '../hooks/trouble.js';
import { findLeases } from '../lease/lease-files.js';
import { leasesOf } from '../lease/leases.js';
import { ownFolder } from './disk.js';
import { type ExaminedProject, type Examiner, shownPath } from './project.js';
import { type Finding, finding, type Subject } from './types.js';

const about = (file: string): Subject => ({ path: file, ref: null, family: null });

/**
 * Tells which folders cannot be used.
 * @param project the project
 * @returns a finding for each
 */
export function findBadFolders({ bad }: ExaminedProject): readonly Finding[] {
  return bad.map(({ folder, isLink, message }) =>
    isLink
      ? finding(about(folder), 'symlinked', 'is a symbolic link; pawl reads and writes nothing through it', {
          remedy: 'person',
          todo: 'Put a real folder in its place.',
        })
      : finding(about(folder), 'unreadable', message, { remedy: 'person', todo: 'Check its permissions.' }),
  );
}

/**
 * Finds temp files of processes that are gone, and removes them when asked to.
 * @param examiner who does it
 * @param project the project
 * @param isWanted whether they are removed
 * @returns a finding for each
 */
export function findLeftovers(examiner: Examiner, { store }: ExaminedProject, isWanted: boolean): readonly Finding[] {
  const left = store.upkeep.leftovers();
  const removed = new Set(isWanted && left.length > 0 ? store.sweep() : []);
  return left.map((file) => {
    const subject = about(shownPath(examiner.root, file));
    const isFixed = removed.has(file);
    const message = 'is a temporary file of a process that is gone';
    const todo = isFixed ? 'Removed; nothing of it was ever saved.' : '--fix removes it; nothing of it was ever saved.';
    return finding(subject, 'leftover', message, { remedy: isFixed ? 'none' : 'fix', todo, isFixed });
  });
}

/**
 * Finds whether pawl may not write into its own folder, or others may look into it; closes it when asked to.
 * @param project the project
 * @param isWanted whether it is closed
 * @returns at most one finding
 */
export function findOpenFolder({ root }: ExaminedProject, isWanted: boolean): readonly Finding[] {
  const folder = path.join(root, ownFolder);
  try {
    fs.accessSync(fs.existsSync(folder) ? folder : root, fs.constants.W_OK);
  } catch (error) {
    const message = `cannot be written (${errnoOf(error)}): nothing is saved, and edits are shown, but not taken in`;
    return [finding(about(ownFolder), 'permissions', message)];
  }
  const stat = process.platform === 'win32' ? undefined : fs.lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined || (stat.mode & 0o077) === 0) return [];
  const message = `others than its owner may use it (mode ${(stat.mode & 0o777).toString(8)})`;
  const found = finding(about(ownFolder), 'permissions', message, {
    remedy: 'fix',
    todo: '--fix makes it private (mode 700).',
  });
  if (!isWanted) return [found];
  try {
    fs.chmodSync(folder, 0o700);
    return [{ ...found, remedy: 'none', isFixed: true, todo: 'It is private now (mode 700).' }];
  } catch (error) {
    const why = errnoOf(error) === 'EPERM' ? 'this user may not' : errnoOf(error) || String(error);
    const todo = `Its owner has to make it private, with \`chmod 700 ${ownFolder}\`: ${why}.`;
    return [{ ...found, remedy: 'person', todo }];
  }
}

const shownFiles = 20;

/**
 * Finds what git has of checkpoints: files that are meant to stay on this machine, and those whose merge it waits for.
 * @param project the project
 * @returns what is to be told to git
 */
export async function findInGit({ root }: ExaminedProject): Promise<readonly Finding[]> {
  if (findGitRoot(root) === null) return [];
  try {
    const { out } = await runGit(root, ['ls-files', '-sz', '--', ...runningFolders, publishedFolders.pipeline]);
    const listed = [...out.toString('utf8').matchAll(/ (\d)\t([^\0]+)/g)].map(([, stage = '', file = '']) => ({
      stage,
      file,
    }));
    const pathsOf = (found: typeof listed): readonly string[] => [...new Set(found.map(({ file }) => file))];
    const tracked = pathsOf(
      listed.filter(
        ({ file }) => !file.endsWith('/README.md') && runningFolders.some((folder) => file.startsWith(folder)),
      ),
    );
    const unmerged = pathsOf(listed.filter(({ stage }) => stage !== '0'));
    return [...unmerged.map(ofMerge), ...(tracked.length === 0 ? [] : [ofTracked(tracked)])];
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return []; // without git nobody can tell
  }
}

function ofMerge(file: string): Finding {
  const todo = 'Look whether it has what both sides did, then tell git with `git add`.';
  return finding(about(file), 'unmerged', 'git waits for the end of its merge', { remedy: 'person', todo });
}

function ofTracked(files: readonly string[]): Finding {
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'} of running work`;
  const more = files.length > shownFiles ? [{ path: '', message: `and ${files.length - shownFiles} more` }] : [];
  const problems = files.slice(0, shownFiles).map((file) => ({ path: '', message: file }));
  const todo =
    'Let git ignore these folders (`pawl init` adds the entry) and stop tracking the files; they stay on disk. What was ' +
    'committed stays in git’s history: revoke any secret in it.';
  const message = `git tracks ${count}, which may hold secrets and changes with every save`;
  return finding(about('.claude'), 'tracked', message, { problems: [...problems, ...more], remedy: 'person', todo });
}

/**
 * Finds leases whose holders are gone. They are in nobody's way: whoever works on the run next takes them over.
 * @param examiner who asks
 * @param project the project
 * @returns a finding for each
 */
export function findDeadLeases(examiner: Examiner, { root }: ExaminedProject): readonly Finding[] {
  const leases = leasesOf({ root, clock: examiner.clock });
  return [...findLeases(root).values()].flatMap(({ lease, file, problem }) => {
    if (problem !== null) {
      const todo =
        'Nobody can tell who works on the run. It counts for half an hour after it was written; then anyone goes on.';
      return [
        finding(about(shownPath(examiner.root, file)), 'unreadable', 'is a lease that cannot be understood', { todo }),
      ];
    }
    const key = lease === null || lease.released ? null : parseKey(lease.key);
    const view = key === null ? null : leases.of(key);
    if (key === null || view?.state !== 'expired') return [];
    const subject = { path: shownPath(examiner.root, file), ref: refOf(key), family: key.family };
    const message = `its lease is over: ${view.reason ?? ''}`;
    return [finding(subject, 'orphaned', message, { todo: 'Whoever goes on with the run takes it over.' })];
  });
}

const hookFile = '.claude/scripts/hooks/pawl-hook.cjs';

/**
 * Finds hooks that do nothing because they find no pawl.
 * @param project the project
 * @returns at most one finding
 */
export function findDeadHooks({ root }: ExaminedProject): readonly Finding[] {
  if (!fs.existsSync(path.join(root, hookFile)) || canFindPawl(root)) return [];
  const message = 'finds pawl neither in the project nor in PATH, so that hooks do nothing';
  const todo = 'Install it in the project: npm install --save-dev pawl';
  return [finding(about(hookFile), 'hooks', message, { remedy: 'person', todo })];
}

/**
 * Finds what went wrong in hooks, and forgets it when asked to.
 * @param project the project
 * @param isWanted whether it is forgotten
 * @returns at most one finding
 */
export function findHookTrouble({ root }: ExaminedProject, isWanted: boolean): readonly Finding[] {
  const troubles = loadTroubles(root);
  if (troubles.length === 0) return [];
  const problems = troubles.map(({ event, at, message }) => ({ path: '', message: `${event} at ${at}: ${message}` }));
  const message = `hooks had trouble ${troubles.length === 1 ? 'once' : `${troubles.length} times`}; the agent went on`;
  if (isWanted) clearTroubles(root);
  const todo = isWanted ? 'Forgotten.' : 'Look at the reasons; --fix forgets them.';
  return [
    finding(about(troubleFile), 'hooks', message, {
      problems,
      todo,
      remedy: isWanted ? 'none' : 'fix',
      isFixed: isWanted,
    }),
  ];
}
