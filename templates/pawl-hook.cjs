'use strict';

// Starts pawl's hook: `node pawl-hook.cjs EVENT`, with what the agent says about the event on stdin. It is that of the pawl in
// this project's node_modules, else of the one in PATH. Without either, nothing happens, except that /ship stays gated.

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
 * Find the hook of an installed pawl.
 * @returns {string|null} Its path, or null when there is none
 */
function findHook() {
  const known = homes().map((home) => path.join(home, 'node_modules', 'pawl', inPackage));
  const found = known.find((file) => fs.existsSync(file));
  if (found) return found;
  for (const folder of (process.env.PATH || '').split(path.delimiter).filter(path.isAbsolute)) {
    try {
      const program = fs.realpathSync(path.join(folder, 'pawl'));
      const hook = path.join(path.dirname(program), '..', '..', inPackage); // from dist/cli
      if (fs.existsSync(hook)) return hook;
    } catch {
      // It is not in this folder.
    }
  }
  return null;
}

const hook = findHook();
const gate = path.join(__dirname, 'user-prompt-ship.cjs');
if (hook) require(hook);
else if ((process.argv[2] || '').startsWith('UserPrompt') && fs.existsSync(gate)) require(gate);
