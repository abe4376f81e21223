// The runner: works through a spec. Everything that it knows about progress stands in the run's checkpoint, so that a build
// that was killed at any moment continues from there: what is recorded as done stays done, what ran is started again.

import { PawlError } from '../base/errors.js';
import { type PipelineDocument, dueGates, followPlan, missingFor } from '../formats/pipeline.js';
import type { Spec } from '../formats/spec.js';
import { filesMatching } from '../runs/globs.js';
import { pipelineChange } from '../runs/pipelines.js';
import {
  type GateOutcome,
  type Site,
  childEnv,
  defaultTimeoutMs,
  failureOf,
  gateIn,
  readPipeline,
  record,
  runGate,
  stepWith,
} from './gates.js';
import { type Work, outputFile, workOf, worksOf, writePrompt } from './work.js';

/** One thing that happened, for whoever watches. */
export interface Progress {
  /** A workstream, or `gate lint (WS2)`. */
  readonly unit: string;
  readonly what: 'started' | 'complete' | 'passed' | 'failed' | 'blocked' | 'stopped';
  readonly message?: string | undefined;
  readonly seconds?: number | undefined;
  /** The file with its output, from the root. */
  readonly output?: string | undefined;
}

export interface BuildOptions {
  /** How many commands run at once. */
  readonly parallel: number;
  /** Who does workstreams that have no command of their own. */
  readonly executor?: string | undefined;
  readonly onProgress: (progress: Progress) => void;
  /** Asks a person to approve a gate while nothing runs; true when it was. */
  readonly approve?: ((gate: string, label: string) => Promise<boolean>) | undefined;
}

export interface Built {
  readonly doc: PipelineDocument;
  /** Gates that could not run, with the reason. */
  readonly blocked: ReadonlyMap<string, string>;
  /** Gates that wait for somebody's word. */
  readonly waiting: readonly { readonly gate: string; readonly label: string }[];
  /** Somebody ended the build. */
  readonly isStopped: boolean;
}

export class Build {
  readonly #site: Site;
  readonly #options: BuildOptions;
  readonly #running = new Map<string, Promise<void>>();
  readonly #blocked = new Map<string, string>();
  #works: ReadonlyMap<string, Work> = new Map();
  /** Nothing new begins: something failed, or somebody ended the build. */
  #isEnding = false;
  #isStopped = false;
  #error: unknown = null;

  constructor(site: Site, options: BuildOptions) {
    this.#site = site;
    this.#options = options;
  }

  /**
   * Ends the build: what runs is stopped and will be started again.
   * @param error why it cannot go on; then nothing more is recorded
   */
  stop(error: unknown = null): void {
    this.#isEnding = true;
    this.#isStopped = true;
    this.#error ??= error;
    this.#site.processes.stop();
  }

  /** Runs until everything is done, something failed, or only a person can help. */
  async run(): Promise<Built> {
    const { project, key, spec } = this.#site;
    const read = async (): Promise<PipelineDocument> => followPlan(await readPipeline(project, key), spec);
    await this.#pause(); // of a build that was killed: it starts again
    let doc = await read();
    this.#works = worksOf(spec, doc.pending_workstreams, this.#options.executor);
    for (;;) {
      doc = await read();
      if (!this.#isEnding) await this.#startNext(doc);
      if (this.#running.size > 0) await Promise.race(this.#running.values());
      else if (this.#isEnding || !(await this.#askNext(doc))) break;
    }
    if (this.#error !== null) throw this.#error;
    if (this.#isStopped) await this.#pause();
    doc = await read();
    return { doc, blocked: this.#blocked, waiting: this.#waiting(doc), isStopped: this.#isStopped };
  }

  /** Starts what can start: gates that are due, and workstreams that wait for nothing. */
  async #startNext(doc: PipelineDocument): Promise<void> {
    const { project, key, spec } = this.#site;
    const free = (): number => this.#options.parallel - this.#running.size;
    const due = this.#runnable(doc);
    for (const gate of new Set(due.map((use) => use.gate))) {
      if (free() <= 0 || this.#running.has(`gate ${gate}`)) continue;
      this.#launch(`gate ${gate}`, () =>
        this.#gate(
          gate,
          due.filter((use) => use.gate === gate),
        ),
      );
    }
    const ids: string[] = [];
    for (const id of doc.pending_workstreams)
      if (ids.length < free() && !this.#running.has(id) && missingFor(doc, spec, id).length === 0) ids.push(id);
    if (ids.length === 0) return;
    await record(project, pipelineChange(key, { type: 'start', workstreams: ids }, spec));
    for (const id of ids) this.#launch(id, () => this.#workstream(id, doc));
  }

  #launch(name: string, task: () => Promise<void>): void {
    const end = task()
      .catch((error: unknown) => this.stop(error))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, end);
  }

  /** Gates that pawl can run now. */
  #runnable(doc: PipelineDocument): ReturnType<typeof dueGates> {
    const isCommand = (gate: string): boolean => {
      const { command, isManual } = gateIn(this.#site.spec, gate);
      return command !== null && !isManual;
    };
    return dueGates(doc, this.#site.spec).filter(({ gate, label }) => isCommand(gate) && !this.#blocked.has(label));
  }

  #waiting(doc: PipelineDocument): Built['waiting'] {
    const isWord = (gate: string): boolean => {
      const { command, isManual } = gateIn(this.#site.spec, gate);
      return command === null || isManual;
    };
    return dueGates(doc, this.#site.spec).filter(({ gate }) => isWord(gate));
  }

  /** Asks about the gates that wait for somebody's word; true when one of them passed. */
  async #askNext(doc: PipelineDocument): Promise<boolean> {
    const { approve } = this.#options;
    if (approve === undefined) return false;
    for (const { gate, label } of this.#waiting(doc)) if (await approve(gate, label)) return true;
    return false;
  }

  async #gate(gate: string, uses: ReturnType<typeof dueGates>): Promise<void> {
    const labels = uses.map(({ label }) => label);
    const unit = `gate ${labels.length === 1 ? labels[0] : gate}`;
    this.#options.onProgress({ unit, what: 'started' });
    const { result, ...outcome }: GateOutcome = await runGate(this.#site, gate, uses);
    if (result === 'failed') this.#isEnding = true;
    if (result === 'blocked') for (const label of labels) this.#blocked.set(label, outcome.message);
    this.#options.onProgress({ unit, what: result, ...outcome });
  }

  async #workstream(id: string, doc: PipelineDocument): Promise<void> {
    const { project, key, spec, env, processes } = this.#site;
    const { root } = project;
    const work = this.#works.get(id);
    const stream = spec.workstreams[id];
    if (work === undefined || stream === undefined) throw new PawlError('internal', `${id} has no command`);
    const prompt = writePrompt(root, key, spec, id, doc);
    const output = outputFile(key, id);
    const timeoutMs = stream.timeoutMs ?? defaultTimeoutMs;
    const own = { PAWL_WORKSTREAM: id, PAWL_PROMPT_FILE: prompt, ...(work.isCheck ? {} : { PAWL_CAPTURE: '0' }) };
    this.#options.onProgress({ unit: id, what: 'started', output });
    const ended = await processes.run({
      command: work.command,
      root,
      env: childEnv(env, key, own),
      stdin: work.takesPrompt ? prompt : undefined,
      timeoutMs,
      output,
    });
    const { how, code: exit_code, seconds } = ended;
    if (how === 'stopped') return this.#options.onProgress({ unit: id, what: 'stopped', seconds });
    const isDone = how === 'exited' && exit_code === 0;
    const at = project.now().toISOString();
    const result = isDone ? 'passed' : 'failed';
    const ran = { result, command: work.command, exit_code, seconds, output, at } as const;
    if (isDone) {
      const artifacts = filesMatching(root, stream.outputs ?? []);
      const step = stepWith(
        this.#site,
        { type: 'done', workstream: id, artifacts },
        { [id]: work.isCheck ? ran : null },
      );
      await record(project, step);
      return this.#options.onProgress({ unit: id, what: 'complete', seconds });
    }
    this.#isEnding = true;
    const failure = failureOf(root, ended, timeoutMs);
    await record(project, stepWith(this.#site, { type: 'fail', workstream: id, ...failure }, { [id]: ran }));
    this.#options.onProgress({ unit: id, what: 'failed', message: failure.message, seconds, output });
  }

  /** What is in progress returns to pending; a run that has failed has nothing in progress. */
  async #pause(): Promise<void> {
    const { project, key, spec } = this.#site;
    const doc = await readPipeline(project, key);
    if (doc.in_progress_workstreams.length > 0) await record(project, pipelineChange(key, { type: 'pause' }, spec));
  }
}

/** The command lines of a spec that a build of the rest may run: a person has to have approved them. */
export function commandsOf(spec: Spec, doc: PipelineDocument | null, executor?: string): string[] {
  const open = Object.keys(spec.workstreams).filter((id) => doc?.completed_workstreams.includes(id) !== true);
  const works = open.flatMap((id) => {
    const stream = spec.workstreams[id];
    const work = stream === undefined ? null : workOf(stream, executor);
    return work?.isFromSpec === true ? [work.command] : [];
  });
  const gates = Object.values(spec.gates).flatMap(({ command, isManual }) => (isManual ? [] : (command ?? [])));
  return [...new Set([...works, ...gates])];
}
