// The command family: checkpoints of slash commands in .claude/state (seeds 000-002).

import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import type { Family } from '../family.js';
import { checkCommand } from './check.js';
import { isNewerCommand, isOver, settleCommand } from './phases.js';
import { commandOverview, commandResumePoint } from './resume.js';
import { checkSummaries } from './summaries.js';
import type { CommandCheckpoint } from './types.js';

export { checkCommand, isCommandCheckpoint } from './check.js';
export { type CommandUnit, isPhaseStatus, phaseStatuses, settleCommand, typicalPhases, unitsOf } from './phases.js';
export { commandOverview, commandResumePoint } from './resume.js';
export { applyCommand, beginCommand } from './transitions.js';
export type * from './types.js';

function recognisesCommand(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || typeof value['command'] !== 'string') return false;
  const { state, phases } = value;
  const hasLists =
    isJsonObject(state) && (Array.isArray(state['completed_phases']) || Array.isArray(state['pending_phases']));
  return hasLists || isJsonObject(phases);
}

export const commandFamily: Family<CommandCheckpoint> = {
  name: 'command',
  recognises: recognisesCommand,
  isNewer: isNewerCommand,
  check: (doc, { summaryTokens } = {}) =>
    summaryTokens === undefined ? checkCommand(doc) : [...checkCommand(doc), ...checkSummaries(doc, summaryTokens)],
  overview: commandOverview,
  isFinished: isOver,
  resumePoint: commandResumePoint,
  settle: settleCommand,
  stamp: (doc, now) => ({ ...doc, updated_at: now }),
  stampOf: (doc) => (typeof doc.updated_at === 'string' ? doc.updated_at : null),
};
