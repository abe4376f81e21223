// What pawl needs to know of a repository: its root, HEAD and branch. Reads `.git` files, as a child process costs 7 ms;
// `git` is asked only where they do not tell.

import fs from 'node:fs';
import path from 'node:path';

const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const gitTimeoutMs = 2_000;

/**
 * Finds the folder that holds `.git`, from a folder upwards. Linked worktrees and submodules count as their own.
 * @param from where to begin
 * @returns the root, or null outside any repository
 */
export function findGitRoot(from: string): string | null {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, '.git'))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

/**
 * Finds the project's root: `GIT_ROOT`, else the git root of `CLAUDE_PROJECT_DIR` or of the current folder, else that
 * folder itself, so that hooks and shell calls of one project find the same place.
 * @param env the environment
 * @param cwd the current folder; looked up only where the root follows from it
 * @returns an absolute path
 */
export function projectRoot(env: NodeJS.ProcessEnv = process.env, cwd = ''): string {
  if (env['GIT_ROOT']) return path.resolve(cwd, env['GIT_ROOT']);
  const from = path.resolve(cwd, env['CLAUDE_PROJECT_DIR'] ?? '');
  return findGitRoot(from) ?? from;
}

/**
 * Reads the commit that HEAD names.
 * @param root a folder inside a repository
 * @returns the commit's id, or null when there is none
 */
export function readHead(root: string): string | null {
  const known = layouts.get(root);
  const head = known === undefined ? null : loadText(known.headFile);
  const layout = known === undefined || head === null ? findLayout(root) : known;
  if (layout === null) return null;
  try {
    const found = headFromFiles(layout, head ?? loadText(layout.headFile));
    if (found !== undefined) return found;
  } catch {
    // An unusual layout: git knows.
  }
  return runGit(layout.top, ['rev-parse', '--verify', '--quiet', 'HEAD']);
}

/**
 * Reads the branch that HEAD names.
 * @param root a folder inside a repository
 * @returns its name, e.g. `feature/auth`; null when no branch is checked out, or the files do not tell
 */
export function readBranch(root: string): string | null {
  const layout = layoutOf(root);
  const head = layout === null ? null : loadText(layout.headFile);
  const name = head === null ? undefined : /^ref: refs\/heads\/(.+)$/.exec(head.trim())?.[1];
  return name === undefined || name === '.invalid' ? null : name; // which stands in HEAD with reftable
}

/** Gives the id, null for a branch without commits, or undefined when the files do not tell. */
function headFromFiles(layout: GitLayout, head: string | null): string | null | undefined {
  const { gitDir, commonDir, branch } = layout;
  if (branch !== null && branch.head === head) {
    const value = loadText(branch.file)?.trim();
    if (value !== undefined && objectId.test(value)) return value;
  }
  // A link to a branch that is packed leads nowhere; without any HEAD it is no repository.
  if (head === null) return fs.lstatSync(layout.headFile, { throwIfNoEntry: false }) === undefined ? null : undefined;
  let text: string | null = head;
  for (let hops = 0; hops < 5 && text !== null; hops++) {
    const value = text.trim();
    if (objectId.test(value)) return value;
    const ref = /^ref: (refs\/.+)$/.exec(value)?.[1];
    if (ref === undefined || ref.endsWith('.invalid')) return undefined; // `.invalid` stands in HEAD with reftable
    const file = `${gitDir}/${ref}`;
    if (hops === 0) layout.branch = { head: text, file };
    text = loadText(file);
    if (text === null && commonDir !== gitDir) text = loadText(`${commonDir}/${ref}`);
    text ??= packedRef(commonDir, ref);
  }
  return text === null ? null : undefined;
}

/** Where a repository keeps its files. */
export interface GitLayout {
  /** The folder that holds `.git`. */
  readonly top: string;
  /** Where HEAD is. */
  readonly gitDir: string;
  /** Where branches are: elsewhere for a linked worktree. */
  readonly commonDir: string;
  readonly headFile: string;
  /** The file that HEAD's text named last: most often it is still the same text. */
  branch: { readonly head: string; readonly file: string } | null;
}

/** Where a repository keeps its files does not change while it is worked in; it is found again when HEAD is gone. */
const layouts = new Map<string, GitLayout>();

/**
 * Finds where a repository keeps its files.
 * @param root a folder inside a repository
 * @returns the places; null outside any repository
 */
export function layoutOf(root: string): GitLayout | null {
  return layouts.get(root) ?? findLayout(root);
}

function findLayout(root: string): GitLayout | null {
  const top = findGitRoot(root);
  if (top === null) return null;
  let gitDir = path.join(top, '.git');
  if (fs.statSync(gitDir, { throwIfNoEntry: false })?.isFile() === true) {
    // A linked worktree or a submodule: `.git` is a file that names the folder.
    const link = /^gitdir: (.+)$/m.exec(loadText(gitDir) ?? '')?.[1];
    if (link !== undefined) gitDir = path.resolve(top, link.trim());
  }
  const common = loadText(path.join(gitDir, 'commondir'))?.trim();
  const layout: GitLayout = {
    top,
    gitDir,
    commonDir: common === undefined ? gitDir : path.resolve(gitDir, common),
    headFile: `${gitDir}/HEAD`,
    branch: null,
  };
  layouts.set(root, layout);
  return layout;
}

/**
 * Finds where all working trees of a repository keep their branches.
 * @param root a folder inside a repository
 * @returns an absolute path, without links; null outside any repository
 */
export function commonDirOf(root: string): string | null {
  try {
    const layout = layoutOf(root);
    return layout === null ? null : fs.realpathSync(layout.commonDir);
  } catch {
    return null;
  }
}

/**
 * Finds a project's root in the working tree of its repository that a folder is in.
 * @param root the project's root
 * @param folder where someone works; null when that is gone
 * @returns the same place in that working tree; the root itself when the folder is in none
 */
export function rootAt(root: string, folder: string | null): string {
  const [own, top] = [findGitRoot(root), folder === null ? null : findGitRoot(folder)];
  if (own === null || top === null || own === top || commonDirOf(own) !== commonDirOf(top)) return root;
  const from = fs.realpathSync(own);
  return from === fs.realpathSync(top) ? root : path.join(top, path.relative(from, fs.realpathSync(root)));
}

/**
 * Tells whether a repository may have refs below a name: git need not be asked where its own files say that there are none.
 * @param root a folder inside a repository
 * @param prefix e.g. `refs/pawl`
 * @returns false outside a repository, and when there are surely none
 */
export function mayHoldRefs(root: string, prefix: string): boolean {
  const layout = findLayout(root);
  if (layout === null) return false;
  const { commonDir } = layout;
  const packed = path.join(commonDir, 'packed-refs');
  try {
    if (isThere(path.join(commonDir, 'reftable')) || isThere(path.join(commonDir, prefix))) return true;
    return isThere(packed) && fs.readFileSync(packed, 'utf8').includes(` ${prefix}/`);
  } catch {
    return true; // what cannot be looked at may hold them
  }
}

/** Throws where that cannot be told. */
function isThere(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function packedRef(commonDir: string, ref: string): string | null {
  const line = loadText(path.join(commonDir, 'packed-refs'))
    ?.split('\n')
    .find((entry) => entry.endsWith(` ${ref}`));
  return line?.split(' ')[0] ?? null;
}

interface CachedText {
  readonly stat: fs.Stats;
  readonly text: string;
}

/** HEAD is read at every save. git replaces its files, so that an unchanged inode and time mean an unchanged text. */
const cache = new Map<string, CachedText>();
const maxCached = 64;

function loadText(file: string): string | null {
  try {
    // A stat of an absent file costs a fraction of the exception that reading it would throw.
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    const known = cache.get(file);
    if (known !== undefined && isSameFile(known.stat, stat)) return known.text;
    const text = fs.readFileSync(file, 'utf8');
    if (cache.size >= maxCached) cache.clear();
    // A file that was changed this very moment may change again without a trace in its times.
    if (Date.now() - stat.mtimeMs > 100) cache.set(file, { stat, text });
    return text;
  } catch {
    return null;
  }
}

function isSameFile(a: fs.Stats, b: fs.Stats): boolean {
  return a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/**
 * Asks git. Loaded when needed: child_process costs start-up.
 * @param cwd where
 * @param args its arguments
 * @param input what it reads; nothing unless given
 * @returns what it printed, without the blanks around; null when that is nothing, or it failed
 */
export function runGit(cwd: string, args: readonly string[], input?: string): string | null {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
    const output = execFileSync('git', [...args], {
      cwd,
      env,
      timeout: gitTimeoutMs,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
      ...(input === undefined ? {} : { input }),
    });
    return output.toString('utf8').trim() || null;
  } catch {
    return null;
  }
}
