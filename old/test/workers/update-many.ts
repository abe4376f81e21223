// Makes many updates through the facade: update-many NAME COUNT PHASES. Each adds an entry of its own, `NAME-i`, to one of the
// phases p0, p1, …; prints `NAME-i` for each that was acknowledged.
import fs from 'node:fs';
import { updatePhase } from '../../src/silent.js';

const [name = 'w', count = '1', phases = '8', command = 'implement', feature = null] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) {
  const op = `${name}-${i}`;
  const data = { status: 'in_progress' as const, ops: { [op]: 1 } };
  if (updatePhase(command, `p${i % Number(phases)}`, data, feature)) fs.writeSync(1, `${op}\n`);
}
