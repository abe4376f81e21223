// The JSON Schemas of the three families and of hand-offs, made from the schemas that check them. Run at build time only.

import { toJsonSchema } from '@valibot/to-json-schema';
import { commandSchema } from '../src/formats/command.js';
import { handoffRequestSchema, handoffResponseSchema } from '../src/formats/handoff.js';
import { pipelineSchema } from '../src/formats/pipeline.js';
import { workflowSchema } from '../src/formats/workflow.js';

const options = { errorMode: 'ignore' } as const; // what JSON Schema cannot say stays in the check

export const schemas = {
  command: {
    title: 'Command checkpoint (.claude/state/{command}-checkpoint.json)',
    ...toJsonSchema(commandSchema, options),
  },
  pipeline: {
    title: 'Pipeline checkpoint (.claude/skills/build-pipeline/checkpoints/{ID}.json)',
    ...toJsonSchema(pipelineSchema, options),
  },
  workflow: {
    title: 'Workflow checkpoint (.claude/checkpoints/{type}_{project}_{time}.json)',
    ...toJsonSchema(workflowSchema, options),
  },
  'handoff-request': { title: 'Request of a hand-off to a sub-agent', ...toJsonSchema(handoffRequestSchema, options) },
  'handoff-response': {
    title: 'Response of a sub-agent to a hand-off',
    ...toJsonSchema(handoffResponseSchema, options),
  },
};
