// Hand-offs between an orchestrator and its sub-agents: a request, and the response to it. Unknown fields are allowed
// everywhere.

export const handoffPhases = ['research', 'write', 'validate', 'parallel'] as const;
export const handoffModes = ['plan', 'code', 'ui', 'docs', 'eval', 'reconcile', 'research'] as const;
export const expectedOutputs = [
  'structured_findings',
  'files_changed',
  'validation_result',
  'aggregated_results',
] as const;
export const responseStatuses = ['complete', 'partial', 'blocked'] as const;
export const handoffDecisions = ['PROCEED', 'STOP', 'CLARIFY'] as const;
export const aggregationRules = ['all_must_pass', 'any_pass', 'majority_pass'] as const;

export type HandoffPhase = (typeof handoffPhases)[number];
export type HandoffMode = (typeof handoffModes)[number];
export type ExpectedOutput = (typeof expectedOutputs)[number];
export type ResponseStatus = (typeof responseStatuses)[number];
export type HandoffDecision = (typeof handoffDecisions)[number];
export type AggregationRule = (typeof aggregationRules)[number];

/** What each phase gives back unless something else is asked for. */
export const outputOfPhase: Readonly<Record<HandoffPhase, ExpectedOutput>> = {
  research: 'structured_findings',
  write: 'files_changed',
  validate: 'validation_result',
  parallel: 'aggregated_results',
};

/** What a sub-agent needs to know, and no more. */
export interface HandoffContext {
  readonly feature: string;
  readonly spec_path?: string | null | undefined;
  readonly relevant_files?: readonly string[] | undefined;
  readonly constraints?: readonly string[] | undefined;
  /** The summary of the phase before; at most 500 words. Was called `previous_findings`. */
  readonly previous_summary?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** What an orchestrator asks of a sub-agent. */
export interface HandoffRequest {
  readonly task_id: string;
  readonly phase: HandoffPhase;
  /** What the sub-agent specialises in. */
  readonly mode: HandoffMode;
  readonly context: HandoffContext;
  readonly instructions: string;
  readonly expected_output: ExpectedOutput;
  readonly [field: string]: unknown;
}

/** What a sub-agent gives back. */
export interface HandoffResponse {
  readonly task_id: string;
  readonly phase: HandoffPhase;
  readonly status: ResponseStatus;
  /** What it recommends to the orchestrator. */
  readonly decision: HandoffDecision;
  /** What it found; the shape depends on the phase. */
  readonly findings: { readonly [field: string]: unknown };
  /** What the next phase needs to know; at most 500 words. */
  readonly context_summary: string;
  readonly tokens_used?: number | undefined;
  readonly issues?: readonly string[] | undefined;
  readonly [field: string]: unknown;
}
