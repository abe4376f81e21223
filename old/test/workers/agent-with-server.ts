// An agent: starts the MCP server of a project, begins a run through it, says so, and stays until it is killed.
// Arguments: the program, the project.
import { spawn } from 'node:child_process';

const [program = '', cwd = ''] = process.argv.slice(2);
const server = spawn(process.execPath, [program, 'mcp'], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
const begin = { name: 'phase', arguments: { ref: 'implement/auth', phase: 'api', status: 'in_progress' } };
server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: begin })}\n`);
server.stdout.once('data', () => process.stdout.write(`${server.pid}\n`));
setInterval(() => undefined, 1_000);
