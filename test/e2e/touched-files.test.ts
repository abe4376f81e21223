// Files that agents touch while they work on pipelines and workflows: noted by hooks, stored at boundaries.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { hook, recorded } from '../support/hooks.js';
import { json } from './agent.js';
import { documentOf, pawl, tempRepository } from './program.js';

const session = 's';

function call(root: string, ...args: readonly string[]): JsonObject {
  const ended = pawl([...args, '--json'], root, { PAWL_SESSION: session });
  assert.equal(ended.code, 0, ended.out + ended.err);
  return documentOf(ended);
}

/** The agent writes a file; gives what it is told. */
function writes(root: string, name: string): string {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), name);
  const change = { tool_input: { file_path: path.join(root, name), content: name } };
  return hook('PostToolUse', recorded('claude/post-tool-use-write', root, session, change), root).context;
}

function noted(root: string): readonly string[] {
  const folder = path.join(root, '.claude/state/.pawl/journal');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

describe('files that an agent touches', () => {
  test('in a pipeline are artifacts of the workstream that is done', () => {
    const root = tempRepository();
    const units = ['WS1', 'WS2', 'WS3'].map((id) => `  ${id}: {name: ${id}, executor: a, executor_type: skill}\n`);
    const phases = 'execution_phases: [{name: One, parallel: [WS1, WS2]}, {name: Two, parallel: [WS3]}]\n';
    fs.writeFileSync(
      path.join(root, 'PRD-009.md'),
      `---\nprd: PRD-009\nprd_title: x\nservice: x\nworkstreams:\n${units.join('')}${phases}---\n`,
    );
    call(root, 'pipeline', 'init', 'PRD-009.md');
    const artifacts = (): JsonObject => {
      const all = json(path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-009.json'))['artifacts'];
      assert.ok(isJsonObject(all));
      return all;
    };
    call(root, 'pipeline', 'start', 'PRD-009', 'WS1', 'WS2');
    writes(root, 'undeclared.ts');
    writes(root, 'gone.ts');
    fs.rmSync(path.join(root, 'gone.ts'));
    call(root, 'pipeline', 'done', 'PRD-009', 'WS1', '--artifacts', 'own.ts');
    assert.deepEqual(artifacts()['WS1'], ['own.ts'], 'it may be of the other one, which is open');
    writes(root, 'own.ts');
    hook('PreCompact', recorded('claude/pre-compact', root, session), root);
    call(root, 'pipeline', 'done', 'PRD-009', 'WS2');
    assert.deepEqual(artifacts()['WS2'], ['undeclared.ts']);
    assert.deepEqual(artifacts()['WS1'], ['own.ts']);
    assert.deepEqual(noted(root), []);
    assert.match(writes(root, 'undeclared.ts'), /undeclared\.ts was made by WS2 of PRD-009, which is complete/);
  });

  test('in a workflow are kept with the phase that was open', () => {
    const root = tempRepository();
    const id = String(
      call(root, 'workflow', 'start', 'orchestrate', 'shop', '--phases', '2', '--description', 'x')['ref'],
    );
    const file = path.join(root, '.claude/checkpoints', `${id}.json`);
    const files = (): unknown => {
      const { pawl: own } = json(file);
      return isJsonObject(own) ? own['files'] : undefined;
    };
    writes(root, 'a.ts');
    hook('PreCompact', recorded('claude/pre-compact', root, session), root);
    assert.deepEqual(files(), { 1: ['a.ts'] });
    writes(root, 'b.ts');
    call(root, 'workflow', 'advance', id);
    assert.deepEqual(files(), { 1: ['a.ts', 'b.ts'] });
    assert.match(writes(root, 'a.ts'), /a\.ts was made by phase 1 of .*, which is complete/);
    writes(root, 'c.ts');
    assert.match(pawl(['brief', id], root, { PAWL_SESSION: session }).out, /c\.ts.*b\.ts/s);
    call(root, 'workflow', 'finish', id);
    assert.deepEqual(noted(root), []);
    const { pawl: own } = call(root, 'show', id);
    assert.deepEqual(isJsonObject(own) && own['files'], { 1: ['a.ts', 'b.ts'], 2: ['a.ts', 'c.ts'] });
  });
});
