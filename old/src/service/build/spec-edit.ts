// A spec that is edited while its run is being built: noticed before the next step, so that nothing begins by what no longer
// holds, and no run is called complete that has work which was never begun.

import fs from 'node:fs';
import path from 'node:path';
import {
  applyPipeline,
  type PipelineCheckpoint,
  type PipelineEvent,
  planChange,
  planOf,
} from '../../families/pipeline/index.js';
import { hashWorkstream } from '../../families/pipeline/spec/hashes.js';
import { parseSpec, type Spec, type SpecSource, type SpecWorkstream } from '../../families/pipeline/spec/index.js';
import { recordsOf } from '../../families/pipeline/evidence/index.js';
import { asState } from '../documents.js';
import { listed } from '../../rules/text/listed.js';
import { readSpecFile } from '../spec/index.js';
import { replanEvent } from './take-over-spec.js';

/** What an edit means for a run. */
export interface SpecEdit {
  /** In words, for people. */
  readonly text: string;
  /** Whether it is about work, done or not: then nothing more begins by the old one. */
  readonly isOpen: boolean;
  /** What the run has to take over before it could be complete. */
  readonly due: readonly PipelineEvent[];
}

/** Looks whether a spec is still what a build began with. */
export class SpecWatch {
  readonly #root: string;
  readonly #spec: Spec;
  readonly #source: SpecSource;
  readonly #idPattern: RegExp | undefined;
  #seen = '';
  #now: { readonly spec: Spec; readonly source: SpecSource } | null = null;

  constructor(root: string, spec: Spec, source: SpecSource, idPattern: RegExp | undefined) {
    this.#root = root;
    this.#spec = spec;
    this.#source = source;
    this.#idPattern = idPattern;
  }

  /**
   * Looks at the spec; cheap while its file is not touched.
   * @param doc the run as it is
   * @param begun the workstreams that run, or have just ended
   * @returns the edit; null when there is none, or none that can be understood
   */
  look(doc: PipelineCheckpoint, begun: ReadonlySet<string>): SpecEdit | null {
    this.#read();
    if (this.#now === null) return null;
    const { spec, source } = this.#now;
    const text = `${source.path} was edited while it was being built`;
    if (doc.status === 'complete') return { text, isOpen: false, due: [] };
    const replan = replanEvent(doc, spec, source);
    const due: readonly PipelineEvent[] = [
      ...(doc.in_progress_workstreams.length === 0 ? [] : [{ type: 'pause', stop_running: true } as const]),
      ...(replan === null ? [] : [replan]),
    ];
    const after = due.reduce((at, event) => applyPipeline(at, event, doc.timestamp), doc);
    const [known, plan] = [planOf(doc), planOf(after)];
    const news = known === null || plan === null ? '' : planChange(known, plan);
    const before = new Map([
      ...this.#spec.workstreams.map(({ id, hash }) => [id, hash] as const),
      ...recordsOf(asState(doc)).units.flatMap(({ id, specHash }) =>
        specHash === null ? [] : [[id, specHash] as const],
      ),
    ]);
    const gates = new Map(this.#spec.gates.map(({ id, hash }) => [id, hash]));
    const units = spec.workstreams.filter(({ id, hash }) => !begun.has(id) && (before.get(id) ?? hash) !== hash);
    const others = spec.gates.filter(({ id, hash }) => (gates.get(id) ?? hash) !== hash);
    const changed = [...units.map(({ id }) => id), ...others.map(({ id }) => `gate ${id}`)];
    const what = [news, changed.length === 0 ? '' : `${listed(changed)} changed`]
      .filter((part) => part !== '')
      .join(', ');
    const isOpen = replan !== null || changed.length > 0;
    return { text: what === '' ? text : `${text}: ${what}`, isOpen, due: replan === null ? [] : due };
  }

  /**
   * Tells what a workstream that has ended is known by: what it wrote into its own section meanwhile is its doing, as with files.
   * @param one the workstream as it began
   * @returns the same, with the hash that its section has now, if nothing else about it was edited
   */
  asItEnded(one: SpecWorkstream | undefined): SpecWorkstream | undefined {
    const now = this.#now?.spec.workstreams.find(({ id }) => id === one?.id);
    if (one === undefined || now === undefined || now.hash === one.hash) return one;
    return hashWorkstream({ ...now, section: one.section }) === one.hash ? { ...one, hash: now.hash } : one;
  }

  #read(): void {
    const stat = fs.statSync(path.join(this.#root, this.#source.path), { throwIfNoEntry: false });
    const seen = stat === undefined ? '' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (seen === '' || seen === this.#seen) return;
    this.#seen = seen;
    try {
      const { text, hash } = readSpecFile(this.#root, this.#source.path);
      const reading = hash === this.#source.hash ? null : parseSpec(text, { idPattern: this.#idPattern });
      const isOwn = reading?.ok === true && reading.spec.id === this.#spec.id;
      this.#now = isOwn ? { spec: reading.spec, source: { path: this.#source.path, hash } } : null;
    } catch {
      this.#now = null; // half written, or no spec any more: `--resume` tells
    }
  }
}
