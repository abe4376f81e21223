// The spec that a call names, found and read as the configuration says.

import { loadConfig } from '../../../service/config/load.js';
import { type ReadSpec, readSpec } from '../../../service/spec/index.js';
import type { Call } from '../call.js';
import { findRoot } from '../root.js';
import { openSettings } from '../../../service/config/open-settings.js';

/**
 * Reads the spec that a call names first.
 * @param call the call
 * @returns the spec; throws what is wrong with it
 */
export function specOf(call: Call): ReadSpec {
  const root = findRoot(call);
  return readSpec(root, call.positionals[0] ?? '', {
    cwd: process.cwd(),
    patterns: loadConfig(root).values.pipeline.spec_patterns,
    idPattern: openSettings(root).pipelineIds,
  });
}
