'use strict';

// Finds pawl and runs it in this process, e.g. `node pawl-hook.cjs hook SessionStart` with the event on standard input.
// It comes with pawl's plugin, and `pawl init` puts it into a project. It takes the first of
//   1. the program inside the plugin,
//   2. pawl in node_modules, in the project or above it,
//   3. pawl on the PATH,
//   4. the program that `pawl init` ran from on this machine.
// A hook never fails the agent: without pawl it says so when a session starts, and is silent otherwise.

const fs = require('fs');
const os = require('os');
const path = require('path');

const [command = '', event = ''] = process.argv.slice(2);
const isForAgent = command === 'hook' || command === 'statusline';
const project = process.env.CLAUDE_PROJECT_DIR || process.cwd();
const notFound = 'pawl was not found on this machine. Install it, or run its `init` here once more.';

/** The program inside the plugin that this file is part of. */
function inPlugin() {
  const file = path.join(__dirname, '..', 'dist', 'pawl.cjs');
  return fs.existsSync(file) ? file : null;
}

/** The program of the project's own pawl. */
function inNodeModules() {
  const manifest = require.resolve('pawl/package.json', { paths: [project, __dirname] });
  return path.resolve(path.dirname(manifest), require(manifest).bin.pawl);
}

/** The program behind `pawl` on the PATH: a link to it, or the small script of a package manager that starts it. */
function onPath() {
  for (const folder of (process.env.PATH || '').split(path.delimiter)) {
    const file = path.join(folder, 'pawl');
    if (!path.isAbsolute(file) || !fs.existsSync(file)) continue;
    const real = fs.realpathSync(file);
    if (real.endsWith('.cjs')) return real;
    const [, inside] = /\$basedir\/([^"]+\.cjs)/.exec(fs.readFileSync(real, 'utf8')) || [];
    const program = inside && path.resolve(path.dirname(file), inside);
    if (program && program !== __filename && fs.existsSync(program)) return program;
  }
  return null;
}

/** The program that set up this project; the file is not committed. */
function fromInit() {
  const program = fs.readFileSync(path.join(project, '.claude', 'state', '.pawl', 'program'), 'utf8').trim();
  return path.isAbsolute(program) && fs.existsSync(program) ? program : null;
}

/** The folder of pawl's plugin in Claude Code. Its own hooks answer the events. */
function installedPlugin() {
  const home = process.env.CLAUDE_CONFIG_DIR || path.join(os.homedir(), '.claude');
  const { plugins } = JSON.parse(fs.readFileSync(path.join(home, 'plugins', 'installed_plugins.json'), 'utf8'));
  const name = Object.keys(plugins).find((one) => one.startsWith('pawl@'));
  return name ? [plugins[name]].flat()[0].installPath : null;
}

/** What a function finds; null when it fails. */
function attempt(find) {
  try {
    return find();
  } catch {
    return null;
  }
}

/** Shows a line to the person in front of the agent, once per session. */
function tell(text) {
  if (event === 'SessionStart') fs.writeSync(1, JSON.stringify({ systemMessage: text }));
}

function run() {
  const own = attempt(inPlugin) || attempt(inNodeModules) || attempt(onPath);
  const plugin = own ? null : attempt(installedPlugin);
  const program = own || (plugin ? null : attempt(fromInit));
  if (program) {
    require(program);
    return;
  }
  if (command === 'hook') {
    attempt(() => process.stdin.isTTY || fs.readFileSync(0)); // the agent is writing the event
    if (!plugin || __dirname.startsWith(plugin)) tell(`This session is not recorded: ${notFound}`);
  } else if (plugin && fs.existsSync(path.join(plugin, 'dist', 'pawl.cjs'))) {
    require(path.join(plugin, 'dist', 'pawl.cjs'));
  } else if (!isForAgent) {
    fs.writeSync(2, `${notFound}\n`);
    process.exitCode = 127;
  }
}

if (isForAgent) process.on('exit', () => (process.exitCode = 0));
try {
  run();
} catch (error) {
  if (!isForAgent) throw error;
  tell(`This session is not recorded: pawl cannot be started: ${error.message}`);
}
