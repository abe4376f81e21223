// What whoever takes a step is told about results that no longer hold, and what to do about them.

import type { PipelineCheckpoint } from '../../families/pipeline/index.js';
import { type Key, refOf } from '../../rules/names.js';
import { listed } from '../../rules/text/listed.js';
import { asState } from '../documents.js';
import { namesOf } from '../evidence/stale-results.js';
import { stalenessOf } from '../evidence/staleness.js';
import { pawlLine } from '../pawl-line.js';
import type { Workbench } from '../workbench.js';

const maxReasons = 3;

/**
 * Tells what no longer holds after a step.
 * @param bench the project
 * @param key the pipeline
 * @param doc the pipeline as the step left it
 * @returns sentences; none when everything holds, and inside of a build, which looks itself
 */
export async function staleRemarks(bench: Workbench, key: Key, doc: PipelineCheckpoint): Promise<readonly string[]> {
  if (process.env['PAWL_WORKSTREAM'] !== undefined) return [];
  const { results } = await stalenessOf(bench, asState(doc), doc.status !== 'complete');
  if (results.length === 0) return [];
  const reasons = [...new Set(results.filter(({ isOwn }) => isOwn).flatMap((one) => one.reasons))];
  const more = reasons.length > maxReasons ? `; and ${reasons.length - maxReasons} more` : '';
  const why = `${reasons.slice(0, maxReasons).join('; ')}${more}`;
  const gates = results.some(({ kind }) => kind === 'gate')
    ? `\`${pawlLine('gate run', key)}\` looks at it again, `
    : '';
  const resume = pawlLine('resume', key);
  return [
    ...(doc.pawl?.awaits === 'evidence' ? [`${refOf(key)} is not complete, although all of it is done`] : []),
    `no longer to be believed: ${listed(namesOf(results))}: ${why}`,
    `${gates}\`${resume}\` returns it to be done again, and \`${resume} --accept REASON\` keeps it`,
  ];
}
