// The dashboard's server: files of the page, the API, and a stream of changes, on 127.0.0.1 only. SECURITY.md says what the
// port is. This is the one file of src/ui that the program loads for `pawl ui`.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setProgram } from '../base/command-line.js';
import { PawlError, errnoOf, errorCodes, isPawlError } from '../base/errors.js';
import { keyText, refOf } from '../base/names.js';
import { foldBefore } from '../runs/fold.js';
import { programFor } from '../runs/program.js';
import type { Project } from '../runs/project.js';
import { isAlive, readSessions } from '../runs/session.js';
import type { Stored } from '../store/store.js';
import { act, parseAction } from './actions.js';
import { Answers, pollMs } from './answers.js';
import type { ErrorAnswer, LiveEvent, RunsAnswer } from './api.js';
import { pageFolder } from './page-folder.js';

export interface UiOptions {
  readonly project: Project;
  readonly env: NodeJS.ProcessEnv;
  readonly isReadOnly: boolean;
  /** A person at a terminal has started it: gates can be approved and waived. */
  readonly isPerson: boolean;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface Ui {
  /** With the token in its fragment, which browsers send nowhere. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

const maxBody = 64 * 1024;
const heartbeatMs = 15_000;
/** A follower that reads nothing is let go. */
const maxUnread = 256 * 1024;

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Why a request is refused before anything is read. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Starts the server. */
export async function startUi(options: UiOptions): Promise<Ui> {
  setProgram(() => programFor(options.env));
  const server = http.createServer({ requestTimeout: 30_000, maxHeaderSize: 16 * 1024 });
  await listen(server, options.port);
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new PawlError('internal', 'the server has no port');
  const site = new Site(options, bound.port);
  server.on('request', (request, response) => void site.answer(request, response));
  return {
    address: `http://127.0.0.1:${bound.port}/#token=${site.token}`,
    async stop() {
      site.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = errnoOf(error) === 'EADDRINUSE' || errnoOf(error) === 'EACCES';
      const hint = 'Without --port, a free one is taken.';
      reject(isTaken ? new PawlError('bad-usage', `port ${port} cannot be used: ${errnoOf(error)}`, { hint }) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

class Site {
  readonly token = randomBytes(24).toString('base64url');
  readonly #options: UiOptions;
  readonly #project: Project;
  readonly #hosts: readonly string[];
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly #answers: Answers;
  readonly #followers = new Set<http.ServerResponse>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #runs: Promise<RunsAnswer> | null = null;
  #sessions = '';
  #alive = '';

  constructor(options: UiOptions, port: number) {
    this.#options = options;
    this.#project = options.project;
    this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
    this.#files = readFiles();
    this.#answers = new Answers(options.project, options.isReadOnly, (changes) => this.#tellChanges(changes));
    this.#allRuns().catch(() => {}); // the first look takes longest; whoever asks meets the same trouble
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const follower of this.#followers) follower.end();
  }

  async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    try {
      await this.#route(request, response);
    } catch (error) {
      fail(request, response, error);
    }
  }

  async #route(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.#checkOrigin(request);
    if (!url.startsWith('/')) throw new Refusal(400, 'bad-usage', 'the address must be a path');
    const [pathname = '', query] = url.split('?', 2);
    const searchParams = new URLSearchParams(query);
    if (pathname !== '/api' && !pathname.startsWith('/api/')) return this.#sendFile(request, response, pathname);
    response.setHeader('cache-control', 'no-store');
    this.#checkToken(request);
    const [, , area = '', name, part, ...more] = pathname.split('/');
    const ref = name === undefined ? '' : decodePart(name);
    if (area === 'events' && name === undefined) return this.#follow(only(request, 'GET'), response);
    if (area !== 'runs' || more.length > 0 || name === '') throw noRoute(pathname);
    if (name === undefined) {
      only(request, 'GET');
      return send(response, searchParams.has('all') ? await this.#answers.runs(true) : await this.#allRuns());
    }
    if (part === undefined && method === 'POST') return this.#change(request, response, ref);
    only(request, ...(part === undefined ? ['GET', 'POST'] : ['GET']));
    const numberOf = (param: string): number | undefined => toRevision(param, searchParams.get(param));
    if (part === undefined) return send(response, await this.#answers.run(ref, numberOf('revision')));
    if (part === 'history') return send(response, await this.#answers.history(ref));
    if (part === 'diff') return send(response, await this.#answers.diff(ref, numberOf('from'), numberOf('to')));
    throw noRoute(pathname);
  }

  /** Browsers tell where a page came from; a name that leads here by DNS is not ours. */
  #checkOrigin({ method = '', headersDistinct }: http.IncomingMessage): void {
    const [host = '', ...others] = headersDistinct['host'] ?? [];
    if (others.length > 0 || !this.#hosts.includes(host))
      throw new Refusal(403, 'forbidden', 'this server answers only to 127.0.0.1 and localhost with its port');
    const origins = headersDistinct['origin'] ?? [];
    const isOurs = origins.every((origin) => this.#hosts.some((one) => origin === `http://${one}`));
    const isLook = method === 'GET' || method === 'HEAD';
    if (!isOurs || origins.length > 1 || (origins.length === 0 && !isLook))
      throw new Refusal(403, 'forbidden', 'the request does not come from the page of this server');
  }

  #checkToken({ headersDistinct }: http.IncomingMessage): void {
    const given = headersDistinct['x-pawl-token'] ?? [];
    if (given.length === 1 && timingSafeEqual(hash(given[0] ?? ''), hash(this.token))) return;
    throw new Refusal(401, 'unauthorized', 'the token is missing or wrong: open the address that `pawl ui` printed');
  }

  #sendFile(request: http.IncomingMessage, response: http.ServerResponse, pathname: string): void {
    only(request, 'GET', 'HEAD');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const body = this.#files.get(name);
    if (body === undefined) throw noRoute(pathname);
    response.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream');
    response.setHeader('cache-control', 'no-cache');
    response.setHeader('content-length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Followers ask all at once after a change: one answer serves them. */
  #allRuns(): Promise<RunsAnswer> {
    if (this.#runs !== null) return this.#runs;
    const asked = this.#answers.runs().finally(() => {
      if (this.#runs === asked) this.#runs = null;
    });
    this.#runs = asked;
    return asked;
  }

  async #change(request: http.IncomingMessage, response: http.ServerResponse, ref: string): Promise<void> {
    const type = request.headers['content-type'] ?? '';
    if (!/^application\/json\s*(?:;\s*charset=utf-8\s*)?$/i.test(type))
      throw new Refusal(415, 'unsupported-media-type', 'a change must be application/json');
    const body = await readBody(request);
    const { isReadOnly, isPerson } = this.#options;
    if (isReadOnly) throw new Refusal(403, 'read-only', 'this dashboard is read-only');
    const answer = await act(this.#project, ref, parseAction(parseBody(body)), isPerson);
    this.#runs = null; // an answer that was begun before does not know it
    send(response, answer);
    void this.#poll();
  }

  #follow(request: http.IncomingMessage, response: http.ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.flushHeaders();
    response.write(': follow\n\n');
    const beat = setInterval(() => response.write(': alive\n\n'), heartbeatMs);
    this.#followers.add(response);
    request.socket.setNoDelay(true);
    response.on('error', () => {});
    response.once('close', () => {
      clearInterval(beat);
      this.#followers.delete(response);
    });
    if (this.#timer === undefined) this.#wait(0);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isStopped && this.#followers.size > 0) this.#timer = setTimeout(() => void this.#tick(), ms);
  }

  async #tick(): Promise<void> {
    const begun = performance.now();
    await this.#poll();
    this.#wait(Math.max(pollMs, 5 * (performance.now() - begun))); // a large store is asked less often
  }

  /** Tells followers what has changed since the last look. */
  async #poll(): Promise<void> {
    try {
      await this.#lookAtSessions();
      await this.#answers.advance();
    } catch {
      // trouble with the store: whoever asks is told
    }
  }

  /** What hooks have recorded; and when a session has begun or ended, what it did becomes part of its run. */
  async #lookAtSessions(): Promise<void> {
    const all = readSessions(this.#project.root);
    const alive = all.filter((one) => isAlive(one, this.#project.now()));
    const [sessions, ids] = [
      all.map(({ id, lines }) => `${id} ${lines.length}`).join(),
      alive.map(({ id }) => id).join(),
    ];
    if (sessions === this.#sessions && ids === this.#alive) return;
    if (ids !== this.#alive) await foldBefore(this.#project, this.#options.env).catch(() => {});
    [this.#sessions, this.#alive] = [sessions, ids];
    this.#tell([{ sessions: true }]);
  }

  #tellChanges(changes: readonly Stored[]): void {
    const newest = new Map<string, LiveEvent>();
    for (const { key, revision } of changes) newest.set(keyText(key), { ref: refOf(key), revision });
    if (newest.size > 0) this.#tell([...newest.values()]);
  }

  #tell(events: readonly LiveEvent[]): void {
    this.#runs = null;
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    for (const follower of this.#followers) {
      if (follower.writableLength > maxUnread) follower.destroy();
      else follower.write(text);
    }
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function readFiles(): ReadonlyMap<string, Buffer> {
  const folder = pageFolder();
  const names = folder === null ? [] : fs.readdirSync(folder).filter((name) => path.extname(name) in types);
  return new Map(names.map((name) => [name, fs.readFileSync(path.join(folder ?? '', name))]));
}

function only(request: http.IncomingMessage, ...methods: readonly string[]): http.IncomingMessage {
  if (methods.includes(request.method ?? '')) return request;
  throw new Refusal(405, 'bad-usage', `use ${methods.join(' or ')}`);
}

function noRoute(pathname: string): Refusal {
  return new Refusal(404, 'not-found', `there is nothing at ${pathname.slice(0, 200)}`);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(400, 'bad-usage', 'the ref is not encoded as a part of an address');
  }
}

function toRevision(name: string, text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Refusal(400, 'bad-usage', `${name} must be the number of a revision`);
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const tooLarge = new Refusal(413, 'too-large', `a change may have at most ${maxBody} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBody) throw tooLarge;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBody) throw tooLarge;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(400, 'bad-input', 'the request is not JSON');
  }
}

function send(response: http.ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

const statuses: Readonly<Record<number, number>> = { 1: 422, 2: 400, 3: 404, 4: 409, 5: 503, 6: 423 };

function fail(request: http.IncomingMessage, response: http.ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  // What was not read of the request would be taken for the next one.
  if (!request.complete) response.setHeader('connection', 'close');
  const { status, code, message, hint } = toFailure(error);
  const body: ErrorAnswer = { error: hint === undefined ? { code, message } : { code, message, hint } };
  send(response, body, status);
}

function toFailure(error: unknown): { status: number; code: string; message: string; hint?: string | undefined } {
  if (error instanceof Refusal) return error;
  if (!isPawlError(error))
    return { status: 500, code: 'internal', message: error instanceof Error ? error.message : 'error' };
  const { code, message, hint } = error;
  const status = code === 'internal' ? 500 : (statuses[errorCodes[code].exitCode] ?? 500);
  return { status, code, message, hint };
}
