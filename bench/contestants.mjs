// What pawl is measured against: bare file calls, the seeds' algorithm, SQLite. Each updates one phase of one document.
import { execSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const at = '2026-01-29T10:30:00.000Z';
const summary = 'The parser keeps every acknowledged update and resumes from its last durable revision. '.repeat(6);

/** A command checkpoint of about so many bytes: complete phases with summaries, and one that is worked on. */
export function makeDocument(bytes, feature) {
  const names = Array.from({ length: Math.max(1, Math.round((bytes - 600) / 750)) }, (_, n) => `phase-${n}`);
  const phase = { status: 'complete', started_at: at, updated_at: at, context_summary: summary };
  const phases = Object.fromEntries(names.map((name) => [name, { ...phase, files_created: [`src/${name}.ts`] }]));
  const state = { current_phase: 'open', completed_phases: names, pending_phases: [] };
  const head = { command: 'implement', feature, version: 1, head_commit: null, started_at: at, updated_at: at };
  return { ...head, state, phases: { ...phases, open: { status: 'in_progress', started_at: at, updated_at: at } } };
}

export const fileOf = (root, feature) => path.join(root, '.claude', 'state', `implement-${feature}.json`);
export const render = (doc) => `${JSON.stringify(doc, null, 2)}\n`;

function apply(doc, phase, data) {
  const now = new Date().toISOString();
  return {
    ...doc,
    updated_at: now,
    phases: { ...doc.phases, [phase]: { ...doc.phases[phase], ...data, updated_at: now } },
  };
}

/** The usual "durable file". */
export function durableFile(file, text) {
  fs.writeFileSync(`${file}.tmp`, text, { flush: true });
  fs.renameSync(`${file}.tmp`, file);
  const folder = fs.openSync(path.dirname(file), 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

/** The algorithm of the seeds: read, change, write in place, with git as a child. Not durable; loses updates, tears files. */
export function seedUpdate(root, feature, phase, data) {
  const readHead = () => execSync('git rev-parse HEAD', { cwd: root, encoding: 'utf8' }).trim();
  const doc = JSON.parse(fs.readFileSync(fileOf(root, feature), 'utf8'));
  readHead(); // for the warning that a checkpoint is stale
  fs.writeFileSync(fileOf(root, feature), render({ ...apply(doc, phase, data), head_commit: readHead() }));
}

/** Finds what opens a database; null where there is no SQLite. */
export async function findSqlite(skip = () => {}) {
  try {
    const { DatabaseSync } = await import('node:sqlite');
    return (file) => new DatabaseSync(file);
  } catch {
    // Node 20. better-sqlite3 downloads or compiles when it is installed; libsql gets its binary from the registry.
  }
  const peers = fileURLToPath(new URL('.peers', import.meta.url));
  try {
    fs.mkdirSync(peers, { recursive: true });
    const args = ['install', '--prefix', peers, '--ignore-scripts', '--no-audit', '--no-fund', 'libsql@0.5'];
    const options = { stdio: 'ignore', timeout: 120_000, shell: process.platform === 'win32' };
    if (!fs.existsSync(path.join(peers, 'node_modules/libsql'))) spawnSync('npm', args, options);
    const Database = createRequire(path.join(peers, 'x.js'))('libsql');
    return (file) => new Database(file);
  } catch (error) {
    skip('SQLite', `Node ${process.version} has no node:sqlite, and libsql: ${error.message.split('\n')[0]}`);
    return null;
  }
}

/** SQLite doing pawl's work: a revision per update, durable (WAL, FULL), and its checkpoint file published. */
export function sqliteRun(open, root, feature) {
  const db = open(path.join(root, 'runs.db'));
  for (const setting of ['busy_timeout = 20000', 'journal_mode = WAL', 'synchronous = FULL'])
    db.exec(`PRAGMA ${setting}`);
  db.exec('CREATE TABLE IF NOT EXISTS revisions (run, revision, at, event, state, PRIMARY KEY (run, revision))');
  const select = db.prepare('SELECT revision, state FROM revisions WHERE run = ? ORDER BY revision DESC LIMIT 1');
  const insert = db.prepare('INSERT INTO revisions VALUES (?, ?, ?, ?, ?)');
  const temp = path.join(root, `${process.pid}.tmp`);
  const load = () => {
    const row = select.get(feature);
    if (row === undefined) return { revision: 0, doc: makeDocument(2_000, feature) };
    return { revision: row.revision, doc: JSON.parse(row.state) };
  };
  const updatePhase = (_command, phase, data) => {
    db.exec('BEGIN IMMEDIATE');
    const { revision, doc } = load();
    const state = JSON.stringify(apply(doc, phase, data));
    insert.run(feature, revision + 1, new Date().toISOString(), JSON.stringify({ name: 'phase', phase }), state);
    db.exec('COMMIT');
    // As pawl does: publish by rename, then look whether somebody stored a newer revision meanwhile.
    for (let newest = load(), published = 0; newest.revision !== published; newest = load()) {
      fs.writeFileSync(temp, render({ ...newest.doc, pawl: { rev: String(newest.revision) } }));
      fs.renameSync(temp, fileOf(root, feature));
      published = newest.revision;
    }
    return true;
  };
  return { load, updatePhase };
}
