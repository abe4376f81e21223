// `pawl doctor`: examines a project, and with --fix repairs it run by run. This is the one file of src/doctor that the
// program imports, and the build makes a file of its own of it.

import fs from 'node:fs';
import path from 'node:path';
import { pawl, quote, setProgram } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { fileStem, keyText, refOf } from '../base/names.js';
import { counted, nearNames } from '../base/text.js';
import { foldAbandoned } from '../runs/fold.js';
import { dropLease } from '../runs/lease.js';
import type { Difference } from '../runs/history.js';
import { programFor } from '../runs/program.js';
import { type Project, formats, sessionOf } from '../runs/project.js';
import { readSessions } from '../runs/session.js';
import { FileStore } from '../store/file/file-store.js';
import { ownFolder } from '../store/file/publish.js';
import { type Examined, examine as examineProject } from './examine.js';
import { damageOf, recoverLog } from './repair/log.js';
import { type CheckpointPlace, type Diagnosis, diagnose, repairRun, runsIn, runsNamed } from './repair/run.js';
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
  const runs = ref === undefined ? all : runsNamed(all, ref);
  if (ref !== undefined && runs.length === 0) throw notFound(ref, all);
  const tidied = ref === undefined ? await tidy(project, all, isDryRun, env) : [];
  const fixed: Fixed[] = [];
  for (const run of runs) {
    const one = await fixRun(project, store, run, answers, isDryRun);
    if (one !== null) fixed.push(one);
  }
  return { runs: fixed, tidied };
}

function notFound(ref: string, all: readonly CheckpointPlace[]): PawlError {
  const near = nearNames(
    ref,
    all.map(({ key }) => refOf(key)),
  );
  const hint = near.length === 0 ? `\`${pawl`list --all`}\` shows all runs.` : `Did you mean ${near.join(' or ')}?`;
  return new PawlError('not-found', `there is no run ${ref}`, { hint });
}

function answersOf(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((text): [string, string] => {
      const at = text.indexOf('=');
      if (!text.startsWith('/') || at < 0)
        throw new PawlError('bad-usage', `--answer is written PATH=VALUE, e.g. /status=paused, found "${text}"`);
      const place = text.slice(0, at);
      return [place === '/' ? '' : place, text.slice(at + 1)];
    }),
  );
}

async function fixRun(
  project: Project,
  store: FileStore,
  run: CheckpointPlace,
  answers: ReadonlyMap<string, string>,
  isDryRun: boolean,
): Promise<Fixed | null> {
  const damage = damageOf(project.root, run.key);
  const actions: string[] = [];
  if (damage !== null) actions.push(isDryRun ? `would begin a new log: ${damage}` : recoverLog(project, store, run));
  if (damage !== null && isDryRun)
    return describe(project, run, { repaired: { outcome: 'valid' }, fault: null }, actions, answers);
  const unpublished = isDryRun ? null : publish(store, run);
  if (unpublished !== null) actions.push(unpublished);
  const here = run.file !== null && !fs.existsSync(run.file) ? { ...run, file: null } : run;
  const diagnosis = isDryRun ? diagnose(project, store, here, answers) : await repairRun(project, store, here, answers);
  return describe(project, here, diagnosis, actions, answers, isDryRun);
}

/** A run that has no file although it should have one gets it by being read. */
function publish(store: FileStore, { key, place, file }: CheckpointPlace): string | null {
  if (file !== null || place === 'removed' || place === 'archived') return null;
  const stored = store.get(key);
  return stored?.place === 'live' || stored?.place === 'failed' ? 'wrote its checkpoint file' : null;
}

function describe(
  project: Project,
  { key, file }: CheckpointPlace,
  { repaired, fault }: Diagnosis,
  actions: readonly string[],
  answers: ReadonlyMap<string, string>,
  isDryRun = false,
): Fixed | null {
  const ref = refOf(key);
  const base = { ref, file: file === null ? null : path.relative(project.root, file), changes: [], questions: [] };
  if (repaired.outcome === 'valid') return actions.length === 0 ? null : { ...base, outcome: 'fixed', actions };
  if (repaired.outcome === 'cannot') return { ...base, outcome: 'cannot', actions: [...actions, repaired.reason] };
  if (repaired.outcome === 'asked') {
    const questions = repaired.questions.map((question) => ({
      ...question,
      command: answerLine(ref, [question], new Map()),
    }));
    const command = answerLine(ref, repaired.questions, answers);
    return { ...base, outcome: 'asked', actions, questions, command };
  }
  const { changes, left } = repaired;
  const kept =
    fault === null
      ? 'the file as it was is the revision before'
      : `the file as it was is ${ownFolder}/quarantine/${fileStem(key)}.*.json`;
  const did = `${isDryRun ? 'would repair' : 'repaired'} it: ${counted(changes.length, 'change')}${fault === null ? '' : ` (${fault})`}; ${kept}`;
  const problems = left.map((problem) => `left as it is: ${problem.path} ${problem.message}`);
  return { ...base, outcome: 'fixed', actions: [...actions, did, ...problems], changes };
}

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
  runs: readonly CheckpointPlace[],
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
  await foldAbandoned(project, sessionOf(env));
  const folded = sessions - readSessions(project.root).length;
  if (folded > 0) tidied.push(`recorded the work of ${counted(folded, 'session')} that had been cut off`);
  return tidied;
}
