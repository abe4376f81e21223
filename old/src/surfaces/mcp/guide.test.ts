// The guide's table of tools, held to the tools; and what holds for every tool.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { isJsonObject } from '../../rules/json/json.js';
import { listedTools } from './listed-tools.js';
import type { ToolRow } from './tool.js';
import { tools } from './tools/index.js';

function line({ name, title, hints }: ToolRow): string {
  const changes = hints.readOnly ? 'nothing' : hints.openWorld ? 'the run; runs commands' : 'the run';
  return `| \`${name}\` | ${title} | ${changes} | ${hints.destructive ? 'progress; the history stays' : ''} |`;
}

test('the guide lists every tool, with what it changes and takes away', () => {
  const guide = fs.readFileSync('docs/guide/mcp.md', 'utf8');
  const rows = guide.split('\n').filter((text) => /^\| `[a-z_]+` \|/.test(text));
  assert.deepEqual(rows, tools.map(line));
});

describe('every tool', () => {
  for (const row of tools) {
    test(`${row.name} has a description, typed input and output, and says what it does to the project`, () => {
      const listed = listedTools().find(({ name }) => name === row.name);
      assert.ok(listed?.description !== undefined && listed.description.length > 20);
      assert.equal(listed.inputSchema['additionalProperties'], false, 'a misspelt argument is told');
      const input = Object.entries(listed.inputSchema.properties ?? {});
      for (const [name, schema] of input) {
        assert.ok(isJsonObject(schema) && typeof schema['description'] === 'string', `${name} is described`);
      }
      assert.ok(Object.keys(listed.outputSchema?.['properties'] ?? {}).length > 0);
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = listed.annotations ?? {};
      for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint]) {
        assert.equal(typeof hint, 'boolean');
      }
      assert.ok(readOnlyHint !== true || destructiveHint !== true);
    });
  }

  test('that takes something away needs the run and the revision that was seen', () => {
    for (const row of tools.filter(({ hints }) => hints.destructive)) {
      const required = listedTools().find(({ name }) => name === row.name)?.inputSchema.required ?? [];
      assert.ok(required.includes('ref') && required.includes('expected_revision'), row.name);
    }
  });

  test('together take no more of a model’s context than they must', () => {
    // What models are given: clients keep the output schemas for themselves.
    const given = listedTools().map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const bytes = JSON.stringify(given).length;
    assert.ok(bytes < 40_000, `${bytes} bytes`);
  });
});
