// How a pipeline will stand once what no longer holds was returned to be done again. Pure.

import { applyPipeline, type PipelineCheckpoint } from '../../families/pipeline/index.js';
import { isPawlError } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import { asDocument, asState } from '../documents.js';

const gatePrefix = 'gate ';

/**
 * Looks ahead to what taking a run up makes of it.
 * @param doc the pipeline
 * @param redo what is done again, e.g. `WS2`, `gate lint (WS2)`
 * @returns the document with that open; the same one when nothing is, or when it takes no step as it is
 */
export function afterRedo(doc: JsonObject, redo: readonly string[]): JsonObject {
  if (redo.length === 0) return doc;
  const gates = redo.filter((name) => name.startsWith(gatePrefix)).map((name) => name.slice(gatePrefix.length));
  const workstreams = redo.filter((name) => !name.startsWith(gatePrefix));
  try {
    const before = asDocument<PipelineCheckpoint>(doc);
    return asState(applyPipeline(before, { type: 'redo', workstreams, gates }, before.timestamp));
  } catch (error) {
    if (!isPawlError(error)) throw error;
    return doc;
  }
}
