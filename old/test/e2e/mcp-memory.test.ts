// A server lives as long as its client: what it keeps does not grow with the calls.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { McpProcess } from '../support/mcp-process.js';
import { sized } from '../support/sizes.js';
import { pawl, tempRepository } from './program.js';

const calls = sized(1_500, 10_000);
const warmUp = 500;

/** On a signal, tells what is left after all garbage is gone. */
const meter =
  'process.on("SIGUSR2", () => { gc(); process.stderr.write(`heap ${process.memoryUsage().heapUsed} fds ` +' +
  ' process.getBuiltinModule("node:fs").readdirSync("/proc/self/fd").length + "\\n"); });';

async function measure(server: McpProcess): Promise<{ readonly heap: number; readonly files: number }> {
  const before = server.log.length;
  server.child.kill('SIGUSR2');
  for (;;) {
    const [, heap, files] = /heap (\d+) fds (\d+)\n/.exec(server.log.slice(before)) ?? [];
    if (heap !== undefined && files !== undefined) return { heap: Number(heap), files: Number(files) };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test(`memory and open files stay as they are over ${calls} calls`, {
  skip: process.platform !== 'linux' && 'open files are counted on Linux',
}, async () => {
  const cwd = tempRepository();
  pawl(['phase', 'implement/auth', 'api', 'in_progress'], cwd);
  const server = new McpProcess(cwd, {
    node: ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(meter)}`],
  });
  await server.greet();
  let id = 0;
  const callMany = async (count: number): Promise<void> => {
    for (let made = 0; made < count; made += 10) {
      const some = Array.from({ length: 10 }, (_, lane) => {
        if (lane === 0)
          return server.request(id++, 'tools/call', {
            name: 'note',
            arguments: { ref: 'implement/auth', next_action: `n${id}` },
          });
        if (lane === 1) return server.request(id++, 'tools/call', { name: 'show', arguments: { ref: 5 } });
        if (lane === 2) return server.request(id++, 'resources/read', { uri: 'pawl://brief/implement%2Fauth' });
        return server.request(id++, 'tools/call', { name: 'status', arguments: {} });
      });
      for (const answer of await Promise.all(some)) assert.ok('result' in answer, JSON.stringify(answer));
      server.lines.length = 0;
    }
  };
  await callMany(warmUp);
  const before = await measure(server);
  await callMany(calls);
  const after = await measure(server);
  assert.equal(after.files, before.files);
  assert.ok(after.heap - before.heap < 3 * 1024 * 1024, `${before.heap} bytes became ${after.heap}`);
  assert.deepEqual(await server.end(), { code: 0, signal: null });
});
