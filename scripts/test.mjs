// Builds the tests and runs them with node:test.
// Options: --full (full sizes of the fault tests), --no-build (dist/ is current), and parts of test files' paths.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { build } from 'esbuild';

const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => arg.startsWith('--')));
const wanted = args.filter((arg) => !arg.startsWith('--'));

if (!flags.has('--no-build')) {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const sources = ['src', 'test'].flatMap((root) =>
  readdirSync(root, { recursive: true }).map((file) => `${root}/${file}`.replaceAll('\\', '/')),
);
const isTest = (file) =>
  file.endsWith('.test.ts') && (wanted.length === 0 || wanted.some((part) => file.includes(part)));
/** Mounts, strace and power cuts: minutes of work, and only where the machine allows it. */
const isHeavy = (file) => file === 'test/faults/disk.test.ts' && !flags.has('--full') && wanted.length === 0;
const tests = sources.filter((file) => isTest(file) && !isHeavy(file));
if (sources.some(isHeavy)) console.log('Left out: test/faults/disk.test.ts (npm run test:faults runs it).');
const workers = sources.filter((file) => /^test\/workers\/.*\.ts$/.test(file));
const out = `.test/${process.pid}`;
await build({
  entryPoints: [...tests, ...workers],
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

const env = { ...process.env, PAWL_TEST_FULL: flags.has('--full') ? '1' : '' };
delete env.NODE_EXTRA_CA_CERTS; // Node 20 parses that file at every start: it would slow every child process.
const minutes = flags.has('--full') ? 30 : 5;
const { status } = spawnSync(
  process.execPath,
  [
    '--enable-source-maps',
    '--test',
    `--test-concurrency=${availableParallelism()}`,
    `--test-timeout=${minutes * 60_000}`,
    ...tests.map((file) => `${out}/${file.replace(/\.ts$/, '.mjs')}`),
  ],
  { stdio: 'inherit', env },
);
rmSync(out, { recursive: true, force: true });
process.exit(status ?? 1);
