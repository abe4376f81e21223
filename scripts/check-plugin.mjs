// Checks the plugin with Claude Code itself, from npm in a throw-away folder: its manifests, strictly, and an installation of
// which the hook is run. Where the package cannot be had, that part is skipped, and said so.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const claudeVersion = '2.1.197';
const installMs = 240_000;
const stepMs = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'pawl-plugin-'));
const problems = [];

function step(name, check) {
  try {
    check();
    console.log(`ok  ${name}`);
  } catch (error) {
    const told = [error.stdout, error.stderr].map((part) => part?.toString().trim()).filter(Boolean);
    problems.push(`${name}: ${told.join('\n') || error.message}`);
    console.log(`NOT OK  ${name}`);
  }
}

function expect(isTrue, problem) {
  if (!isTrue) throw new Error(problem);
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

function checkVersions() {
  const { version } = read('package.json');
  for (const file of ['plugin/.claude-plugin/plugin.json', 'plugin/.codex-plugin/plugin.json']) {
    expect(read(file).version === version, `${file} has version ${read(file).version}, the package ${version}`);
  }
}

/** Gives the program that starts Claude Code; null when it cannot be had. */
function installClaude() {
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  const done = spawnSync('npm', [...args, `@anthropic-ai/claude-code@${claudeVersion}`], {
    shell: process.platform === 'win32',
    timeout: installMs,
    encoding: 'utf8',
  });
  const wrapper = path.join(folder, 'node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs');
  if (done.status === 0 && existsSync(wrapper)) return wrapper;
  const why = done.error?.code === 'ETIMEDOUT' ? 'it took too long' : (done.stderr ?? '').trim().split('\n').at(-1);
  console.log(`SKIPPED  Claude Code ${claudeVersion} could not be installed from npm: ${why || done.error?.message}`);
  return null;
}

const home = path.join(folder, 'home');

/** With a home of its own, and nothing that tells it who asks. */
function claude(wrapper, ...args) {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:CLAUDE|ANTHROPIC)/.test(name));
  const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' };
  return execFileSync(process.execPath, [wrapper, ...args], {
    env: { ...Object.fromEntries(own), ...quiet, HOME: home, USERPROFILE: home },
    timeout: stepMs,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function checkInstallation(wrapper) {
  claude(wrapper, 'plugin', 'marketplace', 'add', path.resolve('.'));
  claude(wrapper, 'plugin', 'install', 'pawl@pawl');
  expect(/pawl@pawl[\s\S]*enabled/.test(claude(wrapper, 'plugin', 'list')), 'the plugin is not enabled');
  const { version } = read('package.json');
  const installed = path.join(home, '.claude/plugins/cache/pawl/pawl', version);
  const project = path.join(folder, 'project');
  mkdirSync(project);
  // Nothing but the installed folder is there to be found: no package around it, no PATH.
  const hook = spawnSync(process.execPath, [path.join(installed, 'scripts/hook.cjs'), 'SessionStart'], {
    cwd: project,
    env: { PATH: '', CLAUDE_PROJECT_DIR: project },
    input: JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', session_id: 'check', cwd: project }),
    encoding: 'utf8',
    timeout: stepMs,
  });
  expect(hook.status === 0 && hook.stderr === '', `the installed hook failed: ${hook.status} ${hook.stderr}`);
  expect(existsSync(path.join(installed, 'dist/hook/pawl-hook.cjs')), 'the installed plugin has no hook of its own');
}

try {
  step('the manifests have the version of the package', checkVersions);
  const wrapper = installClaude();
  if (wrapper !== null) {
    mkdirSync(home);
    step('claude plugin validate --strict: the plugin', () =>
      claude(wrapper, 'plugin', 'validate', 'plugin', '--strict'),
    );
    step('claude plugin validate --strict: the marketplace', () =>
      claude(wrapper, 'plugin', 'validate', '.', '--strict'),
    );
    step('installed by Claude Code, and its hook run', () => checkInstallation(wrapper));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`\n${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
