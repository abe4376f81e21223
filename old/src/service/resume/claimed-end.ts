// The decision with a second look at a run that says it is over: a file that nobody stored through pawl may say more than
// its status, and the repair reads all of it. Loads that only where such a run is asked about.

import { parseKey } from '../../rules/names.js';
import { shellQuote } from '../../rules/text/shell-quote.js';
import { familyOf, type Workbench } from '../workbench.js';
import { wasFound } from './clone.js';
import { decide, type DecideOptions } from './decide.js';
import type { Decision } from './decision.js';

/**
 * Decides what is to be done about the unfinished runs, or about the one that is named.
 * @param bench the store and the circumstances
 * @param options which run, who asks
 * @returns the decision; blocked also where a run says that it is over, and the rest of its file speaks against that
 */
export async function decideFully(bench: Workbench, options: DecideOptions): Promise<Decision> {
  const decision = await decide(bench, options);
  const key = decision.verdict === 'nothing' && decision.place === 'live' ? parseKey(decision.id ?? '') : null;
  const stored = key === null ? null : await bench.store.get(key);
  if (key === null || stored === null || !(wasFound(stored.event.name) || stored.event.name === 'edited')) {
    return decision;
  }
  const { repairedState } = await import('../doctor/index.js');
  const state = repairedState(key, stored.state);
  if (state !== null && familyOf(bench, key).overview(state).finished) return decision;
  const file = decision.path === null ? '' : ` ${shellQuote(decision.path)}`;
  return {
    ...decision,
    verdict: 'blocked',
    reasons: [`its file says ${decision.status}, and something that speaks against it`],
    options: ['v'],
    next_command: `pawl doctor${state === null ? '' : ' --fix'}${file}`,
  };
}
