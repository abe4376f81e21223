// Logs whose file is not there: put away on purpose, taken away by hand, never published, or damaged.

import { pawlLine } from '../pawl-line.js';
import { isPawlError } from '../../rules/errors.js';
import { type Key, keyText, refOf } from '../../rules/names.js';
import { counted } from '../../rules/text/plural.js';
import type { LogView } from '../../store/file/inspect.js';
import { damageOf, unreadableLog } from './judge-log.js';
import { type ExaminedProject, type Examiner, logOf, shownPath } from './project.js';
import { countSecretRevisions, redactFound } from './redact.js';
import { type Finding, finding, type Subject } from './types.js';

/** What is wanted beside a look. */
export interface Wanted {
  readonly fix: boolean;
  readonly redact: boolean;
}

/**
 * Examines the logs of a project: those without a file, and all for secrets in earlier revisions.
 * @param examiner who does it
 * @param project the project
 * @param seen the checkpoints whose files were examined, as text, and whether a secret was found in them
 * @param wanted what is put right
 * @returns the findings
 */
export async function examineLogs(
  examiner: Examiner,
  project: ExaminedProject,
  seen: ReadonlyMap<string, boolean>,
  wanted: Wanted,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { file, family, key, trouble } of project.store.upkeep.logs()) {
    const subject = { path: shownPath(examiner.root, file), ref: key === null ? null : refOf(key), family };
    if (key === null) {
      if (trouble !== null) findings.push(trouble === 'damaged' ? unknownLog(subject) : unreadableLog(subject));
      continue;
    }
    const hasFile = seen.has(keyText(key));
    const log = logOf(project, key);
    if (log === null) continue;
    if (!hasFile) findings.push(...(await examineStray(examiner, subject, project, key, log, wanted)));
    if (seen.get(keyText(key)) !== true && log.damage === null) {
      findings.push(...(await examineHistory(examiner, subject, project, key, wanted)));
    }
  }
  return findings;
}

function unknownLog(subject: Subject): Finding {
  const todo = 'Bring it back from a copy; its published file, if there is one, is left as it is.';
  return finding(subject, 'damaged', 'no record of this log can be read', { remedy: 'person', todo });
}

async function examineStray(
  examiner: Examiner,
  subject: Subject,
  project: ExaminedProject,
  key: Key,
  log: LogView,
  { fix }: Wanted,
): Promise<readonly Finding[]> {
  const [damage] = damageOf(subject, log);
  if (damage !== undefined && log.isUnintelligible === true) {
    return [{ ...damage, todo: `Bring ${log.file} back from a copy: nothing else tells what it held.` }];
  }
  if (damage !== undefined)
    return [await settle(damage, fix && damage.remedy === 'fix', () => carryOn(examiner, project, key))];
  if (log.place !== 'live' && log.place !== 'failed') return [];
  const wasPublished = log.marker !== null && log.marker.b !== '';
  const message = wasPublished
    ? `its file was taken away; the history of ${counted(log.revision, 'revision')} is kept`
    : 'its file was never written: a crash came in between';
  const todo = wasPublished
    ? `\`${pawlLine('restore', key)} --revision ${log.revision}\` brings it back.`
    : '--fix writes it.';
  const found = finding(subject, 'orphaned', message, { remedy: wasPublished ? 'none' : 'fix', todo });
  return [
    await settle(found, fix, async () => `Settled: it is ${(await project.store.get(key))?.place ?? 'gone'} now.`),
  ];
}

async function carryOn({ actor }: Examiner, { store }: ExaminedProject, key: Key): Promise<string> {
  await store.repair(key, actor);
  return `The log goes on at revision ${store.getSync(key)?.revision ?? 0}; the damaged part is kept.`;
}

async function settle(found: Finding, isWanted: boolean, act: () => Promise<string>): Promise<Finding> {
  if (!isWanted) return found;
  try {
    return { ...found, isFixed: found.remedy === 'fix', remedy: 'none', todo: await act() };
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return { ...found, remedy: 'person', todo: `It could not be put right: ${error.message}` };
  }
}

async function examineHistory(
  examiner: Examiner,
  subject: Subject,
  project: ExaminedProject,
  key: Key,
  { redact }: Wanted,
): Promise<readonly Finding[]> {
  const count = await countSecretRevisions(project, key);
  const isCutOff = count === 0 && logOf(project, key)?.isHalfRewritten === true;
  if (count === 0 && !isCutOff) return [];
  const message = isCutOff
    ? 'secrets were being removed from earlier revisions, and that was cut off'
    : `earlier revisions hold secrets (${count} brought one in)`;
  const todo = '--redact removes them, history included. Revoke them as well: others may have seen them.';
  const found = finding(subject, 'secret', message, { remedy: 'redact', todo });
  return [redact ? await redactFound(examiner, project, key, '', found) : found];
}
