'use strict';

// Helpers for command scripts. Written by `pawl init`; needs no packages.
// No function throws: on error one line goes to stderr, and the answer is null or false.

const fs = require('fs');
const path = require('path');
const { randomBytes } = require('crypto');

/**
 * Read a text file.
 * @param {string} filePath - Path of the file
 * @returns {string|null} The text, or null when the file is absent or cannot be read
 */
function readFile(filePath) {
  try {
    return fs.readFileSync(checkPath(filePath), 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') logError('Failed to read a file', error);
    return null;
  }
}

/**
 * Write a text file. Its folder is created when it is missing; readers see the old text or the new one, never a part.
 * @param {string} filePath - Path of the file
 * @param {string} content - The text
 * @returns {boolean} True if it was written
 */
function writeFile(filePath, content) {
  let temp = null;
  try {
    const folder = path.dirname(checkPath(filePath));
    if (!ensureDir(folder)) return false;
    const name = path.join(folder, `.${randomBytes(6).toString('hex')}.tmp`);
    const fd = fs.openSync(name, 'wx');
    temp = name;
    try {
      fs.writeFileSync(fd, content);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temp, filePath);
    return true;
  } catch (error) {
    if (temp !== null) fs.rmSync(temp, { force: true });
    logError('Failed to write a file', error);
    return false;
  }
}

/**
 * Make sure that a folder exists.
 * @param {string} dirPath - Path of the folder
 * @returns {boolean} True if the folder is there
 */
function ensureDir(dirPath) {
  try {
    makeFolders(path.resolve(checkPath(dirPath)));
    return true;
  } catch (error) {
    logError('Failed to create a folder', error);
    return false;
  }
}

/**
 * Find the root of the git repository: GIT_ROOT, else the nearest parent of the current folder that has `.git`.
 * @returns {string|null} The root, or null outside of any repository
 */
function getGitRoot() {
  try {
    if (process.env.GIT_ROOT) return path.resolve(process.env.GIT_ROOT);
    return findUpwards('.git');
  } catch (error) {
    logError('Failed to find the git root', error); // the current folder was removed
    return null;
  }
}

/**
 * Give the folder of checkpoints: below the git root, else below the nearest parent that has such a folder already, else
 * below the current folder.
 * @returns {string} The path of .claude/state
 */
function getStateDir() {
  const state = path.join('.claude', 'state');
  try {
    return path.join(getGitRoot() || findUpwards(path.join(state, '.pawl')) || process.cwd(), state);
  } catch (error) {
    logError('Failed to find the state folder', error); // the current folder was removed
    return state;
  }
}

/**
 * Write one line to stderr.
 * @param {string} message - What happened
 * @param {unknown} [error] - What was thrown, if anything
 * @returns {void}
 */
function logError(message, error) {
  try {
    const reason = error === undefined || error === null ? '' : `: ${error.message || String(error)}`;
    fs.writeSync(2, `${`${message}${reason}`.replace(/\s+/g, ' ').trim()}\n`);
  } catch {
    // stderr may be closed
  }
}

/**
 * Refuse what is not a path. Node would take a number for an open file, and wait for whoever writes into it.
 * @param {unknown} given - Anything
 * @returns {string} The same path
 */
function checkPath(given) {
  if (typeof given !== 'string' || given === '') throw new TypeError(`a path must be text, found ${typeof given}`);
  return given;
}

/**
 * Make a folder and its parents, step by step: Node's own `recursive` never returns below a folder such as /proc.
 * @param {string} folder - Absolute path
 * @returns {void}
 */
function makeFolders(folder) {
  const isThere = () => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  if (path.dirname(folder) !== folder) makeFolders(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (!isThere()) throw error; // another process may have been first
  }
}

/**
 * Find the nearest folder, from the current one upwards, that has a certain file or folder.
 * @param {string} name - What it has
 * @returns {string|null} The folder, or null
 */
function findUpwards(name) {
  for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, name))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

module.exports = { readFile, writeFile, ensureDir, getGitRoot, getStateDir, logError };
