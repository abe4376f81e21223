// Checks what would be published: the packed files, the types and entry points, and an installation in an empty project.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const maxPackedBytes = 1_500_000;
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = mkdtempSync(path.join(tmpdir(), 'pawl-package-'));
const problems = [];

function expect(isTrue, problem) {
  if (!isTrue) problems.push(problem);
}

function step(name, check) {
  const before = problems.length;
  try {
    check();
  } catch (error) {
    problems.push(
      `${name}: ${[error.stdout, error.stderr].map((part) => part?.toString().trim()).find(Boolean) ?? error.message}`,
    );
  }
  console.log(`${problems.length === before ? 'ok' : 'NOT OK'}  ${name}`);
}

/** npm is a script on Windows, which only a shell can start. */
function npm(args, cwd = '.') {
  const shell = process.platform === 'win32';
  return execFileSync('npm', args, { cwd, shell, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function node(args, cwd) {
  return execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

let tarball = '';

function checkContents() {
  // Without scripts: the build is there already, and its output would get into the JSON.
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]));
  tarball = path.join(folder, packed.filename);
  const files = packed.files.map((file) => file.path);
  const strays = files.filter((file) =>
    /^(?:(?:src|test|bench|scripts|templates)\/|\.(?!agents|claude-plugin))|node_modules|(?<!lib\/[\w-]+)\.test\.|\.tgz$/.test(
      file,
    ),
  );
  expect(strays.length === 0, `these do not belong into the package: ${strays.join(', ')}`);
  const wanted = [
    'LICENSE',
    'README.md',
    'package.json',
    'dist/cli/pawl.cjs',
    'dist/THIRD-PARTY-NOTICES.txt',
    ...['checkpoint-manager', 'token-counter', 'utils'].map((name) => `dist/lib/${name}.cjs`),
    ...['command', 'pipeline', 'workflow'].map((name) => `dist/schemas/${name}.json`),
    ...['.claude-plugin/plugin.json', '.mcp.json', 'hooks/hooks.json', 'hooks/pawl-hook.cjs', 'bin/pawl'].map(
      (name) => `plugin/${name}`,
    ),
    '.claude-plugin/marketplace.json',
    'docs/reference.md',
  ];
  for (const file of wanted) expect(files.includes(file), `${file} is missing`);
  expect(packed.size <= maxPackedBytes, `${packed.size} bytes packed, more than ${maxPackedBytes}`);
  const bin = packed.files.find((file) => file.path === manifest.bin.pawl);
  expect(bin !== undefined && (bin.mode & 0o111) === 0o111, `${manifest.bin.pawl} cannot be executed`);
  expect(
    readFileSync(manifest.bin.pawl, 'utf8').startsWith('#!/usr/bin/env node\n'),
    `${manifest.bin.pawl} has no first line for Node`,
  );
  console.log(
    `    ${files.length} files, ${Math.round(packed.size / 1024)} KB packed, ${Math.round(packed.unpackedSize / 1024)} KB unpacked`,
  );
}

function checkManifest() {
  for (const kind of ['dependencies', 'bundleDependencies', 'optionalDependencies']) {
    expect(Object.keys(manifest[kind] ?? {}).length === 0, `package.json has ${kind}`);
  }
  for (const script of ['preinstall', 'install', 'postinstall']) {
    expect(manifest.scripts[script] === undefined, `installing would run ${script}`);
  }
}

function checkInstallation() {
  const project = mkdtempSync(path.join(folder, 'project-'));
  writeFileSync(path.join(project, 'package.json'), '{ "name": "empty", "version": "1.0.0", "private": true }\n');
  npm(['install', '--offline', '--no-audit', '--no-fund', tarball], project);
  expect(!existsSync(path.join(project, 'node_modules', '.bin', 'node')), 'something else was installed');
  const entries = Object.keys(manifest.exports).filter((entry) => !entry.includes('*') && !entry.endsWith('.json'));
  for (const entry of entries) {
    const name = path.posix.join('pawl', entry);
    const byRequire = node(['-p', `Object.keys(require('${name}')).sort().join()`], project);
    const byImport = node(
      ['--input-type=module', '-e', `console.log(Object.keys(await import('${name}')).sort().join())`],
      project,
    );
    expect(
      byRequire.trim() !== '' && byRequire === byImport,
      `${name}: require gives ${byRequire}, import gives ${byImport}`,
    );
  }
  for (const name of ['command', 'pipeline', 'workflow']) {
    const type = node(['-p', `typeof require('pawl/schemas/${name}.json').$schema`], project).trim();
    expect(type === 'string', `pawl/schemas/${name}.json is no JSON Schema`);
  }
  const program = path.join('node_modules', 'pawl', manifest.bin.pawl);
  expect(
    node([program, '--version'], project).trim() === manifest.version,
    'pawl --version is not that of the package',
  );
  node([program, 'init', '--yes'], project);
  expect(existsSync(path.join(project, '.claude/hooks/pawl-hook.cjs')), 'pawl init wrote nothing');
  node([program, 'phase', 'implement/auth', 'implementation', 'in_progress'], project);
  const told = execFileSync(process.execPath, [program, 'hook', 'SessionStart'], {
    cwd: project,
    env: { ...process.env, CLAUDE_PROJECT_DIR: project },
    input: JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', session_id: 'one', cwd: project }),
    encoding: 'utf8',
  });
  expect(told.includes('implement/auth'), `the hook of the installed package gave no brief: ${told}`);
}

try {
  step('the packed files', checkContents);
  step('no run-time dependencies, no install scripts', checkManifest);
  step('publint', () => node(['node_modules/publint/src/cli.js', tarball, '--strict']));
  // The profile leaves out resolution as in Node 10, which knows no `exports`; we need Node 20.
  const attw = 'node_modules/@arethetypeswrong/cli/dist/index.js';
  step('are the types wrong?', () => node([attw, tarball, '--profile', 'node16']));
  step('the declarations hold together', () => {
    const strict = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', 'false', '--types', 'node'];
    const entries = ['library', 'silent', 'testing'].map((name) => `dist/types/${name}.d.ts`);
    node(['node_modules/typescript/bin/tsc', ...strict, '--module', 'nodenext', '--target', 'es2022', ...entries]);
  });
  step('installed in an empty project: require, import, the program, the drop-ins', checkInstallation);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`\n${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
