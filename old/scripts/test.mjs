// Builds the package and the tests, then runs them with node:test.
// Options: --full (full sizes of the fault tests), --coverage, --no-build, and test files or folders to run.
import { spawnSync } from 'node:child_process';
import { globSync } from './glob.mjs';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { build } from 'esbuild';

const args = process.argv.slice(2);
const flags = new Set(args.filter((a) => a.startsWith('--')));
const wanted = args.filter((a) => !a.startsWith('--'));

if (!flags.has('--no-build')) {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

const isWanted = (file) => wanted.length === 0 || wanted.some((part) => file.includes(part));
const sources = [...globSync('src', '.test.ts'), ...globSync('test', '.ts')].filter(
  (file) => !file.endsWith('.test.ts') || isWanted(file),
);
const out = `.test/${process.pid}`; // one folder a run: several may be under way
await build({
  entryPoints: sources,
  outdir: out,
  outbase: '.',
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  sourcemap: 'inline',
  logLevel: 'warning',
});

const tests = sources
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `${out}/${file.replace(/\.ts$/, '.mjs')}`);
/** Tests with more processes than any machine has cores: beside others they would wait for each other for too long. */
const isCrowded = (file) => file.endsWith('faults/processes.test.mjs');

/** By itself node:test leaves one core idle: with two of them, half of the machine. */
const lanes = [
  { files: tests.filter((file) => !isCrowded(file)), atOnce: availableParallelism() },
  { files: tests.filter(isCrowded), atOnce: 1 },
];
const env = { ...process.env, PAWL_TEST_FULL: flags.has('--full') ? '1' : '' };
delete env.NODE_EXTRA_CA_CERTS; // Node 20 parses that file at every start: it would slow hundreds of child processes.
const coverage = flags.has('--coverage') ? ['npx', 'c8', '--src', 'src', '--exclude-after-remap'] : [];
/** For a file: far more than the slowest takes on a busy machine, and less than work that does not end. */
const timeoutMs = (flags.has('--full') ? 60 : 10) * 60_000;
let failed = 0;
for (const [index, { files, atOnce }] of lanes.filter((lane) => lane.files.length > 0).entries()) {
  const options = ['--enable-source-maps', '--test', `--test-concurrency=${atOnce}`, `--test-timeout=${timeoutMs}`];
  const node = [process.execPath, ...options, ...files];
  // What the first lane covered stays for the report of the next.
  const covered = coverage.length > 0 && index > 0 ? ['--no-clean'] : [];
  const [command, ...rest] = [...coverage, ...covered, ...node];
  const { status } = spawnSync(command, rest, { stdio: 'inherit', env });
  failed ||= status ?? 1;
}
rmSync(out, { recursive: true, force: true });
process.exit(failed);
