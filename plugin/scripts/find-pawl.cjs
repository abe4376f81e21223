'use strict';

// Finds the built pawl: the copy in the plugin, the package that the plugin stands in, the pawl in PATH, the project's own.

const fs = require('fs');
const path = require('path');

const plugin = path.join(__dirname, '..');

/**
 * List the folders that pawl may be built in, the plugin's own first.
 * @returns {string[]} Their paths
 */
function candidates() {
  const found = [path.join(plugin, 'dist'), path.join(plugin, '..', 'dist')];
  for (const folder of (process.env.PATH || '').split(path.delimiter).filter((one) => path.isAbsolute(one))) {
    try {
      const program = fs.realpathSync(path.join(folder, 'pawl'));
      if (path.basename(program) === 'pawl.cjs') found.push(path.join(path.dirname(program), '..'));
    } catch {
      // It is not in this folder.
    }
  }
  const project = process.env.CLAUDE_PROJECT_DIR || process.cwd();
  return [...found, path.join(project, 'node_modules', 'pawl', 'dist')];
}

/**
 * Find a built file of pawl.
 * @param {string} name - Its path below dist
 * @returns {string|null} Its path, or null when pawl is not installed
 */
function findPawl(name) {
  const files = candidates().map((folder) => path.join(folder, name));
  return files.find((file) => path.resolve(file) !== path.resolve(process.argv[1]) && fs.existsSync(file)) || null;
}

module.exports = { findPawl };
