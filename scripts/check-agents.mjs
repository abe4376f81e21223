// `npm run check:agents`: the five-minute test with the real Claude Code and Codex from npm, and a stand-in for the model.
// Downloads some 400 MB once, into node_modules/.cache. Linux only; interactive sessions need tmux.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Model } from './agents/model.mjs';

const home = path.resolve(fileURLToPath(new URL('..', import.meta.url)));
const lab = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-agents-'));
if (!process.env.PAWL_KEEP) process.on('exit', () => fs.rmSync(lab, { recursive: true, force: true }));
const wanted = process.argv.slice(2);
const results = [];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Installs an agent from npm, once. */
function install(name, program) {
  const cache = path.join(home, 'node_modules/.cache/agents');
  const found = () => fs.existsSync(path.join(cache, 'node_modules', program));
  fs.mkdirSync(cache, { recursive: true });
  if (!fs.existsSync(path.join(cache, 'package.json'))) fs.writeFileSync(path.join(cache, 'package.json'), '{}\n');
  if (!found()) {
    console.log(`Installing ${name} …`);
    spawnSync('npm', ['install', '--prefix', cache, '--no-audit', '--no-fund', name], {
      stdio: 'inherit',
    });
  }
  return found() ? path.join(cache, 'node_modules', program) : null;
}

const claude = install('@anthropic-ai/claude-code-linux-x64', '@anthropic-ai/claude-code-linux-x64/claude');
const codex = install('@openai/codex', '@openai/codex/bin/codex.js');
const model = await new Model().start();

let labs = 0;
/** A repository of its own, and a home of its own. */
function makeLab() {
  const root = path.join(lab, `repo-${++labs}`);
  const own = path.join(lab, `home-${labs}`);
  fs.mkdirSync(root);
  fs.mkdirSync(own);
  for (const words of ['init -q', '-c user.name=a -c user.email=a@b commit -q --allow-empty -m start'])
    execFileSync('git', words.split(' '), { cwd: root });
  const env = {
    HOME: own,
    PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    TERM: 'xterm-256color',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'not-a-real-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
    CODEX_HOME: path.join(own, '.codex'),
    FAKE_KEY: 'not-a-real-key',
  };
  return { root, own, env };
}

/** As a dev dependency. */
function installPawl({ root }) {
  const modules = path.join(root, 'node_modules');
  for (const folder of ['.bin', 'pawl']) fs.mkdirSync(path.join(modules, folder), { recursive: true });
  fs.writeFileSync(
    path.join(modules, 'pawl/package.json'),
    '{ "name": "pawl", "bin": { "pawl": "dist/cli/pawl.cjs" } }',
  );
  fs.symlinkSync(path.join(home, 'dist'), path.join(modules, 'pawl/dist'));
  fs.symlinkSync(path.join(home, 'dist/cli/pawl.cjs'), path.join(modules, '.bin/pawl'));
  fs.writeFileSync(path.join(root, '.gitignore'), 'node_modules\n');
}

const plugin = ['--plugin-dir', path.join(home, 'plugin')];

/** Starts Claude Code with a prompt; `-p` prints and ends. */
function startClaude({ root, env }, prompt, more = plugin) {
  const args = ['-p', prompt, ...more, '--permission-mode', 'acceptEdits'];
  return spawn(claude, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function end(child) {
  const timer = setTimeout(() => child.kill('SIGKILL'), 90_000);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  clearTimeout(timer);
}

async function killHung(child) {
  await model.hung();
  child.kill('SIGKILL');
  await end(child);
}

const write = (root, file) => ['Write', { file_path: path.join(root, file), content: '1;\n' }];
/** Two files, two tasks, one of them done; then the model never answers. */
const loginPage = ({ root }) => [
  { tools: [write(root, 'src/schema.js')] },
  { tools: [['ToolSearch', { query: 'select:TaskCreate,TaskUpdate', max_results: 5 }]] },
  {
    tools: [
      ['TaskCreate', { subject: 'Write the API', description: 'POST /login' }],
      ['TaskCreate', { subject: 'Write the tests', description: 'for login' }],
    ],
  },
  { tools: [['TaskUpdate', { taskId: '1', status: 'completed' }]] },
  { tools: [write(root, 'src/api.js')] },
  { hangs: true },
];
const prompt = 'Add a login page: first the schema, then the API, then tests';
const expected = [prompt, 'src/schema.js', 'src/api.js', 'Write the tests'];

function check(name, request, texts) {
  const lacking = texts.filter((text) => !(request ?? '').includes(text.replaceAll('"', '\\"')));
  results.push({ name, isFine: lacking.length === 0 });
  console.log(
    `${lacking.length === 0 ? 'ok' : 'NOT OK'}  ${name}${lacking.length === 0 ? '' : `: the request lacks ${lacking.join(', ')}`}`,
  );
  if (lacking.length > 0 && process.env.PAWL_DEBUG) console.log(request);
}

function skip(name, why) {
  console.log(`skipped  ${name}: ${why}`);
}

/** An interactive session in tmux. */
class Terminal {
  constructor({ root, env }, more) {
    this.name = `pawl-${process.pid}-${++labs}`;
    const vars = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const words = ['new-session', '-d', '-s', this.name, '-x', '160', '-y', '50', '-c', root, ...vars];
    execFileSync('tmux', [...words, claude, ...more, '--permission-mode', 'acceptEdits']);
  }
  screen() {
    return spawnSync('tmux', ['capture-pane', '-p', '-t', this.name], { encoding: 'utf8' }).stdout;
  }
  async shows(pattern, timeoutMs = 30_000) {
    for (const end = Date.now() + timeoutMs; !pattern.test(this.screen()); await pause(100))
      if (Date.now() > end) throw new Error(`the screen never showed ${pattern}:\n${this.screen()}`);
  }
  keys(...keys) {
    execFileSync('tmux', ['send-keys', '-t', this.name, ...keys]);
  }
  async type(text) {
    this.keys('-l', text);
    await pause(300);
    this.keys('Enter');
  }
  kill() {
    const pid = spawnSync('tmux', ['list-panes', '-t', this.name, '-F', '#{pane_pid}'], {
      encoding: 'utf8',
    }).stdout.trim();
    if (pid !== '') spawnSync('kill', ['-9', pid]);
    spawnSync('tmux', ['kill-session', '-t', this.name]);
  }
}

/** Answers the questions of a first start, so that the prompt is there. */
function trust({ own, root }) {
  const config = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: ['not-a-real-key'.slice(-20)], rejected: [] },
    projects: { [root]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] } },
  };
  fs.writeFileSync(path.join(own, '.claude.json'), JSON.stringify(config));
}

async function cutOff(place, more = plugin, text = prompt, steps = loginPage(place)) {
  model.script(...steps);
  await killHung(startClaude(place, text, more));
}

const scenarios = {
  async 'plugin, -p continue'() {
    const place = makeLab();
    await cutOff(place);
    model.script({ text: 'Continued.' });
    await end(startClaude(place, 'continue'));
    check('Claude Code, plugin: killed, then `-p continue`', model.requests[0], expected);
  },
  async 'plugin, interactive'() {
    if (spawnSync('tmux', ['-V']).status !== 0) return skip('Claude Code, interactive', 'tmux is not installed');
    const place = makeLab();
    trust(place);
    await cutOff(place);
    const terminal = new Terminal(place, plugin);
    try {
      await terminal.shows(/❯|>|\?/);
      await pause(2_000);
      model.script({ text: 'I know where we were.' }, { text: 'Compacted and on.' });
      await terminal.type('what were we doing?');
      await terminal.shows(/I know where we were/);
      check('Claude Code, plugin: killed, then an interactive session', model.requests[0], expected);
      await terminal.type('continue with the tests then');
      await terminal.shows(/Compacted and on/);
      model.script({ text: 'After compaction.' });
      await terminal.type('/compact');
      await pause(4_000);
      model.script({ text: 'After compaction.' });
      await terminal.type('go on');
      await terminal.shows(/After compaction/);
      check('Claude Code, plugin: after /compact', model.requests.at(-1), [prompt, 'src/api.js']);
    } finally {
      terminal.kill();
    }
  },
  async 'plugin, /implement'() {
    const place = makeLab();
    const steps = [{ tools: [write(place.root, 'src/auth.js')] }, { hangs: true }];
    await cutOff(place, plugin, '/pawl:implement auth', steps);
    model.script({ text: 'Continued.' });
    await end(startClaude(place, 'continue'));
    check('Claude Code, plugin: `/pawl:implement auth`, killed', model.requests[0], ['implement/auth', 'src/auth.js']);
  },
  async init() {
    const place = makeLab();
    installPawl(place);
    execFileSync(process.execPath, [path.join(home, 'dist/cli/pawl.cjs'), 'init', '--yes'], {
      cwd: place.root,
      env: place.env,
    });
    await cutOff(place, []);
    model.script({ tools: [['Bash', { command: 'pawl status', description: 'x' }]] }, { text: 'Continued.' });
    await end(startClaude(place, 'continue', ['--allowedTools', 'Bash(pawl:*)']));
    check('Claude Code, `pawl init`: killed, then `-p continue`', model.requests[0], expected);
    check("Claude Code, `pawl init`: the agent's shell finds pawl", model.requests.at(-1), ['work/add-a-login-page']);
  },
  async codex() {
    const place = makeLab();
    const { root, env } = place;
    fs.mkdirSync(env.CODEX_HOME);
    const provider = `[model_providers.fake]\nname = "fake"\nbase_url = "${model.url}/v1"\nenv_key = "FAKE_KEY"\nwire_api = "responses"\n`;
    const config = `model = "gpt-5.5"\nmodel_provider = "fake"\n${provider}[projects."${root}"]\ntrust_level = "trusted"\n`;
    fs.writeFileSync(path.join(env.CODEX_HOME, 'config.toml'), config);
    installPawl(place);
    execFileSync(process.execPath, [path.join(home, 'dist/cli/pawl.cjs'), 'init', '--yes', '--codex'], {
      cwd: root,
      env,
    });
    const start = (text) => {
      const flags = ['--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox'];
      return spawn(process.execPath, [codex, 'exec', ...flags, text], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    };
    const patch = '*** Begin Patch\n*** Add File: src/schema.js\n+1;\n*** End Patch\n';
    model.script({ tools: [['apply_patch', patch]] }, { hangs: true });
    const child = start(prompt);
    await model.hung();
    spawnSync('pkill', ['-9', '-P', String(child.pid)]);
    child.kill('SIGKILL');
    await end(child);
    model.script({ text: 'Continued.' });
    await end(start('continue'));
    check('Codex: killed, then `exec continue`', model.requests[0], [prompt, 'src/schema.js']);
  },
};

function validate() {
  for (const more of [[], ['--profile', 'directory']]) {
    const { env } = makeLab();
    const words = ['plugin', 'validate', path.join(home, 'plugin'), '--strict', ...more];
    const { status, stdout, stderr } = spawnSync(claude, words, { env, encoding: 'utf8' });
    results.push({ name: words.join(' '), isFine: status === 0 });
    console.log(`${status === 0 ? 'ok' : 'NOT OK'}  claude plugin validate --strict ${more.join(' ')}`);
    if (status !== 0) console.log(stdout + stderr);
  }
}

if (claude === null) skip('everything with Claude Code', 'it could not be installed');
else if (wanted.length === 0 || wanted.includes('validate')) validate();
for (const [name, run] of Object.entries(scenarios)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  if ((name === 'codex' ? codex : claude) === null) skip(name, 'the agent could not be installed');
  else
    await run().catch((error) => {
      results.push({ name, isFine: false });
      console.log(`NOT OK  ${name}: ${error.message}`);
    });
}
model.stop();
const failed = results.filter(({ isFine }) => !isFine).length;
console.log(`\n${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
