// Signs of life for calls that take long, such as gates: clients that ask for progress wait on while it comes.

import type { ServerContext } from '@modelcontextprotocol/server';

const everyMs = 5_000;

/**
 * Runs work and tells the client now and then that it goes on.
 * @param ctx the call; nothing is told unless the client asked for it
 * @param work what is done
 * @param pauseMs how long nothing is told
 * @returns what the work gives
 */
export async function withProgress<T>(ctx: ServerContext, work: () => Promise<T>, pauseMs = everyMs): Promise<T> {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    // A client that is gone needs no sign of life.
    ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } }).catch(() => undefined);
  }, pauseMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
