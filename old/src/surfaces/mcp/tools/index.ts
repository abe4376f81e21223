// The tool table: a new tool is a row in one of the files beside this one. Its names are pinned in a test.

import type { ToolRow } from '../tool.js';
import { gateTools } from './gates.js';
import { handoffTools } from './handoff.js';
import { historyTools } from './history.js';
import { pipelineTools } from './pipeline.js';
import { resumeTools } from './resume.js';
import { seeTools } from './see.js';
import { shipTools } from './ship.js';
import { workflowTools } from './workflow.js';
import { writeTools } from './write.js';

/** Every tool, in the order in which clients list them. */
export const tools: readonly ToolRow[] = [
  ...seeTools,
  ...resumeTools,
  ...writeTools,
  ...workflowTools,
  ...pipelineTools,
  ...gateTools,
  ...shipTools,
  ...handoffTools,
  ...historyTools,
];
