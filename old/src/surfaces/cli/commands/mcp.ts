// `pawl mcp`: the MCP server on stdin and stdout.

import { badUsage } from '../../../rules/errors.js';
import { serve } from '../../mcp/serve.js';
import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';

/** How long something may hold the process after the client is gone. */
const graceMs = 2_000;

/**
 * Serves a client until it closes its side.
 * @param call `--root`
 * @returns when it is gone
 */
export async function run(call: Call): Promise<Answer> {
  if (call.out.isJson) throw badUsage('pawl mcp takes no --json', 'It speaks the Model Context Protocol on stdout.');
  const { GIT_ROOT: git, CLAUDE_PROJECT_DIR: project } = process.env;
  const isNamed = call.text('root') !== undefined || Boolean(git) || Boolean(project);
  await serve({ named: isNamed ? findRoot(call) : null, cwd: process.cwd() });
  setTimeout(() => process.exit(), graceMs).unref();
  return { json: null };
}
