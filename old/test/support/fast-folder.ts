// A folder in memory where there is one: thousands of damaged files need no disk.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** Makes a folder that is removed when the current test or suite ends. */
export function fastFolder(): string {
  const base = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(base, 'pawl-test-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Copies bytes with one bit turned over.
 * @param bytes the bytes
 * @param bit which bit, counted from the first byte's lowest
 * @returns the copy
 */
export function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}
