// What the configuration says about opening a project.

import { MAX_SUMMARY_TOKENS } from '../../rules/text/tokens.js';
import { hasFiles } from './files.js';
import { loadConfig } from './load.js';

/** Options for opening a project or a workbench. */
export interface OpenSettings {
  readonly actor?: string;
  readonly pipelineIds?: RegExp;
  readonly summaryTokens?: number;
}

/**
 * Reads what the configuration says about opening a project.
 * @param root the project's root
 * @returns who is named, which ids pipelines may have and how long summaries may be, where that is configured
 */
export function openSettings(root: string): OpenSettings {
  // Mostly nothing is configured, and two looks are all that it takes to know.
  if (process.env['PAWL_ACTOR'] === undefined && !hasFiles(root, process.env)) return {};
  const { actor, pipeline, limits } = loadConfig(root).values;
  return {
    ...(limits.summary_tokens < MAX_SUMMARY_TOKENS ? { summaryTokens: limits.summary_tokens } : {}),
    ...(actor === null ? {} : { actor }),
    ...(pipeline.id_pattern === null ? {} : { pipelineIds: new RegExp(`^(?:${pipeline.id_pattern})$`, 'u') }),
  };
}
