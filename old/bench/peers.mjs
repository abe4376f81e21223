// Peers for comparison, installed on demand into bench/.peers (not a part of the project's dependencies).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.peers', import.meta.url));
const wanted = {
  atomically: '^2.1.1',
  'write-file-atomic': '^7.0.0',
  'better-sqlite3': '^12.4.1',
  '@dbos-inc/dbos-sdk': '^5.3.0',
  lmdb: '^3.4.3',
};

/** What a column can hold. */
function columnValue(one) {
  if (typeof one === 'boolean') return Number(one);
  return one instanceof Object ? JSON.stringify(one) : one;
}

export async function loadPeers() {
  if (!Object.keys(wanted).every((name) => existsSync(path.join(folder, 'node_modules', name)))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: wanted, allowScripts: { 'better-sqlite3': true } }),
    );
    console.log('installing peers …');
    spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  }
  const require = createRequire(path.join(folder, 'x.js'));
  const tryRequire = async (name) => {
    try {
      return await import(require.resolve(name));
    } catch (error) {
      console.log(`(${name} is left out: ${error.message.split('\n')[0]})`);
      return null;
    }
  };
  const [atomically, writeFileAtomic, sqlite, dbos, lmdb] = await Promise.all(Object.keys(wanted).map(tryRequire));
  return {
    /** DBOS keeps its state in PostgreSQL: measured when PAWL_BENCH_POSTGRES names a database, e.g. postgres://user@host/db. */
    async workflowSubjects(phases, result) {
      const url = process.env.PAWL_BENCH_POSTGRES;
      if (!dbos || url === undefined) {
        console.log(`(DBOS is left out: ${dbos ? 'PAWL_BENCH_POSTGRES names no database' : 'it is not installed'})`);
        return [];
      }
      const { DBOS } = dbos;
      DBOS.setConfig({ name: 'bench', systemDatabaseUrl: url, logLevel: 'error', runAdminServer: false });
      const five = async () => {
        for (const phase of phases) await DBOS.runStep(async () => result(phase), { name: phase });
      };
      const workflow = DBOS.registerWorkflow(five, { name: 'five' });
      await DBOS.launch();
      return [{ name: 'DBOS, PostgreSQL on this machine', run: () => workflow(), close: () => DBOS.shutdown() }];
    },
    /** All rows of a list, newest first, from an index that has every column of it. */
    listSubjects(root, runs) {
      if (!sqlite) return [];
      const db = new sqlite.default(path.join(root, 'list.db'));
      const columns = [
        'updated_at',
        'id',
        ...Object.keys(runs[0]).filter((name) => !['updated_at', 'id'].includes(name)),
      ];
      db.pragma('journal_mode = WAL');
      db.exec(`create table runs (${columns.join(', ')}, body text)`);
      const insert = db.prepare(`insert into runs values (${columns.map(() => '?').join(', ')}, ?)`);
      db.transaction(() => {
        for (const run of runs) insert.run(...columns.map((name) => columnValue(run[name])), 'x'.repeat(2_000));
      })();
      db.exec(`create index newest on runs (updated_at desc, ${columns.slice(1).join(', ')})`);
      const select = db.prepare(`select ${columns.join(', ')} from runs order by updated_at desc`);
      const name = 'better-sqlite3, all, covering index';
      return [{ name, run: () => select.all(), close: () => db.close() }];
    },
    /** A history with a copy of the state in each revision, and one of notes alone; read from the newest on. */
    async historySubjects(root, revisions, document) {
      if (!lmdb) return [];
      const make = async (file, extra) => {
        const db = lmdb.open({ path: path.join(root, file) });
        for (const { revision, ...rest } of revisions) db.put(['run', revision], { revision, ...rest, ...extra });
        await db.flushed;
        return db;
      };
      const [copies, notes] = [await make('copies.lmdb', { state: document }), await make('notes.lmdb', {})];
      const range = { start: ['run', Number.MAX_SAFE_INTEGER], end: ['run', 0], reverse: true };
      const all = (db) => () => Array.from(db.getRange(range), ({ value: { state: _state, ...revision } }) => revision);
      return [
        { name: 'lmdb, with states', run: all(copies), close: () => copies.close() },
        { name: 'lmdb, without states', run: all(notes), close: () => notes.close() },
      ];
    },
    async saveSubjects(root, document) {
      const subjects = [];
      let n = 0;
      const text = () => JSON.stringify({ ...document, step: n++ }, null, 2);
      if (atomically)
        subjects.push({
          name: 'atomically (file only, no folder sync)',
          run: () => atomically.writeFileSync(path.join(root, 'a.json'), text()),
        });
      if (writeFileAtomic)
        subjects.push({
          name: 'write-file-atomic (file only, no folder sync)',
          run: () => writeFileAtomic.default.sync(path.join(root, 'w.json'), text()),
        });
      if (sqlite) {
        const db = new sqlite.default(path.join(root, 's.db'));
        db.pragma('journal_mode = WAL');
        db.pragma('synchronous = FULL');
        db.exec('create table events (id integer primary key, key text, body text)');
        const insert = db.prepare('insert into events (key, body) values (?, ?)');
        const event = () =>
          JSON.stringify({
            phase: 'open',
            status: 'in_progress',
            step: n++,
            at: new Date().toISOString(),
            pad: 'x'.repeat(150),
          });
        subjects.push({
          name: 'better-sqlite3 WAL FULL, the same events',
          run: () => insert.run('implement/bench', event()),
        });
      }
      return subjects;
    },
  };
}
