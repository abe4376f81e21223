// What drifted files say, and what it means: names of members, words for a status, wrappers. Data only; the engine compares
// names in snake case, so `completedPhases` and `Completed Phases` need no entry of their own.

/**
 * Other names of a member, the likeliest first; `plan.phases` is a member of a member. The entry without a name says which
 * member a bare value is: `"phases": {"api": "done"}`.
 */
export type Aliases = Readonly<Record<string, string>>;

/** By the kind of object: a family, or a family and the path of a member. */
export const aliases: Readonly<Record<string, Aliases>> = {
  command: {
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
    current_phase: 'current phase active_phase in_progress',
    completed_phases: 'completed done finished',
    pending_phases: 'pending remaining todo blocked',
  },
  'command/state': {
    current_phase: 'current phase active_phase in_progress',
    completed_phases: 'completed done finished',
    pending_phases: 'pending remaining todo blocked',
    current_task: 'task active_task',
  },
  'command/phases': {
    status: 'state result',
    started_at: 'started begun_at',
    updated_at: 'last_updated timestamp',
    context_summary: 'summary',
    files_created: 'created created_files',
    files_modified: 'modified modified_files files_changed',
    error: 'error_message failure failure_reason',
    tasks: 'subtasks',
  },
  'command/phases/tasks': { '': 'status' },
  'command/gate': { '': 'ship_allowed', ship_allowed: 'allowed can_ship', blockers: 'blocking_issues' },
  pipeline: {
    prd: 'prd_id spec_id id',
    prd_title: 'title name',
    current_phase: 'phase',
    status: 'overall_status state pipeline_status',
    completed_workstreams: 'workstreams_completed completed done',
    in_progress_workstreams: 'workstreams_in_progress in_progress running active_workstreams',
    pending_workstreams: 'workstreams_pending pending remaining remaining_workstreams todo',
    open_workstreams: 'failed_workstreams blocked_workstreams',
    phases: 'execution_phases',
    artifacts: 'outputs',
    gates_passed: 'passed_gates completed_gates',
    gates_pending: 'pending_gates remaining_gates',
    gates: 'gate_status gate_results',
    timestamp: 'updated_at last_updated updated modified_at last_modified saved_at completed_at created_at',
    error: 'last_error errors failure failure_reason error_message',
    adversarial_review: 'review da_review',
  },
  'pipeline/error': {
    '': 'message',
    workstream: 'ws workstream_id',
    message: 'msg error reason description',
    file: 'file_path path',
    line: 'line_number',
  },
  'pipeline/adversarial_review': {
    '': 'verdict',
    verdict: 'decision result',
    p0_count: 'p0 p0_findings',
    p1_count: 'p1 p1_findings',
    attempt: 'attempts',
    findings_path: 'report report_path',
    override_reason: 'reason',
  },
  'pipeline/eslint_fixes': { '': 'change', file: 'path file_path', change: 'description fix message' },
  'pipeline/key_fixes': { '': 'change', file: 'path file_path', change: 'description fix message' },
  workflow: {
    checkpoint_id: 'id',
    workflow_type: 'type',
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
  },
  ...Object.fromEntries(
    ['command', 'pipeline', 'workflow'].flatMap((family) =>
      ['decisions', 'rejected'].map((list) => [`${family}/pawl/${list}`, { '': 'text', text: 'decision' }]),
    ),
  ),
};

/** Members that a drifted workflow keeps in its state only. */
export const lifted = 'status current_phase total_phases completed_phases last_error workflow_description'.split(' ');

/** What a file must say something about to be a checkpoint. */
export const telling = {
  command: 'state phases current_phase completed_phases pending_phases'.split(' '),
  pipeline: 'completed_workstreams in_progress_workstreams pending_workstreams workstreams phases'.split(' '),
  workflow: 'current_phase completed_phases workflow_state phases'.split(' '),
};

/** Members around a checkpoint; what stands beside them is kept. */
export const wrappers = 'checkpoint workflow pipeline result data document'.split(' ');

/** How a unit stands. `open`: not done, and nothing else is said. */
export type State = 'done' | 'running' | 'failed' | 'pending' | 'skipped' | 'paused' | 'blocked' | 'abandoned' | 'open';

interface StateRow {
  readonly words: string;
  /** What the state is called in a format: the first of these that the format has. A state without a name is asked about. */
  readonly names: string;
}

/** The one that is farther along comes first. */
const states: Readonly<Record<State, StateRow>> = {
  done: {
    words: 'complete completed done finished success succeeded successful passed pass merged shipped implemented',
    names: 'complete',
  },
  failed: { words: 'failed failure fail error errored broken', names: 'failed' },
  running: {
    words: 'in_progress inprogress running started active executing wip working ongoing underway doing current',
    names: 'in_progress',
  },
  blocked: { words: 'blocked', names: 'paused' },
  paused: { words: 'paused pause on_hold held suspended stopped waiting', names: 'paused in_progress' },
  pending: {
    words: 'pending todo to_do not_started planned queued upcoming remaining initialized initialised new backlog',
    names: 'pending initialized in_progress',
  },
  open: { words: 'open incomplete unfinished not_done not_complete', names: 'pending paused in_progress' },
  skipped: { words: 'skipped skip n/a na not_applicable', names: 'skipped' },
  abandoned: { words: 'abandoned cancelled canceled dropped aborted superseded', names: 'abandoned' },
};

export const stateOrder = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));
export const stateOfWord: ReadonlyMap<string, State> = new Map(
  stateOrder.flatMap((state) => states[state].words.split(' ').map((word): [string, State] => [word, state])),
);
export const namesOfState = (state: State): readonly string[] => states[state].names.split(' ');

/** Other words for the options of a verdict. */
export const verdicts: Readonly<Record<string, string>> = {
  'ship_w/_gates': 'ship_with_gates',
  ship_with_conditions: 'ship_with_gates',
  dont_ship: 'do_not_ship',
  no_ship: 'do_not_ship',
  override: 'overridden',
};

/** Members of an object that say how its unit stands, and members that name it or hold its text. */
export const stateMembers = 'status state result'.split(' ');
export const flagMembers = 'done completed complete finished passed'.split(' ');
export const doneTimeMembers = 'completed_at finished_at done_at passed_at'.split(' ');
export const nameMembers = 'id workstream ws gate phase step name title number file path'.split(' ');
export const textMembers = 'message msg text error description summary reason name title id decision'.split(' ');

/** Texts that stand for nothing. */
export const noneWords: ReadonlySet<string> = new Set(['', 'none', 'null', 'nil', 'n/a', 'nothing', 'no', '-']);
export const flagWords: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false };
