// Whether this process does one workstream of a build: then the build says what is to be done, and records what came of it.

import { harmlessLine } from '../../rules/text/harmless.js';

/** The workstream of a build that a process belongs to. */
export interface LedWorkstream {
  readonly prd: string;
  readonly workstream: string;
}

/**
 * Finds the workstream that this process does.
 * @param env the environment, which the build has made
 * @param ref the run that is asked about; any unless given
 * @returns the workstream; null when no build runs this process, or it is asked about another run
 */
export function ledWorkstream(env: NodeJS.ProcessEnv, ref?: string): LedWorkstream | null {
  const { PAWL_PRD: prd = '', PAWL_WORKSTREAM: workstream = '', PAWL_SESSION: session = '' } = env;
  if (prd === '' || workstream === '' || !session.startsWith('build ')) return null;
  return ref === undefined || ref === prd || ref === `pipeline:${prd}` ? { prd, workstream } : null;
}

/**
 * Says what such a process is there for.
 * @param led the workstream
 * @returns sentences
 */
export function ledInWords({ prd, workstream }: LedWorkstream): string {
  return harmlessLine(
    `This is workstream ${workstream} of ${prd}, which pawl build runs: do what its brief says and nothing else. ` +
      'Nothing has to be taken up or agreed with anyone; pawl records the result when it ends.',
  );
}
