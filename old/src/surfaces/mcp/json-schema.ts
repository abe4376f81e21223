// From the schemas of tools to JSON Schema. Knows the kinds that fields.ts has, and no others: the library that knows all
// would be 4 KB of the packed program.

import type * as v from 'valibot';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';

/**
 * Writes a schema as JSON Schema, in few words: every client reads the schemas of all tools.
 * @param schema the schema of a tool's input or output
 * @returns the same as JSON Schema; throws for a kind that is not known here
 */
export function jsonSchemaOf(schema: v.GenericSchema): JsonObject {
  return written(schema);
}

function written(schema: unknown): JsonObject {
  if (!isJsonObject(schema)) throw new TypeError('no schema');
  const actions = Array.isArray(schema['pipe']) ? schema['pipe'].slice(1) : [];
  return Object.assign({}, plain(schema), ...actions.map((action: unknown) => said(action)));
}

function plain(schema: JsonObject): JsonObject {
  switch (schema['type']) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: schema['type'] };
    case 'unknown':
      return {};
    case 'literal':
      return { const: schema['literal'] ?? null };
    case 'picklist':
      return { type: 'string', enum: schema['options'] ?? [] };
    case 'array':
      return { type: 'array', items: written(schema['item']) };
    case 'record':
      return { type: 'object', additionalProperties: written(schema['value']) };
    case 'optional':
      return written(schema['wrapped']);
    case 'nullable':
      return orNull(written(schema['wrapped']));
    case 'object':
      return object(schema);
    case 'object_with_rest':
      return { ...object(schema), additionalProperties: false };
    default:
      throw new TypeError(`no JSON Schema for ${JSON.stringify(schema['type'])}`);
  }
}

function object({ entries }: JsonObject): JsonObject {
  const members = Object.entries(isJsonObject(entries) ? entries : {});
  const required = members.filter(([, one]) => isJsonObject(one) && one['type'] !== 'optional').map(([name]) => name);
  const properties = Object.fromEntries(members.map(([name, one]) => [name, written(one)]));
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function orNull(schema: JsonObject): JsonObject {
  const { type } = schema;
  const isSimple = typeof type === 'string' && Object.keys(schema).length === 1;
  return isSimple ? { type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}

/** What an action of a pipe says. */
function said(action: unknown): JsonObject {
  if (!isJsonObject(action)) return {};
  switch (action['type']) {
    case 'description':
      return { description: action['description'] ?? '' };
    case 'examples':
      return { examples: action['examples'] ?? [] };
    case 'integer':
      return { type: 'integer' };
    case 'min_value':
      return { minimum: action['requirement'] ?? 0 };
    case 'non_empty':
    case 'metadata':
      return {}; // told when it is not so
    default:
      throw new TypeError(`no JSON Schema for ${JSON.stringify(action['type'])}`);
  }
}
