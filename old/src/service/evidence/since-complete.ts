// What has changed since a run was complete: nothing is left to do in it, but its results may hold no longer, and its spec may
// say more.

import { alreadyComplete, planChange, planOf } from '../../families/pipeline/index.js';
import { PawlError } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import { listed } from '../../rules/text/listed.js';
import type { Workbench } from '../workbench.js';
import { FileHashes } from './file-hashes.js';
import { specNow } from './spec-now.js';
import { namesOf } from './stale-results.js';
import { stalenessOf } from './staleness.js';

/** What has changed. */
export interface SinceComplete {
  /** In sentences. */
  readonly changes: readonly string[];
  /** Whether there is anything to do again, or for the first time. */
  readonly isOpen: boolean;
  /** The spec, when it was edited and nothing of that counts. */
  readonly prose: string | null;
}

const maxReasons = 3;
const sectionChange = /^spec section of (.+) changed$/;

/**
 * Finds out what has changed since a run was complete.
 * @param bench the project
 * @param state a pipeline that is complete
 * @returns what has changed, e.g. `docs/PRD-009.md has changed since it was built: WS4 is new, WS1 changed`
 */
export async function sinceComplete(
  bench: Pick<Workbench, 'root' | 'clock' | 'idPattern'>,
  state: JsonObject,
): Promise<SinceComplete> {
  const [spec, plan, { results }] = [
    await specNow(bench.root, state, new FileHashes(bench.root, bench.clock), bench.idPattern),
    planOf(state),
    await stalenessOf(bench, state),
  ];
  const reasons = [...new Set(results.filter(({ isOwn }) => isOwn).flatMap((one) => one.reasons))];
  const sections = reasons.flatMap((reason) => sectionChange.exec(reason)?.[1] ?? []);
  const news = [
    spec === null || !('plan' in spec) || plan === null ? '' : planChange(plan, spec.plan),
    sections.length === 0 ? '' : `${listed(sections)} changed`,
  ].filter((part) => part !== '');
  const others = reasons.filter((reason) => !sectionChange.test(reason));
  const more = others.length > maxReasons ? [`and ${others.length - maxReasons} more`] : [];
  const path = spec !== null && 'path' in spec ? spec.path : '';
  return {
    changes: [
      ...(spec !== null && 'problem' in spec ? [spec.problem] : []),
      ...(news.length === 0 ? [] : [`${path} has changed since it was built: ${news.join(', ')}`]),
      ...others.slice(0, maxReasons),
      ...more,
      ...(results.length === 0 ? [] : [`no longer to be believed: ${listed(namesOf(results))}`]),
    ],
    isOpen: results.length > 0 || news.length > 0,
    prose: news.length === 0 && spec !== null && 'plan' in spec ? spec.path : null,
  };
}

/**
 * Makes the error for a run that is complete, with what has changed since.
 * @param bench the project
 * @param ref how commands name it
 * @param state the pipeline
 * @param commands how it is built again
 * @param commands.again only what no longer holds, and what is new
 * @param commands.fresh all of it
 * @param tellsProse whether an edit of the spec is told that changes none of its work
 * @returns the error, to be thrown
 */
export async function completeError(
  bench: Workbench,
  ref: string,
  state: JsonObject,
  commands: { readonly again: string; readonly fresh: string },
  tellsProse = false,
): Promise<PawlError> {
  const over = alreadyComplete(ref);
  const { changes, isOpen, prose } = await sinceComplete(bench, state);
  const told = tellsProse && prose !== null ? [`${prose} has changed since it was built`, ...changes] : changes;
  if (told.length === 0) return over;
  const ways = isOpen ? `To build only that: ${commands.again}; all of it anew:` : 'To build all of it anew:';
  return new PawlError('already-complete', over.message, { hint: `${told.join('; ')}. ${ways} ${commands.fresh}` });
}
