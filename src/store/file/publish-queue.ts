// Publishing that may wait: within 50 ms, and at exit at the latest.

import type { FileCheckpoint } from './file-checkpoint.js';

const delayMs = 50;

/** Checkpoints whose file is to follow soon. */
export class PublishQueue {
  readonly #publish: (checkpoint: FileCheckpoint) => void;
  readonly #waiting = new Set<FileCheckpoint>();
  #timer: NodeJS.Timeout | null = null;
  #atExit: (() => void) | null = null;

  constructor(publish: (checkpoint: FileCheckpoint) => void) {
    this.#publish = publish;
  }

  /** Adds a checkpoint; several saves of it are published once. */
  add(checkpoint: FileCheckpoint): void {
    this.#waiting.add(checkpoint);
    this.#timer ??= setTimeout(() => this.flush(), delayMs).unref();
    if (this.#atExit !== null) return;
    this.#atExit = () => this.flush();
    process.on('exit', this.#atExit);
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

  /** Publishes everything and takes the exit handler away. */
  close(): void {
    this.flush();
    if (this.#atExit !== null) process.off('exit', this.#atExit);
  }
}
