'use strict';

// Checkpoints of commands in .claude/state/. Written by `pawl init`; needs no packages.
// No function throws: on error one line goes to stderr, and the answer is null, false or nulls.

const { readFile, writeFile, ensureDir, getGitRoot, getStateDir, logError } = require('./utils.cjs');
const { validateContextSummary } = require('./token-counter.cjs');
const core = loadCore();

// A utils.cjs of the project's own is used when it has all six helpers.
const helpers = { readFile, writeFile, ensureDir, getGitRoot, getStateDir, logError };
const missing = Object.keys(helpers).filter((name) => typeof helpers[name] !== 'function');
if (missing.length === 0) Object.assign(core.host, { stateDir: getStateDir, logError });
else core.host.logError(`utils.cjs lacks ${missing.join(', ')}; checkpoint-manager.cjs uses its own helpers`);
core.host.maxSummaryTokens = () => validateContextSummary('').limit; // MAX_SUMMARY_TOKENS may be edited

/**
 * Load the checkpoint of a command. Says so when it was saved at another commit than the current HEAD.
 * @param {string} command - Command name (start|design|implement|ship|review|reconcile|research, or another)
 * @param {string|null} [feature] - Feature name, for a checkpoint of its own
 * @returns {Object|null} The checkpoint, to be changed and saved; null when there is none or it cannot be read
 */
function loadCheckpoint(command, feature = null) {
  return core.loadCheckpoint(command, feature);
}

/**
 * Save the checkpoint of a command. What others saved since it was loaded is kept; where they changed the same value, the
 * save is refused. Summaries over the token limit are refused. head_commit, updated_at and the lists of phases are set.
 * @param {string} command - Command name
 * @param {Object} checkpoint - The checkpoint; afterwards it has what was stored
 * @param {string|null} [feature] - Feature name, for a checkpoint of its own
 * @returns {boolean} True if it is stored durably, false otherwise
 */
function saveCheckpoint(command, checkpoint, feature = null) {
  return core.saveCheckpoint(command, checkpoint, feature);
}

/**
 * Update one phase; the checkpoint is begun when there is none.
 * @param {string} command - Command name
 * @param {string} phaseName - Phase to update
 * @param {Object} phaseData - status, context_summary, files_created, files_modified, error, tasks …: maps merge, file lists
 *   unite, null deletes, other values replace
 * @param {string|null} [feature] - Feature name, for a checkpoint of its own
 * @returns {boolean} True if it is stored durably, false otherwise
 */
function updatePhase(command, phaseName, phaseData, feature = null) {
  return core.updatePhase(command, phaseName, phaseData, feature);
}

/**
 * Mark the checkpoint of a command as complete.
 * @param {string} command - Command name
 * @param {string|null} [feature] - Feature name, for a checkpoint of its own
 * @returns {boolean} True if it is stored durably, false otherwise
 */
function completeCheckpoint(command, feature = null) {
  return core.completeCheckpoint(command, feature);
}

/**
 * Get the point to resume from.
 * @param {string} command - Command name
 * @param {string|null} [feature] - Feature name, for a checkpoint of its own
 * @returns {{phase: string|null, summary: string|null}} The phase to continue with and the summary of the last completed one;
 *   nulls when there is no checkpoint or it is complete
 */
function getResumePoint(command, feature = null) {
  return core.getResumePoint(command, feature);
}

module.exports = { loadCheckpoint, saveCheckpoint, updatePhase, completeCheckpoint, getResumePoint };
