// Specs of a project: which file is the spec of a run, and what it says.

import fs from 'node:fs';
import path from 'node:path';
import { pawl } from '../base/command-line.js';
import { PawlError, diskError } from '../base/errors.js';
import { pipelineKey } from '../base/names.js';
import { counted, nearNames } from '../base/text.js';
import { notesOf } from '../formats/notes.js';
import { type PipelineDocument, unitLists } from '../formats/pipeline.js';
import type { Spec, SpecProblem } from '../formats/spec.js';
import type { Project } from './project.js';

/** Folders that specs are looked for in, and how deep below them. */
const places: readonly (readonly [folder: string, depth: number])[] = [
  ['docs', 4],
  ['specs', 4],
  ['.claude', 4],
  ['', 0],
];
const maxFiles = 400;
const maxBytes = 4 * 1024 * 1024;

/** The file of a run's spec, from the root: what the run itself names, else a Markdown file with the id. */
export async function findSpec(project: Project, id: string): Promise<string | null> {
  const stored = await project.store.get(pipelineKey(id));
  const named = stored === null ? undefined : notesOf(stored.state).spec;
  if (named != null && fileIn(project.root, named) !== null) return named;
  const found = specFiles(project.root, id).filter((one) => one.id === id);
  if (found.length <= 1) return found[0]?.file ?? null;
  const names = found.map(({ file }) => file);
  throw new PawlError('ambiguous-ref', `${id} has ${names.length} specs: ${names.join(', ')}`, {
    hint: `Name one of them instead of the id. For a run, \`${pawl`pipeline note ${id} --spec ${names[0] ?? ''}`}\` settles it.`,
    data: { specs: names },
  });
}

/** Reads a spec by its file or id; it must be free of problems. */
export async function loadSpec(
  project: Project,
  fileOrId: string,
): Promise<{ readonly file: string; readonly text: string; readonly spec: Spec }> {
  const { file, text, spec, problems, explain } = await examineSpec(project, fileOrId);
  if (spec !== null) return { file, text, spec };
  const errors = problems.filter((one) => !one.isWarning);
  const count = `${file} has ${counted(errors.length, 'problem')}`;
  throw new PawlError('bad-input', [...errors.map(explain), count].join('\n\n'), {
    hint: `\`${pawl`pipeline check ${file}`}\` checks it again.`,
    problems: errors.map(({ line, column, message, fix = '' }) => ({
      path: `${file}:${line}:${column}`,
      message,
      fix,
    })),
  });
}

/** The spec that a run follows: the one that it names, or the one of its id when it plans the same workstreams. */
export async function specOfRun(
  project: Project,
  doc: PipelineDocument,
): Promise<{ readonly file: string; readonly spec: Spec } | null> {
  const file = doc.prd === '' ? null : await findSpec(project, doc.prd);
  if (file === null) return null;
  const { spec } = await loadSpec(project, file);
  const have = new Set(unitLists.flatMap((list) => doc[list]));
  const isSame =
    Object.keys(spec.workstreams).length === have.size && Object.keys(spec.workstreams).every((id) => have.has(id));
  return spec.prd === doc.prd && (doc.pawl?.spec === file || isSame) ? { file, spec } : null;
}

export interface ExaminedSpec {
  readonly file: string;
  readonly text: string;
  /** Null when a problem is more than a warning. */
  readonly spec: Spec | null;
  readonly problems: readonly SpecProblem[];
  readonly explain: (problem: SpecProblem) => string;
}

/** Reads a spec with all its problems; throws when there is no such file. */
export async function examineSpec(project: Project, fileOrId: string): Promise<ExaminedSpec> {
  const file = await specFile(project, fileOrId);
  const { parseSpec, problemText } = await import('../formats/spec.js'); // with the YAML reader: loaded where it is needed
  const text = readText(path.join(project.root, file));
  return { file, text, ...parseSpec(text), explain: (problem) => problemText(file, text, problem) };
}

async function specFile(project: Project, fileOrId: string): Promise<string> {
  const { root } = project;
  const fromHere = path.relative(root, path.resolve(fileOrId));
  const given = [fromHere, fileOrId].find((one) => fileIn(root, one) !== null);
  if (given !== undefined) return given.replaceAll(path.sep, '/');
  const isPath = /[\\/]|\.(?:md|markdown)$/i.test(fileOrId);
  const found = isPath ? null : await findSpec(project, fileOrId);
  if (found !== null) return found;
  if (fs.existsSync(fileOrId))
    throw new PawlError('bad-input', `${fileOrId} is not a file in this project`, {
      hint: 'A spec is a Markdown file in the project that it is about.',
    });
  const specs = specFiles(root);
  const near = nearNames(fileOrId, isPath ? specs.map(({ file }) => file) : specs.map(({ id }) => id));
  const message = isPath ? `there is no file ${fileOrId}` : `there is no spec of ${fileOrId}`;
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : `\`${pawl`pipeline new TITLE`}\` writes a spec to fill in.`;
  throw new PawlError('not-found', message, { hint, data: { near } });
}

/** The full path of a regular file in the project; null where there is none, or a link leads out of the project. */
function fileIn(root: string, file: string): string | null {
  try {
    const full = fs.realpathSync(path.join(root, file));
    const isInside = full.startsWith(`${fs.realpathSync(root)}${path.sep}`);
    return isInside && !path.isAbsolute(file) && fs.statSync(full).isFile() ? full : null;
  } catch {
    return null;
  }
}

function readText(file: string): string {
  try {
    if (fs.statSync(file).size > maxBytes) throw new PawlError('too-large', `${file} is larger than ${maxBytes} bytes`);
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw diskError(error, 'read', file, 'unreadable');
  }
}

/** Every spec in the usual places with its id: `EXECUTION-SPEC*.md`, and Markdown files that have the id in their name. */
export function specFiles(root: string, wanted?: string): readonly { readonly file: string; readonly id: string }[] {
  const names: string[] = [];
  for (const [folder, depth] of places) collect(root, folder, depth, names);
  return names.flatMap((file) => {
    const name = path.posix.basename(file).toLowerCase();
    const isNamed = (id: string): boolean => name.startsWith('execution-spec') || hasWord(name, id.toLowerCase());
    const id = wanted === undefined || isNamed(wanted) ? idIn(path.join(root, file)) : null;
    return id !== null && isNamed(id) ? [{ file, id }] : [];
  });
}

/** `prd-009` is in `prd-009-cashier.md`, not in `prd-0091.md`. */
function hasWord(name: string, id: string): boolean {
  const at = name.indexOf(id);
  return at >= 0 && !/[a-z0-9]/.test(name.charAt(at + id.length)) && !/[a-z0-9]/.test(name.charAt(at - 1));
}

function collect(root: string, folder: string, depth: number, found: string[]): void {
  let entries: fs.Dirent[];
  try {
    entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch {
    return; // there is no such folder
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.length >= maxFiles) return;
    const file = path.posix.join(folder, entry.name);
    if (entry.isFile() && /^[^.].*\.(?:md|markdown)$/i.test(entry.name)) found.push(file);
    const isOther = /^(?:\..*|node_modules|worktrees|skills|state|checkpoints)$/.test(entry.name);
    if (entry.isDirectory() && depth > 0 && !isOther) collect(root, file, depth - 1, found);
  }
}

/** The id that a spec's front matter says, found without reading YAML; null for other Markdown files. */
function idIn(file: string): string | null {
  let text: string;
  try {
    const opened = fs.openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(64 * 1024);
      text = bytes.toString('utf8', 0, fs.readSync(opened, bytes));
    } finally {
      fs.closeSync(opened);
    }
  } catch {
    return null;
  }
  const [front = ''] = /^\uFEFF?---[ \t]*\r?\n[^]*?^(?:workstreams|execution_phases|phases)[ \t]*:/m.exec(text) ?? [];
  const whole = front === '' ? '' : text;
  return /^(?:prd|prd_id|spec_id|id)[ \t]*:[ \t]*["']?([\w.-]+)/m.exec(whole)?.[1] ?? null;
}
