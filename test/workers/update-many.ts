// Makes many updates through the facade: update-many NAME COUNT PHASES. Each adds a task of its own, `NAME-i`, to one of the
// phases p0, p1, …; prints `NAME-i` for each that was acknowledged.
import fs from 'node:fs';
import { updatePhase } from '../../src/silent.js';

const [name = 'w', count = '1', phases = '8', command = 'implement', feature = null] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) {
  const task = `${name}-${i}`;
  const data = { status: 'in_progress' as const, tasks: { [task]: { status: 'done' } } };
  if (updatePhase(command, `p${i % Number(phases)}`, data, feature)) fs.writeSync(1, `${task}\n`);
}
