// What came of a gate, for people and for programs.

import { meanwhileInWords } from '../../../families/pipeline/evidence/index.js';
import { refOf } from '../../../rules/names.js';
import type { GateResult } from '../../../service/gates/run-gate.js';
import type { NamedPipeline } from '../../../service/gates/spec-of-run.js';
import { savedDocument } from '../../../service/saved-document.js';
import { seconds } from '../build/seconds.js';
import { exits, type ExitCode } from '../exit-codes.js';
import type { Output } from '../terminal/output.js';
import { oneLine } from '../terminal/width.js';

/** What a result is about whose files changed meanwhile. */
export const countsFor = 'its result counts for what was there when it ended';

const tailLines = 15;

const marks = {
  pass: ['green', '✓', 'passed'],
  approved: ['green', '✓', 'approved'],
  fail: ['red', '✗', 'failed'],
  blocked: ['yellow', '!', 'is blocked, which is no failure'],
  declined: ['yellow', '!', 'was declined'],
  stopped: ['yellow', '!', 'was stopped'],
} as const;

function showResult(out: Output, result: GateResult): void {
  const { verdict, uses, covered, duration_ms, reason, file, line, output, log } = result;
  const [colour, mark, word] = marks[verdict];
  const isCommand = verdict !== 'approved' && verdict !== 'declined';
  const facts = [
    ...(isCommand ? [seconds(duration_ms)] : []),
    `${covered} ${covered === 1 ? 'file' : 'files'} covered`,
  ];
  out.line(`${out.paint(colour, mark)} gate ${oneLine(uses.join(', '))} ${word} (${facts.join(', ')})`);
  if (verdict === 'pass' || verdict === 'approved') {
    const { changed_meanwhile: files, gate } = result;
    if (files.length > 0) out.note(oneLine(`gate ${gate}: ${meanwhileInWords(files)}; ${countsFor}.`));
    return;
  }
  const place = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`;
  out.line(`  ${oneLine(`${reason}${place}`)}`);
  if (!isCommand) return;
  for (const one of output.trimEnd().split('\n').slice(-tailLines))
    if (one !== '') out.line(`  ${out.paint('dim', '│')} ${oneLine(one)}`);
  if (log !== null) out.line(`  ${out.paint('dim', `all of it: ${oneLine(log)}`)}`);
}

/**
 * Gives the exit code for a result.
 * @param result the result
 * @returns 0 for a pass, 1 for a failure, 6 when it is blocked or waits
 */
export function exitOf({ verdict }: Pick<GateResult, 'verdict'>): ExitCode {
  if (verdict === 'pass' || verdict === 'approved') return exits.ok;
  return verdict === 'fail' ? exits.failed : exits.blocked;
}

/**
 * Makes the document of a result.
 * @param result the result
 * @returns it without what was stored, of which the revision is told
 */
export function documentOfResult({ saved, ...result }: GateResult): object {
  return { ...result, revision: saved?.revision ?? null };
}

/**
 * Shows a result, and notes who works on the run.
 * @param out where
 * @param named the pipeline
 * @param result the result
 * @returns the document about what was stored
 */
export function answerResult(out: Output, { bench, key }: NamedPipeline, result: GateResult): object {
  showResult(out, result);
  return result.saved === null ? { ref: refOf(key), status: null } : savedDocument(bench, key, result.saved).document;
}
