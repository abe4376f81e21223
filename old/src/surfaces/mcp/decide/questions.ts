// What a person is asked about a run. Pure.

import { harmlessLine } from '../../../rules/text/harmless.js';
import type { Decision } from '../../../service/resume/decision.js';
import type { Question } from '../tool.js';

const maxReasons = 10;

/**
 * Makes the question that a decision leaves to a person.
 * @param decision the decision
 * @returns the question; null when nobody can choose anything
 */
export function decisionQuestion(decision: Decision): Question | null {
  const { options, holder } = decision;
  const choices: Record<string, string> = {};
  if (holder !== null) choices['take_over'] = 'Take it over from its holder';
  if (options.includes('r')) choices['resume'] = 'Go on where it stopped';
  if (options.includes('s')) choices['start_fresh'] = 'Begin it again; its history is kept';
  if (options.includes('d')) choices['delete'] = 'Put it away; its history is kept';
  if (Object.keys(choices).length === 0) return null;
  return { key: keyOf('decide', decision), message: about(decision), choices: { ...choices, leave: 'Change nothing' } };
}

/**
 * Makes the question before a run is begun again.
 * @param decision what holds of the run
 * @returns the question
 */
export function confirmation(decision: Decision): Question {
  return {
    key: keyOf('fresh', decision),
    message: `${about(decision)}\nBegin it again from its start? Its history is kept.`,
    choices: { start_fresh: 'Begin it again', leave: 'Change nothing' },
  };
}

/** An answer holds for the revision that it was given about. */
function keyOf(what: string, { id, revision }: Decision): string {
  return `${what} ${id ?? ''} ${revision ?? 0}`;
}

/** Stored text reaches a person here, who sees it as the client shows it: one line each, nothing hidden. */
function about({ ref, title, progress, reasons, holder }: Decision): string {
  const named = title === null || title === ref ? (ref ?? '') : `${ref} (${title})`;
  const far = progress === null ? '' : `, ${progress.done} of ${progress.total} done`;
  const held = holder === null ? [] : [`held by ${holder.owner} since ${holder.since}`];
  const lines = [...held, ...reasons].slice(0, maxReasons).map((reason) => `- ${harmlessLine(reason).slice(0, 300)}`);
  return [`What is to become of ${harmlessLine(named).slice(0, 300)}${far}?`, ...lines].join('\n');
}
