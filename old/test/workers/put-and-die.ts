// Saves with a store that publishes later, says so, and dies before it does: put-and-die ROOT.
import fs from 'node:fs';
import { key, openStore, putOf } from '../support/checkpoints.js';

const store = openStore(process.argv[2] ?? '', { publish: 'soon' });
const result = await store.put(key, putOf(3));
if (result.ok) fs.writeSync(1, `yes ${result.stored.revision}\n`);
process.kill(process.pid, 'SIGKILL');
