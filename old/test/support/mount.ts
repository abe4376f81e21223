// Small file systems to fill up.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { notRoot } from './programs.js';

/**
 * Mounts a file system in memory for the duration of a test.
 * @param t the test; skipped by name where mounting does not work
 * @param options mount options, e.g. `size=64k`
 * @returns the folder, or null when the test was skipped
 */
export function mountMemory(t: TestContext, options: string): string | null {
  const reason = notRoot();
  if (reason !== null) {
    t.skip(reason);
    return null;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  if (status !== 0) {
    fs.rmdirSync(folder);
    t.skip('mount does not work here');
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    fs.rmdirSync(folder);
  });
  return folder;
}

/**
 * Writes a file until nothing more fits.
 * @param file the file
 * @param leave how many bytes to leave free
 */
export function fillUp(file: string, leave: number): void {
  const fd = fs.openSync(file, 'w');
  const chunk = Buffer.alloc(512, 1);
  try {
    for (;;) fs.writeSync(fd, chunk);
  } catch {
    // Full.
  }
  fs.closeSync(fd);
  if (leave > 0) fs.truncateSync(file, Math.max(0, fs.statSync(file).size - leave));
}

/**
 * Makes a folder that cannot be written any more: by mounting it so for root, by its permissions for others.
 * @param t the test; skipped by name where neither works
 * @param prepare fills the folder before
 * @returns the folder, or null when the test was skipped
 */
export function readOnlyFolder(t: TestContext, prepare: (folder: string) => unknown): string | null {
  if (process.getuid?.() === 0) {
    const mounted = mountMemory(t, 'size=16m');
    if (mounted === null) return null;
    prepare(mounted);
    execFileSync('mount', ['-o', 'remount,ro', mounted]);
    return mounted;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-read-only-'));
  prepare(folder);
  const all = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
  const folders = [folder, ...all.filter((file) => fs.lstatSync(file).isDirectory())];
  for (const one of folders) fs.chmodSync(one, 0o555);
  t.after(() => {
    for (const one of folders) fs.chmodSync(one, 0o755);
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
