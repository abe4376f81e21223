// Runs the phases of a program: what is done gives its stored result, what is not is worked on, tried again, and stored
// with one durable write.

import { entryOf } from '../../families/durable/ledger.js';
import type { FoundPhase } from '../../families/durable/phase-book.js';
import { badInput, PawlError } from '../../rules/errors.js';
import type { Json, JsonObject } from '../../rules/json/json.js';
import { copyMutable } from '../../rules/json/mutable.js';
import { refOf } from '../../rules/names.js';
import { checkBySchema, type StandardSchema } from '../../rules/standard-schema.js';
import type { Plan } from '../change.js';
import type { Saved } from '../checkpoint.js';
import { readNewest, type Workbench, write } from '../workbench.js';
import type { Hold } from './hold.js';
import type { PhaseOrder } from './phase-order.js';
import { bookOf, planDone, planFailed, planFinish, planKeep, type RunKey } from './phase-plans.js';
import { storableResult } from './result.js';
import { afterFailure, type RetryOptions, type Verdict, waitAfter } from './retry-policy.js';
import { type Signal, pauseFor } from './signal.js';

/** What a phase is asked to do. */
export interface PhaseCall {
  readonly name: string;
  /** Called with the number of the attempt, from 1. */
  readonly work: (attempt: number) => unknown;
  readonly schema?: StandardSchema | undefined;
  readonly retry?: RetryOptions | undefined;
}

/** What a phase made: what is stored of it, and what its caller is given. */
interface Made {
  readonly result: Json | undefined;
  readonly given: unknown;
}

/** A result was made, but cannot be stored: another attempt would not help a program that is wrong. */
const notWorthwhile = new WeakSet<object>();

/** The phases of one open run. */
export class PhaseRunner {
  readonly #bench: Workbench;
  readonly #key: RunKey;
  readonly #hold: Hold;
  readonly #order: PhaseOrder;
  readonly #signal: Signal | undefined;
  /** Why nothing more can be done; null while the run is open. */
  #over: string | null = null;

  constructor(bench: Workbench, key: RunKey, hold: Hold, order: PhaseOrder, signal: Signal | undefined) {
    this.#bench = bench;
    this.#key = key;
    this.#hold = hold;
    this.#order = order;
    this.#signal = signal;
  }

  /**
   * Runs a phase, or gives what it gave before.
   * @param call the phase
   * @returns its result
   */
  async phase(call: PhaseCall): Promise<unknown> {
    this.#checkOpen();
    this.#order.enter(call.name); // before anything is waited for: phases are numbered in the order of their calls
    let isDone = false;
    try {
      const doc = await this.#document();
      const found = bookOf(this.#key).find(doc, call.name);
      const result = found.done ? await this.#stored(call, found) : await this.#attempts(call, doc);
      isDone = true;
      return result;
    } finally {
      this.#order.leave(call.name, isDone);
    }
  }

  /**
   * Gives what the family keeps beside a phase.
   * @param phase the phase
   * @returns a copy
   */
  async data(phase: string): Promise<JsonObject> {
    return copyMutable(bookOf(this.#key).dataOf(await this.#document(), phase));
  }

  /**
   * Merges data before a phase is done.
   * @param phase the phase
   * @param data plain JSON
   */
  async keep(phase: string, data: JsonObject): Promise<void> {
    this.#checkOpen();
    await this.#write(planKeep(this.#bench, this.#key, phase, data, this.#order.known));
  }

  /**
   * Finishes the run.
   * @returns the last revision
   */
  async finish(): Promise<Saved> {
    this.#checkOpen();
    if (this.#order.underWay > 0) {
      throw new PawlError('not-allowed', `${refOf(this.#key)} has ${this.#order.underWay} phases under way`, {
        hint: 'Wait for every phase before the run is finished.',
      });
    }
    const saved = await this.#write(planFinish(this.#bench, this.#key, this.#order.isWhole));
    this.#over = 'is finished';
    return saved;
  }

  /**
   * Ends this program's work on the run.
   * @param why completes "the run …"
   */
  end(why: string): void {
    this.#over ??= why;
  }

  async #stored({ name, schema }: PhaseCall, found: FoundPhase & { readonly done: true }): Promise<unknown> {
    if (!found.known) {
      throw new PawlError('not-allowed', `phase "${name}" was marked as done without a result`, {
        hint: 'Mark it as not done, so that the program does it; or begin anew with onUnfinished: "fresh".',
      });
    }
    const value = found.result === undefined ? undefined : copyMutable(found.result);
    if (schema === undefined) return value;
    const checked = await checkBySchema(schema, value);
    if (checked.ok) return checked.value;
    const { message } = badInput(`the stored result of phase "${name}"`, checked.problems);
    throw new PawlError('bad-input', message, {
      problems: checked.problems,
      hint: 'The schema has changed since it was stored. Take the earlier one, or begin anew with onUnfinished: "fresh".',
    });
  }

  async #attempts(call: PhaseCall, doc: JsonObject): Promise<unknown> {
    const entry = entryOf(doc, call.name);
    let failed = call.retry === undefined ? 0 : (entry?.attempts ?? 0);
    if (failed > 0 && call.retry !== undefined)
      await this.#wait(restOf(entry?.failed_at, waitAfter(call.retry, failed), this.#bench.clock()));
    for (;;) {
      this.#checkAborted();
      let made: Made;
      try {
        made = await this.#attempt(call, failed + 1);
      } catch (error) {
        // Being stopped is no failure: the phase is done when the run is taken up again.
        if (this.#signal?.aborted === true) throw error;
        failed += 1;
        const verdict = this.#judge(call, error, failed);
        await this.#recordFailure(call, error, failed, verdict.outcome);
        if (verdict.outcome !== 'again') throw error;
        await this.#wait(verdict.waitMs);
        continue;
      }
      // Outside of the attempt: trouble with the disk is no reason to do the work again.
      const { known, isWhole } = this.#order;
      const done = { name: call.name, result: made.result, known, isWhole };
      await this.#write(planDone(this.#bench, this.#key, done));
      return made.given;
    }
  }

  async #attempt({ name, work, schema }: PhaseCall, attempt: number): Promise<Made> {
    const result = this.#storable(name, await work(attempt));
    const given = result === undefined ? undefined : copyMutable(result);
    if (schema === undefined) return { result, given };
    const checked = await checkBySchema(schema, given);
    if (!checked.ok) throw badInput(`the result of phase "${name}"`, checked.problems);
    return { result, given: checked.value };
  }

  #storable(name: string, made: unknown): Json | undefined {
    try {
      return storableResult(name, bookOf(this.#key).resultMember(name), made);
    } catch (error) {
      if (error instanceof Error) notWorthwhile.add(error);
      throw error;
    }
  }

  #judge(call: PhaseCall, error: unknown, failed: number): Verdict {
    const isOurs = error instanceof Error && notWorthwhile.has(error);
    return isOurs ? { outcome: 'stop' } : afterFailure(call.retry, error, failed);
  }

  /** The error of the phase is what the caller has to know; that it could not be recorded comes second. */
  async #recordFailure(
    { name }: PhaseCall,
    error: unknown,
    attempts: number,
    outcome: Verdict['outcome'],
  ): Promise<void> {
    const { known } = this.#order;
    const plan = planFailed(this.#bench, this.#key, { name, error: textOf(error), attempts, known, outcome });
    try {
      await this.#write(plan);
    } catch (unstored) {
      if (outcome === 'again') throw unstored;
    }
    if (outcome === 'give-up') this.#over = `was given up: ${textOf(error)}`;
  }

  #write(plan: Plan): Promise<Saved> {
    this.#hold.check();
    return write(this.#bench, this.#key, plan);
  }

  async #document(): Promise<JsonObject> {
    return (await readNewest(this.#bench.store, this.#key)).state;
  }

  async #wait(ms: number): Promise<void> {
    await pauseFor(ms, this.#signal);
    this.#checkAborted();
  }

  #checkOpen(): void {
    this.#checkAborted();
    if (this.#over === null) return;
    throw new PawlError('closed', `${refOf(this.#key)} ${this.#over}`, { hint: 'Open a run again to go on.' });
  }

  #checkAborted(): void {
    if (this.#signal?.aborted === true) throw this.#signal.reason;
  }
}

function restOf(failedAt: string | undefined, waitMs: number, now: number): number {
  const since = now - Date.parse(failedAt ?? '');
  return since >= 0 ? Math.max(0, waitMs - since) : waitMs;
}

const maxErrorChars = 2_000;

/** An error as it is stored. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return (text.trim() === '' ? 'no reason was given' : text).slice(0, maxErrorChars).toWellFormed();
}
