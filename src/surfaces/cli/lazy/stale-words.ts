// Whether results of unfinished pipelines still hold, in a few words for the status. Looks at few files, or says nothing.

import { loadBytes } from '../../../disk/files.js';
import { pathsIn, recordsOf } from '../../../families/pipeline/evidence/index.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { parseJson } from '../../../rules/json/parse-json.js';
import { listed } from '../../../rules/text/listed.js';
import { openSettings } from '../../../service/config/open-settings.js';
import { namesOf } from '../../../service/evidence/stale-results.js';
import { stalenessOf } from '../../../service/evidence/staleness.js';
import type { Overview } from '../../../service/overview.js';

/** A status is asked for often: more than this is for `pawl resume` to look at. */
const maxFiles = 300;

/**
 * Tells which results of a pipeline no longer hold.
 * @param root the project's root
 * @param run the run
 * @returns e.g. `stale: WS1, gate lint (WS1)`; null when all holds, or when that is not known cheaply
 */
export async function staleWords(root: string, run: Pick<Overview, 'family' | 'path'>): Promise<string | null> {
  if (run.family !== 'pipeline' || run.path === null) return null;
  try {
    const bytes = loadBytes(run.path);
    const parsed = bytes === null ? null : parseJson(bytes.toString('utf8'));
    const state = parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : {};
    // Without evidence there is nothing that could have changed since.
    if (!isJsonObject(state['pawl']) || !isJsonObject(state['pawl']['evidence'])) return null;
    if (pathsIn(recordsOf(state)).length > maxFiles) return null;
    const idPattern = openSettings(root).pipelineIds;
    const { results } = await stalenessOf({ root, clock: Date.now, idPattern }, state);
    return results.length === 0 ? null : `stale: ${listed(namesOf(results))}`;
  } catch {
    return null; // a remark beside the status, which has its own words for files that cannot be read
  }
}
