// The plan of a pipeline that does not know its spec. Loads the YAML parser.

import { checkPipeline, type PipelineCheckpoint, planOf } from '../../families/pipeline/index.js';
import { initEventOf } from '../../families/pipeline/spec/index.js';
import { withSpec } from '../../families/pipeline/steps/replan.js';
import { hasWorkableLists } from '../../families/pipeline/workable.js';
import { isPawlError } from '../../rules/errors.js';
import { deepFreeze, type JsonObject } from '../../rules/json/json.js';
import type { Key } from '../../rules/names.js';
import { asDocument, asState } from '../documents.js';
import { specOfRun } from '../gates/spec-of-run.js';
import type { SpecPlace } from './with-plan.js';

/**
 * Looks for the spec of a pipeline.
 * @param place the project
 * @param key the pipeline
 * @param state the pipeline, also a drifted one
 * @returns gives a pipeline its plan; as it is where there is no spec, none that can be read, or none that fits
 */
export function planFinder(place: SpecPlace, key: Key, state: JsonObject): (state: JsonObject) => JsonObject {
  const init = initOf(place, key, state);
  return (doc) => (init === null ? doc : bound(doc, init, place.idPattern));
}

function initOf(place: SpecPlace, key: Key, state: JsonObject): ReturnType<typeof initEventOf> | null {
  try {
    const { spec, source } = specOfRun({ bench: place, key, stored: { state } });
    return initEventOf(spec, source);
  } catch (error) {
    if (isPawlError(error)) return null; // `pawl build` tells what is wrong with it
    throw error;
  }
}

function bound(state: JsonObject, init: ReturnType<typeof initEventOf>, idPattern: RegExp | undefined): JsonObject {
  if (!hasWorkableLists(state) || planOf(state) !== null) return state;
  try {
    const doc = withSpec(asDocument<PipelineCheckpoint>(state), init);
    if (doc === null) return state;
    const known = new Set(checkPipeline(state, { idPattern }).map(({ path, message }) => `${path} ${message}`));
    const isFit = checkPipeline(doc, { idPattern }).every(({ path, message }) => known.has(`${path} ${message}`));
    return isFit ? deepFreeze(asState(doc)) : state;
  } catch (error) {
    if (isPawlError(error)) return state;
    throw error;
  }
}
