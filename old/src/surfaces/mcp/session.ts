// One connection: which project it is about, who works, and what the client can do.

import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../rules/json/json.js';
import { memberIn } from '../../rules/json/read-member.js';
import { projectRoot } from '../../service/git.js';
import type { Owner } from '../../service/lease/leases.js';
import { ownerNow } from '../../service/session/agent-session.js';
import { answerIn } from './ask.js';
import { logLine } from './log-line.js';
import { type Scene, sceneOf } from './scene.js';

/** What the process knows before a client speaks. */
export interface Place {
  /** The project's root, when the call or the environment names it; else the client's roots count before the folder. */
  readonly named: string | null;
  readonly cwd: string;
  /** Who worked when this process began: the agent's session, or the program that started this one. */
  readonly owner: Owner;
}

/** A connection, as the handlers see it. */
export interface Session {
  readonly sceneFor: (ctx: ServerContext) => Promise<Scene>;
}

/**
 * Opens the session of a connection.
 * @param server the server of this connection
 * @param place what is known
 * @returns the session
 */
export function openSession(server: Server, place: Place): Session {
  let offered: Promise<string | null> | undefined;
  if (place.named === null) {
    server.setNotificationHandler('notifications/roots/list_changed', () => {
      offered = undefined;
    });
  }
  const rootOf = async (): Promise<string> => {
    if (place.named !== null) return place.named;
    offered ??= offeredRoot(server);
    return (await offered) ?? projectRoot({}, place.cwd);
  };
  return {
    sceneFor: async (ctx) => {
      const { envelope, inputResponses, signal } = ctx.mcpReq;
      const told = clientOf(envelope, server);
      const root = await rootOf();
      return sceneOf({
        root,
        owner: ownerNow(root, place.owner),
        client: told.name,
        canAsk: told.canAsk,
        signal,
        answerTo: (key) => answerIn(inputResponses, key),
      });
    },
  };
}

/** The newer era tells about the client with every request, the older one at the beginning. */
function clientOf(envelope: unknown, server: Server): { readonly name: string | null; readonly canAsk: boolean } {
  const sent = isJsonObject(envelope) ? envelope : {};
  const info = sent[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const name = memberIn(info, 'name');
  return {
    name: typeof name === 'string' ? name : null,
    canAsk: canElicit(sent[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()),
  };
}

/** A form is the first kind of question that the protocol had: a client that names no kind can show it. */
function canElicit(capabilities: unknown): boolean {
  const kinds = memberIn(capabilities, 'elicitation');
  return isJsonObject(kinds) && ('form' in kinds || !('url' in kinds));
}

/** Clients of the older era tell which folders they are about; the newer one has done away with that. */
async function offeredRoot(server: Server): Promise<string | null> {
  if (server.getClientCapabilities()?.roots === undefined) return null;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: 3_000 });
    const folders = roots.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => fileURLToPath(uri));
    const found = folders.find((folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true);
    return found === undefined ? null : projectRoot({}, found);
  } catch (error) {
    logLine(`the client's roots are not used: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
