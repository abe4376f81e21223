// Ends one child before its time: begun once, for the first reason, and hurried when someone cannot wait.

import { endProcesses, isGroupThere } from './marked-processes.js';

/** Why a child was ended by pawl. */
export type EndedWhy = 'timed-out' | 'stopped' | 'flooded';

/** What its background processes get when it has ended by itself. */
const leftoverGraceMs = 500;

/** The end of one child, as far as pawl brings it about. */
export class ChildEnding {
  private readonly pid: number;
  private readonly mark: string;
  private under: Promise<boolean> = Promise.resolve(true);
  /** Null while nobody has asked for it. */
  why: EndedWhy | null = null;

  /**
   * Prepares the end of a child.
   * @param pid its id, which is its group's as well
   * @param mark what it and its children are found by
   */
  constructor(pid: number, mark: string) {
    this.pid = pid;
    this.mark = mark;
  }

  /**
   * Ends the child.
   * @param why what for; the first reason stays
   * @param graceMs how long it may take to end by itself; 0 to end it at once, also when it was asked before
   */
  begin(why: EndedWhy, graceMs: number): void {
    const isFirst = this.why === null;
    this.why ??= why;
    if (isFirst || graceMs === 0) this.under = this.end(graceMs);
  }

  private end(graceMs: number): Promise<boolean> {
    return endProcesses({ groups: [this.pid], mark: this.mark }, graceMs);
  }

  /** Waits until the child and its group are gone, when it has ended or is being ended. */
  async settle(): Promise<void> {
    await this.under;
    // What it left in the background ends with it.
    if (isGroupThere(this.pid)) await this.end(this.why === null ? leftoverGraceMs : 0);
  }

  /** Ends what left the group as well. */
  async endStrays(): Promise<void> {
    await this.end(0);
  }
}
