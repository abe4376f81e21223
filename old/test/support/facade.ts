// The silent facade in this process, on a root of its own, with what it writes to stderr caught.
import fs from 'node:fs';
import type { TestContext } from 'node:test';
import { tempFolder } from './temp.js';

/** Lines that the facade wrote to stderr since the last look. */
export interface Caught {
  take(): string[];
}

/**
 * Gives the facade a project of its own for the duration of a test.
 * @param t the test
 * @returns the project's root
 */
export function facadeRoot(t: TestContext): string {
  const root = tempFolder();
  const before = process.env['GIT_ROOT'];
  process.env['GIT_ROOT'] = root;
  t.after(() => {
    if (before === undefined) delete process.env['GIT_ROOT'];
    else process.env['GIT_ROOT'] = before;
  });
  return root;
}

/**
 * Catches what is written to descriptor 2.
 * @param t the test; writing is as usual again when it ends
 * @returns the lines so far
 */
export function catchStderr(t: TestContext): Caught {
  const lines: string[] = [];
  const write = fs.writeSync.bind(fs) as (fd: number, ...rest: unknown[]) => number;
  const caught = ((fd: number, text: unknown, ...rest: unknown[]): number => {
    if (fd !== 2) return write(fd, text, ...rest);
    lines.push(...String(text).split('\n').slice(0, -1));
    return String(text).length;
  }) as typeof fs.writeSync;
  t.mock.method(fs, 'writeSync', caught);
  return { take: () => lines.splice(0) };
}
