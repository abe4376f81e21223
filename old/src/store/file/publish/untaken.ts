// What a reader tells and shows where it cannot record what people did: in a read-only folder, on a full disk.

import type { PawlError } from '../../../rules/errors.js';
import { deepFreeze, type JsonObject } from '../../../rules/json/json.js';
import type { Place } from '../../../rules/names.js';
import type { Chain } from '../log/chain.js';
import type { Desk } from './desk.js';
import { mergeEdit } from './edits.js';
import { judge, type Verdict } from './judge.js';
import { knowledgeOf } from './knowledge.js';
import { closeLooks, look, unpublishedWords, whyInWords } from './published.js';

/** A reader's answer. */
export interface Untaken {
  readonly words: string;
  /** What the file says, where that is newer than the log; null where the log counts. */
  readonly edit: { readonly state: JsonObject; readonly place: Place } | null;
}

/**
 * Says what could not be recorded, and why.
 * @param desk the checkpoint
 * @param error what was thrown
 * @returns the words, and the state that people see in the file
 */
export function describeUntaken(desk: Desk, error: PawlError): Untaken {
  const { file, key, log } = desk;
  const why = `could not be taken in: ${whyInWords(error)}`;
  const { chain } = log;
  if (chain === null) return { words: `${file} was written by another tool, and ${why}`, edit: null };
  const verdict = chain.damage === null && !chain.newer ? verdictNow(desk, chain) : null;
  if (verdict === null || !('doc' in verdict || verdict.is === 'gone'))
    return { words: unpublishedWords(key, error), edit: null };
  if (verdict.is === 'gone') return { words: `${file} was taken away, which ${why}`, edit: null };
  const edit = { state: deepFreeze(mergeEdit(desk, verdict, chain).state), place: verdict.place };
  return { words: `${file} was changed since revision ${chain.revision}; it is shown, but ${why}`, edit };
}

function verdictNow(desk: Desk, chain: Chain): Verdict | null {
  const failedFile = desk.fileAt('failed');
  const [live, failed] = [look(desk.file), failedFile === null ? null : look(failedFile)];
  try {
    return judge(chain, { live, failed }, knowledgeOf(desk.space, desk.key, desk.log, chain));
  } finally {
    closeLooks(live, failed);
  }
}
