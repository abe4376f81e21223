// Runs that a program drives phase by phase. What does the work is loaded with the first call.

import { anyMap, anyText, optional } from '../../rules/fields.js';
import { isSomeText } from '../../rules/json/read-member.js';
import type { MemberRule, MemberRules } from '../../rules/members.js';
import { limits } from '../../rules/limits.js';
import { badInput, type Problem } from '../../rules/errors.js';
import { pointer } from '../../rules/json/json.js';
import type { RunIdentity } from '../../service/durable/begin-run.js';
import { plainInput } from '../../service/input.js';
import type { Workbench } from '../../service/workbench.js';
import { checkArguments } from './arguments.js';
import type { CommandRunOptions, DurableRun, KeptPhase, RunOptions, WorkflowRunOptions } from './durable-types.js';
import { ProjectRuns } from './project-runs.js';

const name = (wanted: string, example: string): MemberRule => ({
  fits: isSomeText,
  wanted,
  example,
});
const answers: ReadonlySet<unknown> = new Set(['resume', 'fresh', 'error']);
const runMembers: MemberRules = {
  phases: optional({
    fits: (value) => Array.isArray(value) && value.length > 0,
    wanted: 'a list with the names of all phases',
    example: '["plan", "build", "ship"]',
    each: anyText,
    max: limits.maxUnits,
  }),
  onUnfinished: optional({
    fits: (value) => typeof value === 'function' || answers.has(value),
    wanted: '"resume", "fresh", "error", or a function that gives one of them',
    example: '"resume"',
  }),
  order: optional({
    fits: (value) => value === 'same' || value === 'any',
    wanted: '"same" or "any"',
    example: '"any"',
  }),
  signal: optional({
    fits: (value) => typeof value === 'object' && value !== null && 'aborted' in value,
    wanted: 'an AbortSignal',
    example: 'AbortSignal.timeout(60_000)',
  }),
  session: optional({ ...anyText, wanted: "the id of an agent's session", example: '"4f0c2a"' }),
};
const forWorkflow: MemberRules = {
  type: name('the type of the workflow, a name', '"orchestrate"'),
  options: {
    ...anyMap,
    wanted: 'an object with "project" and "description"',
    example: '{"project": "auth", "description": "Sign-in with passkeys"}',
    members: {
      ...runMembers,
      project: name("the project's name, a text", '"auth_system"'),
      description: name('a text that says what is to be done', '"Sign-in with passkeys"'),
      state: optional({ ...anyMap, wanted: "an object with what the workflow's state begins with" }),
    },
  },
};
const forCommand: MemberRules = {
  command: name('the name of a command', '"implement"'),
  options: {
    ...optional(anyMap),
    wanted: 'an object with "feature" and the like',
    example: '{"feature": "auth"}',
    members: { ...runMembers, feature: optional({ ...anyText, wanted: 'the name of a feature', example: '"auth"' }) },
  },
};

/** The part of a project that runs phases. */
export class ProjectDurable extends ProjectRuns {
  readonly #bench: Workbench;
  readonly #open = new Set<Pick<DurableRun, 'close'>>();

  constructor(bench: Workbench) {
    super(bench);
    this.#bench = { ...bench, noteSaved: undefined }; // an open run is held by the program itself
  }

  /**
   * Opens a workflow for this program: the unfinished one of the same type, project and description, else a new one. It is
   * this program's until it is finished or closed.
   * @param type the workflow's type, e.g. `orchestrate`
   * @param options project, description, and how to go about an unfinished one
   * @returns the run; throws `held` while another program has it, `undecided` when a person has to decide
   */
  async workflow(type: string, options: WorkflowRunOptions): Promise<DurableRun> {
    checkArguments('workflow', { type, options }, forWorkflow);
    const { project, description } = options;
    const state = options.state === undefined ? undefined : plainInput('state', options.state);
    return this.#openRun('workflow', { family: 'workflow', type, project, description, state }, options);
  }

  /**
   * Opens a command's run for this program: the unfinished one, else a new one.
   * @param command the command, e.g. `implement`
   * @param options the feature, and how to go about an unfinished one
   * @returns the run; throws `held` while another program has it, `undecided` when a person has to decide
   */
  async command(command: string, options: CommandRunOptions = {}): Promise<DurableRun<KeptPhase>> {
    checkArguments('command', { command, options }, forCommand);
    return this.#openRun('command', { family: 'command', command, feature: options.feature ?? null }, options);
  }

  /** Lets go of every run that is open. */
  protected async closeRuns(): Promise<void> {
    await Promise.all([...this.#open].map((run) => run.close()));
  }

  /** Called when a run was let go of. */
  protected async runClosed(): Promise<void> {
    // For a project that was opened for one run only.
  }

  async #openRun<Kept extends object>(
    method: string,
    identity: RunIdentity,
    options: RunOptions,
  ): Promise<DurableRun<Kept>> {
    const { checkPhaseName, openRun, ProgramRun } = await import('./lazy/durable.js');
    const { phases, onUnfinished, session } = options;
    const problems = phases === undefined ? [] : repeatedNames(phases);
    if (problems.length > 0) throw badInput(method, problems);
    for (const phase of phases ?? []) checkPhaseName(phase);
    const opened = await openRun(this.#bench, { identity, phases, onUnfinished, session });
    const run: DurableRun<Kept> = new ProgramRun<Kept>(this.#bench, opened, options, async () => {
      this.#open.delete(run);
      await this.runClosed();
    });
    this.#open.add(run);
    return run;
  }
}

function repeatedNames(phases: readonly string[]): readonly Problem[] {
  return phases.flatMap((phase, index) =>
    phases.indexOf(phase) === index
      ? []
      : [{ path: pointer('options', 'phases', index), message: `names "${phase}" a second time`, fix: 'take it out' }],
  );
}
