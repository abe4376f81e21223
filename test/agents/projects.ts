// Projects in temporary git repositories, with the real program, a HOME of their own and a PATH without pawl.
import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { tempFolder } from '../support/programs.js';

export const program = path.resolve('dist/cli/pawl.cjs');
const home = tempFolder();

/** A PATH with node and the system's programs only. */
const systemPath = `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

export interface Call {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export function runNode(
  root: string,
  args: readonly string[],
  { input = '', env = {} }: Call = {},
): SpawnSyncReturns<string> {
  const clean = { PATH: systemPath, HOME: home, ...env };
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', input, env: clean });
}

/** Runs pawl; it must succeed. */
export function pawl(root: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = runNode(root, [program, ...args]);
  assert.equal(status, 0, stderr + stdout);
  return stdout;
}

export function git(root: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
}

/** A repository with committed files. */
export function repository(files: Readonly<Record<string, string>> = { 'README.md': 'A project.\n' }): string {
  const root = tempFolder();
  git(root, 'init', '--quiet');
  write(root, files);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'first');
  return root;
}

export const read = (root: string, name: string): string => fs.readFileSync(path.join(root, name), 'utf8');

/** All files of a project outside of .git and pawl's state. */
export function filesIn(root: string): string[] {
  const names = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  const files = names
    .filter((one) => one.isFile())
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)));
  return files.filter((name) => !/^\.git\/|^\.claude\/state\//.test(name)).sort();
}

/** Puts pawl where npm would: into node_modules of a folder. */
export function installLocally(root: string): void {
  write(root, { 'node_modules/pawl/package.json': '{ "name": "pawl", "bin": { "pawl": "dist/cli/pawl.cjs" } }' });
  fs.symlinkSync(path.resolve('dist'), path.join(root, 'node_modules/pawl/dist'));
  fs.mkdirSync(path.join(root, 'node_modules/.bin'));
  fs.symlinkSync('../pawl/dist/cli/pawl.cjs', path.join(root, 'node_modules/.bin/pawl'));
}
