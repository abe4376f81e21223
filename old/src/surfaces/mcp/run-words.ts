// Runs and saves in words, as the text beside a tool's document. Not framed: that is done where they are given out.

import { ageInWords } from '../../families/workflow/resume.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import type { Overview } from '../../service/overview.js';
import type { SavedDocument } from '../../service/saved-document.js';

/**
 * Tells about a run in one line.
 * @param run its overview
 * @param now the time, in milliseconds since 1970
 * @returns e.g. `implement/auth (command): in_progress, 1 of 2 done, now: api, revision 4, changed 5 minutes ago`
 */
export function runLine(run: Overview, now: number): string {
  const { ref, family, status, progress, current, next, revision, updated_at, title, error } = run;
  const unit = current !== null ? `, now: ${current}` : next === null ? '' : `, next: ${next}`;
  const age = updated_at === null ? '' : `, changed ${ageInWords(updated_at, new Date(now).toISOString())}`;
  const titled = title === '' || title === ref ? '' : ` "${title}"`;
  const failed = error == null ? '' : `, error: ${error}`;
  const line = `${ref} (${family})${titled}: ${status}, ${progress.done} of ${progress.total} done${unit}, revision ${revision}${age}${failed}`;
  return harmlessLine(line).slice(0, 600);
}

/**
 * Tells about a save.
 * @param saved its document
 * @param what what happened
 * @returns the lines
 */
export function savedLines(saved: SavedDocument, what: string): readonly string[] {
  const { ref, revision, repeated, redacted, held_by, next, current, finished } = saved;
  const said = repeated ? 'nothing new, this op_id was stored before' : what;
  const go = finished ? [] : current !== null ? [`Now: ${current}`] : next === null ? [] : [`Next: ${next}`];
  return [
    harmlessLine(`${ref}: ${said} (revision ${revision})`),
    ...go.map(harmlessLine),
    ...redacted.map((at) => `A secret was replaced by [redacted:…] before it was stored: ${harmlessLine(at)}`),
    ...(held_by === null
      ? []
      : [harmlessLine(`${ref} is held by ${held_by.owner} since ${held_by.since}; agree with them before you go on.`)]),
  ];
}
