// The drop-ins as a project has them: required from dist/lib, with what they write to stderr.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import type * as silent from '../../src/silent.js';
import { run, tempFolder } from '../support/programs.js';

export const lib = path.resolve('dist/lib');
const require = createRequire(import.meta.url);
export const manager: Omit<typeof silent, 'host'> = require(path.join(lib, 'checkpoint-manager.cjs'));
export const counter: typeof silent = require(path.join(lib, 'token-counter.cjs'));
export const utils = require(path.join(lib, 'utils.cjs'));

const lines: string[] = [];
const { writeSync } = fs;
Object.assign(fs, {
  writeSync(fd: number, ...rest: [Buffer]): number {
    return fd === 2 ? lines.push(...String(rest[0]).replace(/\n$/, '').split('\n')) : writeSync(fd, ...rest);
  },
});

/** The lines that were written to stderr since the last look. */
export const said = (): string[] => lines.splice(0);

/** A folder that is the project's root for every call from now on. */
export const newRoot = (isFast = false): string => (process.env['GIT_ROOT'] = tempFolder(isFast));

export const fileOf = (root: string, name: string): string => `${root}/.claude/state/${name}.json`;
export const read = (root: string, name: string): string => fs.readFileSync(fileOf(root, name), 'utf8');

/** Writes a checkpoint file as another tool would. */
export function putFile(root: string, name: string, content: string | object): string {
  utils.writeFile(fileOf(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  return fileOf(root, name);
}

/** Loads a checkpoint that must be there. */
export function loaded(command: string, feature: string | null = null): silent.CommandDocument {
  return manager.loadCheckpoint(command, feature) ?? assert.fail(`${command} cannot be loaded`);
}

/** Runs a function with `m`, the manager of a folder, in a process of its own. */
export function inProcess(root: string, code: string, folder = lib): { answer: unknown; stderr: string } {
  const program = `const m = require('${folder}/checkpoint-manager.cjs'); console.log(JSON.stringify((${code})()))`;
  const env = { ...process.env, GIT_ROOT: root };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8', env });
  return { answer: JSON.parse(stdout), stderr };
}

/** Runs a table of tests. Each has a project of its own, and takes from stderr all that it expects there. */
export function testAll(table: Readonly<Record<string, (root: string) => void | Promise<void>>>): void {
  for (const [name, check] of Object.entries(table)) {
    test(name, async () => {
      await check(newRoot());
      assert.deepEqual(said(), []);
    });
  }
}

export const git = (root: string, ...args: readonly string[]): string =>
  run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], root).trim();
