import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notification, ServerContext } from '@modelcontextprotocol/server';
import { withProgress } from './progress.js';

function contextWith(progressToken: string | undefined): { ctx: ServerContext; told: Notification[] } {
  const told: Notification[] = [];
  const mcpReq = {
    ...(progressToken === undefined ? {} : { _meta: { progressToken } }),
    notify: async (notification: Notification) => void told.push(notification),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two members that are looked at
  return { ctx: { mcpReq } as unknown as ServerContext, told };
}

test('a client that asks for progress is told that a long call goes on, until it ends', async () => {
  const { ctx, told } = contextWith('token');
  let end = (): void => undefined;
  const work = new Promise<string>((resolve) => {
    end = () => resolve('done');
  });
  const running = withProgress(ctx, () => work, 1);
  while (told.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  end();
  assert.equal(await running, 'done');
  const count = told.length;
  assert.deepEqual(told[1], { method: 'notifications/progress', params: { progressToken: 'token', progress: 2 } });
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(told.length, count);
});

test('a client that does not ask is told nothing, and errors pass through', async () => {
  const { ctx, told } = contextWith(undefined);
  await assert.rejects(
    withProgress(ctx, () => Promise.reject(new Error('no')), 1),
    /no/,
  );
  assert.deepEqual(told, []);
});
