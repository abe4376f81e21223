// Gates of pipelines: run, approved, waived.

export { type Confirmable, rememberConfirmed, unconfirmed } from './confirmations.js';
export { type Confirm, type ConfirmAnswers, confirmCommands } from './confirm-commands.js';
export { nextGate, type WantedGate } from './next-gate.js';
export {
  type ApprovalQuestion,
  type Approve,
  defaultGateTimeoutMs,
  type GateOutcome,
  type GateRequest,
  type GateResult,
  runGate,
} from './run-gate.js';
export { waiveGate, type WaiverRequest } from './waive-gate.js';
