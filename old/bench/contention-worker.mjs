// One of several processes that update the same checkpoint; each update is told apart by its own step.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as silent from '../dist/silent.mjs';
import { bareLog } from './bare-log.mjs';

const [kind, root, name, updates] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const seed = require('./seed-algorithm.cjs');
const kinds = {
  pawl: (data) => silent.updatePhase('implement', 'open', data, 'race'),
  seed: (data) => seed.updatePhase(root, 'implement', 'open', data, 'race'),
  bare: kind === 'bare' ? bareLog(path.join(root, 'bare.log'), name) : null,
  sqlite: kind === 'sqlite' ? eventLog() : null,
};

process.stdout.write('ready\n');
readFileSync(0); // until the race begins
let acknowledged = 0;
for (let n = 0; n < Number(updates); n++) {
  // The last one of each process stays: what is lost shows, and the state does not grow with the race.
  const data = { status: 'in_progress', tasks: { [`T${name}-${n}`]: { status: 'complete' } } };
  if (n >= 1) data.tasks[`T${name}-${n - 1}`] = null;
  try {
    if (kinds[kind](data)) acknowledged++;
  } catch {
    // The seeds' algorithm met a torn file; an agent would try again.
  }
}
process.stdout.write(`acknowledged ${acknowledged}\n`);

/** SQLite used as an event log: the newest number is read and the next event inserted, in one transaction. */
function eventLog() {
  const Database = require(path.join(import.meta.dirname, '.peers/node_modules/better-sqlite3'));
  const db = new Database(path.join(root, 'events.db'), { timeout: 10_000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('create table if not exists events (key text, seq integer, body text, primary key (key, seq)) without rowid');
  const newest = db.prepare('select max(seq) as seq from events where key = ?');
  const insert = db.prepare('insert into events (key, seq, body) values (?, ?, ?)');
  const append = db.transaction((data) => {
    const seq = (newest.get('implement/race').seq ?? 0) + 1;
    insert.run('implement/race', seq, JSON.stringify({ at: new Date().toISOString(), phase: 'open', ...data }));
    return true;
  });
  return (data) => append.immediate(data);
}
