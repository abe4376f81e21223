'use strict';

// A hook for UserPromptSubmit: blocks /ship until a review allows exactly what would be shipped (`pawl gate set ship`).
// Written by `pawl init`; self-contained, no packages needed. Exit code 2 blocks, 0 lets the prompt pass.

const fs = require('fs');
const core = require('pawl:ship-hook');

/**
 * Give the folder of command checkpoints, as the other scripts have it.
 * @returns {string} The path of .claude/state below the project's root
 */
function stateDir() {
  try {
    const { getStateDir } = require('../lib/utils.cjs');
    if (typeof getStateDir === 'function') return getStateDir();
  } catch {
    // utils.cjs is not there, or not in order: the same function stands in this file.
  }
  return core.getStateDir();
}

/**
 * Decide about the prompt that stands on stdin.
 * @returns {string|null} Why it is blocked, or null when it may go on
 */
function decide() {
  try {
    return core.blockedBy(fs.readFileSync(0, 'utf8'), stateDir());
  } catch (error) {
    return `/ship is blocked: the ship gate could not be asked (${core.harmlessLine(String(error && error.message))}).`;
  }
}

const reason = decide();
if (reason !== null) {
  process.exitCode = 2;
  fs.writeSync(2, `${reason}\n`);
}
