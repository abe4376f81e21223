// Refusals of a pipeline's steps in the words of the command line, so that whoever made the call can correct it at once.

import { pawlLine } from '../../../service/pawl-line.js';
import type { PipelineCheckpoint } from '../../../families/pipeline/index.js';
import { badInput, isPawlError, PawlError } from '../../../rules/errors.js';
import { nextCommands, whenForbidden } from '../../../service/pipeline/next-steps.js';

/** Which argument writes a member of an event; what it has several of is named by its first part. */
const flags: Readonly<Record<string, string>> = {
  workstream: 'WORKSTREAM',
  workstreams: 'WORKSTREAM',
  artifacts: '--artifacts',
  message: '--error',
  file: '--file',
  line: '--line',
  verdict: '--verdict',
  p0_count: '--p0-count',
  p1_count: '--p1-count',
  attempt: '--attempt',
  findings_path: '--findings-path',
  override_reason: '--override-reason',
  eslint_fixes: '--eslint-fixes',
  key_fixes: '--key-fixes',
  cleanup_done: '--cleanup-done',
};

/**
 * Says what a call could not do in the words of the command line.
 * @param error what was thrown
 * @param ref how commands name the pipeline
 * @param doc the pipeline as it is; null when there is none
 * @param news what else has changed about it, in words, for names that it does not know
 * @returns the error, to be thrown; others than refusals as they are
 */
export function inFlags(
  error: unknown,
  ref: string,
  doc: PipelineCheckpoint | null,
  news: readonly string[] = [],
): unknown {
  // What is wrong with the run itself is no argument of the call.
  if (isPawlError(error, 'bad-input')) return error.data['drifted'] === true ? error : inputInFlags(error, ref, news);
  if (isPawlError(error, 'needs-person') && doc !== null) return whenDeclined(error, ref);
  if (!isPawlError(error, 'not-allowed')) return error;
  const hint = hintFor(error.data, ref, doc === null ? '' : nextCommands(doc, ref));
  return new PawlError('not-allowed', error.message, { hint: hint ?? error.hint, data: error.data, cause: error });
}

/** A person said no at a point of the build. */
function whenDeclined(error: PawlError, name: string): PawlError {
  const build = `${pawlLine('build', name)} --resume`;
  const hint = `Agree with a person first: \`${build}\` asks them, on a terminal. Nothing was changed.`;
  return new PawlError('needs-person', error.message, { hint, data: error.data, cause: error });
}

function inputInFlags(error: PawlError, ref: string, news: readonly string[]): PawlError {
  const problems = error.problems.map((problem) => ({
    ...problem,
    path: flags[problem.path.split('/')[1] ?? ''] ?? problem.path,
  }));
  const isOfCall = problems.some(({ path }, index) => path !== error.problems[index]?.path);
  if (!isOfCall) return error;
  const also = news.map((one) => ` ${one.charAt(0).toUpperCase()}${one.slice(1)}.`).join('');
  return badInput(ref, problems, `Correct what is listed and call it again; nothing was changed.${also}`);
}

function hintFor(data: PawlError['data'], ref: string, next: string): string | null {
  if (Array.isArray(data['running'])) {
    const [first = 'WS1'] = data['running'].map(String);
    return `Report each by \`${pawlLine('pipeline done', ref, first)}\`, or repeat the call with --stop-running: what runs returns to pending.`;
  }
  if (data['verdict'] === 'do_not_ship') return whenForbidden(ref, data['attempt']);
  if (Array.isArray(data['not_running'])) {
    const [id = 'WS1'] = data['not_running'].map(String);
    return `Only a running workstream can fail; record its start first: \`${pawlLine('pipeline start', ref, id)}\`.`;
  }
  if (data['missing'] !== undefined || data['not_pending'] !== undefined) return next === '' ? null : next;
  return null;
}
