'use strict';

// Starts pawl's hook: `node pawl-hook.cjs EVENT`, with what the agent says about the event on stdin. It is that of the pawl in
// this project's node_modules, else of the one in PATH, which may be a shim. Without either, nothing happens, except that /ship
// stays gated, and that nothing is pushed while a ship run may be open.

const fs = require('fs');
const path = require('path');

const root = path.join(__dirname, '..', '..', '..');
const inPackage = path.join('plugin', 'dist', 'hook', 'pawl-hook.cjs');

/**
 * Give the folders whose node_modules may hold pawl: the project's, and that of the checkout which a linked worktree belongs to.
 * @returns {string[]} Their paths
 */
function homes() {
  try {
    const link = /^gitdir: (.+?)\s*$/.exec(fs.readFileSync(path.join(root, '.git'), 'utf8'));
    if (link) return [root, path.resolve(root, link[1], '..', '..', '..')];
  } catch {
    // .git is a folder, or not there.
  }
  return [root];
}

/**
 * Give the places in PATH where a program may stand.
 * @param {string} name Its name
 * @returns {string[]} Their paths
 */
function inPath(name) {
  const folders = (process.env.PATH || '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, name));
}

/**
 * Find the hook of an installed pawl.
 * @returns {string|null} Its path, or null when there is none
 */
function findHook() {
  const known = homes().map((home) => path.join(home, 'node_modules', 'pawl', inPackage));
  const found = known.find((file) => fs.existsSync(file));
  if (found) return found;
  for (const place of inPath('pawl')) {
    try {
      const hook = path.join(path.dirname(fs.realpathSync(place)), '..', '..', inPackage); // from dist/cli
      if (fs.existsSync(hook)) return hook;
    } catch {
      // It is not in this folder.
    }
  }
  return null;
}

/**
 * Find a program in PATH that does not lead to its package: package managers put scripts there that start the real one.
 * @returns {string|undefined} Its path
 */
function findProgram() {
  const names = process.platform === 'win32' ? ['pawl.exe', 'pawl.cmd'] : ['pawl'];
  return names.flatMap(inPath).find((file) => fs.existsSync(file));
}

/**
 * Run a program, which answers in this one's place.
 * @param {string} file The program
 * @param {string[]} args What it is given
 * @param {Buffer} input What the agent says
 * @returns {number|null} Its exit code, or null when it did not end by itself
 */
function answerBy(file, args, input) {
  const isScript = file.endsWith('.cmd'); // only a shell runs these
  const options = { input, stdio: ['pipe', 'inherit', 'inherit'], shell: isScript, windowsHide: true };
  return require('child_process').spawnSync(isScript ? `"${file}"` : file, args, options).status;
}

/**
 * Read a file of the project.
 * @param {...string} names Its path
 * @returns {string} Its text, empty when there is none; throws when it cannot be read
 */
function textOf(...names) {
  const file = path.join(root, '.claude', ...names);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

/**
 * Tell whether a file of the command ship may be that of an open run: a verdict alone is none.
 * @param {string} name Its name
 * @returns {boolean} True also when it cannot be read
 */
function mayBeOpen(name) {
  try {
    const doc = JSON.parse(textOf('state', name));
    const statuses = Object.values(doc.phases || {}).map(({ status }) => status);
    const isBegun = !doc.gate || statuses.some((status) => status !== 'pending');
    return doc.command === 'ship' && isBegun && (!doc.completed_at || statuses.includes('in_progress'));
  } catch {
    return true;
  }
}

/**
 * Tell whether pushes may be held to the ship gate: by an open run, or always.
 * @returns {boolean} True also when that cannot be told
 */
function isHeld() {
  try {
    const config = textOf('config', 'pawl.json');
    if (/"off"[^\]]*"hooks"/.test(config) || /\bhooks\b/.test(process.env.PAWL_OFF || '')) return false;
    const always = process.env.PAWL_GATE_PUSH || (/push/.test(config) && !/"push"\s*:\s*"ship"/.test(config));
    if (always && always !== 'ship') return true;
    const folder = path.join(root, '.claude', 'state');
    const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    return names.some((name) => /^ship[-~].*\.json$/i.test(name) && mayBeOpen(name));
  } catch {
    return true;
  }
}

/**
 * Answer without pawl: what the gate has to be asked about is refused.
 * @param {Buffer} input What the agent says
 */
function answerAlone(input) {
  const gate = path.join(__dirname, 'user-prompt-ship.cjs');
  if (event.startsWith('UserPrompt') && fs.existsSync(gate)) {
    process.exitCode = answerBy(process.execPath, [gate], input) || 0;
  } else if (event === 'PreToolUse' && /\bpush\b|send-pack/.test(String(input)) && isHeld()) {
    const reason =
      'pawl: the ship gate cannot be asked whether this may be pushed, as pawl is not installed, so it blocks.';
    const deny = { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: reason };
    fs.writeSync(1, JSON.stringify({ decision: 'block', reason, hookSpecificOutput: deny }));
  }
}

const event = process.argv[2] || '';
const hook = findHook();
const program = hook || !/^\w+$/.test(event) ? undefined : findProgram();
if (hook) require(hook);
else {
  const input = fs.readFileSync(0);
  if (!program || answerBy(program, ['hook', event], input) !== 0) answerAlone(input);
}
