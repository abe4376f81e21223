// What is remembered of a gate's run for each of its uses.

import { gone, moveLine, pathsIn, recordsOf } from '../../families/pipeline/evidence/index.js';
import type { GateFinding, GateFindings, GateUse, MovedEvent } from '../../families/pipeline/index.js';
import type { SpecGate } from '../../families/pipeline/spec/types.js';
import type { JsonObject } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { filesOfGate, type GateFiles } from '../evidence/coverage.js';
import { FileHashes } from '../evidence/file-hashes.js';
import { freeze } from '../evidence/freeze.js';
import { readBranch } from '../git.js';
import type { Workbench } from '../workbench.js';

/** The files that a gate covers, looked at before and after its run. */
export class GateCoverage {
  readonly #bench: Workbench;
  readonly #gate: SpecGate;
  readonly #files: ReadonlyMap<string, GateFiles>;
  readonly #hashes: FileHashes;
  readonly #before: ReadonlyMap<string, string | null>;
  /** Files of finished work that it does not cover: it may mend them all the same, or name them when it fails. */
  readonly #others: readonly string[];

  private constructor(
    bench: Workbench,
    gate: SpecGate,
    files: ReadonlyMap<string, GateFiles>,
    recorded: readonly string[],
  ) {
    this.#bench = bench;
    this.#gate = gate;
    this.#files = files;
    this.#hashes = new FileHashes(bench.root, bench.clock);
    const covered = new Set(this.paths);
    this.#others = recorded.filter((path) => !covered.has(path));
    this.#before = new Map([...covered, ...this.#others].map((path) => [path, this.#hashes.hashOf(path)]));
  }

  /**
   * Looks at what a gate covers.
   * @param bench the project
   * @param state the run
   * @param gate the gate
   * @param uses its uses
   * @returns the files as they are now
   */
  static async open(
    bench: Workbench,
    state: JsonObject,
    gate: SpecGate,
    uses: readonly GateUse[],
  ): Promise<GateCoverage> {
    const files = new Map<string, GateFiles>();
    const records = recordsOf(state);
    for (const use of uses) {
      // What it complained about stays its business until it has passed.
      const before = records.gates.find(({ id, hasPassed }) => id === use.label && !hasPassed)?.files.keys() ?? [];
      const covered = await filesOfGate(bench.root, state, gate, use);
      files.set(use.label, { ...covered, files: [...new Set([...covered.files, ...before])] });
    }
    return new GateCoverage(bench, gate, files, pathsIn(records));
  }

  /** Every file, each once. */
  get paths(): readonly string[] {
    return [...new Set([...this.#files.values()].flatMap(({ files }) => files))];
  }

  /**
   * Makes the evidence of a run that has ended.
   * @param about what is known beside the files
   * @param complaint what it printed when it failed: finished work that is named there is its business too
   * @returns what is remembered for each use: the files as they are now, which is what counts from now on
   */
  findings(about: Partial<GateFinding>, complaint = ''): GateFindings {
    this.#hashes.lookAgain();
    const head = this.#bench.head();
    const branch = readBranch(this.#bench.root);
    const named = complaint === '' ? [] : this.#others.filter((path) => isNamed(path, complaint));
    const entries = [...this.#files].map(([label, { files: paths, covers }]): [string, GateFinding] => [
      label,
      {
        by: this.#bench.actor,
        ...(head === null ? {} : { head_commit: head }),
        ...(branch === null ? {} : { branch }),
        spec_hash: this.#gate.hash,
        ...freeze([...paths, ...named], this.#hashes),
        ...(covers === undefined ? {} : { covers }),
        ...this.#changedIn(paths),
        ...about,
      },
    ]);
    this.#hashes.save();
    return Object.fromEntries(entries);
  }

  /**
   * Finds the files that changed while the gate ran: those that it covers, and those of finished work.
   * @returns their paths
   */
  changedMeanwhile(): readonly string[] {
    return [...this.#before].flatMap(([path, before]) => (this.#hashes.hashOf(path) === before ? [] : [path]));
  }

  /**
   * Finds what it changed: finished work, and gates that have passed over it, are known by that from now on.
   * @returns the event for it; none when nothing changed
   */
  moved(): readonly MovedEvent[] {
    const files = this.changedMeanwhile().map((path) => {
      const [from, to] = [this.#before.get(path) ?? gone, this.#hashes.hashOf(path) ?? gone];
      return moveLine({ path, from, to });
    });
    return files.length === 0 ? [] : [{ type: 'moved', files, with_gates: true, by_gate: this.#gate.id }];
  }

  #changedIn(paths: readonly string[]): Pick<GateFinding, 'changed_meanwhile'> {
    const own = new Set([...paths, ...this.#others]);
    const changed = this.changedMeanwhile().filter((path) => own.has(path));
    return changed.length === 0 ? {} : { changed_meanwhile: changed.slice(0, limits.maxFilesPerUnit) };
  }
}

/** Whether a text names a file, and not only one that is called alike. */
function isNamed(path: string, text: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + path.length] ?? ' '];
    if (!/[\w.-]/.test(before) && !/[\w/-]/.test(after)) return true;
  }
  return false;
}
