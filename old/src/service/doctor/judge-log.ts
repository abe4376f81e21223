// Says what is the matter with a log. Pure.

import type { LogView } from '../../store/file/inspect.js';
import { type Finding, finding, type Subject } from './types.js';

/**
 * Tells what is the matter with a log.
 * @param subject the file
 * @param log what its log says
 * @param isWhole whether the file tells where the run stands
 * @returns at most one finding
 */
export function damageOf(subject: Subject, log: LogView | null, isWhole = false): readonly Finding[] {
  if (log?.isNewer === true) {
    const todo = 'Update pawl; this version reads it and changes nothing.';
    return [finding(subject, 'newer-version', 'was written by a newer version of pawl', { remedy: 'person', todo })];
  }
  if (log !== null && log.damage === null && log.missing.length > 0) return [withoutPast(subject, log)];
  if (log?.damage == null) return [];
  if (log.isUnreadable === true) return [unreadableLog(subject, log.damage)];
  const isRepairable = log.isRepairable || (log.isUnintelligible === true && isWhole);
  const from = log.isRepairable ? 'the newest state that can be read' : 'the file, which is whole';
  const todo = isRepairable
    ? `--fix carries it on from ${from}; the damaged part is kept.`
    : `Bring ${log.file} back from a copy, or move it away: then the file is taken in as revision 1.`;
  const remedy = isRepairable ? 'fix' : 'person';
  return [finding(subject, 'damaged', `its log is damaged: ${log.damage}`, { remedy, todo })];
}

/**
 * Makes the finding about a log that this user may not read.
 * @param subject the file
 * @param why what the system says
 * @returns the finding
 */
export function unreadableLog(subject: Subject, why = 'check its permissions'): Finding {
  const todo = 'Check who owns the log and may read it (a container may have written it); nothing of it is lost.';
  return finding(subject, 'unreadable', `its log cannot be read: ${why}`, { remedy: 'person', todo });
}

/** The newest state does not stand on it, so saving goes on. */
function withoutPast(subject: Subject, { file, missing }: LogView): Finding {
  const told = missing.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
  const count = missing.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const files = [...new Set(missing.flatMap((one) => one.files))];
  const older = files.filter((one) => one !== file);
  // What was saved since an older copy was made stands nowhere but in the segment that is in use.
  const copy =
    older.length === 0 ? '' : ` If there is a copy of ${older.join(' and ')}, bring that back, and no other file.`;
  const inUse = ` Leave ${file} as it is: it is in use, and no older copy has what was saved since.`;
  const todo = `The newest state is whole, and saving goes on.${copy}${inUse}`;
  const message = `its earlier revision${count === 1 ? '' : 's'} ${told} cannot be read: a part of its log is missing or damaged`;
  return finding(subject, 'damaged', message, { remedy: 'person', todo });
}
