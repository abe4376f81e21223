// The real `pawl ui` on a real store, asked through raw sockets.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after } from 'node:test';
import { type Repository, personEnv } from '../support/cli.js';
import { tempFolder } from '../support/programs.js';

/** A page that has all that an export must handle; the real one has its own tests. */
const page = `<!doctype html>
<html><head><meta charset="utf-8" />
<link rel="stylesheet" href="page.css" />
<script type="module" src="page.js"></script>
</head><body></body></html>`;

/** The program with that page beside it. */
export const programWithPage = copyProgram();

function copyProgram(): string {
  const folder = tempFolder();
  fs.cpSync('dist/cli', path.join(folder, 'cli'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'ui'));
  fs.writeFileSync(path.join(folder, 'ui/index.html'), page);
  fs.writeFileSync(path.join(folder, 'ui/page.js'), 'const text = "</script>$&";\n');
  fs.writeFileSync(path.join(folder, 'ui/page.css'), 'body { margin: 0 }\n');
  return path.join(folder, 'cli/pawl.cjs');
}

export interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface Options {
  readonly env?: NodeJS.ProcessEnv;
  readonly words?: readonly string[];
  readonly nodeFlags?: readonly string[];
}

export class Site {
  readonly child: ChildProcess;
  readonly port: number;
  readonly token: string;

  private constructor(child: ChildProcess, address: string) {
    const { port, hash } = new URL(address);
    this.child = child;
    this.port = Number(port);
    this.token = hash.replace('#token=', '');
  }

  static async start({ root }: Repository, { env = {}, words = [], nodeFlags = [] }: Options = {}): Promise<Site> {
    const args = [...nodeFlags, programWithPage, 'ui', '--json', ...words];
    const child = spawn(process.execPath, args, { cwd: root, env: { ...personEnv(), ...env }, stdio: 'pipe' });
    after(() => child.kill('SIGKILL'));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return new Site(child, (JSON.parse(String(line)) as { address: string }).address);
  }

  /** Sends bytes as they are; gives the answer. */
  async raw(text: string): Promise<Reply> {
    const socket = net.connect(this.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(text);
    let all = '';
    socket.on('data', (chunk) => (all += chunk.toString()));
    await once(socket, 'close');
    const [head = '', ...rest] = all.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1] ?? 0), head: head.toLowerCase(), body: rest.join('\r\n\r\n') };
  }

  async #ask(method: string, route: string, body?: unknown): Promise<{ status: number; json: Any }> {
    const headers: Record<string, string> = { 'x-pawl-token': this.token };
    if (body !== undefined) Object.assign(headers, { 'content-type': 'application/json', origin: this.origin });
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.origin}/api${route}`, init);
    return { status: response.status, json: (await response.json()) as Any };
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Answers of the API are looked at member by member. */
  async get(route: string): Promise<Any> {
    const { status, json } = await this.#ask('GET', route);
    if (status !== 200) throw new Error(`${route}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  post(ref: string, body: unknown): Promise<{ status: number; json: Any }> {
    return this.#ask('POST', `/runs/${encodeURIComponent(ref)}`, body);
  }

  /** Follows the changes; each call of the result waits for the next event. */
  async follow(): Promise<{ next: () => Promise<Any>; end: () => Promise<void> }> {
    const signal = AbortSignal.timeout(120_000); // an event that was lost must not stop the whole suite
    const response = await fetch(`${this.origin}/api/events`, { headers: { 'x-pawl-token': this.token }, signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    const next = async (): Promise<Any> => {
      for (;;) {
        const [, event, more] = /^(?:[^]*?\n)??data: (.*)\n\n([^]*)$/.exec(rest) ?? [];
        if (event !== undefined) return ((rest = more ?? ''), JSON.parse(event) as Any);
        const read = await reader?.read();
        if (read === undefined || read.done) throw new Error('the stream has ended');
        rest += read.value;
      }
    };
    return { next, end: async () => reader?.cancel() };
  }
}

// oxlint-disable-next-line typescript/no-explicit-any
export type Any = any;
