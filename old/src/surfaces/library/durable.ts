// A run without further ado: the project is opened with it and closed with it.

import { isJsonObject } from '../../rules/json/json.js';
import type { CommandRunOptions, DurableRun, KeptPhase, WorkflowRunOptions } from './durable-types.js';
import { Project, type ProjectOptions } from './project.js';

/** A project that is open for one run. */
class LoneProject extends Project {
  protected override async runClosed(): Promise<void> {
    await this.close();
  }
}

/**
 * Opens a workflow in the project of the current folder, as `project.workflow` does; the project is closed with the run.
 * Its file follows within 50 ms and at the end; what a phase gave is durable either way.
 * @param type the workflow's type, e.g. `orchestrate`
 * @param options project, description, and how the project is opened
 * @returns the run
 */
export async function workflow(type: string, options: WorkflowRunOptions & ProjectOptions): Promise<DurableRun> {
  const { settings, rest } = split(options);
  return alone(settings, (project) => project.workflow(type, rest));
}

/**
 * Opens a command's run in the project of the current folder, as `project.command` does; the project is closed with the
 * run.
 * @param name the command, e.g. `implement`
 * @param options the feature, and how the project is opened
 * @returns the run
 */
export async function command(
  name: string,
  options: CommandRunOptions & ProjectOptions = {},
): Promise<DurableRun<KeptPhase>> {
  const { settings, rest } = split(options);
  return alone(settings, (project) => project.command(name, rest));
}

async function alone<Kept extends object>(
  settings: ProjectOptions,
  open: (project: Project) => Promise<DurableRun<Kept>>,
): Promise<DurableRun<Kept>> {
  const project = new LoneProject({ publish: 'soon', ...settings });
  try {
    return await open(project);
  } catch (error) {
    await project.close();
    throw error;
  }
}

/** What opens the project, and what opens the run; what is no object is left to the check of arguments. */
function split<Options extends ProjectOptions>(options: Options): { settings: ProjectOptions; rest: Options } {
  if (!isJsonObject(options)) return { settings: {}, rest: options };
  const settings: Record<string, unknown> = {};
  const rest: Options = { ...options };
  for (const member of [
    'root',
    'store',
    'actor',
    'clock',
    'publish',
    'pipelineIds',
    'deadlineMs',
    'onNotice',
  ] as const) {
    if (options[member] !== undefined) settings[member] = options[member];
    delete rest[member];
  }
  return { settings, rest };
}
