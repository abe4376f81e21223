// The tool table as the protocol lists it.

import type { Tool } from '@modelcontextprotocol/server';
import { jsonSchemaOf } from './json-schema.js';
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
    inputSchema: { ...jsonSchemaOf(row.input), type: 'object' as const },
    outputSchema: { ...jsonSchemaOf(row.output), type: 'object' as const },
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
