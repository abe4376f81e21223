// A run that a program drives: its phases, its end. Presents the service's runner with types and checked arguments.

import type { WorkflowState } from '../../families/workflow/index.js';
import { PawlError } from '../../rules/errors.js';
import { optional } from '../../rules/fields.js';
import { checkName, refOf } from '../../rules/names.js';
import { isStandardSchema, type StandardSchema } from '../../rules/standard-schema.js';
import { redactText } from '../../rules/text/redact.js';
import type { MemberRule, MemberRules } from '../../rules/members.js';
import { type Checkpoint, toCheckpoint } from '../../service/checkpoint.js';
import type { OpenedRun } from '../../service/durable/open-run.js';
import { PhaseOrder } from '../../service/durable/phase-order.js';
import { PhaseRunner, textOf } from '../../service/durable/phase-runner.js';
import type { Signal } from '../../service/durable/signal.js';
import { asDocument } from '../../service/documents.js';
import { plainInput } from '../../service/input.js';
import { planWorkflow } from '../../service/plans/workflow.js';
import { readNewest, type Workbench, write } from '../../service/workbench.js';
import { aFunction, checkArguments, optionsOf, wholeNumber } from './arguments.js';
import type {
  CheckedPhaseOptions,
  DurableRun,
  PhaseOptions,
  PhaseStep,
  RunOptions,
  RunSignal,
  SchemaInput,
  SchemaOutput,
} from './durable-types.js';

const milliseconds: MemberRule = {
  fits: (value) => typeof value === 'number' && value >= 0 && Number.isFinite(value),
  wanted: 'a number of milliseconds from 0',
  example: '1000',
};
const forPhase: MemberRules = {
  work: { ...aFunction, wanted: 'a function that does the work', example: 'async () => build()' },
  options: optionsOf('an object with "schema" or "retry"', '{"retry": {"attempts": 3}}', {
    schema: optional({
      fits: isStandardSchema,
      wanted: 'a schema that keeps Standard Schema 1, e.g. of valibot or zod',
      example: 'v.object({ steps: v.array(v.string()) })',
    }),
    retry: optionsOf('an object with "attempts"', '{"attempts": 3}', {
      attempts: {
        ...wholeNumber,
        fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
        wanted: 'how many attempts there are, a whole number from 1',
      },
      delayMs: optional(milliseconds),
      factor: optional({ ...milliseconds, wanted: 'a number from 0', example: '2' }),
      maxDelayMs: optional(milliseconds),
      when: optional({ ...aFunction, example: '(error) => error.code === "ECONNRESET"' }),
      exhausted: optional({
        fits: (value) => value === 'give-up' || value === 'stop',
        wanted: '"give-up" or "stop"',
        example: '"stop"',
      }),
    }),
  }),
};

/** See `DurableRun`. */
export class ProgramRun<Kept extends object = WorkflowState> implements DurableRun<Kept> {
  readonly ref: string;
  readonly resumed: boolean;
  readonly #bench: Workbench;
  readonly #opened: OpenedRun;
  readonly #runner: PhaseRunner;
  readonly #signal: RunSignal & Signal;
  readonly #onClose: () => Promise<void>;
  #closed: Promise<void> | null = null;
  #isOver = false;

  /**
   * Made by `project.workflow` and `project.command`.
   * @param bench the store and the circumstances
   * @param opened the run, held
   * @param options how it was opened
   * @param onClose called once when it is over
   */
  constructor(bench: Workbench, opened: OpenedRun, options: RunOptions, onClose: () => Promise<void>) {
    const { key, hold, recorded, resumed } = opened;
    this.ref = refOf(key);
    this.resumed = resumed;
    this.#bench = bench;
    this.#opened = opened;
    this.#onClose = onClose;
    this.#signal = options.signal ?? new AbortController().signal;
    const order = new PhaseOrder({ declared: options.phases, recorded, order: options.order ?? 'same', ref: this.ref });
    this.#runner = new PhaseRunner(bench, key, hold, order, this.#signal);
  }

  phase<Schema extends StandardSchema>(
    name: string,
    work: (step: PhaseStep<Kept>) => SchemaInput<Schema> | Promise<SchemaInput<Schema>>,
    options: CheckedPhaseOptions<Schema>,
  ): Promise<SchemaOutput<Schema>>;
  phase<Result>(
    name: string,
    work: (step: PhaseStep<Kept>) => Result | Promise<Result>,
    options?: PhaseOptions,
  ): Promise<Awaited<Result>>;
  async phase(
    name: string,
    work: (step: PhaseStep<Kept>) => unknown,
    options: PhaseOptions & { readonly schema?: StandardSchema } = {},
  ): Promise<unknown> {
    checkArguments('phase', { work, options }, forPhase);
    checkPhaseName(name);
    const step = (attempt: number): PhaseStep<Kept> => ({
      attempt,
      signal: this.#signal,
      data: async () => asDocument<Kept>(await this.#runner.data(name)),
      save: (data) => this.#runner.keep(name, plainInput(`the data of phase "${name}"`, data)),
    });
    return this.#runner.phase({ ...options, name, work: (attempt) => work(step(attempt)) });
  }

  async finish(): Promise<Checkpoint> {
    const saved = await this.#runner.finish();
    // A finished workflow's id is never used again; a command's next run has the same name.
    this.#isOver = saved.family === 'workflow';
    await this.close();
    return saved;
  }

  async fail(error: unknown): Promise<Checkpoint> {
    const { key } = this.#opened;
    if (key.family !== 'workflow') {
      throw new PawlError('not-allowed', `${this.ref} is a command's run, which cannot be given up as a whole`, {
        hint: 'Let a phase throw: it is recorded as failed, and the run stays where it is.',
      });
    }
    this.#opened.hold.check();
    const plan = planWorkflow(key, { type: 'fail', error: textOf(error), final: true }, this.#bench.root);
    const saved = await write(this.#bench, key, plan);
    this.#runner.end(`was given up: ${textOf(error)}`);
    await this.close();
    return saved;
  }

  async checkpoint(): Promise<Checkpoint> {
    return toCheckpoint(await readNewest(this.#bench.store, this.#opened.key));
  }

  close(): Promise<void> {
    this.#closed ??= this.#letGo();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #letGo(): Promise<void> {
    this.#runner.end('is closed');
    this.#opened.hold.release(this.#isOver);
    await this.#onClose();
  }
}

/** A name stands in too many places to be replaced: one that holds a secret is refused, without repeating it. */
export function checkPhaseName(name: unknown): void {
  const [kind] = redactText(checkName('phase', name)).kinds;
  if (kind === undefined) return;
  throw new PawlError('bad-name', `a phase must not be called by a secret (${kind})`, { hint: 'Choose another name.' });
}
