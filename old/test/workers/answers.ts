// Makes updates with op ids and prints what each was answered: answers NAME COUNT. One line `{op, revision, actor}` per update.
import fs from 'node:fs';
import { commandKey } from '../../src/rules/names.js';
import { openStore } from '../support/checkpoints.js';

const [name = 'w', count = '1'] = process.argv.slice(2);
const store = openStore(process.env['GIT_ROOT'] ?? '.');
const key = commandKey('implement');
for (let i = 0; i < Number(count); i++) {
  const op = `${name}-${i}`;
  const { stored } = await store.update(key, (current) => {
    const now = new Date().toISOString();
    const state = current?.state ?? { command: 'implement', version: 1, started_at: now, state: {}, phases: {} };
    const event = { name: 'test', args: { op } };
    const expect = current?.revision ?? 0;
    return { expect, state: { ...state, updated_at: now, last_op: op }, at: now, actor: name, event, opId: op };
  });
  fs.writeSync(1, `${JSON.stringify([op, stored.revision, stored.actor, stored.state['last_op']])}\n`);
}
await store.close();
