// What a person sees before they choose: seed 004's prompt, seed 003's display for pipelines. Pure.

import { displayState, type PipelineCheckpoint } from '../../../families/pipeline/index.js';
import { ageInWords, resumePrompt } from '../../../families/workflow/index.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { harmlessLines } from '../../../rules/text/harmless.js';
import { asDocument } from '../../../service/documents.js';
import type { Decision } from '../../../service/resume/decision.js';

/** The lines above the options, the options, and the question. */
export interface Prompt {
  readonly about: readonly string[];
  readonly options: readonly string[];
  /** e.g. `Choice [r/s/v/d]:`; for a failed pipeline it begins with `Is it fixed?`. */
  readonly question: string;
}

/**
 * Writes the prompt for a run.
 * @param decision what was decided about it
 * @param doc its document; null when it cannot be read
 * @param now the time, ISO 8601
 * @returns its parts; the options are only those that the decision leaves
 */
export function promptFor(decision: Decision, doc: JsonObject | null, now: string): Prompt {
  const text = harmlessLines(doc === null ? unreadableText(decision) : textFor(decision, doc, now));
  const lines = text.split('\n');
  const at = lines.indexOf('Options:');
  const about = (at < 0 ? lines : lines.slice(0, at)).join('\n').trimEnd().split('\n');
  const all = at < 0 ? [] : lines.slice(at + 1).filter((line) => /^ {2}\([rsvd]\)/.test(line));
  const options = all.filter((line) => decision.options.some((key) => line.startsWith(`  (${key})`)));
  const isFixed = isFailedPipeline(decision) && decision.options.includes('r') ? 'Is it fixed? ' : '';
  return { about, options, question: `${isFixed}Choice [${decision.options.join('/')}]:` };
}

function textFor(decision: Decision, doc: JsonObject, now: string): string {
  if (decision.family === 'workflow') return resumePrompt(doc, now);
  const isCommand = decision.family === 'command';
  const about = isCommand
    ? commandText(decision, doc, now)
    : [displayState(asDocument<PipelineCheckpoint>(doc), decision.redo)];
  return [...about, '', 'Options:', `  (r)esume - ${resumeText(decision)}`, ...optionsFor(decision)].join('\n');
}

/** Seed 003: a failed pipeline shows its error, and goes on when that is fixed. */
const isFailedPipeline = ({ family, status }: Decision): boolean => family === 'pipeline' && status === 'failed';

function resumeText(decision: Decision): string {
  if (decision.from === null) return 'Nothing is left but to complete it';
  return `${isFailedPipeline(decision) ? 'It is fixed: continue' : 'Continue'} from ${decision.from}`;
}

function optionsFor({ family }: Pick<Decision, 'family'>): readonly string[] {
  const restart = family === 'workflow' ? 'Delete checkpoint and restart' : 'Restart from the first phase';
  return [
    `  (s)tart fresh - ${restart}`,
    '  (v)iew details - Show checkpoint contents',
    '  (d)elete - Remove checkpoint without starting',
  ];
}

function commandText({ title, progress }: Decision, doc: JsonObject, now: string): readonly string[] {
  const started = doc['started_at'];
  const isKnown = typeof started === 'string' && !Number.isNaN(Date.parse(started));
  const created = isKnown
    ? `${new Date(started).toISOString().slice(0, 19).replace('T', ' ')} (${ageInWords(started, now)})`
    : 'unknown';
  return [
    `Found existing checkpoint for "${title}"`,
    `Created: ${created}`,
    `Progress: ${progress?.done ?? 0} of ${progress?.total ?? 0} phases completed`,
  ];
}

function unreadableText({ ref, path }: Decision): string {
  return [
    `The checkpoint of ${ref} cannot be read`,
    ...(path === null ? [] : [`File: ${path}`]),
    '',
    'Options:',
    '  (s)tart fresh - Set the file aside; the run can be started again',
    '  (v)iew details - Show what the file holds',
    '  (d)elete - Set the file aside without starting',
  ].join('\n');
}
