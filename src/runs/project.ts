// A project: its root, its store, its configuration, and who is working in it.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../base/errors.js';
import type { FamilyName } from '../base/names.js';
import { commandFormat } from '../formats/command.js';
import { type Format, defaultChecks } from '../formats/format.js';
import { pipelineFormat } from '../formats/pipeline.js';
import { workflowFormat } from '../formats/workflow.js';
import { FileStore } from '../store/file/file-store.js';
import { type Notice, type Store, toAsync } from '../store/store.js';
import type { Context } from './change.js';
import { type Config, loadConfig } from './config.js';
import { addEvidence } from './evidence.js';
import { projectRoot, readHead } from './git.js';

export const formats: Readonly<Record<FamilyName, Format>> = {
  command: commandFormat,
  pipeline: pipelineFormat,
  workflow: workflowFormat,
};

export interface OpenOptions {
  /** The project's root; found from the folder when it is not given. */
  readonly root?: string | undefined;
  /** Where to look for the root; the current folder by default. */
  readonly folder?: string | undefined;
  /** Another store than plain files. */
  readonly store?: Store | undefined;
  readonly actor?: string | undefined;
  readonly now?: (() => Date) | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Told what the caller should know although nothing failed. */
  readonly notify?: ((message: string) => void) | undefined;
}

export interface Project {
  readonly root: string;
  readonly store: Store;
  /** The same store where it answers at once. */
  readonly sync: FileStore | null;
  readonly config: Config;
  readonly now: () => Date;
  readonly notify: (message: string) => void;
  /** What a change needs to know; reads HEAD anew. */
  context(): Context;
}

export function openProject(options: OpenOptions = {}): Project {
  const { env = process.env, now = () => new Date(), notify = () => {} } = options;
  const root = options.root === undefined ? rootHere(options.folder, env) : path.resolve(options.root);
  if (!fs.existsSync(root)) throw new PawlError('not-found', `${root} does not exist`);
  const config = loadConfig(root, env);
  const tell = ({ message }: Notice): void => notify(message);
  const sync =
    options.store === undefined ? new FileStore({ root, formats: Object.values(formats), notify: tell, now }) : null;
  const store = options.store ?? toAsync(sync ?? new FileStore({ root, formats: [] }));
  const actor = options.actor ?? actorName(env);
  return {
    root,
    store,
    sync,
    config,
    now,
    notify,
    context: () => ({
      actor,
      now,
      notify,
      head: readHead(root),
      prove: (next, before, step) => addEvidence(root, next, before, step),
      checks: { ...defaultChecks, pipelineId: config.pipelineId },
    }),
  };
}

function rootHere(folder: string | undefined, env: NodeJS.ProcessEnv): string {
  try {
    return projectRoot(folder ?? process.cwd(), env);
  } catch (error) {
    const hint = 'Change to another folder.';
    throw new PawlError('not-found', 'the current folder does not exist any more', { hint, cause: error });
  }
}

/** The session of the agent that calls; undefined for people. */
export function sessionOf(env: NodeJS.ProcessEnv): string | undefined {
  return env['PAWL_SESSION'] || env['CODEX_THREAD_ID'] || env['CLAUDE_CODE_SESSION_ID'] || undefined;
}

/** Who is named in the history: `PAWL_ACTOR`, else the agent's session, else the user. */
export function actorName(env: NodeJS.ProcessEnv): string {
  const session = sessionOf(env);
  if (env['PAWL_ACTOR']) return env['PAWL_ACTOR'];
  return session === undefined ? env['USER'] || env['USERNAME'] || 'user' : `session ${session.slice(0, 12)}`;
}
