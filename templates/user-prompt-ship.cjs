'use strict';

// A hook for UserPromptSubmit that blocks /ship until a review allows exactly what would be shipped. Written by `pawl init`.
// While this file is here, the ship gate is on: pawl's own hooks ask the same, so this one needs no entry in settings.json
// beside them. It is for settings that call it by this name.

const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');
const { getStateDir } = require('../scripts/lib/utils.cjs');

/**
 * Read what was typed.
 * @returns {string} The prompt on standard input; empty when there is none
 */
function readPrompt() {
  try {
    return String(JSON.parse(fs.readFileSync(0, 'utf8')).prompt);
  } catch {
    return '';
  }
}

/**
 * Ask the ship gate.
 * @returns {string|null} Why shipping is blocked, or null when it is allowed
 */
function blockedBy() {
  const root = path.resolve(getStateDir(), '..', '..');
  const launcher = path.join(__dirname, 'pawl-hook.cjs');
  const args = [launcher, 'gate', 'check', 'ship'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? null : stdout.trim() || stderr.trim() || 'The ship gate could not be asked.';
}

const reason = /^\s*[/$](?:[\w-]+:)?ship(?:\s|$)/.test(readPrompt()) ? blockedBy() : null;
if (reason !== null) fs.writeSync(1, JSON.stringify({ decision: 'block', reason }));
