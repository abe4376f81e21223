// Serves one client on stdin and stdout, until it closes its side.

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { currentOwner } from '../../service/lease/leases.js';
import { namedSession } from '../../service/session/named-session.js';
import { type LineOutput, LineTransport } from './line-transport.js';
import { logLine } from './log-line.js';
import { makeServer } from './server.js';
import type { Place } from './session.js';

/** Keeps stdout for the protocol: whatever else writes there, a library or a stray `console.log`, gets to stderr. */
function guardStdout(): LineOutput {
  const { stdout, stderr } = process;
  const own = { write: stdout.write.bind(stdout), on: stdout.on.bind(stdout), off: stdout.off.bind(stdout) };
  stdout.write = stderr.write.bind(stderr);
  return own;
}

/**
 * Serves.
 * @param place the project, as far as it is known
 * @returns when the client is gone
 */
export async function serve(place: Omit<Place, 'owner'>): Promise<void> {
  const transport = new LineTransport(process.stdin, guardStdout());
  // The agent itself starts the server.
  const owner = currentOwner(process.env, namedSession(process.env));
  serveStdio(() => makeServer({ ...place, owner }), { transport, onerror: ({ message }) => logLine(message) });
  await transport.ended;
}
