// The gates of a build: run and recorded as everywhere, with what a person may have to say about them.

import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import { isPawlError } from '../../rules/errors.js';
import { asDocument } from '../documents.js';
import { type Approve, runGate } from '../gates/run-gate.js';
import { readNewest } from '../workbench.js';
import type { BuildScene } from './build.js';
import type { GateRunner } from './build-parts.js';

/** Who answers for gates. Commands were confirmed before the build began. */
export interface GateAnswers {
  readonly yes: boolean;
  readonly approve: Approve | undefined;
}

/**
 * Makes the part of a build that runs gates.
 * @param scene the build
 * @param answers who answers
 * @returns the runner
 */
export function gateRunner(scene: Omit<BuildScene, 'runGate'>, answers: GateAnswers): GateRunner {
  const { bench, key, spec, roll, stop, kill } = scene;
  return async (gate, phase, onLine) => {
    const kind = spec.gates.find(({ id }) => id === gate)?.kind;
    const own = kind === 'manual' ? { yes: answers.yes, approve: answers.approve } : { yes: true };
    try {
      const result = await runGate(bench, key, { spec, gate, phase, ...own, roll, stop, kill, onLine });
      const { verdict, duration_ms, reason, log, file, line, changed_meanwhile } = result;
      const doc = result.saved?.document ?? (await newest());
      const place = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`;
      const isFine = verdict === 'pass' || verdict === 'approved';
      const why = isFine ? null : `${reason}${place}`;
      return { ran: { gate, phase, verdict, duration_ms, reason: why, log, changed_meanwhile }, doc };
    } catch (error) {
      // Nobody is there to say yes: the gate waits, and nothing has failed.
      if (!isPawlError(error, 'needs-person')) throw error;
      const ran = { gate, phase, verdict: 'blocked', duration_ms: 0, reason: error.message, log: null } as const;
      return { ran: { ...ran, changed_meanwhile: [] }, doc: await newest() };
    }
  };

  async function newest(): Promise<PipelineCheckpoint> {
    return asDocument<PipelineCheckpoint>((await readNewest(bench.store, key)).state);
  }
}
