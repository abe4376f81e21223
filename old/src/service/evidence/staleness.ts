// Which results of a pipeline no longer hold, from the files and the spec as they are now. Reads only.

import { pawlLine } from '../pawl-line.js';
import { judgeStale, pathsIn, recordsOf } from '../../families/pipeline/evidence/index.js';
import { planChange, planOf } from '../../families/pipeline/index.js';
import type { JsonObject } from '../../rules/json/json.js';
import { memberIn, mapIn, textsOf } from '../../rules/json/read-member.js';
import { listed } from '../../rules/text/listed.js';
import { goneFiles, goneInWords, isGone } from '../gone-files.js';
import type { Workbench } from '../workbench.js';
import { FileHashes } from './file-hashes.js';
import { specPathOf } from './left-out.js';
import { type SpecNow, specNow } from './spec-now.js';
import { allFresh, type Staleness } from './stale-results.js';
import { underWayInWords } from './under-way.js';
import { Changes } from './whose-changes.js';

const maxNamed = 3;

/**
 * Finds the results that no longer hold.
 * @param bench the project
 * @param state a pipeline, also a drifted one
 * @param doubtsClaims whether work counts as stale that is only said to have made files which are not there
 * @returns what to do again, and why; also of a run that is complete
 */
export async function stalenessOf(
  bench: Pick<Workbench, 'root' | 'clock' | 'idPattern'>,
  state: JsonObject,
  doubtsClaims = true,
): Promise<Staleness> {
  const records = recordsOf(state);
  const hashes = new FileHashes(bench.root, bench.clock);
  const spec = await specNow(bench.root, state, hashes, bench.idPattern);
  const notes = [...(spec !== null && 'problem' in spec ? [spec.problem] : []), ...planNotes(state, spec)];
  if (records.units.length === 0 && records.gates.length === 0) return { ...allFresh, notes };
  for (const path of pathsIn(records)) hashes.hashOf(path);
  hashes.save();
  // Where there is no evidence, what a workstream is said to have made must at least be there.
  const claimed = new Set(records.units.filter(({ seq }) => seq === 0).map(({ id }) => id));
  const gone = goneFiles(bench.root, 'pipeline', state).filter(({ unit }) => claimed.has(unit));
  const whose = new Changes(bench.root, state);
  const present = {
    isUnderWay: whose.isUnderWay,
    hashOf: hashes.hashOf,
    spec: spec !== null && 'hashes' in spec ? spec.hashes : null,
    told: doubtsClaims
      ? new Map([...gone.map((one) => [one.unit, [goneInWords(one)]] as const), ...neverThere(bench.root, state)])
      : new Map(),
  };
  const results = judgeStale(records, present);
  const { underWay, moved, away } = whose;
  return { results, notes: [...notes, ...underWayInWords(underWay)], underWay, away, moved };
}

/** What was not there when a workstream was reported as done may have followed; else the report is only a claim. */
function neverThere(root: string, state: JsonObject): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(mapIn(state, 'pawl', 'evidence', 'workstreams')).flatMap(([id, entry]) => {
    const files = textsOf(memberIn(entry, 'missing_files')).filter((file) => isGone(root, file));
    if (files.length === 0) return [];
    const are = files.length === 1 ? 'has' : 'have';
    return [[id, [`${id} is recorded as done, but ${listed(files, maxNamed)} ${are} never been there`]] as const];
  });
}

/** A spec that was renamed, or work that came or went with an edit of it, makes nothing stale, and would not be heard of. */
function planNotes(state: JsonObject, spec: SpecNow): readonly string[] {
  const plan = planOf(state);
  const { prd } = state;
  if (spec === null || !('path' in spec) || plan === null || typeof prd !== 'string') return [];
  const known = specPathOf(state);
  const moved = spec.path === known ? '' : `its spec ${known} is gone, and ${spec.path} has its id`;
  const change = spec.plan === undefined ? '' : planChange(plan, spec.plan);
  const told = [moved, change === '' ? '' : `its spec has changed: ${change}`].filter((part) => part !== '');
  return told.map((part) => `${part}; ${takeOver(prd)}`);
}

/**
 * Says how a run takes over a spec that was edited.
 * @param ref how commands name the run
 * @returns part of a sentence
 */
export function takeOver(ref: string): string {
  return `\`${pawlLine('build', ref)} --resume\` takes that over`;
}
