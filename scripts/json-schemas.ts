// The JSON Schemas of the three families, hand-offs, specs and the configuration, made from what checks them. Run at
// build time only.

import { toJsonSchema } from '@valibot/to-json-schema';
import { commandSchema } from '../src/formats/command.js';
import { handoffRequestSchema, handoffResponseSchema } from '../src/formats/handoff.js';
import { pipelineSchema } from '../src/formats/pipeline.js';
import { specFields } from '../src/formats/spec-fields.js';
import { workflowSchema } from '../src/formats/workflow.js';
import { loadConfig } from '../src/runs/config.js';

const options = { errorMode: 'ignore' } as const; // what JSON Schema cannot say stays in the check
const $schema = 'http://json-schema.org/draft-07/schema#';

/** The documented spelling of a spec. Other members and spellings are allowed: the check has the last word. */
function specSchema(): object {
  const text = { type: 'string' };
  const list = { anyOf: [text, { type: 'array', items: text }] };
  const types = { text, list, parts: {}, duration: { type: ['string', 'integer'] }, switch: { type: 'boolean' } };
  const partOf = (kind: keyof typeof specFields, more: object = {}): object => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(specFields[kind]).map(([name, { is, about }]) => [name, { description: about, ...types[is] }]),
    ),
    ...more,
  });
  const { properties, ...root } = { properties: {}, ...partOf('spec', { required: ['prd', 'workstreams'] }) };
  const byId = (kind: keyof typeof specFields): object => ({ type: 'object', additionalProperties: partOf(kind) });
  return {
    ...root,
    properties: {
      ...properties,
      workstreams: byId('workstream'),
      execution_phases: { type: 'array', items: partOf('phase') },
      gates: byId('gate'),
    },
  };
}

function configSchema(): object {
  const properties: Record<string, { type?: string; properties?: Record<string, object> }> = {
    $schema: { type: 'string' },
  };
  for (const { name, about: description, value } of loadConfig('/nonexistent', { PAWL_CONFIG: '/nonexistent' }).all) {
    const type = value === null ? ['string', 'null'] : Array.isArray(value) ? 'array' : typeof value;
    const [group = '', member] = name.split('.');
    const own = { description, type, default: value };
    if (member === undefined) Object.assign(properties, { [group]: own });
    else properties[group] = { type: 'object', properties: { ...properties[group]?.properties, [member]: own } };
  }
  return { type: 'object', properties };
}

const titles = {
  command: ['Command checkpoint (.claude/state/{command}-checkpoint.json)', toJsonSchema(commandSchema, options)],
  pipeline: [
    'Pipeline checkpoint (.claude/skills/build-pipeline/checkpoints/{ID}.json)',
    toJsonSchema(pipelineSchema, options),
  ],
  workflow: [
    'Workflow checkpoint (.claude/checkpoints/{type}_{project}_{time}.json)',
    toJsonSchema(workflowSchema, options),
  ],
  'handoff-request': ['Request of a hand-off to a sub-agent', toJsonSchema(handoffRequestSchema, options)],
  'handoff-response': ['Response of a sub-agent to a hand-off', toJsonSchema(handoffResponseSchema, options)],
  spec: ['Front matter of a spec (EXECUTION-SPEC-{ID}.md)', { $schema, ...specSchema() }],
  config: ['Configuration (.claude/config/pawl.json)', { $schema, ...configSchema() }],
} as const;

export const schemas = Object.fromEntries(
  Object.entries(titles).map(([name, [title, schema]]) => {
    const { $schema: draft, ...rest } = schema;
    return [name, { $schema: draft, $id: `https://unpkg.com/pawl/dist/schemas/${name}.json`, title, ...rest }];
  }),
);
