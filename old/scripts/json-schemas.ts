// The JSON Schemas of the three families and of hand-offs, made from the schemas that check them. Run at build time only.
import { toJsonSchema } from '@valibot/to-json-schema';
import { commandSchema } from '../src/families/command/schema.js';
import { requestSchema, responseSchema } from '../src/families/handoff/schema.js';
import { pipelineSchema } from '../src/families/pipeline/schema.js';
import { workflowSchema } from '../src/families/workflow/schema.js';

const titles = {
  command: 'Command checkpoint (.claude/state/{command}-checkpoint.json)',
  pipeline: 'Pipeline checkpoint (.claude/skills/build-pipeline/checkpoints/{ID}.json)',
  workflow: 'Workflow checkpoint (.claude/checkpoints/{type}_{project}_{time}.json)',
  request: 'Request of a hand-off to a sub-agent',
  response: 'Response of a sub-agent to a hand-off',
};

const strict = { errorMode: 'throw' } as const;

export const schemas = {
  command: { title: titles.command, ...toJsonSchema(commandSchema, strict) },
  pipeline: { title: titles.pipeline, ...toJsonSchema(pipelineSchema, strict) },
  workflow: { title: titles.workflow, ...toJsonSchema(workflowSchema, strict) },
  'handoff-request': { title: titles.request, ...toJsonSchema(requestSchema, strict) },
  'handoff-response': { title: titles.response, ...toJsonSchema(responseSchema, strict) },
};
