// What is remembered of a gate's run for each of its uses.

import type { GateFinding, GateFindings, GateUse } from '../../families/pipeline/index.js';
import type { SpecGate } from '../../families/pipeline/spec/types.js';
import type { JsonObject } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { filesOfGate } from '../evidence/coverage.js';
import { FileHashes } from '../evidence/file-hashes.js';
import { freeze } from '../evidence/freeze.js';
import type { Workbench } from '../workbench.js';

/** The files that a gate covers, looked at before and after its run. */
export class GateCoverage {
  readonly #bench: Workbench;
  readonly #gate: SpecGate;
  readonly #files: ReadonlyMap<string, readonly string[]>;
  readonly #hashes: FileHashes;
  readonly #before: ReadonlyMap<string, string | null>;

  private constructor(bench: Workbench, gate: SpecGate, files: ReadonlyMap<string, readonly string[]>) {
    this.#bench = bench;
    this.#gate = gate;
    this.#files = files;
    this.#hashes = new FileHashes(bench.root, bench.clock);
    this.#before = new Map(this.paths.map((path) => [path, this.#hashes.hashOf(path)]));
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
    const files = new Map<string, readonly string[]>();
    for (const use of uses) files.set(use.label, await filesOfGate(bench.root, state, gate, use));
    return new GateCoverage(bench, gate, files);
  }

  /** Every file, each once. */
  get paths(): readonly string[] {
    return [...new Set([...this.#files.values()].flat())];
  }

  /**
   * Makes the evidence of a run that has ended.
   * @param about what is known beside the files
   * @returns what is remembered for each use: the files as they are now, which is what counts from now on
   */
  findings(about: Partial<GateFinding>): GateFindings {
    this.#hashes.lookAgain();
    const head = this.#bench.head();
    const entries = [...this.#files].map(([label, paths]): [string, GateFinding] => [
      label,
      {
        by: this.#bench.actor,
        ...(head === null ? {} : { head_commit: head }),
        spec_hash: this.#gate.hash,
        ...freeze(paths, this.#hashes),
        ...this.#changedIn(paths),
        ...about,
      },
    ]);
    this.#hashes.save();
    return Object.fromEntries(entries);
  }

  /**
   * Finds the files that changed while the gate ran.
   * @returns their paths
   */
  changedMeanwhile(): readonly string[] {
    return this.paths.filter((path) => this.#hashes.hashOf(path) !== this.#before.get(path));
  }

  #changedIn(paths: readonly string[]): Pick<GateFinding, 'changed_meanwhile'> {
    const own = new Set(paths);
    const changed = this.changedMeanwhile().filter((path) => own.has(path));
    return changed.length === 0 ? {} : { changed_meanwhile: changed.slice(0, limits.maxFilesPerUnit) };
  }
}
