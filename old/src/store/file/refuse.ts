// What a checkpoint is not written to for, and the errors that say so.

import { prepareFolders } from '../../disk/prepare-folders.js';
import { type ErrorCode, PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import type { Notice } from '../store.js';
import { tellCatalog } from './catalog/describe.js';
import { noticeLostEnd } from './catalog/lost-end.js';
import type { Log } from './log/log.js';
import type { Desk } from './publish/desk.js';
import { adoptForeign, findForeign } from './publish/foreign.js';
import type { FileSpace } from './space.js';

/**
 * Makes the error about a file that holds no checkpoint.
 * @param notice what stands there
 * @returns the error, which says what to do
 */
export function strangerError({ code, message }: Notice): PawlError {
  return new PawlError(strangerCode(code), message, {
    hint: `${strangerHints[code] ?? ''}Nothing is started over it.`,
  });
}

/**
 * Gives the code of the error about a file that holds no checkpoint.
 * @param code that of the notice
 * @returns `unreadable` for one that is whole, but stands elsewhere: there is nothing to set aside
 */
export function strangerCode(code: Notice['code']): ErrorCode {
  return code === 'misnamed' ? 'unreadable' : 'corrupt';
}

/** What the doctor can do about each is promised, and no more. */
const strangerHints: Partial<Record<Notice['code'], string>> = {
  corrupt: 'Correct the file or move it away; `pawl doctor` says what is wrong with it. ',
  drifted: '`pawl doctor --fix` repairs it and keeps the original, or says what a person has to decide. ',
  misnamed: '`pawl doctor` says more. ',
  'not-a-checkpoint':
    'If it is a drifted checkpoint, `pawl doctor --fix` repairs it, or says what a person has to decide; if another tool keeps it there, give the run another name. ',
};

/**
 * Makes room for a new checkpoint. Only true absence may start one: a file that another tool wrote comes first.
 * @param desk the checkpoint, which has no log
 */
export function refuseForeign(desk: Desk): void {
  if (adoptForeign(desk)) return;
  const foreign = desk.notices.length > 0 ? findForeign(desk) : null;
  if (foreign?.is === 'garbage') throw strangerError(foreign.notice);
  prepareFolders(desk.space.root, desk.key.family);
}

/**
 * Makes the error about a checkpoint that there was, and of which nothing can be read.
 * @param key the checkpoint
 * @param log its log
 * @returns the error
 */
export function unintelligible(key: Key, { file, illness }: Log): PawlError {
  return new PawlError('damaged', `the log of ${refOf(key)} is damaged: ${illness}`, {
    hint: 'Bring it back from a copy; `pawl doctor` says more.',
    data: { file },
  });
}

/**
 * Refuses a log that is damaged, or that a newer version wrote.
 * @param space the store's space
 * @param key the checkpoint
 * @param log its log, refreshed
 */
export function refuseUnwritable(space: FileSpace, key: Key, log: Log): void {
  noticeLostEnd(space.catalog, key, log);
  const { chain, state, file } = log;
  if (chain?.damage != null || state === 'unintelligible') {
    if (chain !== null) tellCatalog(space, key, log, chain);
    const why = chain?.damage ?? log.illness;
    throw new PawlError('damaged', `the log of ${refOf(key)} is damaged: ${why}`, {
      hint: 'What can be read is still there. `pawl doctor` explains, and with --fix it carries the log on; the damaged part is kept.',
      data: { file },
    });
  }
  if (chain?.newer === true) {
    throw new PawlError('newer-version', `${refOf(key)} was written by a newer version of pawl`, {
      hint: 'Update pawl.',
    });
  }
}
