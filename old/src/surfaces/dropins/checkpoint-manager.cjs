'use strict';

// Checkpoints of command runs in .claude/state/. Written by `pawl init`; self-contained, no packages needed.
// No function throws: on error one line goes to stderr and the default is returned.

const core = require('pawl:silent');

/**
 * Load the checkpoint of a command. Warns when it was saved at another commit than the current HEAD.
 * @param {string} command - Command name (start|design|implement|ship|review|reconcile|research, or another)
 * @param {string|null} [feature] - Feature, for a checkpoint of its own
 * @returns {Object|null} The checkpoint, or null when there is none or it cannot be read
 */
function loadCheckpoint(command, feature = null) {
  return core.loadCheckpoint(command, feature);
}

/**
 * Save the checkpoint of a command. Summaries over 500 tokens are refused; head_commit and updated_at are set on the
 * object. What another process saved since the checkpoint was loaded is kept.
 * @param {string} command - Command name
 * @param {Object} checkpoint - The checkpoint
 * @param {string|null} [feature] - Feature, for a checkpoint of its own
 * @returns {boolean} True if stored durably
 */
function saveCheckpoint(command, checkpoint, feature = null) {
  return core.saveCheckpoint(command, checkpoint, feature);
}

/**
 * Update one phase; the checkpoint is begun when there is none.
 * @param {string} command - Command name
 * @param {string} phaseName - Phase to update
 * @param {Object} phaseData - status, context_summary, files_created, files_modified, tasks, error …
 * @param {string|null} [feature] - Feature, for a checkpoint of its own
 * @returns {boolean} True if stored durably
 */
function updatePhase(command, phaseName, phaseData, feature = null) {
  return core.updatePhase(command, phaseName, phaseData, feature);
}

/**
 * Mark the checkpoint of a command as complete.
 * @param {string} command - Command name
 * @param {string|null} [feature] - Feature, for a checkpoint of its own
 * @returns {boolean} True if stored durably
 */
function completeCheckpoint(command, feature = null) {
  return core.completeCheckpoint(command, feature);
}

/**
 * Tell where to go on.
 * @param {string} command - Command name
 * @param {string|null} [feature] - Feature, for a checkpoint of its own
 * @returns {{phase: string|null, summary: string|null}} The phase to continue with, and the summary of the last
 *   completed one; nulls when there is nothing to do
 */
function getResumePoint(command, feature = null) {
  return core.getResumePoint(command, feature);
}

module.exports = { loadCheckpoint, saveCheckpoint, updatePhase, completeCheckpoint, getResumePoint };
