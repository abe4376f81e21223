// Finding runs: what there is, and which one a ref means.

import path from 'node:path';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { type FamilyName, type Key, type Place, fileStem, keyText, keysOfRef, refOf } from '../base/names.js';
import { nearNames } from '../base/text.js';
import { nextAction, sessionsOf } from '../formats/notes.js';
import { publishedFolder } from '../store/file/publish.js';
import type { ListFilter, Listed, Stored } from '../store/store.js';
import { type Project, formats } from './project.js';

/** A run on one line. */
export interface RunLine {
  readonly ref: string;
  readonly key: Key;
  readonly family: FamilyName;
  readonly place: Place;
  readonly title: string;
  readonly status: string;
  readonly isFinished: boolean;
  readonly progress: { readonly done: number; readonly total: number };
  readonly current: string | null;
  /** What was going to be done next, in the agent's words. */
  readonly next: string | null;
  readonly updatedAt: string | null;
  /** Of its document; 0 when no pawl wrote it. */
  readonly revision: number;
  /** The agents' sessions that worked on it. */
  readonly sessions: readonly string[];
  /** The checkpoint file; null where there is none. */
  readonly path: string | null;
  /** Why the file cannot be used. */
  readonly problem?: string;
}

/** Lists runs, the last changed first. */
export async function listRuns(project: Project, filter: ListFilter = {}): Promise<readonly RunLine[]> {
  const lines = (await project.store.list(filter)).map((one) => toLine(project.root, one));
  return lines.sort((a, b) => (b.updatedAt ?? '').localeCompare(a.updatedAt ?? '') || a.ref.localeCompare(b.ref));
}

function toLine(root: string, { key, place, state, rev, problem }: Listed): RunLine {
  const folder = publishedFolder(key.family, place);
  const file = folder === null ? null : path.join(root, folder, `${fileStem(key)}.json`);
  const base = {
    ref: refOf(key),
    key,
    family: key.family,
    place,
    path: file,
    revision: Number.parseInt(rev ?? '0', 10),
  };
  if (problem !== undefined) {
    const nothing = {
      progress: { done: 0, total: 0 },
      current: null,
      next: null,
      updatedAt: null,
      isFinished: false,
      sessions: [],
    };
    return { ...base, ...nothing, title: refOf(key), status: 'corrupt', problem };
  }
  const { title, status, isFinished, progress, current, updatedAt } = formats[key.family].overview(state);
  return {
    ...base,
    title,
    status,
    isFinished,
    progress,
    current,
    updatedAt,
    next: nextAction(state),
    sessions: Object.keys(sessionsOf(state)),
  };
}

/** Finds the run that a ref means; throws `not-found` with near matches, or `ambiguous-ref`. */
export async function findRun(project: Project, ref: string): Promise<Key> {
  const found: Key[] = [];
  for (const key of keysOfRef(ref)) if ((await project.store.get(key)) !== null) found.push(key);
  const [first, second] = found;
  if (second !== undefined) {
    const hint = `Write one of: ${found.map(keyText).join(', ')}.`;
    throw new PawlError('ambiguous-ref', `${ref} fits ${found.length} runs`, { hint });
  }
  return first ?? (await findWorkflow(project, ref));
}

/** `orchestrate/auth_system` means the newest workflow of that type and project. */
async function findWorkflow(project: Project, ref: string): Promise<Key> {
  const all = await project.store.list({ all: true });
  const prefix = `${ref.replace(/^workflow:/, '').replace('/', '_')}_`;
  const workflows = all.map(({ key }) => key).filter((key) => key.family === 'workflow' && isOf(key.id, prefix));
  const newest = workflows.sort((a, b) => refOf(a).localeCompare(refOf(b))).at(-1);
  if (newest !== undefined && ref.includes('/')) return newest;
  const near = nearNames(
    ref,
    all.map(({ key }) => refOf(key)),
  );
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `\`${pawl`list`}\` shows all runs.`;
  throw new PawlError('not-found', `there is no run ${ref}`, { hint, data: { near } });
}

function isOf(id: string, prefix: string): boolean {
  return id.startsWith(prefix) && /^\d{8}_\d{6}/.test(id.slice(prefix.length));
}

/** Reads the newest revision of a run; throws when there is none. */
export async function readRun(project: Project, key: Key): Promise<Stored> {
  const stored = await project.store.get(key);
  if (stored === null) throw new PawlError('not-found', `there is no run ${refOf(key)}`);
  return stored;
}
