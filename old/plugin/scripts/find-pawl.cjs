'use strict';

// Finds pawl: the package that the plugin stands in, the pawl in PATH, the project's own. The hook is in the plugin itself.
// What stands in PATH belongs to the user and comes before what a repository brings along.

const fs = require('fs');
const path = require('path');

const inPackage = path.join('dist', 'cli', 'pawl.cjs');

/**
 * Look into a folder of PATH.
 * @param {string} folder The folder
 * @returns {{file: string, isShim: boolean}|null} The program, or a script of a package manager that starts it; null for none
 */
function inFolder(folder) {
  try {
    const file = path.join(folder, process.platform === 'win32' ? 'pawl.exe' : 'pawl');
    const real = fs.realpathSync(file);
    if (path.basename(real) === 'pawl.cjs') return { file: real, isShim: false };
    // A plugin's own `bin/pawl` leads back here.
    const isPlugin = fs.existsSync(path.join(path.dirname(real), '..', 'scripts', 'find-pawl.cjs'));
    return isPlugin ? null : { file, isShim: true };
  } catch {
    // It is not in this folder. npm puts packages beside its scripts on Windows, which only a shell could run.
    const file = path.join(folder, 'node_modules', 'pawl', inPackage);
    return process.platform === 'win32' && fs.existsSync(file) ? { file, isShim: false } : null;
  }
}

/**
 * Find the program.
 * @returns {{file: string, isShim: boolean}|null} Its path, and whether it has to be started by itself; null when pawl is not installed
 */
function findPawl() {
  const known = (folder) => {
    const file = path.join(folder, inPackage);
    return fs.existsSync(file) ? { file, isShim: false } : null;
  };
  const own = known(path.join(__dirname, '..', '..'));
  if (own) return own;
  for (const folder of (process.env.PATH || '').split(path.delimiter).filter((one) => path.isAbsolute(one))) {
    const found = inFolder(folder);
    if (found) return found;
  }
  return known(path.join(process.env.CLAUDE_PROJECT_DIR || process.cwd(), 'node_modules', 'pawl'));
}

module.exports = { findPawl };
