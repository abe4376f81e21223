// The slower half as a program: one task on stdin, one answer on stdout. Its end is watched by the hook that started it.

import { isJsonObject } from '../../../rules/json/json.js';
import { readInput, writeOutput } from '../stdio.js';
import { type SlowCall, runSlow } from './run-slow.js';

/** Only the hook of the same build starts this. */
function isCall(value: unknown): value is Omit<SlowCall, 'env'> {
  return isJsonObject(value) && typeof value['task'] === 'string' && isJsonObject(value['payload']);
}

async function main(): Promise<void> {
  const call: unknown = JSON.parse(readInput().text);
  if (!isCall(call)) throw new TypeError('no task');
  writeOutput(JSON.stringify(await runSlow({ ...call, env: process.env })));
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
