// What is no message does no harm: the MCP server answers with valid messages only, and goes on.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject } from '../../src/rules/json/json.js';
import { tempRepository } from '../e2e/program.js';
import { malformedLine } from '../support/malformed-lines.js';
import { McpProcess, modernMeta } from '../support/mcp-process.js';
import { setTheStage } from '../support/mcp-scenario.js';
import { randomFrom, sized, tellSeed } from '../support/sizes.js';

/** Every line is one message of JSON-RPC: an answer with an id, or a request or notification of the server. */
function checkLines(lines: readonly unknown[]): void {
  for (const line of lines) {
    const text = JSON.stringify(line).slice(0, 300);
    assert.ok(isJsonObject(line) && line['jsonrpc'] === '2.0', text);
    const isAnswer = 'id' in line && 'result' in line !== 'error' in line;
    assert.ok(isAnswer || typeof line['method'] === 'string', text);
  }
}

/** Of each era. */
const count = sized(5_000, 10_000);

for (const [era, meta] of [
  ['2025', null],
  ['2026', modernMeta],
] as const) {
  describe(`malformed lines of ${era}`, () => {
    test('are answered with valid messages by the thousand, and the server goes on', async (t) => {
      tellSeed(t);
      const cwd = tempRepository();
      setTheStage(cwd);
      const server = new McpProcess(cwd);
      if (meta === null) await server.greet();
      else await server.request('hello', 'tools/list', { _meta: meta });
      const random = randomFrom();
      for (let id = 1; id <= count; id++) {
        server.write(malformedLine(random, id, meta));
        // A breath now and then: the lines are not to wait in memory.
        if (id % 250 === 0)
          await server.request(`ping ${id}`, 'tools/list', meta === null ? undefined : { _meta: meta });
      }
      const last = await server.request('last', 'tools/call', {
        name: 'status',
        arguments: {},
        ...(meta === null ? {} : { _meta: meta }),
      });
      assert.ok('result' in last, JSON.stringify(last));
      assert.deepEqual(await server.end(), { code: 0, signal: null });
      assert.equal(server.rest, '', 'stdout ends with a whole line');
      checkLines(server.lines);
      assert.doesNotMatch(server.log, /internal error/);
      const answered = server.lines.flatMap((line) =>
        isJsonObject(line) && typeof line['id'] === 'number' ? [line['id']] : [],
      );
      assert.ok(answered.length > count / 4, `${answered.length} answers`);
    });
  });
}

describe('a line', () => {
  test('that is no JSON, no request or a batch is refused by its own code, and answers are never answered', async () => {
    const server = new McpProcess(tempRepository());
    await server.greet();
    const refused: readonly (readonly [line: string, id: unknown, code: number])[] = [
      ['nonsense', null, -32700],
      ['{"jsonrpc":"2.0","id":7,"method":5}', 7, -32600],
      ['{"id":8,"method":"ping"}', 8, -32600],
      ['[{"jsonrpc":"2.0","id":9,"method":"ping"}]', null, -32600],
      ['null', null, -32600],
    ];
    for (const [line] of refused) server.write(`${line}\n`);
    for (const answer of ['{"jsonrpc":"2.0","id":1,"result":{}}', '{"id":1,"error":5}', '   ', ''])
      server.write(`${answer}\n`);
    await server.request('last', 'ping');
    const answers = server.lines.slice(1, -1);
    assert.deepEqual(
      answers.map((line) =>
        isJsonObject(line) && isJsonObject(line['error']) ? [line['id'], line['error']['code']] : line,
      ),
      refused.map(([, id, code]) => [id, code]),
    );
  });

  test('that is far too long is refused, and the next one is read', async () => {
    const server = new McpProcess(tempRepository());
    await server.greet();
    const part = Buffer.alloc(1024 * 1024, 'x');
    for (let megabytes = 0; megabytes < 70; megabytes++) server.write(part);
    server.write('\n');
    const pong = await server.request('last', 'ping');
    assert.deepEqual(pong['result'], {});
    assert.match(JSON.stringify(server.lines), /may have \d+ bytes at most/);
  });

  test('may come in pieces, without its end, and in any encoding of line ends', async () => {
    const server = new McpProcess(tempRepository());
    await server.greet();
    const line = Buffer.from('{"jsonrpc":"2.0","id":"é","method":"ping"}\r\n');
    for (const byte of line) {
      server.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    server.write('{"jsonrpc":"2.0","id":"end","method":"ping"}');
    assert.deepEqual(await server.end(), { code: 0, signal: null });
    assert.deepEqual(
      server.lines.map((one) => (isJsonObject(one) ? one['id'] : one)),
      ['hello', 'é', 'end'],
    );
  });
});

describe('the process', () => {
  test('answers what is under way when its stdin is closed, and ends', async () => {
    const server = new McpProcess(tempRepository());
    const calls = Array.from({ length: 20 }, (_, index) =>
      server.request(index, 'tools/call', {
        name: 'phase',
        arguments: { ref: 'implement/auth', phase: `p${index}`, status: 'complete' },
      }),
    );
    const ending = await server.end();
    assert.deepEqual(ending, { code: 0, signal: null });
    const answers = await Promise.all(calls);
    assert.ok(answers.every((answer) => 'result' in answer));
  });

  test('ends when nobody reads its answers any more', async () => {
    const server = new McpProcess(tempRepository());
    await server.greet();
    server.child.stdout?.destroy();
    for (let id = 0; id < 50; id++) server.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}\n`);
    const { signal } = await server.ended;
    assert.equal(signal, null);
  });

  test('writes nothing but messages to stdout, whatever a library prints', async () => {
    const noise = 'setInterval(() => { console.log("noise"); process.stdout.write("more\\n"); }, 1).unref();';
    const server = new McpProcess(tempRepository(), {
      node: ['--import', `data:text/javascript,${encodeURIComponent(noise)}`],
    });
    await server.greet();
    for (let id = 0; id < 50; id++) await server.request(id, 'tools/call', { name: 'status', arguments: {} });
    await server.end();
    // What is printed before the server begins is not its own.
    const own = server.lines.slice(server.lines.findIndex((line) => isJsonObject(line)));
    checkLines(own);
    assert.match(server.log, /noise/);
  });
});
