// What the configuration says about opening a project.

import { loadConfig } from '../../service/config/load.js';

/** Options for opening a project or a workbench. */
export interface OpenSettings {
  readonly actor?: string;
  readonly pipelineIds?: RegExp;
}

/**
 * Reads what the configuration says about opening a project.
 * @param root the project's root
 * @returns who is named, and which ids pipelines may have, where that is configured
 */
export function openSettings(root: string): OpenSettings {
  const { actor, pipeline } = loadConfig(root).values;
  return {
    ...(actor === null ? {} : { actor }),
    ...(pipeline.id_pattern === null ? {} : { pipelineIds: new RegExp(`^(?:${pipeline.id_pattern})$`, 'u') }),
  };
}
