// Which session an agent's process is in now. Its MCP server may not be told, least of all when the agent goes over to another
// one, as by /clear: hooks are, and leave it here. Nothing is synced: a process does not outlive the machine.

import path from 'node:path';
import { textIn } from '../../rules/json/read-member.js';
import { loadObject } from '../../disk/load-object.js';
import { putInPlace, writeNewFile } from '../../disk/files.js';
import { ensureFolder } from '../../disk/folders.js';
import { tempFolder } from '../../disk/layout.js';
import { tempName } from '../../disk/temp-name.js';
import type { Owner } from '../lease/owner.js';
import type { ProcessMark } from '../lease/processes.js';
import { sessionOfOwner, sessionOwner } from '../lease/session-owner.js';
import { hasOwnFolder } from '../own-folder.js';
import { sessionFolder } from './binding.js';

function fileOf(root: string, pid: number): string {
  return path.join(root, sessionFolder, `agent.${pid}.json`);
}

/**
 * Leaves word of the session that an agent is in. Nothing is written where pawl keeps nothing. Never throws: whoever has not
 * heard of it counts as the session before.
 * @param root the project's root
 * @param owner the session, as its hooks know it
 */
export function noteAgentSession(root: string, owner: Owner): void {
  const session = sessionOfOwner(owner.id);
  if (session === null || owner.process === null) return;
  try {
    if (sessionNow(root, owner.process) === session || !hasOwnFolder(root)) return;
    const { pid, started } = owner.process;
    for (const folder of [tempFolder, sessionFolder]) ensureFolder(root, folder, 0o700);
    const temp = path.join(root, tempFolder, tempName());
    writeNewFile(temp, Buffer.from(`${JSON.stringify({ session, started })}\n`), { mode: 0o600, sync: false });
    putInPlace(temp, fileOf(root, pid));
  } catch {
    // See above.
  }
}

/**
 * Tells who a program is now that an agent started: the session that the agent's hooks told of last, also when the agent did
 * not name it to the program.
 * @param root the project's root
 * @param owner as whom it was started
 * @returns the owner; the same when no hook told of a session
 */
export function ownerNow(root: string, owner: Owner): Owner {
  if (sessionOfOwner(owner.id) !== null) return inSession(owner, sessionNow(root, owner.process));
  // Whoever did not hear of the session cannot tell which of those who started it is the agent: a launcher may stand between.
  for (const process of owner.ancestors) {
    const session = sessionNow(root, process);
    if (session !== null) return inSession({ ...owner, process }, session);
  }
  return owner;
}

function inSession(owner: Owner, session: string | null): Owner {
  return session === null ? owner : { ...owner, id: sessionOwner(session) };
}

/**
 * Tells whether a process is the agent of a session: its hooks have left word of it.
 * @param root the project's root
 * @param ownerId the session, as an owner
 * @param mark the process, also one that is gone
 * @returns false also when nobody has heard of it
 */
export function isAgentOf(root: string, ownerId: string, mark: ProcessMark): boolean {
  const session = sessionNow(root, mark);
  return session !== null && sessionOwner(session) === ownerId;
}

function sessionNow(root: string, agent: ProcessMark | null): string | null {
  const known = agent === null ? null : loadObject(fileOf(root, agent.pid));
  return known?.['started'] === agent?.started ? textIn(known, 'session') : null;
}
