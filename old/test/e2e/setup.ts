// For tests of `pawl init`: runs it with a home of its own, and looks at what it wrote.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { tempFolder } from '../support/temp.js';
import { documentOf, pawl, textOf } from './program.js';

/** A home of its own: which agents are found is up to the test. */
export const home = tempFolder();
export const claudeOnly = { HOME: home, PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, CLAUDECODE: '1' };

/**
 * Runs `pawl init` where Claude Code is used.
 * @param root the project's root
 * @param args its options
 * @returns how it ended
 */
export function init(root: string, ...args: readonly string[]): ReturnType<typeof pawl> {
  return pawl(['init', ...args], root, claudeOnly);
}

/**
 * Gives `action path` of each step of a JSON answer.
 * @param root the project's root
 * @param args its options
 * @returns the steps
 */
export function actions(root: string, ...args: readonly string[]): readonly string[] {
  const { steps } = documentOf(init(root, '--json', ...args));
  assert.ok(Array.isArray(steps));
  return steps.map((step) => `${step.action} ${step.path}`);
}

/**
 * Reads all files below a folder, but for git's.
 * @param root the folder
 * @returns their texts by path
 */
export function snapshot(root: string): Record<string, string> {
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('.git/') && file !== '.git')
    .filter((file) => fs.statSync(path.join(root, file)).isFile());
  return Object.fromEntries(files.sort().map((file) => [file, textOf(root, file)]));
}

/** All that a bare init writes for Claude Code. */
export const everything = [
  '.claude/scripts/lib/checkpoint-manager.cjs',
  '.claude/scripts/lib/token-counter.cjs',
  '.claude/scripts/lib/utils.cjs',
  '.claude/utils/save-checkpoint.sh',
  '.claude/utils/load-checkpoint.sh',
  '.claude/utils/list-checkpoints.sh',
  '.claude/utils/cleanup-checkpoints.sh',
  '.claude/protocols/checkpoint-schema.md',
  '.claude/sub-agents/protocols/handoff.md',
  '.claude/checkpoints/README.md',
  '.claude/config/integrations.json',
  '.claude/scripts/hooks/user-prompt-ship.cjs',
  '.claude/scripts/hooks/pawl-hook.cjs',
  '.claude/scripts/hooks/pawl-statusline.sh',
  '.claude/settings.json',
  '.gitignore',
  '.claude/config/pawl-init.json',
];
