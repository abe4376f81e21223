// What drifted files say, and what it means: names of members by family, words for a status, wrappers. Data only; the
// engine compares names in snake case, so that `completedPhases` and `Completed Phases` need no entry of their own.

/** Names that stand for a member, the likeliest first; `plan.phases` is a member of a member. The member's own name comes first. */
export type Aliases = Readonly<Record<string, string>>;

export const commandAliases: Aliases = {
  command: 'cmd command_name',
  feature: 'feature_name',
  version: 'schema_version',
  head_commit: 'commit head sha git_commit git.head',
  started_at: 'created_at started created start_time',
  updated_at: 'last_updated updated timestamp modified_at last_modified saved_at',
  completed_at: 'finished_at ended_at',
  state: 'progress',
  phases: 'steps stages phase_status phase_statuses progress state.phases progress.phases plan.phases plan.steps',
  gate: 'gates ship_gate',
};

export const commandStateAliases: Aliases = {
  current_phase: 'current phase active_phase in_progress',
  completed_phases: 'completed done finished',
  pending_phases: 'pending remaining todo blocked',
  current_task: 'task active_task',
};

export const phaseAliases: Aliases = {
  status: 'state result',
  started_at: 'started begun_at',
  updated_at: 'last_updated timestamp',
  context_summary: 'summary',
  files_created: 'created created_files',
  files_modified: 'modified modified_files files_changed',
  error: 'error_message failure failure_reason',
  tasks: 'subtasks',
};

export const shipGateAliases: Aliases = { ship_allowed: 'allowed can_ship', blockers: 'blocking_issues blocked_by' };

export const pipelineAliases: Aliases = {
  prd: 'prd_id spec_id id',
  prd_title: 'title name',
  current_phase: 'phase',
  status: 'overall_status state pipeline_status',
  completed_workstreams: 'workstreams_completed completed done',
  in_progress_workstreams: 'workstreams_in_progress in_progress running active_workstreams',
  pending_workstreams: 'workstreams_pending pending remaining remaining_workstreams todo',
  open_workstreams: 'failed_workstreams blocked_workstreams',
  workstreams: 'batches',
  phases: 'execution_phases',
  artifacts: 'outputs',
  gates_passed: 'passed_gates completed_gates',
  gates_pending: 'pending_gates remaining_gates',
  gates: 'gate_status gate_results',
  timestamp: 'updated_at last_updated updated modified_at last_modified saved_at completed_at created_at',
  error: 'last_error errors failure failure_reason error_message',
  adversarial_review: 'review da_review',
};

export const failureAliases: Aliases = {
  workstream: 'ws workstream_id',
  message: 'msg error reason description',
  file: 'file_path path',
  line: 'line_number',
};

export const reviewAliases: Aliases = {
  verdict: 'decision result',
  p0_count: 'p0 p0_findings',
  p1_count: 'p1 p1_findings',
  attempt: 'attempts',
  findings_path: 'report report_path',
  override_reason: 'reason',
};

export const fixAliases: Aliases = { file: 'path file_path', change: 'description fix message' };

export const workflowAliases: Aliases = {
  checkpoint_id: 'id',
  workflow_type: 'type workflow',
  workflow_description: 'description task goal title',
  created_at: 'created started_at started',
  updated_at: 'last_updated updated timestamp modified_at saved_at',
  status: 'state',
  current_phase: 'phase current in_progress',
  total_phases: 'total phase_count',
  completed_phases: 'completed done',
  pending_phases: 'pending remaining todo',
  phases: 'steps stages phase_status phase_statuses',
  workflow_state: 'state data',
  last_error: 'error',
};

/** Members that a drifted workflow keeps in its state only. */
export const workflowLifted =
  `status current_phase total_phases completed_phases last_error workflow_description`.split(' ');

/** Members around a checkpoint: what stands beside them is kept beside the checkpoint's own members. */
export const wrappers = 'checkpoint workflow pipeline result data document state_file'.split(' ');

/** How a unit of work stands. `open`: not done, and nothing else is said. */
export type State = 'done' | 'running' | 'pending' | 'failed' | 'skipped' | 'paused' | 'blocked' | 'abandoned' | 'open';

const stateWords: Readonly<Record<State, string>> = {
  done: 'complete completed done finished success succeeded successful passed pass merged shipped implemented',
  running: 'in_progress inprogress running started active executing wip working ongoing underway doing current',
  pending: 'pending todo to_do not_started planned queued upcoming remaining initialized initialised new backlog',
  failed: 'failed failure fail error errored broken',
  skipped: 'skipped skip n/a na not_applicable',
  paused: 'paused pause on_hold held suspended stopped waiting',
  blocked: 'blocked',
  abandoned: 'abandoned cancelled canceled dropped aborted superseded',
  open: 'open incomplete unfinished not_done not_complete',
};

export const stateOfWord: ReadonlyMap<string, State> = new Map(
  Object.entries(stateWords).flatMap(([state, words]) =>
    words.split(' ').map((word): [string, State] => [word, isState(state) ? state : 'open']),
  ),
);

function isState(word: string): word is State {
  return Object.hasOwn(stateWords, word);
}

/** What a state is called in a family; a state without a name there is asked about. */
export const statusNames = {
  phase: {
    done: 'complete',
    running: 'in_progress',
    pending: 'pending',
    failed: 'failed',
    skipped: 'skipped',
    paused: 'in_progress',
  },
  pipeline: {
    done: 'complete',
    running: 'in_progress',
    pending: 'initialized',
    failed: 'failed',
    paused: 'paused',
    blocked: 'paused',
    open: 'paused',
  },
  workflow: {
    done: 'complete',
    running: 'in_progress',
    pending: 'in_progress',
    failed: 'failed',
    paused: 'in_progress',
    blocked: 'in_progress',
    abandoned: 'abandoned',
    open: 'in_progress',
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<State, string>>>>>;

/** Members of an object that say how its unit stands, and members that name it. */
export const stateMembers = 'status state result'.split(' ');
export const flagMembers = 'done completed complete finished passed'.split(' ');
export const doneTimeMembers = 'completed_at finished_at done_at passed_at'.split(' ');
export const nameMembers = 'id workstream ws gate phase step name title number file path'.split(' ');
export const textMembers = 'message msg text error description summary reason name title id decision'.split(' ');

/** Texts that stand for nothing. */
export const noneWords: ReadonlySet<string> = new Set([
  '',
  'none',
  'null',
  'nil',
  'n/a',
  'nothing',
  'no',
  '-',
  '[]',
  '{}',
]);

const verdictWords: Readonly<Record<string, string>> = {
  ship: 'ship approve approved pass',
  ship_with_gates: 'ship_with_gates ship_w/_gates ship_with_conditions conditional',
  do_not_ship: 'do_not_ship dont_ship no_ship block blocked reject rejected fail',
  overridden: 'overridden override',
};
export const verdictOfWord: ReadonlyMap<string, string> = new Map(
  Object.entries(verdictWords).flatMap(([verdict, words]) => words.split(' ').map((word) => [word, verdict] as const)),
);
