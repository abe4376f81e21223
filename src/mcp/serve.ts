// Serves one client on stdin and stdout, until it closes its side. This is the one file of src/mcp that others import, and
// the build makes a file of its own of it: the SDK takes 30 ms to load.

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { setProgram } from '../base/command-line.js';
import { programFor } from '../runs/program.js';
import { type ServerOptions, makeServer } from './server.js';
import { LineTransport } from './transport.js';

export async function serve(options: ServerOptions): Promise<void> {
  setProgram(() => programFor(options.env));
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // stdout is for the protocol: whatever else writes there, a library or a stray `console.log`, gets to stderr.
  stdout.write = stderr.write.bind(stderr);
  const transport = new LineTransport(process.stdin, { write, on: stdout.on.bind(stdout) });
  serveStdio(() => makeServer(options), { transport, onerror: log });
  await transport.ended;
  stdout.write = write;
}

function log({ message }: Error): void {
  process.stderr.write(`pawl: ${message}\n`);
}
