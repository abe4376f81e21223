// Taking turns where many processes write one checkpoint. Only a courtesy that spares useless attempts: nothing depends
// on it, so a turn that cannot be taken, or that two hold at once, costs time and nothing else.

import fs from 'node:fs';
import { errnoOf } from '../rules/errno.js';
import { isRunning } from './files.js';

/** No writer keeps a turn that long: its holder was stopped or killed. */
const defaultForgottenMs = 200;
/** How long a writer that was overtaken once goes on queueing. */
const queueingMs = 1_000;

/** A place in the queue of one checkpoint's writers, or publishers. */
export class Turn {
  readonly #file: string;
  #queueUntil = 0;
  #isHeld = false;
  /** Whether it was taken at the last attempt: to look is cheaper than to fail again. */
  #wasTaken = false;
  readonly #forgottenMs: number;

  /**
   * @param file the turn's file
   * @param forgottenMs nobody keeps a turn that long
   */
  constructor(file: string, forgottenMs: number = defaultForgottenMs) {
    this.#file = file;
    this.#forgottenMs = forgottenMs;
  }

  /** Whether others have been met lately. Without them nobody pays for a queue. */
  get isNeeded(): boolean {
    return this.#queueUntil !== 0 && Date.now() < this.#queueUntil;
  }

  /** Notes that another writer was met. */
  queue(): void {
    this.#queueUntil = Date.now() + queueingMs;
  }

  /**
   * Takes the turn if it is free. Never waits.
   * @returns false when another process has it
   */
  take(): boolean {
    if (this.#wasTaken && fs.existsSync(this.#file)) return this.#clearForgotten();
    this.#wasTaken = false;
    try {
      const fd = fs.openSync(this.#file, 'wx', 0o600);
      this.#isHeld = true;
      fs.writeSync(fd, String(process.pid));
      fs.closeSync(fd);
    } catch (error) {
      this.#wasTaken = errnoOf(error) === 'EEXIST';
      return !this.#wasTaken || this.#clearForgotten();
    }
    return true;
  }

  /** Gives the turn back. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    try {
      fs.unlinkSync(this.#file);
    } catch {
      // Someone took it for forgotten.
    }
  }

  /** Takes away the turn of a process that is gone, or stands still; the next attempt finds it free. */
  #clearForgotten(): false {
    try {
      const { mtimeMs } = fs.statSync(this.#file);
      const ageMs = Date.now() - mtimeMs;
      const holder = ageMs > 20 ? Number(fs.readFileSync(this.#file, 'utf8')) : 0;
      if (ageMs > this.#forgottenMs || (holder > 0 && !isRunning(holder))) fs.unlinkSync(this.#file);
    } catch {
      // It went away by itself.
    }
    return false;
  }
}
