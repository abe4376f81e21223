// Reads the file of a spec: inside the project, a real file, not too large, UTF-8.

import fs from 'node:fs';
import path from 'node:path';
import { maxSpecBytes } from '../../families/pipeline/spec/index.js';
import { errnoOf } from '../../rules/errno.js';
import { isPawlError, PawlError } from '../../rules/errors.js';
import { isInside, realPath } from './inside.js';

/** The text of a spec, with where it came from. */
export interface SpecFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

/**
 * Reads the file of a spec.
 * @param root the project's root
 * @param file its path from the root
 * @returns the file; throws `not-found`, `unsafe-path`, `too-large`, `unreadable` or `bad-spec`
 */
export function readSpecFile(root: string, file: string): SpecFile {
  const full = path.resolve(root, file);
  const real = realPath(full);
  if (real === null) throw new PawlError('not-found', `there is no spec ${file}`, { hint: 'Check its path.' });
  if (!isInside(root, real)) {
    throw new PawlError('unsafe-path', `${file} leads out of the project`, {
      hint: 'A spec is a file in the project that it is about; copy it there.',
    });
  }
  const bytes = readBytes(real, file);
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { path: file, text: textOf(bytes, file), hash };
}

function readBytes(real: string, file: string): Buffer {
  // The real path has no links; one that was put there since is not followed, and a pipe is not waited for.
  const flags = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
  let fd: number | null = null;
  try {
    fd = fs.openSync(real, flags);
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) throw new PawlError('bad-spec', `${file} is no file`, { hint: 'Name a Markdown file.' });
    if (stat.size > maxSpecBytes) {
      const size = `${(stat.size / 1_048_576).toFixed(1)} MiB`;
      throw new PawlError('too-large', `${file} has ${size}; a spec may have ${maxSpecBytes / 1_048_576} MiB`, {
        hint: 'Keep what is not about the workstreams in other files.',
      });
    }
    return fs.readFileSync(fd);
  } catch (error) {
    if (isPawlError(error)) throw error;
    const why = errnoOf(error) || String(error);
    throw new PawlError('unreadable', `cannot read ${file}: ${why}`, { cause: error, hint: 'Check its permissions.' });
  } finally {
    if (fd !== null) fs.closeSync(fd);
  }
}

function textOf(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PawlError('bad-spec', `${file} is not UTF-8 text`, { cause, hint: 'Save it as UTF-8.' });
  }
}
