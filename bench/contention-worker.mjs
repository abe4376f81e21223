// One of several processes that update the same checkpoint; each update adds a task of its own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as silent from '../dist/silent.mjs';

const [kind, root, name, updates] = process.argv.slice(2);
const seed = createRequire(import.meta.url)('./seed-algorithm.cjs');
process.stdout.write('ready\n');
readFileSync(0); // until the race begins
let acknowledged = 0;
for (let n = 0; n < Number(updates); n++) {
  const data = { status: 'in_progress', tasks: { [`T${name}-${n}`]: { status: 'complete' } } };
  try {
    if (
      kind === 'pawl'
        ? silent.updatePhase('implement', 'open', data, 'race')
        : seed.updatePhase(root, 'implement', 'open', data, 'race')
    )
      acknowledged++;
  } catch {
    // The seeds' algorithm met a torn file; an agent would try again.
  }
}
process.stdout.write(`acknowledged ${acknowledged}\n`);
