// Serves one client on stdin and stdout, until it closes its side. This is the one file of src/mcp that others import, and
// the build makes a file of its own of it: the SDK takes 30 ms to load.

import type { Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { setProgram } from '../base/command-line.js';
import { programFor } from '../runs/program.js';
import { type ServerOptions, makeServer } from './server.js';
import { LineTransport } from './transport.js';

export async function serve(options: ServerOptions): Promise<void> {
  setProgram(() => programFor(options.env));
  const transport = new LineTransport(process.stdin, guardStdout());
  serveStdio(() => makeServer(options), { transport, onerror: log });
  await transport.ended;
}

/** Keeps stdout for the protocol: whatever else writes there, a library or a stray `console.log`, gets to stderr. */
function guardStdout(): Pick<Writable, 'write' | 'on'> {
  const { stdout, stderr } = process;
  const own = { write: stdout.write.bind(stdout), on: stdout.on.bind(stdout) };
  stdout.write = stderr.write.bind(stderr);
  return own;
}

function log({ message }: Error): void {
  process.stderr.write(`pawl: ${message}\n`);
}
