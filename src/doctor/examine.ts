// What `pawl doctor` finds out about a project: its runs, what was recorded, git, and configuration. It only reads.

import fs from 'node:fs';
import path from 'node:path';
import { pawl } from '../base/command-line.js';
import { isPawlError } from '../base/errors.js';
import { parseJson } from '../base/json.js';
import { fileStem, keyText, refOf } from '../base/names.js';
import { redactText } from '../base/redact.js';
import { durationText, timeOf } from '../base/text.js';
import { runGit } from '../runs/git.js';
import { type RunLine, listRuns } from '../runs/list.js';
import { type Project, formats } from '../runs/project.js';
import { type Session, readSessions } from '../runs/session.js';
import { FileStore } from '../store/file/file-store.js';
import { publishedFolder } from '../store/file/publish.js';
import type { Listed, Notice } from '../store/store.js';

/** One thing that needs attention. */
export interface Finding {
  /** A file, or what it is about. */
  readonly where: string;
  /** JSON pointer in that file. */
  readonly path?: string | undefined;
  readonly message: string;
  readonly fix?: string | undefined;
}

export interface Examined {
  /** How things stand, by subject. */
  readonly facts: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/** Examines a project. */
export async function examine(project: Project): Promise<Examined> {
  const runs = await listRuns(project);
  const unfinished = runs.filter(({ isFinished }) => !isFinished).length;
  const sessions = readSessions(project.root);
  return {
    facts: {
      Runs: runs.length === 0 ? 'none' : `${runs.length}, ${unfinished} unfinished`,
      Recording: recordingFact(project, sessions, runs),
    },
    findings: [
      ...runFindings(project),
      ...sessions.flatMap((session) => troubleFindings(session, project.now())),
      ...gitFindings(project.root),
      ...configFindings(project),
    ],
  };
}

function runFindings(project: Project): Finding[] {
  const notices: Notice[] = [];
  const notify = (notice: Notice): void => void notices.push(notice);
  const store = new FileStore({ root: project.root, formats: Object.values(formats), notify, now: project.now });
  const findings = store.list({ all: true }).flatMap((run) => Array.from(oneRun(project, store, run)));
  const serious = notices.filter(({ code }) => code === 'damaged' || code === 'unpublished');
  const last = new Map(serious.map((notice) => [`${notice.code} ${keyText(notice.key)}`, notice])); // one per run
  for (const { key, message } of last.values()) {
    findings.push({ where: refOf(key), message: message.replaceAll(project.root + path.sep, ''), fix: damageFix });
  }
  return findings;
}

const damageFix = 'What is intact can still be read. Keep a copy of .claude/state before you repair it.';

function* oneRun(project: Project, store: FileStore, { key, place, state, problem }: Listed): Iterable<Finding> {
  const folder = publishedFolder(key.family, place);
  const where = folder === null ? refOf(key) : `${folder}/${fileStem(key)}.json`;
  try {
    store.get(key);
    const [newest] = store.history(key);
    if (problem !== undefined) {
      const back =
        newest === undefined ? 'or delete the file' : `or run \`${pawl`restore ${refOf(key)} ${newest.revision}`}\``;
      yield { where, message: `it is not a checkpoint: ${problem}`, fix: `Correct it, ${back}.` };
      return;
    }
  } catch (error) {
    if (!isPawlError(error)) throw error;
    yield { where, message: error.message, fix: error.hint };
    return;
  }
  if (folder === null) return;
  const format = formats[key.family];
  if (format.isNewer(state)) {
    yield { where, message: 'a newer version of pawl wrote it; this one only reads it', fix: 'Update pawl.' };
    return;
  }
  for (const one of format.check(state, project.context().checks)) yield { where, ...one };
  const { kinds } = redactText(JSON.stringify(state));
  if (kinds.length === 0) return;
  const fix = `Replace it there. Older revisions keep it; \`${pawl`delete ${refOf(key)} --purge`}\` removes the run with all of them.`;
  yield { where, message: `it holds what looks like a secret (${kinds.join(', ')})`, fix };
}

/** When the last hook event came. Session files go when they are folded; then the runs of sessions tell. */
function recordingFact(project: Project, sessions: readonly Session[], runs: readonly RunLine[]): string {
  const capture = project.config.all.find(({ name }) => name === 'capture');
  if (capture?.value === false) return `off, set by the ${capture.source}`;
  const times = sessions.flatMap(({ lines }) => lines.map(({ at }) => timeOf(at)));
  if (times.length > 0) return `last hook event ${ago(Math.max(...times), project.now())}`;
  const recorded = runs.find(({ ref }) => ref.startsWith('work/'));
  if (recorded?.updatedAt) return `last recorded session ${ago(timeOf(recorded.updatedAt), project.now())}`;
  return 'no hook event yet. Agents read hooks when they start: start yours again in this folder.';
}

const ago = (time: number, now: Date): string => `${durationText(now.getTime() - time)} ago`;

function troubleFindings({ id, lines }: Session, now: Date): Finding[] {
  const troubles = lines.flatMap((line) => (line.e === 'trouble' ? [{ text: line.text, at: timeOf(line.at) }] : []));
  return troubles.slice(-3).map(({ text, at }) => ({
    where: `session ${id.slice(0, 12)}`,
    message: `a hook failed ${ago(at, now)}: ${text}`,
  }));
}

/** Checkpoints hold prompts and summaries: in git, everybody with the repository reads them. */
function gitFindings(root: string): Finding[] {
  return ['.claude/state', '.claude/checkpoints'].flatMap((folder) => {
    const tracked = (runGit(root, ['ls-files', '--', folder]) ?? '')
      .split('\n')
      .filter((file) => /\.jsonl?$/.test(file));
    if (tracked.length === 0) return [];
    const message = `${tracked.length === 1 ? '1 file is' : `${tracked.length} files are`} tracked by git, e.g. ${tracked[0]}. They may hold secrets.`;
    return [
      {
        where: folder,
        message,
        fix: `git rm -r --cached ${folder}, then commit. \`${pawl`init`}\` adds it to .gitignore.`,
      },
    ];
  });
}

function configFindings({ root, config }: Project): Finding[] {
  const findings: Finding[] = config.problems.map((problem) => {
    const [where = '', ...rest] = problem.split(': ');
    return { where: path.isAbsolute(where) ? path.relative(root, where) : where, message: rest.join(': ') };
  });
  const file = '.claude/config/integrations.json';
  const text = fs.existsSync(path.join(root, file)) ? fs.readFileSync(path.join(root, file), 'utf8') : '{}';
  const parsed = parseJson(text);
  if ('reason' in parsed)
    findings.push({ where: file, message: `it is not valid JSON: ${parsed.reason}`, fix: 'Correct it.' });
  return findings;
}
