// A build: the next step, again and again, until nothing is left, something failed, or someone stops it. What happens at
// one moment is one revision, so that the checkpoint is valid after every step and nothing is recorded twice.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PipelineCheckpoint, PipelineEvent } from '../../families/pipeline/index.js';
import { failuresOf } from '../../families/pipeline/build/apply-build-step.js';
import { type BuildLimits, type BuildStep, nextStep } from '../../families/pipeline/build/next-step.js';
import type { SpecWorkstream } from '../../families/pipeline/spec/index.js';
import { PawlError } from '../../rules/errors.js';
import { asState } from '../documents.js';
import { evidenceOfDone } from '../evidence/evidence-of-done.js';
import { FileHashes } from '../evidence/file-hashes.js';
import { goesOver, movedMeanwhile } from '../evidence/under-way.js';
import { personOf } from '../person-of.js';
import { whenForbidden } from '../pipeline/next-steps.js';
import type { Workbench } from '../workbench.js';
import type { BuildEnd, BuildWatch, GateRan, GateRunner, Person, Said } from './build-parts.js';
import { planIn } from './plan-in.js';
import { completeEnd } from './complete-end.js';
import { Recorder } from './recorder.js';
import type { SpecEdit, SpecWatch } from './spec-edit.js';
import { asReported, failuresIn, failureText, pauseOf, mayHaveReported, placeOf } from './reported.js';
import { type Ran, runWorkstream, type WorkScene } from './run-workstream.js';
import type { WorkstreamCommand } from './workstream-commands.js';

/** What a build works with. */
export interface BuildScene extends WorkScene {
  readonly bench: Workbench;
  readonly commands: ReadonlyMap<string, WorkstreamCommand>;
  /** How often workstreams were started before; those of this build are added. */
  readonly starts: Map<string, number>;
  readonly limits: BuildLimits;
  readonly runGate: GateRunner;
  readonly person: Person;
  readonly watch: BuildWatch;
  /** Aborted when someone took the run over: what is pending is theirs to say. */
  readonly lost: AbortSignal;
  /** Looks whether the spec is still the same. */
  readonly edits: SpecWatch;
}

/** How often a build looks what others did to its run while it waits, e.g. paused it. */
const lookEveryMs = 1_000;

/** What ended, and how often it had failed before it began. */
interface Ended {
  readonly ran: Ran;
  readonly failed: number;
}

/** One build under way. */
export class Build {
  readonly #scene: BuildScene;
  readonly #units: ReadonlyMap<string, SpecWorkstream>;
  /** What runs, and how often it had failed before. */
  readonly #running = new Map<string, number>();
  readonly #ended: Ended[] = [];
  readonly #recorder: Recorder;
  readonly #hashes: FileHashes;
  #wake: () => void = () => undefined;
  /** What was edited in the spec, once that stops the build. */
  #edit: SpecEdit | null = null;
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
    this.#units = new Map(scene.spec.workstreams.map((one) => [one.id, one]));
    this.#hashes = new FileHashes(scene.root, scene.bench.clock);
    this.#recorder = new Recorder(scene.bench, scene.key, doc, () => this.#wake());
    scene.watch.happened(this.doc);
    for (const event of due) this.#happened(event);
  }

  /** The run as it is. */
  get doc(): PipelineCheckpoint {
    return this.#recorder.doc;
  }

  /**
   * Runs the build to its end.
   * @returns how it ended
   */
  async run(): Promise<BuildEnd> {
    const looking = setInterval(() => void this.#recorder.lookForNews().catch(() => undefined), lookEveryMs).unref();
    try {
      return await this.#steps();
    } catch (error) {
      // Whatever went wrong, what is done is done; the error that is told is the first one.
      await this.#recorder.record().catch(() => undefined);
      throw error;
    } finally {
      clearInterval(looking);
      this.#hashes.save();
    }
  }

  async #steps(): Promise<BuildEnd> {
    for (;;) {
      await this.#settle();
      // What could not even be started ends within the same turn.
      if (this.#ended.length > 0) continue;
      const bad = this.ran.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked');
      const { stop, kill, limits } = this.#scene;
      const isStopping = stop.aborted || kill.aborted || (this.doc.status === 'failed' && this.#running.size > 0);
      if (isStopping || bad.length > 0) {
        if (this.#running.size === 0) return this.#halt(bad);
        await this.#wait();
        continue;
      }
      const end = await this.#take(nextStep(this.doc, planIn(this.doc), new Set(this.#running.keys()), limits));
      if (end !== null) return end;
    }
  }

  #happened(event: PipelineEvent): void {
    this.#recorder.add(event);
    this.#scene.watch.happened(this.doc);
  }

  /** Takes note of what ended; what did so in one moment is looked at together. */
  async #settle(): Promise<void> {
    const ended = this.#ended.splice(0);
    if (ended.length === 0) return;
    if (ended.some(({ ran }) => mayHaveReported(ran))) await this.#recorder.look();
    const head = this.#scene.bench.head();
    const bench = { ...this.#scene.bench, head: () => head };
    this.#lookAtSpec(ended.map(({ ran }) => ran.workstream));
    this.#hashes.lookAgain();
    for (const own of ended) {
      const ran = asReported(own.ran, this.doc, own.failed);
      const { workstream } = ran;
      this.ran.push(ran);
      this.#scene.watch.ended(ran);
      if (ran.outcome !== 'done' || !planIn(this.doc).workstreams.has(workstream)) continue;
      const spec = this.#scene.edits.asItEnded(this.#units.get(workstream));
      const work = { workstream, spec, isWitnessed: true, ...(ran.reason === null ? { exitCode: 0 } : {}) };
      const found = await evidenceOfDone(bench, asState(this.doc), work, this.#hashes);
      this.#happened({ type: 'done', workstream, ...found });
    }
  }

  /** Whether the spec was edited so that nothing more may begin; what it says now is taken over before that could be lost. */
  #lookAtSpec(ended: readonly string[] = []): boolean {
    if (this.#edit !== null) return true;
    const edit = this.#scene.edits.look(this.doc, new Set([...this.#running.keys(), ...ended]));
    if (edit?.isOpen !== true) return false;
    this.#edit = edit;
    for (const event of edit.due) this.#happened(event);
    return true;
  }

  async #take(step: BuildStep): Promise<BuildEnd | null> {
    if (step.is !== 'wait' && this.doc.status !== 'complete' && this.#lookAtSpec()) {
      await (this.#running.size > 0 ? this.#wait() : this.#recorder.record());
      if (this.#running.size > 0 || this.#ended.length > 0) return null;
      return { is: 'paused', reasons: [this.#edit?.text ?? ''] };
    }
    const isEnd = this.doc.status === 'complete' && this.#running.size === 0;
    if (step.is === 'over' || (step.is !== 'wait' && isEnd)) {
      await this.#recorder.record();
      const edit = this.#scene.edits.look(this.doc, new Set());
      const { end, due } = await completeEnd(this.#scene.bench, this.doc, edit, step.is === 'over');
      for (const event of due) this.#happened(event);
      await this.#recorder.record();
      return end;
    }
    switch (step.is) {
      case 'start': {
        const review = this.doc.adversarial_review;
        if (review?.verdict === 'do_not_ship') return this.#forbidden(review.attempt);
        const hold = this.#scene.limits.approvals ? { hold_completion: true } : {};
        this.#happened({ type: 'start', workstreams: step.workstreams, ...hold });
        const outputs = step.workstreams.flatMap((id) => this.#units.get(id)?.outputs ?? []);
        // An agent may report at once, and then the run has to say that it was started.
        const isAgent = step.workstreams.some((id) => this.#scene.commands.get(id)?.isFromSpec === false);
        const isNow = isAgent || goesOver(asState(this.doc), outputs);
        await (isNow ? this.#recorder.record() : this.#recorder.recordSoon());
        for (const id of step.workstreams) if (!this.doc.completed_workstreams.includes(id)) this.#start(id);
        return null;
      }
      case 'gate':
        await this.#recorder.record();
        return this.#gate(step.gate, step.phase);
      case 'approve':
        await this.#recorder.record();
        return this.#approve(step.about, step.phase);
      default:
        await this.#wait();
        return null;
    }
  }

  /** A review lets nothing more start: what runs goes on to its end. */
  async #forbidden(attempt: number): Promise<BuildEnd | null> {
    await (this.#running.size > 0 ? this.#wait() : this.#recorder.record());
    if (this.#running.size > 0 || this.#ended.length > 0) return null;
    const why = 'the adversarial review says do_not_ship: nothing more starts';
    return { is: 'blocked', reasons: [why, whenForbidden(this.doc.prd, attempt)] };
  }

  async #wait(): Promise<void> {
    await this.#recorder.recordSoon();
    await this.#anyEnd();
  }

  #start(id: string): void {
    const { commands, watch, starts } = this.#scene;
    const [one, how] = [this.#units.get(id), commands.get(id)];
    if (one === undefined || how === undefined) throw new PawlError('internal', `${id} has no command`);
    starts.set(id, (starts.get(id) ?? 0) + 1);
    watch.started(one);
    this.#running.set(id, failuresOf(this.doc, id).length);
    void this.#runUnit(one, how); // never throws: its end is put down, and wakes whoever waits
  }

  async #runUnit(one: SpecWorkstream, how: WorkstreamCommand): Promise<void> {
    const { id: workstream } = one;
    const onLine = (line: string): void => this.#scene.watch.line(workstream, line);
    let ran: Ran;
    try {
      const attempt = this.#scene.starts.get(workstream) ?? 1;
      ran = await runWorkstream(this.#scene, one, { ...how, attempt }, this.doc, onLine);
    } catch (error) {
      // E.g. a full disk, where its log was to begin: it never ran.
      const reason = error instanceof Error ? error.message : String(error);
      ran = { workstream, outcome: 'blocked', attempt: 0, duration_ms: 0, reason, log: null, tail: '', failure: null };
    }
    const failed = this.#running.get(workstream) ?? 0;
    this.#running.delete(workstream);
    this.#ended.push({ ran, failed });
    this.#wake();
  }

  /** Waits until something ends; what ends in the same moment is taken together. */
  async #anyEnd(): Promise<void> {
    if (this.#ended.length === 0 && this.#running.size > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    await nextTurn();
  }

  async #gate(gate: string, phase: number): Promise<BuildEnd | null> {
    const { runGate, watch } = this.#scene;
    watch.gateStarted(gate, phase);
    const { ran, doc } = await runGate(gate, phase, (line) => watch.line(`gate ${gate}`, line));
    this.#recorder.goOnFrom(doc);
    if (ran.verdict === 'stopped') return null;
    this.gates.push(ran);
    watch.gateEnded(ran);
    watch.happened(doc);
    if (ran.verdict === 'pass' || ran.verdict === 'approved') return null;
    const reasons = [`gate ${gate}: ${ran.reason ?? ran.verdict}`];
    if (ran.verdict === 'declined') return { is: 'paused', reasons };
    return { is: ran.verdict === 'fail' ? 'failed' : 'blocked', reasons };
  }

  async #approve(about: string, phase: number | null): Promise<BuildEnd | null> {
    const { person, bench, limits } = this.#scene;
    // Whoever looks while the question stands open is told of it, and so is whoever comes after a kill.
    if (limits.approvals && this.doc.pawl?.awaits === undefined) {
      this.#happened({ type: 'hold' });
      await this.#recorder.record();
    }
    // A run that was begun with questions may be finished without.
    const said: Said = limits.approvals
      ? await person.approve(about, phase, { doc: this.doc, ran: this.ran, gates: this.gates })
      : { answer: 'yes' };
    if (said.answer === 'later') return { is: 'paused', reasons: [said.reason] };
    if (said.answer === 'again') return { is: 'again', reasons: [] };
    this.#happened({ type: 'approve', about, answer: said.answer, by: personOf(bench.actor) });
    await this.#recorder.record();
    return said.answer === 'yes' ? null : { is: 'paused', reasons: [`${about} was not approved`] };
  }

  /** Nothing runs any more: records why the build ends before its time. */
  async #halt(bad: readonly Ran[]): Promise<BuildEnd> {
    const failed = bad.filter(({ outcome }) => outcome === 'failed');
    const reasons = bad.map((ran) => `${ran.workstream}: ${failureText(ran)}${placeOf(ran)}`);
    this.#hashes.lookAgain();
    const moved = this.#scene.lost.aborted ? [] : movedMeanwhile(asState(this.doc), this.#hashes);
    for (const event of moved) this.#happened(event);
    for (const event of failuresIn(failed, this.doc)) this.#happened(event);
    if (failed.length === 0 && this.doc.in_progress_workstreams.length > 0 && !this.#scene.lost.aborted)
      this.#happened(pauseOf(bad));
    await this.#recorder.record();
    if (failed.length > 0) return { is: 'failed', reasons };
    if (bad.length > 0) return { is: 'blocked', reasons };
    return { is: 'interrupted', reasons: [] };
  }
}
