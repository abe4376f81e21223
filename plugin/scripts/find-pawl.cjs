'use strict';

// Finds pawl: the package that the plugin stands in, the pawl in PATH, the project's own. The hook is in the plugin itself.

const fs = require('fs');
const path = require('path');

/**
 * Find the program.
 * @returns {string|null} Its path, or null when pawl is not installed
 */
function findPawl() {
  const found = [path.join(__dirname, '..', '..', 'dist', 'cli', 'pawl.cjs')];
  for (const folder of (process.env.PATH || '').split(path.delimiter).filter((one) => path.isAbsolute(one))) {
    try {
      const program = fs.realpathSync(path.join(folder, 'pawl'));
      if (path.basename(program) === 'pawl.cjs') found.push(program);
    } catch {
      // It is not in this folder.
    }
  }
  const project = process.env.CLAUDE_PROJECT_DIR || process.cwd();
  found.push(path.join(project, 'node_modules', 'pawl', 'dist', 'cli', 'pawl.cjs'));
  return found.find((file) => fs.existsSync(file)) || null;
}

module.exports = { findPawl };
