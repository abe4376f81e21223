// Reads a checkpoint again and again, through the facade and raw, until the file STOP appears: watch STOP FILE. Prints one
// line of JSON: how often it read, how many reads were torn, and how often a read lacked what an earlier one had.
import fs from 'node:fs';
import { loadCheckpoint } from '../../src/silent.js';

const [stop = '', file = ''] = process.argv.slice(2);
const result = { reads: 0, raw: 0, torn: 0, back: 0, tasks: 0 };

function count(doc: { readonly phases?: object } | null): number {
  const phases = Object.values(doc?.phases ?? {}) as { readonly ops?: object }[];
  return phases.reduce((sum, phase) => sum + Object.keys(phase.ops ?? {}).length, 0);
}

while (!fs.existsSync(stop)) {
  const doc = loadCheckpoint('implement');
  const tasks = count(doc);
  if (tasks < result.tasks) result.back++;
  result.tasks = Math.max(result.tasks, tasks);
  result.reads++;
  try {
    const text = fs.readFileSync(file, 'utf8');
    result.raw++;
    JSON.parse(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') result.torn++;
  }
}
process.stdout.write(`${JSON.stringify(result)}\n`);
