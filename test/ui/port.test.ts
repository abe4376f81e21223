// The port: who may ask what. Raw sockets, so that no client corrects a request.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import { test } from 'node:test';
import { Repository } from '../support/cli.js';
import { Site } from './site.js';

const repository = new Repository();
repository.ok('phase implement/auth api complete -s done');
const site = await Site.start(repository);
const [ours, local] = [`127.0.0.1:${site.port}`, `localhost:${site.port}`];

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly host?: string | null;
  readonly origin?: string | null;
  readonly token?: string | null;
  readonly type?: string | null;
  readonly body?: string;
  readonly more?: string;
}

function textOf(asked: Asked): string {
  const { method = 'GET', path = '/api/runs', host = ours, origin = null, token = site.token, type = null } = asked;
  const { body = '', more = '' } = asked;
  const line = (name: string, value: string | null): string => (value === null ? '' : `${name}: ${value}\r\n`);
  const length = body === '' || more.includes('chunked') ? '' : `content-length: ${body.length}\r\n`;
  const named = line('host', host) + line('origin', origin) + line('x-pawl-token', token) + line('content-type', type);
  return `${method} ${path} HTTP/1.1\r\n${named}${more}${length}connection: close\r\n\r\n${body}`;
}

const run = '/api/runs/implement%2Fauth';
const json = 'application/json';
const noted = JSON.stringify({ action: 'note', expect: 1, next: 'x' });
const post: Asked = { method: 'POST', path: run, origin: `http://${ours}`, type: json, body: noted };
const file: Asked = { path: '/', token: null };
const large = (size: number): string => noted.padEnd(size, ' ');

/** Status and request; 409 is the answer of a change that went through all checks to a revision that is not the newest. */
const table: readonly (readonly [number, string, Asked])[] = [
  [200, 'a look with the token', {}],
  [200, 'by the name localhost', { host: local }],
  [200, 'our own Origin', { origin: `http://${ours}` }],
  [200, 'our Origin by the other name', { origin: `http://${local}` }],
  [200, 'the page', file],
  [200, 'the page by localhost', { ...file, host: local }],
  [200, 'the script', { ...file, path: '/page.js' }],
  [200, 'HEAD of the page', { ...file, method: 'HEAD' }],
  [200, 'a run', { path: run }],
  [200, 'its history', { path: `${run}/history` }],
  [200, 'a difference', { path: `${run}/diff?from=0&to=1` }],

  [403, 'a name that leads here by DNS', { host: `evil.example:${site.port}` }],
  [403, 'such a name for the page', { ...file, host: `evil.example:${site.port}` }],
  [403, 'without the port', { host: '127.0.0.1' }],
  [403, 'another port', { host: '127.0.0.1:1' }],
  [403, 'localhost without the port', { host: 'localhost' }],
  [403, 'a suffix', { host: `${ours}.evil.example` }],
  [403, 'a prefix', { host: `x.${local}` }],
  [403, 'a trailing dot', { host: `localhost.:${site.port}` }],
  [403, 'capitals', { host: `LOCALHOST:${site.port}` }],
  [403, 'IPv6', { host: `[::1]:${site.port}` }],
  [403, '0.0.0.0', { host: `0.0.0.0:${site.port}` }],
  [403, 'another spelling of 127.0.0.1', { host: `127.1:${site.port}` }],
  [403, 'a user in front', { host: `a@${ours}` }],
  [403, 'an empty Host', { host: '' }],
  [400, 'no Host', { host: null }],
  [403, 'two Hosts', { more: `host: evil.example\r\n` }],
  [403, 'ours as the second Host', { host: 'evil.example', more: `host: ${ours}\r\n` }],
  [400, 'the whole address as path', { path: `http://evil.example/api/runs` }],

  [403, 'a foreign Origin', { origin: 'http://evil.example' }],
  [403, 'a foreign Origin for the page', { ...file, origin: 'http://evil.example' }],
  [403, 'Origin null', { origin: 'null' }],
  [403, 'an empty Origin', { origin: '' }],
  [403, 'https', { origin: `https://${ours}` }],
  [403, 'another local port', { origin: 'http://127.0.0.1:1' }],
  [403, 'an Origin with a suffix', { origin: `http://${ours}.evil.example` }],
  [403, 'two Origins', { origin: `http://${ours}`, more: 'origin: http://evil.example\r\n' }],
  [403, 'a foreign Origin of the stream', { path: '/api/events', origin: 'http://evil.example' }],

  [401, 'no token', { token: null }],
  [401, 'an empty token', { token: '' }],
  [401, 'a wrong token', { token: 'x'.repeat(32) }],
  [401, 'half a token', { token: site.token.slice(0, 16) }],
  [401, 'two tokens', { more: `x-pawl-token: ${site.token}\r\n` }],
  [401, 'the token in the address', { token: null, path: `/api/runs?token=${site.token}` }],
  [401, 'the stream without token', { token: null, path: '/api/events' }],
  [401, 'a run without token', { token: null, path: run }],
  [401, 'a route that does not exist', { token: null, path: '/api/x' }],
  [401, 'a change without token', { ...post, token: null }],

  [409, 'a change', { ...post, body: noted.replace('1', '9') }],
  [409, 'a change with a charset', { ...post, type: 'application/json; charset=utf-8', body: noted.replace('1', '9') }],
  [403, 'a change without Origin', { ...post, origin: null }],
  [403, 'a change with a foreign Origin', { ...post, origin: 'http://evil.example' }],
  [403, 'a change from a file', { ...post, origin: 'null' }],
  [415, 'a form', { ...post, type: 'application/x-www-form-urlencoded' }],
  [415, 'text', { ...post, type: 'text/plain' }],
  [415, 'no type', { ...post, type: null }],
  [415, 'a type that only begins so', { ...post, type: 'application/json-patch' }],
  [415, 'a type that hides it', { ...post, type: 'text/plain; application/json' }],
  [400, 'not JSON', { ...post, body: 'x' }],
  [400, 'another shape', { ...post, body: '{"action":"note"}' }],
  [400, 'an unknown action', { ...post, body: '{"action":"purge","expect":1}' }],
  [413, 'more than 64 KB', { ...post, body: large(70_000) }],
  [
    413,
    'more than 64 KB in chunks',
    { ...post, more: 'transfer-encoding: chunked\r\n', body: `11170\r\n${large(70_000)}\r\n0\r\n\r\n` },
  ],

  [405, 'PUT', { ...post, method: 'PUT' }],
  [405, 'DELETE', { ...post, method: 'DELETE' }],
  [403, 'OPTIONS of a foreign page', { method: 'OPTIONS', origin: 'http://evil.example' }],
  [405, 'POST to the list', { ...post, path: '/api/runs' }],
  [405, 'POST to the page', { ...post, path: '/' }],
  [404, 'a path out of the folder', { ...file, path: '/../cli/pawl.cjs' }],
  [404, 'the same, encoded', { ...file, path: '/%2e%2e/cli/pawl.cjs' }],
  [400, 'a ref that leads out', { path: '/api/runs/..%2F..%2Fpasswd' }],
  [400, 'half an escape', { path: '/api/runs/%E0%A4%A' }],
  [400, 'a revision that is none', { path: `${run}?revision=-1` }],
  [404, 'a revision that is not there', { path: `${run}?revision=99` }],
];

test(`${table.length} combinations of Host, Origin, token, type and method`, async () => {
  const wrong: string[] = [];
  for (const [status, name, asked] of table) {
    const reply = await site.raw(textOf(asked));
    if (reply.status !== status) wrong.push(`${name}: ${reply.status} instead of ${status}`);
    if (name === 'no Host') continue; // Node itself refuses it
    assert.match(reply.head, /content-security-policy: default-src 'none'; script-src 'self';/, name);
    assert.match(reply.head, /x-content-type-options: nosniff[^]*referrer-policy: no-referrer/, name);
    assert.doesNotMatch(reply.head, /access-control-/, name);
    if (status === 401 || status === 403) assert.ok(!reply.body.includes('implement'), `${name} tells something`);
    const isApi = (asked.path ?? '/api').startsWith('/api');
    if (isApi && status !== 403 && status !== 400) assert.match(reply.head, /cache-control: no-store/, name);
  }
  assert.deepEqual(wrong, []);
  assert.match(repository.ok('history implement/auth'), /^1 .*$/, 'nothing was changed');
});

test('it listens on 127.0.0.1 only', () => {
  const tcp = fs.readFileSync('/proc/net/tcp', 'utf8');
  const port = site.port.toString(16).toUpperCase().padStart(4, '0');
  const listening = tcp.split('\n').filter((line) => new RegExp(`:${port} 00000000:0000 0A`).test(line));
  assert.equal(listening.length, 1);
  assert.match(listening[0] ?? '', /0100007F:/);
});

test('inside the session of an agent it is read-only, and it stops cleanly while somebody follows', async () => {
  const other = await Site.start(repository, { env: { CLAUDE_CODE_SESSION_ID: 'abc' } });
  assert.equal((await other.get('/runs')).isReadOnly, true);
  const { status, json: answer } = await other.post('implement/auth', { action: 'archive', expect: 1 });
  assert.deepEqual([status, answer.error.code], [403, 'read-only']);
  const follower = await other.follow();
  const ended = once(other.child, 'exit');
  other.child.kill('SIGTERM');
  await assert.rejects(follower.next());
  assert.deepEqual(await ended, [0, null]);
});

test('a port that is taken is an error in words', () => {
  const { code, err } = repository.pawl(`ui --port ${site.port}`);
  assert.deepEqual([code, /port \d+ cannot be used: EADDRINUSE/.test(err)], [2, true]);
});
