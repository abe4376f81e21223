// Checks the plugin and what `pawl init` writes with Claude Code itself, from npm in a throw-away folder: the manifests,
// strictly; an installation; and sessions with a stand-in for the model. Where Claude Code cannot be had, that is said.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startFakeModel } from './fake-model.mjs';

const claudeVersion = '2.1.197';
const installMs = 240_000;
const stepMs = 90_000;

const folder = mkdtempSync(path.join(tmpdir(), 'pawl-plugin-'));
const bin = path.join(folder, 'bin');
const program = path.resolve('dist/cli/pawl.cjs');
const problems = [];

async function step(name, check) {
  try {
    await check();
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
const { version } = read('package.json');

function checkVersions() {
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

/** Claude Code with a home of its own, a model that is none, and nothing that tells it who asks. */
function claudeIn(wrapper, model, home) {
  mkdirSync(home, { recursive: true });
  const own = Object.entries(process.env).filter(([name]) => !/^(?:CLAUDE|ANTHROPIC|GIT_|PAWL_)/.test(name));
  const env = {
    ...Object.fromEntries(own),
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    HOME: home,
    USERPROFILE: home,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: model.url,
  };
  return async (args, cwd = '.') => {
    const running = promisify(execFile)(process.execPath, [wrapper, ...args], { cwd, env, timeout: stepMs });
    running.child.stdin.end();
    return (await running).stdout;
  };
}

function run(file, args, cwd) {
  const done = spawnSync(file, args, { cwd, encoding: 'utf8', timeout: stepMs });
  expect(done.status === 0, `${[file, ...args].join(' ')}: ${done.stderr}`);
}

/** A repository with an unfinished run. */
function project(name) {
  const root = path.join(folder, name);
  mkdirSync(root);
  run('git', ['init', '--quiet'], root);
  run(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '--quiet', '--allow-empty', '-m', 'x'],
    root,
  );
  run(process.execPath, [program, 'phase', 'implement/auth', 'implementation', 'in_progress'], root);
  return root;
}

async function checkInstallation(claude, home) {
  await claude(['plugin', 'marketplace', 'add', path.resolve('.')]);
  await claude(['plugin', 'install', 'pawl@pawl']);
  expect(/pawl@pawl[\s\S]*enabled/.test(await claude(['plugin', 'list'])), 'the plugin is not enabled');
  const installed = path.join(home, '.claude/plugins/cache/pawl/pawl', version);
  expect(existsSync(path.join(installed, 'dist/hook/pawl-hook.cjs')), 'the installed plugin has no hook of its own');
}

async function checkPluginSession(claude, model) {
  const root = project('with-plugin');
  await claude(['-p', 'hello'], root);
  const asked = model.take().join('\n');
  expect(asked.includes('Run: implement/auth'), 'the brief did not reach the model');
  expect(asked.includes('mcp__plugin_pawl_pawl__resume'), 'the MCP server did not offer its tools');
  const said = await claude(['-p', '/pawl:ship auth'], root);
  expect(model.take().length === 0 && /ship gate/.test(said), `/ship was not blocked: ${said}`);
  await claude(['-p', '/pawl:implement billing'], root);
  expect(model.take().join('').includes('pawl phase implement/FEATURE'), 'the guide did not reach the model');
  expect(existsSync(path.join(root, '.claude/state/implement-billing.json')), 'typing /implement began no run');
}

async function checkInitSession(claude, model) {
  const root = project('with-init');
  run(process.execPath, [program, 'init', '--yes'], root);
  run(process.execPath, [program, 'init', '--yes', '--only', 'skills'], root);
  await claude(['-p', 'hello'], root);
  expect(model.take().join('').includes('Run: implement/auth'), 'the brief did not reach the model');
  const said = await claude(['-p', '/ship auth'], root);
  expect(model.take().length === 0 && /ship gate/.test(said), `/ship was not blocked: ${said}`);
}

try {
  await step('the manifests have the version of the package', checkVersions);
  const wrapper = installClaude();
  if (wrapper !== null) {
    mkdirSync(bin);
    symlinkSync(program, path.join(bin, 'pawl'));
    const model = await startFakeModel();
    const home = path.join(folder, 'home');
    const claude = claudeIn(wrapper, model, home);
    await step('claude plugin validate --strict: the plugin', () =>
      claude(['plugin', 'validate', 'plugin', '--strict']),
    );
    await step('claude plugin validate --strict: the marketplace', () =>
      claude(['plugin', 'validate', '.', '--strict']),
    );
    await step('a session with what init writes', () =>
      checkInitSession(claudeIn(wrapper, model, path.join(folder, 'other-home')), model),
    );
    await step('installed by Claude Code', () => checkInstallation(claude, home));
    await step('a session with the plugin', () => checkPluginSession(claude, model));
    model.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`\n${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
