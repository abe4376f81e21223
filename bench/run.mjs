// `npm run bench`: pawl beside what it is measured against, with its targets. Contestants take turns; ratios within one run
// count, absolute times are the machine's. Options: names of rows, --json.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as peers from './contestants.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
delete process.env.NODE_EXTRA_CA_CERTS; // Node 20 parses that file at every start
const require = createRequire(import.meta.url);
const entries = [];
const skipped = [];
const skip = (name, why) => skipped.push({ name, why });

/** On the project's disk: the system's temp folder may be in memory, where a sync costs nothing. */
const work = path.resolve('.test', `bench-${process.pid}`);
process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));
const pawlModule = path.join(work, 'pawl.cjs');
const contents = `export * from './silent.js'; export { FileStore } from './store/file/file-store.js';
  export { nodeFiles } from './store/file/files.js'; export { commandKey } from './base/names.js';
  export { formats, openProject } from './runs/project.js';`;
const stdin = { contents, resolveDir: 'src' };
await build({ stdin, outfile: pawlModule, bundle: true, platform: 'node', format: 'cjs' });
const pawl = require(pawlModule);
const openSqlite = await peers.findSqlite(skip);
// A copy: somebody may build again meanwhile.
const program = path.join(work, 'dist/cli/pawl.cjs');
if (fs.existsSync('dist/cli/pawl.cjs')) fs.cpSync('dist', path.join(work, 'dist'), { recursive: true });
else skip('the program', 'dist/ is not built: `npm run build`');

let roots = 0;
/** Makes a git repository with one commit. */
function makeRoot() {
  const root = path.join(work, `root-${++roots}`);
  fs.mkdirSync(path.join(root, '.claude', 'state'), { recursive: true });
  const commit = '-c user.name=bench -c user.email=bench@localhost commit -q --allow-empty -m start';
  for (const words of ['init -q', commit]) execFileSync('git', words.split(' '), { cwd: root, stdio: 'ignore' });
  return root;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Writes down one figure, its ratio to a base, and the target of that ratio. */
function add(row, name, value, unit, base, most = Number.NaN, least = Number.NaN) {
  const ratio = base === undefined ? null : value / base;
  const target = most > 0 ? `≤ ${most} ×` : least > 0 ? `≥ ${least} ×` : null;
  const isMet = target === null || ratio === null ? null : ratio <= most || ratio >= least;
  entries.push({ row, name, value, unit, ratio, target, isMet });
}

/** Measures contestants in turns; ratios are to the contestant named `base`, or to the first. */
function compare(row, contestants, rounds = 200, warmUp = 200) {
  const there = contestants.filter(Boolean);
  const times = new Map(there.map(({ name }) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { name, root, before, run } of there.toSorted(() => Math.random() - 0.5)) {
      if (root !== undefined) process.env.GIT_ROOT = root;
      before?.(round);
      const start = performance.now();
      run(round);
      const took = performance.now() - start;
      if (round >= warmUp) times.get(name).push(took);
    }
  }
  const medianOf = (name) => median(times.get(name));
  for (const { name, base = there[0].name, most } of there) add(row, name, medianOf(name), 'ms', medianOf(base), most);
}

function must(isDone) {
  if (!isDone) throw new Error('pawl refused what it was asked');
}

const doing = (step) => ({ status: 'in_progress', step });

/** Begins a run of about so many bytes; gives what updates it. */
function facadeRun(facade, root, feature, bytes = 2_000) {
  process.env.GIT_ROOT = root;
  must(facade.saveCheckpoint('implement', peers.makeDocument(bytes, feature), feature));
  return (step) => must(facade.updatePhase('implement', 'open', doing(step), feature));
}

const openStore = (root, files) => new pawl.FileStore({ root, formats: [pawl.formats.command], files });
const withoutSync = { ...pawl.nodeFiles, sync() {}, syncFolder() {} };

/** The same update without the facade and its rules. */
function putStep(store, feature, step) {
  const key = pawl.commandKey('implement', feature);
  const newest = store.get(key);
  const doc = newest?.state ?? peers.makeDocument(2_000, feature);
  const state = { ...doc, phases: { ...doc.phases, open: { ...doc.phases.open, step } } };
  const note = { at: new Date().toISOString(), actor: 'bench', event: { name: 'phase', args: { phase: 'open' } } };
  must(store.put(key, { expect: newest?.revision ?? 0, state, ...note }).ok);
}

function update() {
  const [root, bareRoot] = [makeRoot(), makeRoot()];
  const text = peers.render(peers.makeDocument(2_000, 'bench'));
  fs.writeFileSync(peers.fileOf(bareRoot, 'seed'), text);
  const store = openStore(root);
  const log = fs.openSync(`${bareRoot}/log`, 'a');
  const append = () => fs.writeSync(log, text.slice(0, 400)) && fs.fdatasyncSync(log);
  const sqlite = openSqlite && peers.sqliteRun(openSqlite, makeRoot(), 'bench');
  compare('update', [
    { name: 'temp + fsync + rename + fsync folder', run: () => peers.durableFile(`${bareRoot}/file`, text) },
    { name: 'append + fdatasync', run: append },
    { name: 'updatePhase', root, run: facadeRun(pawl, root, 'bench'), most: 1.6 },
    { name: 'store.get + store.put', run: (step) => putStep(store, 'put', step), most: 1.6 },
    sqlite && { name: 'SQLite, the same work', run: (step) => sqlite.updatePhase('implement', 'open', doing(step)) },
    {
      name: "the seeds' algorithm (not durable)",
      run: (step) => peers.seedUpdate(bareRoot, 'seed', 'open', doing(step)),
    },
  ]);
}

function growth() {
  const root = makeRoot();
  const quick = openStore(root, withoutSync);
  for (let n = 1; n <= 10_000; n++) putStep(quick, 'long', n);
  const long = facadeRun(pawl, root, 'long');
  const large = facadeRun(pawl, root, 'large', 50_000);
  let short = long;
  const reopened = (feature) => putStep(openStore(root), feature, 2); // as every command does
  const begin = (round) => (short = facadeRun(pawl, root, `short-${round}`));
  const beginNew = (round) => putStep(openStore(root), `new-${round}`, 1);
  const [base, baseOfNew] = ['updatePhase, 1 revision, 2 KB', 'store opened anew, 1 revision'];
  const contestants = [
    { name: base, root, before: begin, run: (round) => short(round) },
    { name: 'updatePhase, 10,000 revisions', root, run: long, most: 1.3 },
    { name: 'updatePhase, 50 KB', root, run: large, most: 1.3 },
    { name: baseOfNew, base: baseOfNew, before: beginNew, run: (round) => reopened(`new-${round}`) },
    { name: 'store opened anew, 10,000 revisions', base: baseOfNew, run: () => reopened('long'), most: 1.3 },
  ];
  compare('growth', contestants, 100, 100);
}

function load() {
  const sqlite = openSqlite && peers.sqliteRun(openSqlite, makeRoot(), 'bench');
  sqlite?.updatePhase('implement', 'open', doing(1));
  const root = makeRoot();
  facadeRun(pawl, root, 'bench')(1);
  const isOpen = () => pawl.getResumePoint('implement', 'bench').phase === 'open';
  const file = peers.fileOf(root, 'bench');
  const contestants = [
    { name: 'read + parse', run: () => JSON.parse(fs.readFileSync(file, 'utf8')) },
    { name: 'loadCheckpoint', root, run: () => must(pawl.loadCheckpoint('implement', 'bench')), most: 2 },
    { name: 'getResumePoint', root, run: () => must(isOpen()), most: 2 },
    sqlite && { name: 'SQLite, select + parse', run: () => sqlite.load() },
  ];
  compare('load', contestants, 1_000, 2_000);
}

const racers = 8;
const updates = 250;

/** Lets processes update one run; gives updates per second. Throws when an update was lost. */
async function raceOf(module) {
  const root = makeRoot();
  if (module === 'sqlite') peers.sqliteRun(openSqlite, root, 'race'); // makes the table
  const options = { env: { ...process.env, GIT_ROOT: root }, stdio: ['pipe', 'pipe', 'inherit'] };
  const script = fileURLToPath(new URL('worker.mjs', import.meta.url));
  const children = Array.from({ length: racers }, (_, n) =>
    spawn(process.execPath, [script, root, `p${n}`, String(updates), module], options),
  );
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const start = performance.now();
  const ends = children.map((child) => once(child, 'exit'));
  for (const child of children) child.stdin.end();
  const codes = (await Promise.all(ends)).map(([code]) => code);
  const seconds = (performance.now() - start) / 1000;
  const { phases, pawl } = JSON.parse(fs.readFileSync(peers.fileOf(root, 'race'), 'utf8'));
  const total = racers * updates;
  const kept = Number.parseInt(pawl.rev, 10);
  const isKept = kept === total && codes.every((code, n) => code === 0 && phases[`p${n}`]?.step === updates);
  if (!isKept) throw new Error(`${module}: ${kept} of ${total} updates, exit codes ${codes.join()}`);
  return total / seconds;
}

async function race() {
  const contestants = [
    openSqlite && { name: 'SQLite, the same work', module: 'sqlite', values: [] },
    { name: `updatePhase, ${racers} × ${updates}, all kept`, module: pawlModule, values: [], least: 0.5 },
  ].filter(Boolean);
  for (let round = 0; round < 3; round++) for (const one of contestants) one.values.push(await raceOf(one.module));
  const base = openSqlite ? median(contestants[0].values) : undefined;
  for (const { name, values, least } of contestants) add('race', name, median(values), '/s', base, undefined, least);
}

function start(command, words, cwd, input = '') {
  const { status, stderr } = spawnSync(command, words, { cwd, input, stdio: ['pipe', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${words.slice(0, 4).join(' ')} exited with ${status}: ${stderr}`);
}

/** The commands of the program in a repository with 20 runs. */
function coldCommands() {
  if (!fs.existsSync(program)) return [];
  const root = makeRoot();
  for (let n = 0; n < 20; n++) facadeRun(pawl, root, `f${n}`);
  const run = (words, input) => start(process.execPath, [program, ...words], root, input);
  const phase = (round) => run(['phase', 'implement/f3', `p${round % 3}`, round % 2 ? 'in_progress' : 'complete']);
  const event = { hook_event_name: 'SessionStart', source: 'startup', cwd: root };
  const hook = (round) => run(['hook', 'SessionStart'], JSON.stringify({ ...event, session_id: `s-${round}` }));
  return [
    { name: 'pawl status --json', root, run: () => run(['status', '--json']), most: 2 },
    { name: 'pawl show REF --json', root, run: () => run(['show', 'implement/f3', '--json']), most: 2 },
    { name: 'pawl phase', root, run: phase, most: 2 },
    { name: 'pawl hook SessionStart', root, run: hook, most: 2 },
  ];
}

function cold() {
  const bare = { name: 'node -e 0', run: () => start(process.execPath, ['-e', '0'], work) };
  compare('cold', [bare, ...coldCommands()], 41, 3);
}

function list() {
  const root = makeRoot();
  const folder = path.join(root, '.claude', 'state');
  const store = openStore(root, withoutSync);
  for (let n = 0; n < 1_000; n++) putStep(store, `run-${n}`, n);
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
  const filter = '{command, feature, updated_at, at: .state.current_phase, done: (.state.completed_phases | length)}';
  const script = `const { formats, openProject } = require(${JSON.stringify(pawlModule)});
    const lineOf = ({ key, state }) => ({ key, ...formats[key.family].overview(state), units: undefined });
    process.stdout.write(JSON.stringify(openProject().sync.list().map(lineOf)));`;
  const jq = { name: 'one jq over 1,000 files', run: () => start('jq', ['-c', filter, ...files], folder) };
  const own = {
    name: 'store.list and overview',
    root,
    run: () => start(process.execPath, ['-e', script], root),
    most: 1,
  };
  compare('list', [jq, own], 21, 2);
}

function sizes() {
  for (const name of ['dist/cli', 'dist/lib']) {
    const files = fs.existsSync(name) ? fs.readdirSync(name) : [];
    const bytes = files.reduce((sum, file) => sum + fs.statSync(path.join(name, file)).size, 0);
    if (bytes === 0) skip(`package, ${name}`, 'it is not built');
    else add('package', name, bytes / 1024, 'KB');
  }
  const words = ['pack', '--json', '--dry-run', '--ignore-scripts'];
  const { stdout } = spawnSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32' });
  add('package', 'packed, against 1.5 MB', JSON.parse(stdout)[0].size / 1024, 'KB', 1536, 1);
}

const rows = { update, growth, load, race, cold, list, package: sizes };
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !Object.hasOwn(rows, name));
if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}. Rows: ${Object.keys(rows).join(', ')}`);
const hasJq = spawnSync('jq', ['--version']).status === 0;
if (!hasJq) rows.list = () => skip('list', 'jq is not installed');
for (const name of wanted.length > 0 ? wanted : Object.keys(rows)) {
  process.stderr.write(`${name} …\n`);
  await rows[name]();
}

function lineOf({ row, name, value, unit, ratio, target, isMet }) {
  const time = value < 0.1 ? `${(value * 1000).toFixed(1)} µs` : `${value.toFixed(value < 10 ? 2 : 1)} ms`;
  const figure = unit === 'ms' ? time : `${Math.round(value)} ${unit}`;
  const share = ratio === null ? '' : `${ratio.toFixed(2)} ×`;
  const verdict = isMet === null ? '' : `  ${target}  ${isMet ? 'met' : 'MISSED'}`;
  return `${row.padEnd(8)}  ${name.padEnd(38)} ${figure.padStart(9)} ${share.padStart(8)}${verdict}`;
}

const machine = `Node ${process.version}, ${os.availableParallelism()} cores, load ${os.loadavg()[0].toFixed(1)}; medians`;
const lines = [machine, ...entries.map(lineOf), ...skipped.map(({ name, why }) => `Skipped ${name}: ${why}`)];
const isJson = process.argv.includes('--json');
console.log(isJson ? JSON.stringify({ machine, entries, skipped }, null, 2) : lines.join('\n'));
