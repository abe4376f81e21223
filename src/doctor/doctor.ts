// `pawl doctor`: examines a project, and with --fix repairs it run by run. This is the one file of src/doctor that the
// program imports, and the build makes a file of its own of it.

import fs from 'node:fs';
import path from 'node:path';
import { pawl, quote, setProgram } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { keyText, keysOfRef, refOf } from '../base/names.js';
import { counted } from '../base/text.js';
import { foldOthers } from '../runs/fold.js';
import { dropLease } from '../runs/lease.js';
import type { Difference } from '../runs/history.js';
import { programFor } from '../runs/program.js';
import { type Project, formats, sessionOf } from '../runs/project.js';
import { readSessions } from '../runs/session.js';
import { FileStore } from '../store/file/file-store.js';
import { ownFolder } from '../store/file/publish.js';
import { type Examined, examine as examineProject } from './examine.js';
import { damageOf, recoverLog } from './repair/log.js';
import { type RunFile, diagnose, repairRun, runsIn } from './repair/run.js';
import type { Question } from './repair/work.js';

/** Examines a project; nothing is repaired. */
export function examine(project: Project, env: NodeJS.ProcessEnv): Promise<Examined> {
  setProgram(() => programFor(env));
  return examineProject(project);
}

/** What was done about one run. */
export interface Fixed {
  readonly ref: string;
  /** The checkpoint file; null when there is none. */
  readonly file: string | null;
  readonly outcome: 'fixed' | 'asked' | 'cannot';
  /** What was done, or why nothing can be, in sentences. */
  readonly actions: readonly string[];
  readonly changes: readonly Difference[];
  readonly questions: readonly (Question & { readonly command: string })[];
  /** Answers all questions at once, with the first possible answer of each; `…` where any text can be the answer. */
  readonly command?: string;
}

export interface FixResult {
  readonly runs: readonly Fixed[];
  /** Leases, temporary files and sessions that were left behind. */
  readonly tidied: readonly string[];
}

export interface FixOptions {
  readonly ref?: string | undefined;
  /** `PATH=VALUE` */
  readonly answers: readonly string[];
  readonly isDryRun: boolean;
  readonly env: NodeJS.ProcessEnv;
}

/** Repairs a project, or one run of it. */
export async function fix(project: Project, { ref, answers: given, isDryRun, env }: FixOptions): Promise<FixResult> {
  setProgram(() => programFor(env));
  const store = new FileStore({ root: project.root, formats: Object.values(formats), now: project.now });
  const answers = answersOf(given);
  if (answers.size > 0 && ref === undefined)
    throw new PawlError('bad-usage', '--answer needs the run that it is about');
  const all = runsIn(project, store);
  const wanted = ref === undefined ? null : new Set(keysOfRef(ref).map(keyText));
  const runs = all.filter(({ key }) => wanted === null || wanted.has(keyText(key)));
  if (ref !== undefined && runs.length === 0)
    throw new PawlError('not-found', `there is no run ${ref}`, { hint: `\`${pawl`list --all`}\` shows all runs.` });
  const tidied = ref === undefined ? await tidy(project, all, isDryRun, env) : [];
  return { runs: runs.flatMap((run) => fixRun(project, store, run, answers, isDryRun) ?? []), tidied };
}

function answersOf(given: readonly string[]): ReadonlyMap<string, string> {
  const answers = given.filter((text) => !text.endsWith('=…')); // copied from a question, not answered
  return new Map(
    answers.map((text): [string, string] => {
      const at = text.indexOf('=');
      if (!text.startsWith('/') || at < 0)
        throw new PawlError('bad-usage', `--answer is written PATH=VALUE, e.g. /status=paused, found "${text}"`);
      const place = text.slice(0, at);
      return [place === '/' ? '' : place, text.slice(at + 1)];
    }),
  );
}

function fixRun(project: Project, store: FileStore, run: RunFile, answers: Answers, isDryRun: boolean): Fixed | null {
  const { key, place } = run;
  const damage = damageOf(project.root, key);
  if (damage !== null && isDryRun) {
    return {
      ...nothing,
      ref: refOf(key),
      file: run.file,
      outcome: 'fixed',
      actions: [`would begin a new log: ${damage}`],
    };
  }
  const actions = damage === null ? [] : [recoverLog(project, store, run)];
  const file = run.file !== null && fs.existsSync(run.file) ? run.file : null;
  if (file === null && !isDryRun && (place === 'live' || place === 'failed')) actions.push('wrote its checkpoint file');
  const { repaired, fault } = (isDryRun ? diagnose : repairRun)(project, store, { ...run, file }, answers);
  const base = { ...nothing, ref: refOf(key), file: file === null ? null : path.relative(project.root, file), actions };
  switch (repaired.outcome) {
    case 'valid':
      return actions.length === 0 ? null : { ...base, outcome: 'fixed' };
    case 'cannot':
      return { ...base, outcome: 'cannot', actions: [...actions, repaired.reason] };
    case 'asked': {
      const questions = repaired.questions.map((one) => ({ ...one, command: answerLine(base.ref, [one], new Map()) }));
      return { ...base, outcome: 'asked', questions, command: answerLine(base.ref, repaired.questions, answers) };
    }
    default: {
      const { changes, left } = repaired;
      const kept = fault === null ? 'in the revision before' : `in ${ownFolder}/quarantine`;
      const did = `${isDryRun ? 'would repair' : 'repaired'} it: ${counted(changes.length, 'change')}${fault === null ? '' : ` (${fault})`}`;
      const problems = left.map((problem) => `left as it is: ${problem.path} ${problem.message}`);
      return {
        ...base,
        outcome: 'fixed',
        actions: [...actions, did, `the file as it was is ${kept}`, ...problems],
        changes,
      };
    }
  }
}

const nothing = { changes: [], questions: [] };
type Answers = ReadonlyMap<string, string>;

/** The command line that answers questions. */
function answerLine(ref: string, questions: readonly Question[], given: ReadonlyMap<string, string>): string {
  const open = questions.map(({ path: place, answers }) => [place, answers[0] ?? '…'] as const);
  const all = [...[...given].filter(([place]) => !open.some(([asked]) => asked === place)), ...open];
  const words = all.map(([place, answer]) => ` --answer ${quote(`${place === '' ? '/' : place}=${answer}`)}`);
  return pawl`doctor --fix ${ref}` + words.join('');
}

const leftMs = 10 * 60_000;

/** What killed processes left behind. */
async function tidy(
  project: Project,
  runs: readonly RunFile[],
  isDryRun: boolean,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const tidied: string[] = [];
  const folder = path.join(project.root, ownFolder, 'tmp');
  const old = (fs.existsSync(folder) ? fs.readdirSync(folder) : []).filter(
    (name) => project.now().getTime() - fs.lstatSync(path.join(folder, name)).mtimeMs > leftMs,
  );
  if (old.length > 0) tidied.push(`${isDryRun ? 'would remove' : 'removed'} ${counted(old.length, 'temporary file')}`);
  if (isDryRun) return tidied;
  for (const name of old) fs.rmSync(path.join(folder, name), { force: true });
  const seen = new Set<string>();
  for (const { key } of runs) {
    if (seen.has(keyText(key))) continue;
    seen.add(keyText(key));
    if (await dropLease(project.store, key)) tidied.push(`removed the lease of ${refOf(key)}: its build has exited`);
  }
  const sessions = readSessions(project.root).length;
  await foldOthers(project, sessionOf(env));
  const folded = sessions - readSessions(project.root).length;
  if (folded > 0) tidied.push(`recorded the work of ${counted(folded, 'session')} that had been cut off`);
  return tidied;
}
