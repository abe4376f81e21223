// What can be done next in a pipeline, for people and programs: what runs, what may start, which gates can be run.

import { pawlLine } from '../pawl-line.js';
import { approvalDue, dueGates, type PipelineCheckpoint, readyWorkstreams } from '../../families/pipeline/index.js';
import { listed } from '../../rules/text/listed.js';

/** What can be done next. Members of the document that steps answer with. */
export interface NextSteps {
  /** Workstreams in progress. */
  readonly running: readonly string[];
  /** Workstreams that may start now. */
  readonly ready: readonly string[];
  /** Gates that can be run now, with what they cover, e.g. `type-check (WS2)`. */
  readonly gates_due: readonly string[];
}

/**
 * Finds what can be done next.
 * @param doc the pipeline
 * @returns the steps
 */
export function nextStepsOf(doc: PipelineCheckpoint): NextSteps {
  return {
    running: doc.in_progress_workstreams,
    ready: readyWorkstreams(doc),
    gates_due: dueGates(doc).map(({ label }) => label),
  };
}

/**
 * Says what can be done next, in lines.
 * @param doc the pipeline
 * @returns the lines; for one that is complete, seed 003's next action
 */
export function nextLines(doc: PipelineCheckpoint): readonly string[] {
  if (doc.status === 'complete') return ['All workstreams and gates are done. Next: update the roadmap.'];
  const { running, ready, gates_due: gates } = nextStepsOf(doc);
  const due = approvalDue(doc);
  const named = (id: string): string => {
    const name = doc.pawl?.spec?.workstreams?.[id]?.name;
    return name === undefined || name === '' || name === id ? id : `${id} (${name})`;
  };
  const review = doc.adversarial_review;
  const forbidden = review?.verdict === 'do_not_ship' ? [whenForbidden(doc.prd, review.attempt)] : [];
  return [
    ...forbidden,
    ...(running.length === 0 ? [] : [`Running:        ${listed(running.map(named))}`]),
    ...(ready.length === 0 ? [] : [`May start now:  ${listed(ready.map(named))}`]),
    ...(gates.length === 0 ? [] : [`Gates to pass:  ${listed(gates)}`]),
    ...(due === null
      ? []
      : [`Waits:          ${due.text}; \`${pawlLine('build', doc.prd)} --resume\` asks, on a terminal`]),
    ...(doc.status === 'failed' && isAllOver(doc)
      ? ['All is done, but a failure stands; a pause says that it is dealt with.']
      : []),
  ];
}

/** Whether nothing is left to be done in any phase. */
function isAllOver(doc: PipelineCheckpoint): boolean {
  const open = [doc.pending_workstreams, doc.in_progress_workstreams, doc.gates_pending];
  return open.every((list) => list.length === 0);
}

/**
 * Says what to do about a review that lets nothing start.
 * @param ref how commands name the pipeline
 * @param attempt which attempt of the review it was
 * @returns sentences with the commands
 */
export function whenForbidden(ref: string, attempt: unknown): string {
  const review = `${pawlLine('pipeline review', ref)} --verdict`;
  const again = attempt === 1 ? `Record the second review: \`${review} … --p0-count N --p1-count N\`. ` : '';
  return `${again}A person may override it: \`${review} overridden --override-reason TEXT\`.`;
}

/**
 * Says what can be done next, as commands.
 * @param doc the pipeline
 * @param ref how commands name it
 * @returns sentences, for a hint
 */
export function nextCommands(doc: PipelineCheckpoint, ref: string): string {
  const { running, ready } = nextStepsOf(doc);
  const gates = [...new Set(dueGates(doc).map(({ gate }) => gate))];
  const [run, start, gate] = [running[0], ready[0], gates[0]];
  const sentences = [
    ...(run === undefined
      ? []
      : [`Running: ${listed(running)}; report it by \`${pawlLine('pipeline done', ref, run)}\`.`]),
    ...(start === undefined
      ? []
      : [`May start now: ${listed(ready)}; by \`${pawlLine('pipeline start', ref, start)}\`.`]),
    ...(gate === undefined ? [] : [`Gates to pass: ${listed(gates)}; by \`${pawlLine('gate run', ref, gate)}\`.`]),
  ];
  return sentences.join(' ');
}
