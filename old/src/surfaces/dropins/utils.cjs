'use strict';

// Helpers for command scripts. Written by `pawl init`; self-contained, no packages needed.

const core = require('pawl:utils');

/**
 * Read a text file.
 * @param {string} filePath - Path of the file
 * @returns {string|null} The text, or null when the file is absent or cannot be read
 */
function readFile(filePath) {
  return core.readFile(filePath);
}

/**
 * Write a text file in one step; its folder is created when missing.
 * @param {string} filePath - Path of the file
 * @param {string} content - The text
 * @returns {boolean} True if written
 */
function writeFile(filePath, content) {
  return core.writeFile(filePath, content);
}

/**
 * Make sure that a folder exists.
 * @param {string} dirPath - Path of the folder
 * @returns {boolean} True if the folder is there
 */
function ensureDir(dirPath) {
  return core.ensureDir(dirPath);
}

/**
 * Find the git root: GIT_ROOT, else the repository of CLAUDE_PROJECT_DIR or of the current folder.
 * @returns {string|null} The root, or null outside any repository
 */
function getGitRoot() {
  return core.getGitRoot();
}

/**
 * Give the folder of command checkpoints.
 * @returns {string} The path of .claude/state below the project's root
 */
function getStateDir() {
  return core.getStateDir();
}

/**
 * Write one line to stderr; never throws.
 * @param {string} message - What happened
 * @param {unknown} [error] - What was thrown, if anything
 * @returns {void}
 */
function logError(message, error) {
  core.logError(message, error);
}

module.exports = { readFile, writeFile, ensureDir, getGitRoot, getStateDir, logError };
