// The decision about a run whose file is there and cannot be read: seed 004's options, where they lose nothing.

import { loadBytes } from '../../disk/files.js';
import { resembles } from '../../families/repair/resembles.js';
import { isPawlError, type PawlError } from '../../rules/errors.js';
import { isJsonObject } from '../../rules/json/json.js';
import { parseJson } from '../../rules/json/parse-json.js';
import { type Key, keyText } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { shellQuote } from '../../rules/text/shell-quote.js';
import { briefOf, type BriefRun } from '../brief.js';
import { inspectLog } from '../open.js';
import type { BriefWish } from './decision-of.js';
import { familyOf, type Workbench } from '../workbench.js';
import { type Choice, type Decision, nothingToResume, type OtherRun } from './decision.js';
import { problemsInWords } from './judge/doubts.js';
import { printableRef } from './printable-ref.js';

/** A run that is there, and why it cannot be read. */
export interface Unreadable {
  readonly key: Key;
  readonly error: PawlError;
}

/** A file that does not parse can be looked at and set aside; of one that cannot be read nobody knows what it holds. */
function optionsOf({ code }: PawlError): readonly Choice[] {
  return code === 'corrupt' ? ['s', 'v', 'd'] : [];
}

/**
 * Decides about a run that cannot be read.
 * @param bench the store and the circumstances
 * @param run the run, and why not
 * @param wish how the brief is written
 * @returns a decision that is blocked, with a brief of the last good revision where the log has one
 */
export function decideUnreadable(bench: Workbench, { key, error }: Unreadable, wish: BriefWish = {}): Decision {
  const good = lastGood(bench, key);
  const reason = harmlessLine(error.message);
  const hint = error.hint === undefined ? '' : ` ${error.hint}`;
  const path = bench.store.pathOf?.(key) ?? null;
  // Of a file that is named the doctor says more: among all of them it may be another tool's.
  const file = error.code === 'corrupt' && path !== null ? ` ${shellQuote(path)}` : '';
  return {
    ...nothingToResume,
    verdict: 'blocked',
    ref: printableRef(key),
    id: keyText(key),
    family: key.family,
    status: 'unreadable',
    path,
    reasons: [reason, ...(error.code === 'corrupt' ? formOf(bench, key, path) : [])],
    notes: hint === '' ? [] : [harmlessLine(hint)],
    options: optionsOf(error),
    next_command: `pawl doctor${file}`,
    ...(good === null ? {} : { revision: good.revision, brief: briefAnyway(bench, good, reason, wish) }),
  };
}

/** What is wrong with a file that is meant to be the checkpoint, but has not its form. */
function formOf(bench: Workbench, key: Key, path: string | null): readonly string[] {
  const bytes = path === null ? null : loadBytes(path);
  const parsed = bytes === null ? null : parseJson(bytes.toString('utf8'));
  if (path === null || parsed?.ok !== true || !isJsonObject(parsed.value)) return [];
  const stem = path.slice(path.search(/[^\\/]*$/), -'.json'.length);
  if (!resembles(key.family, parsed.value, stem)) return [];
  const problems = familyOf(bench, key).check(parsed.value, { idPattern: bench.idPattern });
  return problems.length === 0 ? [] : [harmlessLine(problemsInWords(problems))];
}

/** Where the work stood is known all the same; that a person has to look first stands in it. */
function briefAnyway(bench: Workbench, good: BriefRun, reason: string, wish: BriefWish): string {
  const doubts = [`${reason}. Run \`pawl doctor\` before anything is begun anew`];
  return briefOf(good, { ...wish, family: familyOf(bench, good.key), now: bench.clock(), doubts });
}

/** The log does not depend on the file; if it cannot be read either, nothing is known. */
function lastGood({ root }: Workbench, key: Key): BriefRun | null {
  try {
    const { state, revision } = inspectLog(root, key);
    return state === null ? null : { key, state, revision };
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return null;
  }
}

/**
 * Tells about a run that cannot be read in one line.
 * @param run the run
 * @returns the line
 */
export function unreadableRun({ key }: Unreadable): OtherRun {
  const ref = printableRef(key);
  const progress = { done: 0, total: 0 };
  return { ref, family: key.family, title: ref, status: 'unreadable', progress, updated_at: null };
}
