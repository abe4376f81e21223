import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { only } from '../../families/pipeline/shape.js';
import * as f from './fields.js';
import { jsonSchemaOf } from './json-schema.js';
import { tools } from './tools/index.js';

test('fields become JSON Schema, with what a model is told about them', () => {
  const schema = only({
    ref: f.text('The run.', 'implement/auth'),
    limit: f.optional(f.number('At most so many.', 20)),
    kind: f.choice('Which.', ['a', 'b']),
  });
  assert.deepEqual(jsonSchemaOf(schema), {
    type: 'object',
    properties: {
      ref: { type: 'string', description: 'The run.', examples: ['implement/auth'] },
      limit: { type: 'integer', minimum: 1, description: 'At most so many.', examples: [20] },
      kind: { type: 'string', enum: ['a', 'b'], description: 'Which.' },
    },
    required: ['ref', 'kind'],
    additionalProperties: false,
  });
  assert.deepEqual(jsonSchemaOf(v.object({ by: f.textOrNull, holder: v.nullable(f.progress) })), {
    type: 'object',
    properties: {
      by: { type: ['string', 'null'] },
      holder: {
        anyOf: [
          {
            type: 'object',
            properties: { done: { type: 'number' }, total: { type: 'number' } },
            required: ['done', 'total'],
          },
          { type: 'null' },
        ],
      },
    },
    required: ['by', 'holder'],
  });
});

test('every tool can be written, and a kind that is not known is told', () => {
  for (const row of tools)
    for (const schema of [row.input, row.output]) assert.doesNotThrow(() => jsonSchemaOf(schema));
  assert.throws(() => jsonSchemaOf(v.date()), /no JSON Schema for "date"/);
});
