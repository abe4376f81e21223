// Durable phases: a phase that was completed before, in this process or another, gives its stored result instead of running
// again.

import { PawlError } from './base/errors.js';
import { type Json, type JsonObject, isObject, toJson, toJsonObject } from './base/json.js';
import { type CommandKey, refOf } from './base/names.js';
import type { PhaseData } from './formats/command.js';
import { type Plan, change, openState, planChange } from './runs/change.js';
import { commandChange } from './runs/commands.js';
import type { Project } from './runs/project.js';

/** What the work of a phase is given. */
export interface PhaseStep {
  /** What is stored about the phase so far: tasks, files, what `save` kept. */
  readonly data: JsonObject;
  /** Keeps data before the phase is done, durably: maps merge, file lists unite, null deletes. */
  save(data: PhaseData): Promise<void>;
}

export class DurableRun {
  readonly ref: string;
  /** Whether an unfinished run is continued. */
  readonly isResumed: boolean;
  readonly #project: Project;
  readonly #key: CommandKey;
  /** The run before this one is complete: its results do not count. */
  #isNew: boolean;

  private constructor(project: Project, key: CommandKey, isNew: boolean) {
    this.#project = project;
    this.#key = key;
    this.#isNew = isNew;
    this.ref = refOf(key);
    this.isResumed = !isNew;
  }

  /** Opens the run of a command: the unfinished one, or a new one. */
  static async open(project: Project, key: CommandKey): Promise<DurableRun> {
    const state = openState(await project.store.get(key));
    return new DurableRun(project, key, state === null || typeof state['completed_at'] === 'string');
  }

  /**
   * Does a phase once. The result must be plain JSON, or nothing; it is stored with one durable write.
   * @param name what the phase is known by
   * @param work does it, and gives the result
   * @returns the result, as a later process would get it
   */
  async phase<Result>(name: string, work: (step: PhaseStep) => Result | Promise<Result>): Promise<Result> {
    const before = await this.#load(name);
    if (before['status'] === 'complete') return JSON.parse(JSON.stringify(before['result'] ?? null));
    await this.#update(name, { status: 'in_progress' });
    this.#isNew = false;
    const step = { data: before, save: (data: PhaseData) => this.#update(name, toJsonObject('phase data', data)) };
    let result: Json;
    try {
      result = toJson(`the result of ${name}`, (await work(step)) ?? null);
    } catch (error) {
      await this.#update(name, { status: 'failed', error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
    const stored = await this.#complete(name, result);
    return JSON.parse(JSON.stringify(stored));
  }

  /** Stores a result, unless another process has completed the phase meanwhile: then that result counts. */
  async #complete(name: string, result: Json): Promise<Json> {
    const step = commandChange(this.#key, { type: 'phase', phase: name, data: { status: 'complete', result } });
    const plan = planChange(step, this.#project.context());
    const isDone = (state: JsonObject | null): boolean => phaseOf(state, name)['status'] === 'complete';
    const stored = await change(this.#project.store, this.#key, (now) => (isDone(openState(now)) ? null : plan(now)));
    return phaseOf(openState(stored), name)['result'] ?? null;
  }

  /** Completes the run; refused while one of its phases is open. */
  async finish(): Promise<void> {
    const { key, format, ...rest } = commandChange(this.#key, { type: 'complete' });
    const complete: Plan = planChange({ key, format, ...rest }, this.#project.context());
    await change(this.#project.store, key, (current) => {
      const open = format
        .overview(openState(current) ?? {})
        .units.filter(({ status }) => status === 'in_progress' || status === 'failed');
      if (open.length > 0)
        throw new PawlError('not-allowed', `${this.ref} has open phases: ${open.map((one) => one.name).join(', ')}`);
      return complete(current);
    });
  }

  async #load(name: string): Promise<JsonObject> {
    return phaseOf(this.#isNew ? null : openState(await this.#project.store.get(this.#key)), name);
  }

  async #update(phase: string, data: PhaseData): Promise<void> {
    const step = commandChange(this.#key, { type: 'phase', phase, data });
    await change(this.#project.store, this.#key, planChange(step, this.#project.context()));
  }
}

function phaseOf(state: JsonObject | null, name: string): JsonObject {
  const phases = state?.['phases'];
  const phase = isObject(phases) && Object.hasOwn(phases, name) ? phases[name] : undefined;
  return isObject(phase) ? phase : {};
}
