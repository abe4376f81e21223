// Reads the configuration of a project: its own file, the user's, and the environment.

import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../../rules/errno.js';
import { repositoryFile, userFile } from './files.js';
import { type Config, type ConfigProblem, mergeConfig } from './merge.js';
import type { Source } from './settings.js';

/** A file of the configuration. */
export interface ConfigFile {
  readonly source: Source;
  readonly path: string;
  readonly found: boolean;
}

export interface LoadedConfig extends Config {
  readonly files: readonly ConfigFile[];
}

const maxBytes = 64 * 1024;

/**
 * Loads the configuration. Never throws: what cannot be read is reported as a problem, and the rest counts.
 * @param root the project's root
 * @param env the environment
 * @returns every setting, where it comes from, and what is wrong
 */
export function loadConfig(root: string, env: NodeJS.ProcessEnv = process.env): LoadedConfig {
  const files: ConfigFile[] = [];
  const problems: ConfigProblem[] = [];
  const load = (source: Source, file: string | null): unknown => {
    if (file === null) return undefined;
    const read = readJson(file, source === 'repository');
    files.push({ source, path: file, found: read !== null });
    if (read === null) return undefined;
    if ('problem' in read) problems.push({ source, key: '', message: read.problem });
    return 'problem' in read ? undefined : read.value;
  };
  const repository = load('repository', path.join(root, repositoryFile));
  const user = load('user', userFile(env));
  const merged = mergeConfig({ repository, user, env });
  return { ...merged, problems: [...problems, ...merged.problems], files };
}

type Read = { readonly value: unknown } | { readonly problem: string };

/** A repository's file may come with a clone: a link, a pipe or a huge file there is not read. */
function readJson(file: string, isForeign: boolean): Read | null {
  try {
    const stat = (isForeign ? fs.lstatSync : fs.statSync)(file, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (!stat.isFile()) return { problem: 'is no plain file; it is ignored' };
    if (stat.size > maxBytes) return { problem: `has more than ${maxBytes} bytes; it is ignored` };
    const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
    return { value };
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    const code = errnoOf(error);
    if (code === 'ENOTDIR') return null;
    return { problem: isSyntax ? 'is not JSON; it is ignored' : `cannot be read (${code}); it is ignored` };
  }
}
