// The spec of the pipeline that a gate's command names. Loads the YAML parser.

import { mapIn } from '../../rules/json/read-member.js';
import type { Key } from '../../rules/names.js';
import { loadConfig } from '../config/load.js';
import { type ReadSpec, readSpecOfRun } from '../spec/index.js';
import type { Stored } from '../../store/store.js';
import type { Workbench } from '../workbench.js';

/** A pipeline, and where it is kept. */
export interface NamedPipeline {
  readonly bench: Workbench;
  readonly key: Key;
  readonly stored: Stored;
}

/** What of it tells where its spec is. */
export interface SpecOwner {
  readonly bench: Pick<Workbench, 'root' | 'idPattern'>;
  readonly key: Key;
  readonly stored: Pick<Stored, 'state'>;
}

/**
 * Reads the spec of a pipeline: the one that it was begun from, else the one that its id finds.
 * @param named the pipeline
 * @returns the spec as it is now; throws what is wrong with it
 */
export function specOfRun({ bench, key, stored: { state } }: SpecOwner): ReadSpec {
  const record = mapIn(state, 'pawl', 'spec');
  const run = { known: record['path'], id: key.family === 'pipeline' ? key.id : '' };
  return readSpecOfRun(bench.root, run, {
    patterns: loadConfig(bench.root).values.pipeline.spec_patterns,
    idPattern: bench.idPattern,
  });
}
