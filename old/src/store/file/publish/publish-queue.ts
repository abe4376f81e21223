// Publishing that may wait: within 50 ms, and at exit at the latest.

import type { FileCheckpoint } from '../file-checkpoint.js';

const delayMs = 50;

/** Every queue with something to do at exit. One listener serves them all: Node warns about more than ten. */
const waitingForExit = new Set<PublishQueue>();

function flushAll(): void {
  for (const queue of waitingForExit) queue.flush();
}

/** Checkpoints whose file is to follow soon. */
export class PublishQueue {
  readonly #publish: (checkpoint: FileCheckpoint) => void;
  readonly #waiting = new Set<FileCheckpoint>();
  #timer: NodeJS.Timeout | null = null;
  #dueAt = 0;

  constructor(publish: (checkpoint: FileCheckpoint) => void) {
    this.#publish = publish;
  }

  /** Adds a checkpoint; several saves of it are published once. */
  add(checkpoint: FileCheckpoint): void {
    this.#waiting.add(checkpoint);
    if (this.#timer === null) this.#dueAt = performance.now() + delayMs;
    // A caller that only awaits saves never lets a timer run.
    else if (performance.now() >= this.#dueAt) return this.flush();
    this.#timer ??= setTimeout(() => this.flush(), delayMs).unref();
    if (waitingForExit.size === 0) process.on('exit', flushAll);
    waitingForExit.add(this);
  }

  has(checkpoint: FileCheckpoint): boolean {
    return this.#waiting.has(checkpoint);
  }

  delete(checkpoint: FileCheckpoint): void {
    this.#waiting.delete(checkpoint);
  }

  /** Publishes everything that waits. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const checkpoint of waiting) this.#publish(checkpoint);
  }

  /** Publishes everything; nothing is left to do at exit. */
  close(): void {
    this.flush();
    waitingForExit.delete(this);
    if (waitingForExit.size === 0) process.off('exit', flushAll);
  }
}
