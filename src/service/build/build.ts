// A build: the next step, again and again, until nothing is left, something failed, or someone stops it. What happens at
// one moment is one revision, so that the checkpoint is valid after every step and nothing is recorded twice.

import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  applyPipeline,
  type PipelineCheckpoint,
  type PipelineEvent,
  planOf,
  type PlanView,
} from '../../families/pipeline/index.js';
import { type BuildLimits, type BuildStep, nextStep } from '../../families/pipeline/build/next-step.js';
import type { SpecWorkstream } from '../../families/pipeline/spec/index.js';
import { PawlError } from '../../rules/errors.js';
import { asState } from '../documents.js';
import { evidenceOfDone } from '../evidence/evidence-of-done.js';
import { planPipelineSteps } from '../plans/pipeline-steps.js';
import { type Workbench, write } from '../workbench.js';
import type { BuildEnd, BuildWatch, GateRan, GateRunner, Person } from './build-parts.js';
import { failureText, type Ran, runWorkstream, type WorkScene } from './run-workstream.js';
import type { WorkstreamCommand } from './workstream-commands.js';

/** What a build works with. */
export interface BuildScene extends WorkScene {
  readonly bench: Workbench;
  readonly commands: ReadonlyMap<string, WorkstreamCommand>;
  readonly limits: BuildLimits;
  readonly runGate: GateRunner;
  readonly person: Person;
  readonly watch: BuildWatch;
}

/** One build under way. */
export class Build {
  readonly #scene: BuildScene;
  readonly #units: ReadonlyMap<string, SpecWorkstream>;
  readonly #running = new Map<string, Promise<void>>();
  readonly #ended: Ran[] = [];
  #doc: PipelineCheckpoint;
  /** What is recorded with the next step. */
  #due: PipelineEvent[];
  #wake: () => void = () => undefined;
  readonly ran: Ran[] = [];
  readonly gates: GateRan[] = [];

  /**
   * Prepares a build.
   * @param scene what it works with
   * @param doc the run as it is
   * @param due what is to be recorded first, e.g. that what a killed build left running is pending again
   */
  constructor(scene: BuildScene, doc: PipelineCheckpoint, due: readonly PipelineEvent[] = []) {
    this.#scene = scene;
    this.#doc = doc;
    this.#due = [...due];
    this.#units = new Map(scene.spec.workstreams.map((one) => [one.id, one]));
  }

  /** The run as it was recorded last. */
  get doc(): PipelineCheckpoint {
    return this.#doc;
  }

  /**
   * Runs the build to its end.
   * @returns how it ended
   */
  async run(): Promise<BuildEnd> {
    for (;;) {
      const bad = await this.#settle();
      const isStopping = this.#scene.stop.aborted || this.#scene.kill.aborted;
      if (isStopping || bad.length > 0) {
        if (this.#running.size > 0) {
          await this.#record();
          await this.#anyEnd();
          continue;
        }
        return this.#halt(this.ran.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked'));
      }
      const step = this.#nextStep();
      const end = await this.#take(step);
      if (end !== null) return end;
    }
  }

  /** Takes note of what ended. What is done is due to be recorded; gives what went wrong in this build so far. */
  async #settle(): Promise<readonly Ran[]> {
    for (let ran = this.#ended.shift(); ran !== undefined; ran = this.#ended.shift()) {
      this.ran.push(ran);
      this.#scene.watch.ended(ran);
      if (ran.outcome !== 'done') continue;
      const spec = this.#units.get(ran.workstream);
      const state = asState(this.#doc);
      const found = await evidenceOfDone(this.#scene.bench, state, { workstream: ran.workstream, spec });
      this.#due.push({ type: 'done', workstream: ran.workstream, ...found });
    }
    return this.ran.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked');
  }

  #nextStep(): BuildStep {
    const now = new Date(this.#scene.bench.clock()).toISOString();
    const doc = this.#due.reduce<PipelineCheckpoint>((at, event) => applyPipeline(at, event, now), this.#doc);
    return nextStep(doc, planIn(doc), new Set(this.#running.keys()), this.#scene.limits);
  }

  async #take(step: BuildStep): Promise<BuildEnd | null> {
    switch (step.is) {
      case 'start':
        this.#due.push({
          type: 'start',
          workstreams: step.workstreams,
          ...(this.#scene.limits.approvals ? { hold_completion: true } : {}),
        });
        await this.#record();
        for (const id of step.workstreams) this.#start(id);
        return null;
      case 'wait':
        await this.#record();
        await this.#anyEnd();
        return null;
      case 'gate':
        await this.#record();
        return this.#gate(step.gate, step.phase);
      case 'approve':
        await this.#record();
        return this.#approve(step.about, step.phase);
      default:
        await this.#record();
        return { is: 'complete', reasons: [] };
    }
  }

  /** Records what is due as one revision. */
  async #record(): Promise<void> {
    if (this.#due.length === 0) return;
    const { bench, key, watch } = this.#scene;
    const events = this.#due;
    this.#due = [];
    const { document } = await write<PipelineCheckpoint>(bench, key, planPipelineSteps(key, events));
    this.#doc = document;
    watch.recorded(document);
  }

  #start(id: string): void {
    const { commands, watch } = this.#scene;
    const [one, how] = [this.#units.get(id), commands.get(id)];
    if (one === undefined || how === undefined) throw new PawlError('internal', `${id} has no command`);
    watch.started(one);
    this.#running.set(id, this.#runUnit(one, how));
  }

  async #runUnit(one: SpecWorkstream, how: WorkstreamCommand): Promise<void> {
    const { id: workstream } = one;
    const onLine = (line: string): void => this.#scene.watch.line(workstream, line);
    let ran: Ran;
    try {
      ran = await runWorkstream(this.#scene, one, how, this.#doc, onLine);
    } catch (error) {
      // E.g. a full disk, where its log was to begin: it never ran.
      const reason = error instanceof Error ? error.message : String(error);
      ran = { workstream, outcome: 'blocked', attempt: 0, duration_ms: 0, reason, log: '', tail: '', failure: null };
    }
    this.#running.delete(workstream);
    this.#ended.push(ran);
    this.#wake();
  }

  /** Waits until something ends; what ends in the same moment is taken together. */
  async #anyEnd(): Promise<void> {
    if (this.#ended.length === 0 && this.#running.size > 0) {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
        ...this.#running.values(),
      ]);
    }
    await nextTurn();
  }

  async #gate(gate: string, phase: number): Promise<BuildEnd | null> {
    const { runGate, watch } = this.#scene;
    watch.gateStarted(gate, phase);
    const { ran, doc } = await runGate(gate, phase, (line) => watch.line(`gate ${gate}`, line));
    this.#doc = doc;
    if (ran.verdict === 'stopped') return null;
    this.gates.push(ran);
    watch.gateEnded(ran);
    watch.recorded(doc);
    if (ran.verdict === 'pass' || ran.verdict === 'approved') return null;
    const reasons = [`gate ${gate}: ${ran.reason ?? ran.verdict}`];
    if (ran.verdict === 'declined') return { is: 'paused', reasons };
    return { is: ran.verdict === 'fail' ? 'failed' : 'blocked', reasons };
  }

  async #approve(about: string, phase: number | null): Promise<BuildEnd | null> {
    const { person, bench } = this.#scene;
    const said = await person.approve(about, phase, { doc: this.#doc, ran: this.ran, gates: this.gates });
    if (said.answer === 'later') return { is: 'paused', reasons: [said.reason] };
    if (said.answer === 'again') return { is: 'again', reasons: [] };
    this.#due.push({ type: 'approve', about, answer: said.answer, by: bench.actor });
    await this.#record();
    return said.answer === 'yes' ? null : { is: 'paused', reasons: [`${about} was not approved`] };
  }

  /** Nothing runs any more: records why the build ends before its time. */
  async #halt(bad: readonly Ran[]): Promise<BuildEnd> {
    const failed = bad.filter(({ outcome }) => outcome === 'failed');
    const reasons = bad.map((ran) => `${ran.workstream}: ${failureText(ran)}${placeOf(ran)}`);
    const [first, ...others] = failed;
    if (first !== undefined) {
      const also = others.length === 0 ? '' : ` (also failed: ${others.map((one) => one.workstream).join(', ')})`;
      const { message: _, ...place } = first.failure ?? { message: '' };
      const failure = { type: 'fail', workstream: first.workstream, message: `${failureText(first)}${also}` } as const;
      this.#due.push({ ...failure, ...place, stop_running: true });
    } else if (this.#doc.in_progress_workstreams.length > 0) this.#due.push({ type: 'pause', stop_running: true });
    await this.#record();
    if (first !== undefined) return { is: 'failed', reasons };
    if (bad.length > 0) return { is: 'blocked', reasons };
    return { is: 'interrupted', reasons: [] };
  }
}

function planIn(doc: PipelineCheckpoint): PlanView {
  const plan = planOf(doc);
  if (plan !== null) return plan;
  throw new PawlError('not-allowed', `${doc.prd} does not know its spec`, {
    hint: 'Begin it again from its spec: the same call with --fresh; its history is kept.',
  });
}

function placeOf({ failure }: Ran): string {
  if (failure?.file === undefined) return '';
  return ` (${failure.file}${failure.line === undefined ? '' : `:${failure.line}`})`;
}
