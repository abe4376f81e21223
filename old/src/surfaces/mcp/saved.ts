// How tools make a change, and what they answer after it.

import type { Key } from '../../rules/names.js';
import type { Saved } from '../../service/checkpoint.js';
import { savedDocument, type SavedDocument } from '../../service/saved-document.js';
import type { Workbench, WriteOptions } from '../../service/workbench.js';
import { savedLines } from './run-words.js';
import type { Scene } from './scene.js';
import type { Reply } from './tool.js';

/** The members of `change` in fields.ts. */
export interface ChangeArgs {
  readonly expected_revision?: number | undefined;
  readonly op_id?: string | undefined;
}

/**
 * Reads how a change is to be made.
 * @param args the arguments of a call
 * @returns the expectations of the caller
 */
export function writeOptions({ expected_revision: expect, op_id: opId }: ChangeArgs): WriteOptions {
  return { ...(expect === undefined ? {} : { expect }), ...(opId === undefined ? {} : { opId }) };
}

/**
 * Answers after a change, and notes who works on the run.
 * @param scene who
 * @param bench the store and the circumstances
 * @param key the run
 * @param saved what was stored
 * @param what what happened, in words
 * @param options `isRemark`: who makes it does not take the run
 * @param options.isRemark see above
 * @returns the reply
 */
export function answerSaved(
  scene: Pick<Scene, 'owner'>,
  bench: Workbench,
  key: Key,
  saved: Saved,
  what: string,
  options: { readonly isRemark?: boolean } = {},
): Reply<SavedDocument> {
  const { document } = savedDocument(bench, key, saved, { ...options, owner: scene.owner });
  return { data: document, text: savedLines(document, what) };
}
