// One of the processes that update the same run: waits for the start, then writes the number of each update into its phase.
// Arguments: the root, the worker's phase, how many updates, and the module with the facade, or `sqlite`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findSqlite, sqliteRun } from './contestants.mjs';

const [root, phase, updates, module] = process.argv.slice(2);
const sqlite = module === 'sqlite' ? sqliteRun(await findSqlite(), root, 'race') : null;
const facade = sqlite === null ? createRequire(import.meta.url)(module) : null;
process.stdout.write('ready\n');
readFileSync(0); // until all are ready
for (let step = 1; step <= Number(updates); step++) {
  const isDone = (sqlite ?? facade).updatePhase('implement', phase, { status: 'in_progress', step }, 'race');
  if (!isDone) throw new Error(`update ${step} of ${phase} was refused`);
}
