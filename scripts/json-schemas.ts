// The JSON Schemas of the three families, made from the schemas that check them. Run at build time only.
import { toJsonSchema } from '@valibot/to-json-schema';
import { commandSchema } from '../src/families/command/schema.js';
import { pipelineSchema } from '../src/families/pipeline/schema.js';
import { workflowSchema } from '../src/families/workflow/schema.js';

const titles = {
  command: 'Command checkpoint (.claude/state/{command}-checkpoint.json)',
  pipeline: 'Pipeline checkpoint (.claude/skills/build-pipeline/checkpoints/{ID}.json)',
  workflow: 'Workflow checkpoint (.claude/checkpoints/{type}_{project}_{time}.json)',
};

const strict = { errorMode: 'throw' } as const;

export const schemas = {
  command: { title: titles.command, ...toJsonSchema(commandSchema, strict) },
  pipeline: { title: titles.pipeline, ...toJsonSchema(pipelineSchema, strict) },
  workflow: { title: titles.workflow, ...toJsonSchema(workflowSchema, strict) },
};
