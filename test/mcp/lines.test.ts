// The MCP server and lines that no client should send: each gets a valid answer, or none, and the next call works.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { run, tempFolder } from '../support/programs.js';

const program = path.resolve('dist/cli/pawl.cjs');
const env = { PATH: process.env['PATH'] ?? '' };

interface Reply {
  readonly id: unknown;
  readonly error?: { readonly code: number };
  readonly result?: {
    readonly tools?: readonly unknown[];
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: { readonly error: { readonly code: string } };
  };
}

/** Sends lines, closes the input, and gives the answers: stdout carries nothing else. */
function send(lines: readonly string[], cwd = tempFolder()): readonly Reply[] {
  const { status, stdout } = spawnSync(process.execPath, [program, 'mcp'], { input: lines.join('\n'), cwd, env });
  assert.equal(status, 0);
  const answers = stdout.toString().split('\n').filter(Boolean);
  return answers.map((line): Reply => JSON.parse(line));
}

const request = (id: unknown, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const callOf = (id: unknown, name: unknown, args?: unknown): string =>
  request(id, 'tools/call', { name, arguments: args });
const clientInfo = { name: 'raw', version: '1' };
const hello = request(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });

const broken = String.raw`
{
}
{]
[[[[
hello
"text"
42
-
null
true
NaN
undefined
[]
[1]
{}
{"a":{"a":{"a":
{"jsonrpc":"2.0"}
{'jsonrpc':'2.0'}
Content-Length: 20
{"id":1,"method":"ping"}
{"jsonrpc":"1.0","id":1,"method":"ping"}
{"jsonrpc":2,"id":1,"method":"ping"}
{"jsonrpc":"2.0","id":null,"method":"ping"}
{"jsonrpc":"2.0","id":{},"method":"ping"}
{"jsonrpc":"2.0","id":[],"method":"tools/list"}
{"jsonrpc":"2.0","id":true,"method":"tools/list"}
{"jsonrpc":"2.0","id":1.5.2}
{"jsonrpc":"2.0","id":1}
{"jsonrpc":"2.0","id":1,"method":7}
{"jsonrpc":"2.0","id":1,"method":null}
{"jsonrpc":"2.0","method":[]}
{"jsonrpc":"2.0","id":1,"method":"ping","params":7}
{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}
[{"jsonrpc":"2.0","id":1,"method":"ping"}]
{"jsonrpc":"2.0","id":1,"method":"ping"}}
{"jsonrpc":"2.0","id":1,"method":"ping"
{"jsonrpc":"2.0",,"id":1}
{jsonrpc:"2.0"}
{"__proto__":{}}
"\x"
'
;
//
<html>
--help`;

test('lines that are not messages are answered, and the next call still works', () => {
  const lines = [
    ...broken.trim().split('\n'),
    '\u0000',
    '\ufffd',
    '\u001b[0m',
    '\u202e',
    '{"a":1}\u0000',
    '[{'.repeat(10_000),
  ];
  assert.ok(lines.length >= 50);
  const answers = send([hello, ...lines, request(99, 'tools/list')]);
  const refused = answers.filter(({ error }) => error?.code === -32700 || error?.code === -32600);
  assert.equal(refused.length, lines.length);
  assert.equal(answers.find(({ id }) => id === 99)?.result?.tools?.length, 8);
});

test('messages that the server does not expect do no harm', () => {
  const refused = [
    request('a', 'nope'),
    request('b', 'tools/call'),
    callOf('c', 7, {}),
    callOf('d', 'list_runs', []),
    callOf('e', '__proto__', {}),
    request('f', 'resources/read', { uri: 'pawl://runs/%E0%A4%A' }),
    request('g', 'prompts/get', { name: 'x' }),
    callOf('h', 'show_run', { ref: '../../etc/passwd' }),
    callOf('i', 'update_phase', { ref: 'x', phase: '__proto__', status: 'complete' }),
    callOf('j', 'show_run', { ref: 'x'.repeat(100_000) }),
  ];
  const unanswered = [
    '{"jsonrpc":"2.0","id":5,"result":{}}',
    '{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}',
    '{"jsonrpc":"2.0","id":5,"error":"odd"}',
    '{"jsonrpc":"2.0","method":"notifications/nope"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"zz"}}',
    '  ',
  ];
  const answers = send([hello, ...refused, ...unanswered, request('z', 'ping')]);
  const outcomes = answers.map(({ id, error, result }) => {
    const code = result?.structuredContent?.error.code ?? 'answered';
    return `${String(id)} ${error === undefined ? code : 'refused'}`;
  });
  const expected = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => `${id} refused`);
  const known = ['h bad-name', 'i bad-input', 'j bad-name', 'z answered'];
  assert.deepEqual(outcomes.sort(), ['0 answered', ...expected, ...known]);
});

test('a connection that begins or ends oddly ends the process quietly', () => {
  assert.deepEqual(send([]), []);
  assert.equal(send(['not json'])[0]?.error?.code, -32700);
  assert.equal(send([request(1, 'tools/list')])[0]?.id, 1);
  const [, answer] = send([hello, callOf(1, 'list_runs')]);
  assert.equal(answer?.result?.content?.[0]?.text, 'There are no runs.');
});

test('what the store notices is part of the answer', () => {
  const root = tempFolder();
  run(process.execPath, [program, 'phase', 'implement', 'api', 'complete'], root);
  fs.writeFileSync(path.join(root, '.claude/state/implement-checkpoint.json'), '{');
  const [, answer] = send([hello, callOf(1, 'show_run', { ref: 'implement' })], root);
  assert.match(answer?.result?.content?.[0]?.text ?? '', /quarantine/);
});
