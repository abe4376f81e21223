// The MCP inspector's command line lists and calls every tool. It needs 200 MB and is no dependency: `node
// scripts/inspect-mcp.mjs` installs it into a throw-away folder and runs this.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { setTheStage, story } from '../support/mcp-scenario.js';
import { cleanEnv, program, tempRepository } from './program.js';

const inspector = process.env['MCP_INSPECTOR'] ?? '';
const skip =
  inspector === '' ? 'the MCP inspector is not installed; node scripts/inspect-mcp.mjs does that and runs this' : false;

function inspect(cwd: string, args: readonly string[]): JsonObject {
  const command = [inspector, '--cli', process.execPath, program, 'mcp', ...args];
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    cwd,
    env: cleanEnv(),
    encoding: 'utf8',
    timeout: 60_000,
  });
  const value: unknown = stdout.trim() === '' ? null : JSON.parse(stdout);
  assert.ok(isJsonObject(value), stderr);
  return value;
}

function argument([name, value]: readonly [string, unknown]): readonly string[] {
  return ['--tool-arg', `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`];
}

test('the MCP inspector lists and calls every tool', { skip }, () => {
  const cwd = tempRepository();
  setTheStage(cwd);
  const { tools } = inspect(cwd, ['--method', 'tools/list']);
  assert.ok(Array.isArray(tools));
  const names = tools.map((tool: unknown) => (isJsonObject(tool) ? tool['name'] : null));
  assert.deepEqual(new Set(names), new Set(story.map(([tool]) => tool)));
  for (const [tool, args, says, alone] of story) {
    const given = Object.entries(args).flatMap(argument);
    const result = inspect(cwd, ['--method', 'tools/call', '--tool-name', tool, ...given]);
    const text = JSON.stringify(result['content']);
    assert.equal(result['isError'] === true, alone !== undefined, `${tool}: ${text}`);
    assert.match(text, alone ?? says, tool);
  }
});

test('the MCP inspector lists resources, templates and prompts', { skip }, () => {
  const cwd = tempRepository();
  inspect(cwd, [
    '--method',
    'tools/call',
    '--tool-name',
    'phase',
    ...Object.entries({ ref: 'implement/auth', phase: 'api', status: 'in_progress' }).flatMap(argument),
  ]);
  const listed = ['resources/list', 'resources/templates/list', 'prompts/list'].map((method) =>
    JSON.stringify(inspect(cwd, ['--method', method])),
  );
  assert.match(listed.join('\n'), /pawl:\/\/brief\/implement%2Fauth[^]*pawl:\/\/checkpoint\/\{ref\}[^]*"resume"/);
});
