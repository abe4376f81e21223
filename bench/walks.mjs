// `node bench/walks.mjs`: how many source files two walks through the house pass: `pawl phase` from argv to fdatasync, and
// the SessionStart hook to its brief. Counts with NODE_V8_COVERAGE over unbundled code: a file counts when one of its
// functions was called.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const work = path.resolve('.test', `walks-${process.pid}`);
process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));
const sources = fs
  .readdirSync('src', { recursive: true })
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('dropins'));
const define = { PAWL_VERSION: '"walk"' };
const entryPoints = sources.map((file) => path.join('src', file));
await build({ entryPoints, outdir: `${work}/code`, outbase: 'src', format: 'esm', define, loader: { '.ts': 'ts' } });
fs.writeFileSync(`${work}/code/package.json`, '{ "type": "module" }\n');

const root = path.join(work, 'root');
fs.mkdirSync(root);
spawnSync('git', ['init', '-q'], { cwd: root });

function walk(name, words, input = '') {
  const coverage = path.join(work, name);
  const env = { ...process.env, NODE_V8_COVERAGE: coverage, CLAUDE_PROJECT_DIR: root };
  const program = path.join(work, 'code/cli/pawl.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { cwd: root, env, input });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  const files = new Set();
  for (const report of fs.readdirSync(coverage)) {
    const { result } = JSON.parse(fs.readFileSync(path.join(coverage, report), 'utf8'));
    for (const { url, functions } of result) {
      const isOwn = url.startsWith('file:') && fileURLToPath(url).startsWith(`${work}/code/`);
      // The first function of each file is the module itself.
      if (isOwn && functions.slice(1).some(({ ranges }) => ranges[0].count > 0))
        files.add(path.relative(`${work}/code`, fileURLToPath(url)).replace(/\.js$/, '.ts'));
    }
  }
  console.log(
    `${name}: ${files.size} files, ${stdout.length} bytes of answer\n  ${[...files].sort((a, b) => a.localeCompare(b)).join(' ')}`,
  );
}

walk('phase', ['phase', 'implement/auth', 'api', 'in_progress']);
const start = { session_id: 's1', cwd: root, hook_event_name: 'SessionStart', source: 'startup' };
walk('SessionStart', ['hook', 'SessionStart'], JSON.stringify(start));
