// Opens stores. The only place that names concrete ones.

import { redactText } from '../rules/text/redact.js';
import { FileStore } from '../store/file/file-store.js';
import type { FileStoreOptions } from '../store/file/open-space.js';
import { isFromGit, sidesOf } from './git-files.js';
import { switchedTo } from './git-moves.js';
import { namedSession } from './session/named-session.js';

/**
 * Opens the store on a project's plain files.
 * @param root the project's root
 * @param views the families whose checkpoints it will meet
 * @param options when to publish, whom to tell
 * @returns the store
 */
export function openFileStore(
  root: string,
  views: FileStoreOptions['views'],
  options: Omit<FileStoreOptions, 'root' | 'views' | 'isFromGit' | 'switchedTo' | 'sidesInGit'> = {},
): FileStore {
  return new FileStore({
    ...options,
    root,
    views,
    isFromGit: (relativePath, bytes, sinceMs) => isFromGit(root, relativePath, bytes, sinceMs),
    switchedTo: (relativePath, sinceMs) => switchedTo(root, relativePath, sinceMs),
    sidesInGit: (relativePath) => sidesOf(root, relativePath),
  });
}

/**
 * Names an agent's session as a writer: its hooks and its shell calls are one.
 * @param session the session's id
 * @returns the name
 */
export function sessionActor(session: string): string {
  return `agent session ${session.slice(0, 12)}`;
}

/**
 * Names who is writing, for history and for people who wonder.
 * @returns `PAWL_ACTOR`, else the agent's session, else the user and the process
 */
export function defaultActor(): string {
  return safeActor(nameInUse());
}

/**
 * Makes a name fit to be written: it stands in every record, and never with a secret.
 * @param actor the name
 * @returns the same, without secrets
 */
export function safeActor(actor: string): string {
  return redactText(actor).text;
}

function nameInUse(): string {
  const { env } = process;
  const { PAWL_ACTOR: named } = env;
  const session = namedSession(env);
  if (!named && session !== undefined) return sessionActor(session);
  return named || `${env['USER'] || env['USERNAME'] || 'user'} (pid ${process.pid})`;
}

export { inspectLog } from '../store/file/inspect.js';
export { readCurrent } from '../store/file/read-current.js';
