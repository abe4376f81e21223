// What a writing command answers: one document for programs, one or two lines for people.

import path from 'node:path';
import { badUsage } from '../../../rules/errors.js';
import { limits } from '../../../rules/limits.js';
import type { Key } from '../../../rules/names.js';
import type { Saved } from '../../../service/checkpoint.js';
import type { LeaseView } from '../../../service/lease/lease.js';
import { dueWords } from '../../../service/next-command.js';
import { type SavedDocument, savedDocument } from '../../../service/saved-document.js';
import type { Workbench, WriteOptions } from '../../../service/workbench.js';
import type { Answer, Call } from '../call.js';
import type { Output } from '../terminal/output.js';
import { oneLine } from '../terminal/width.js';

/** What is said about a save beside what the checkpoint itself tells. */
export interface Told {
  /** What happened, e.g. `phase api is complete`. */
  readonly what: string;
  /** More lines for people, above the next command. */
  readonly lines?: readonly string[];
  /** More members for the document. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** It was only a remark: who makes it does not take the run. */
  readonly isRemark?: boolean;
  /** Someone else says what is next: the runner of the build that the call comes from. */
  readonly isLed?: boolean;
}

/** What is said instead of what was done, when a repeated call stored nothing. */
export const repeatedWords = 'nothing new, this op id was stored before';

/**
 * Reads how a change is to be made.
 * @param call `--expect`, `--op-id`
 * @returns the expectations of the caller
 */
export function writeOptionsOf(call: Call): WriteOptions {
  const expect = call.number('expect');
  const opId = call.text('op-id');
  if (opId !== undefined && (opId === '' || opId.length > limits.maxNameChars))
    throw badUsage(`--op-id takes 1 to ${limits.maxNameChars} characters`, 'Write e.g. --op-id deploy-17.');
  return { ...(expect === undefined ? {} : { expect }), ...(opId === undefined ? {} : { opId }) };
}

/**
 * Answers after a change, and notes who works on the run. What someone else holds is told, never refused: it is stored.
 * @param call the call
 * @param bench the store and the circumstances
 * @param key the run
 * @param saved what was stored
 * @param told what happened, in words
 * @returns the document
 */
export function answerSaved(call: Call, bench: Workbench, key: Key, saved: Saved, told: Told): Answer {
  const { document: whole, lease } = savedDocument(bench, key, saved, { isRemark: told.isRemark });
  const document = told.isLed === true ? { ...whole, next_command: null } : whole;
  if (!call.out.isJson) tellPeople(call.out, bench, { ...told, document, lease });
  return { json: { ...document, ...told.more } };
}

/**
 * Tells who else works on a run that was changed all the same.
 * @param out where
 * @param ref the run
 * @param lease whose it is; null when that is not known
 */
export function tellHolder(out: Output, ref: string, lease: LeaseView | null): void {
  if (lease?.state !== 'live') return;
  const holder = lease.reason ?? 'held by someone else';
  out.note(oneLine(`${ref} is ${holder}. This was saved all the same; agree with them before you go on.`));
}

type SavedScene = Told & ReturnType<typeof savedDocument>;

function tellPeople(out: Output, bench: Workbench, { document, lease, ...told }: SavedScene): void {
  const { ref, revision, path: file, redacted, repeated, next_command } = document;
  const what = repeated ? repeatedWords : told.what;
  const where = file === null ? '' : `, ${path.relative(bench.root, file)}`;
  out.line(`${out.paint('green', '✓')} ${oneLine(`${ref}: ${what}`)} (revision ${revision}${where})`);
  for (const line of told.lines ?? []) out.line(`  ${oneLine(line)}`);
  if (told.more?.['code'] !== undefined) out.line(`  The code is kept with revision ${revision}.`);
  if (next_command !== null) out.line(`  ${dueWords(next_command, 'Next')}: ${oneLine(next_command)}`);
  tellRemarks(out, { ref, redacted }, lease);
}

/**
 * Tells on stderr what is to be known about any save: who else works on the run, and what was replaced.
 * @param out where
 * @param saved the document about it
 * @param saved.ref the run
 * @param saved.redacted where a secret stood
 * @param lease whose it is; null when that is not known
 */
export function tellRemarks(
  out: Output,
  { ref, redacted }: Pick<SavedDocument, 'ref' | 'redacted'>,
  lease: LeaseView | null,
): void {
  tellHolder(out, ref, lease);
  for (const at of redacted) out.note(`a secret was replaced by [redacted:…] before it was stored: ${oneLine(at)}`);
}
