// The tool table as the protocol lists it.

import type { Tool } from '@modelcontextprotocol/server';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { tools } from './tools/index.js';

let listed: readonly Tool[] | undefined;

/**
 * Lists the tools.
 * @returns every tool with its schemas; made once, as they never change
 */
export function listedTools(): readonly Tool[] {
  listed ??= tools.map((row) => ({
    name: row.name,
    title: row.title,
    description: row.description,
    inputSchema: { ...schemaOf(row.input), type: 'object' as const },
    outputSchema: { ...schemaOf(row.output), type: 'object' as const },
    annotations: {
      title: row.title,
      readOnlyHint: row.hints.readOnly,
      destructiveHint: row.hints.destructive,
      idempotentHint: row.hints.idempotent,
      openWorldHint: row.hints.openWorld,
    },
  }));
  return listed;
}

function schemaOf(schema: v.GenericSchema): JsonObject {
  const made: Json = JSON.parse(JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore' })));
  const short = shorter(made);
  const { $schema: _dialect, ...rest } = isJsonObject(short) ? short : {};
  return rest;
}

/** The same schema in fewer words: every client reads the whole list into its model. */
function shorter(value: Json): Json {
  if (Array.isArray(value)) return value.map(shorter);
  if (!isJsonObject(value)) return value;
  const { anyOf: kinds } = value;
  const types = Array.isArray(kinds) ? kinds.map((kind) => simpleType(kind)) : [];
  if (types.length > 0 && types.every((type) => type !== null)) return { type: types };
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const isNothing = isJsonObject(member) && isJsonObject(member['not']) && Object.keys(member['not']).length === 0;
    return [name, name === 'additionalProperties' && isNothing ? false : shorter(member)];
  });
  return Object.fromEntries(members.filter(([name, member]) => name !== 'required' || !isEmptyList(member)));
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

function simpleType(value: Json): string | null {
  const type = isJsonObject(value) && Object.keys(value).length === 1 ? value['type'] : null;
  return typeof type === 'string' ? type : null;
}
