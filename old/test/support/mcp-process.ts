// For tests: `pawl mcp` as a process whose lines are written and read by hand.

import { type ChildProcess, spawn } from 'node:child_process';
import { after } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { cleanEnv, program } from '../e2e/program.js';

/** How the process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server without a client. */
export class McpProcess {
  readonly child: ChildProcess;
  /** Every line of stdout, parsed; what cannot be parsed stands as text. */
  readonly lines: unknown[] = [];
  /** What is there of the line that is being written. */
  rest = '';
  log = '';
  readonly ended: Promise<Ending>;
  readonly #waiting = new Map<string | number, (message: JsonObject) => void>();

  constructor(
    cwd: string,
    options: { readonly env?: Readonly<Record<string, string>>; readonly node?: readonly string[] } = {},
  ) {
    this.child = spawn(process.execPath, [...(options.node ?? []), program, 'mcp'], {
      cwd,
      env: cleanEnv(options.env),
      stdio: 'pipe',
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.log += text;
    });
    this.child.stdin?.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code, signal) => resolve({ code, signal }));
    });
    after(() => this.child.kill('SIGKILL'));
  }

  #take(text: string): void {
    const parts = (this.rest + text).split('\n');
    this.rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = parsed(part);
      this.lines.push(line);
      const id = isJsonObject(line) ? line['id'] : null;
      if (!isJsonObject(line) || (typeof id !== 'string' && typeof id !== 'number')) continue;
      this.#waiting.get(id)?.(line);
      this.#waiting.delete(id);
    }
  }

  /** Writes bytes as they are. */
  write(bytes: string | Buffer): void {
    this.child.stdin?.write(bytes);
  }

  /** Sends a request and waits for its answer. */
  request(id: string | number, method: string, params?: object): Promise<JsonObject> {
    const answer = new Promise<JsonObject>((resolve) => this.#waiting.set(id, resolve));
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })}\n`);
    return answer;
  }

  /** Greets as a client of the older era does. */
  async greet(): Promise<void> {
    const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } };
    await this.request('hello', 'initialize', about);
    this.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  /** Closes its stdin and waits for its end. */
  async end(): Promise<Ending> {
    this.child.stdin?.end();
    return this.ended;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** What the newer era sends with every request. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
