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
};

export async function loadPeers() {
  if (!existsSync(path.join(folder, 'node_modules'))) {
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
  const [atomically, writeFileAtomic, sqlite, dbos] = await Promise.all(Object.keys(wanted).map(tryRequire));
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
