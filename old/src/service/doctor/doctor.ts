// The examination: every file of a project, or those at given paths; then what surrounds them; then the report.

import fs from 'node:fs';
import { keyText } from '../../rules/names.js';
import { filesAt, filesOfProject, type FoundFile } from './find-files.js';
import { fixFile } from './fix.js';
import { findKeptAside } from './kept-aside.js';
import { type ExaminedProject, examineFile, type Examiner, openExamined } from './project.js';
import { redactAside, redactFound } from './redact.js';
import { reportOf } from './report.js';
import { examineLogs, type Wanted } from './stray-logs.js';
import {
  findBadFolders,
  findDeadHooks,
  findDeadLeases,
  findHookTrouble,
  findInGit,
  findLeftovers,
  findOpenFolder,
} from './surroundings.js';
import type { Diagnosis, DoctorOptions, Finding, Report } from './types.js';

export type { Examiner } from './project.js';

/** The projects that files belong to, each opened once. */
class Projects {
  readonly #open = new Map<string, ExaminedProject>();

  at(root: string): ExaminedProject {
    const known = this.#open.get(root);
    if (known !== undefined) return known;
    const project = openExamined(root);
    this.#open.set(root, project);
    return project;
  }

  async close(): Promise<void> {
    for (const { store } of this.#open.values()) await store.close();
  }
}

/**
 * Examines checkpoint files. Without `fix` and `redact` nothing is written at all.
 * @param given who examines, from which project
 * @param options which files, and what is put right
 * @returns the report
 */
export async function examine(given: Examiner, options: DoctorOptions = {}): Promise<Report> {
  const examiner = { ...given, root: fs.realpathSync(given.root) };
  const wanted = { fix: options.fix === true, redact: options.redact === true };
  const projects = new Projects();
  try {
    const isWhole = options.paths === undefined || options.paths.length === 0;
    const files = isWhole ? wholeProject(projects.at(examiner.root)) : uniqueFiles(options.paths);
    const leftovers = isWhole ? leftoversOf(examiner, projects.at(examiner.root), wanted) : [];
    const diagnoses: Diagnosis[] = [];
    for (const [done, file] of files.entries()) {
      options.onProgress?.(done, files.length);
      const project = file.root === null ? null : projects.at(file.root);
      const diagnosis = await treat(examiner, project, file, wanted);
      if (diagnosis !== null) diagnoses.push(diagnosis);
    }
    options.onProgress?.(files.length, files.length);
    const around = isWhole ? await surroundings(examiner, projects.at(examiner.root), diagnoses, wanted) : [];
    if (isWhole && (wanted.fix || wanted.redact)) await rebuildCatalogue(projects.at(examiner.root));
    return reportOf(examiner.root, diagnoses, [...leftovers, ...around], !wanted.fix && !wanted.redact);
  } finally {
    await projects.close();
  }
}

function wholeProject({ root, bad }: ExaminedProject): readonly FoundFile[] {
  const isUsable = (folder: string): boolean =>
    !bad.some((one) => folder === one.folder || folder.startsWith(`${one.folder}/`));
  return filesOfProject(root, isUsable);
}

function uniqueFiles(paths: readonly string[] = []): readonly FoundFile[] {
  const found = new Map<string, FoundFile>();
  for (const file of paths.flatMap((one) => filesAt(one))) {
    const known = found.get(file.path);
    if (known === undefined || file.isNamed) found.set(file.path, file);
  }
  return [...found.values()];
}

async function treat(
  examiner: Examiner,
  project: ExaminedProject | null,
  file: FoundFile,
  wanted: Wanted,
): Promise<Diagnosis | null> {
  const first = examineFile(examiner, project, file);
  if (first === null || !first.isCheckpoint) return first;
  const fixed = wanted.fix ? await fixFile(examiner, project, file, first) : first;
  if (!wanted.redact) return fixed;
  const findings: Finding[] = [];
  for (const one of fixed.findings) {
    const isSecret = one.kind === 'secret' && one.remedy === 'redact';
    findings.push(isSecret ? await redactFound(examiner, project, fixed.key, file.path, one) : one);
  }
  return { ...fixed, findings };
}

function leftoversOf(examiner: Examiner, project: ExaminedProject, { fix }: Wanted): readonly Finding[] {
  return project.bad.length > 0 ? [] : findLeftovers(examiner, project, fix);
}

async function surroundings(
  examiner: Examiner,
  project: ExaminedProject,
  diagnoses: readonly Diagnosis[],
  wanted: Wanted,
): Promise<readonly Finding[]> {
  const inGit = await findInGit(project);
  if (project.bad.length > 0) return [...findBadFolders(project), ...inGit];
  const seen = new Map<string, boolean>();
  for (const { key, findings } of diagnoses) {
    if (key !== null)
      seen.set(
        keyText(key),
        findings.some(({ kind }) => kind === 'secret'),
      );
  }
  return [
    ...(await examineLogs(examiner, project, seen, wanted)),
    ...redactAside(examiner, project, wanted.redact),
    ...findOpenFolder(project, wanted.fix),
    ...inGit,
    ...findDeadLeases(examiner, project),
    ...findHookTrouble(project, wanted.fix),
    ...findDeadHooks(project),
    ...(await findKeptAside(examiner, project)),
  ];
}

/** Lists answer from the catalogue: after a repair every file is looked at once. */
async function rebuildCatalogue({ store, bad }: ExaminedProject): Promise<void> {
  if (bad.length === 0) await store.summaries({ exact: true });
}
