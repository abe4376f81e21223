// The public library: named exports only.

export {
  type CommandCheckpoint,
  type CommandPhase,
  type PhaseData,
  type PhaseStatus,
  type ShipGate,
  checkCommand,
  typicalPhases,
} from './families/command/index.js';
export {
  type Aggregated,
  type AggregationRule,
  type HandoffCheck,
  type HandoffDecision,
  type HandoffMode,
  type HandoffPhase,
  type HandoffRequest,
  type HandoffResponse,
  type ResponseOptions,
  aggregateHandoffs,
  checkHandoffRequest,
  checkHandoffResponse,
} from './families/handoff/index.js';
export type { FamilyName, FamilyOverview, Place, ResumePoint } from './families/family.js';
export {
  type PipelineCheckpoint,
  type PipelineStatus,
  checkPipeline,
  displayState,
} from './families/pipeline/index.js';
export {
  type WorkflowCheckpoint,
  type WorkflowStatus,
  checkWorkflow,
  migrateWorkflow,
  parseWorkflowId,
  resumePrompt,
  workflowId,
} from './families/workflow/index.js';
export { type ErrorCode, PawlError, type Problem, errorCodes, isPawlError } from './rules/errors.js';
export type { Json, JsonObject } from './rules/json/json.js';
export { type Key, keyText, parseKey } from './rules/names.js';
export { limits } from './rules/limits.js';
export { redactText } from './rules/text/redact.js';
export { type Truncated, truncateSummary } from './rules/text/truncate.js';
export { MAX_SUMMARY_TOKENS, countTokens, estimateTokens, validateContextSummary } from './rules/text/tokens.js';
export type {
  EventNote,
  HistoryRange,
  ListFilter,
  Notice,
  Put,
  PutResult,
  Revision,
  Store,
  Stored,
} from './store/store.js';
export type { Change } from './families/changes/index.js';
export type { PatchOperation } from './rules/json/json-patch.js';
export type { Checkpoint, Overview, Saved } from './service/checkpoint.js';
export type { DoctorOptions, Finding, FindingKind, Remedy, Report } from './service/doctor/types.js';
export type { Difference, DiffRange } from './service/history/diff.js';
export type { Explanation, Reason } from './service/history/why.js';
export type { ForkOptions } from './service/history/fork.js';
export type { HistoryLine } from './service/history/revisions.js';
export type { Holder } from './service/lease/holder.js';
export type { Cleaned, CleanOptions, CleanReport } from './service/lifecycle/clean.js';
export type { Deleted } from './service/lifecycle/move.js';
export type { Purged } from './service/lifecycle/purge.js';
export type { ShipCheck, ShipQuestion, ShipState, ShipVerdict } from './service/ship/check.js';
export type { Choice, Decision, OtherRun, Verdict } from './service/resume/decision.js';
export type { OnUnfinished, UnfinishedAnswer } from './service/durable/unfinished.js';
export type { RetryOptions } from './service/durable/retry-policy.js';
export type { StandardSchema } from './rules/standard-schema.js';
export { command, workflow } from './surfaces/library/durable.js';
export type {
  CheckedPhaseOptions,
  CommandRunOptions,
  DurableRun,
  KeptPhase,
  PhaseOptions,
  PhaseStep,
  RunOptions,
  RunSignal,
  WorkflowRunOptions,
} from './surfaces/library/durable-types.js';
export type { CommandRef, Commands, Notes } from './surfaces/library/commands.js';
export type { HandedOff, HandoffReply, Handoffs } from './surfaces/library/handoffs.js';
export type { Pipelines } from './surfaces/library/pipelines.js';
export { type ListOptions, Project, type ProjectOptions, openProject } from './surfaces/library/project.js';
export type { Ship, ShipDecision } from './surfaces/library/ship.js';
export type { Forked, Restored } from './surfaces/library/project-history.js';
export type { Archived, PutAwayOptions, Resumed, ResumeOptions } from './surfaces/library/project-runs.js';
export type { WriteOptions } from './service/workbench.js';
export type { WorkflowStart, Workflows } from './surfaces/library/workflows.js';
