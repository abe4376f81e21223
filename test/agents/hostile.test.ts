// Whatever an agent sends to a hook: valid output, exit code 0, and nothing stored wrongly.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { runHook } from '../../src/agents/hooks.js';
import { listRuns } from '../../src/runs/list.js';
import { openProject } from '../../src/runs/project.js';
import { run, sized, tempFolder } from '../support/programs.js';

function repository(): string {
  const root = fs.realpathSync(tempFolder(true));
  run('git', ['init', '-q'], root);
  return root;
}

const events = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostCompact', 'PreCompact', 'Stop', 'StopFailure'];
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    '..',
    '../../etc/passwd',
    '/etc/passwd',
    '__proto__',
    '\ud800',
    'a\u0000b',
    -1,
    1e99,
    null,
  ),
  fc.constantFrom<unknown>('/implement ../../x', '/implement __proto__', '/orchestrate \u0000', '$ship', 'continue'),
  fc.string({ maxLength: 50 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const names = ['session_id', 'cwd', 'source', 'prompt', 'prompt_id', 'tool_name', 'tool_use_id', 'reason', 'agent_id'];
const more = ['tool_input', 'tool_response', 'last_assistant_message', 'background_tasks', 'compact_summary', 'error'];
const tools = fc.constantFrom('Write', 'Edit', 'apply_patch', 'TaskCreate', 'TaskUpdate', 'NotebookEdit');
const payload = fc.record(
  {
    ...Object.fromEntries([...names, ...more].map((name) => [name, odd])),
    session_id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('s1', 's2', '../../x', 'CON') }, odd),
    tool_name: fc.oneof({ weight: 3, arbitrary: tools }, odd),
  },
  { requiredKeys: [] },
);

test(`${sized(1_500, 10_000)} hostile payloads: an answer that agents take, and every run fits its format`, async () => {
  const root = repository();
  const before = Reflect.ownKeys(Object.prototype).length;
  const property = fc.asyncProperty(fc.constantFrom(...events), payload, async (event, input) => {
    const answer = await runHook(event, JSON.stringify({ cwd: root, ...input }), { CLAUDE_PROJECT_DIR: root });
    if (answer === '') return;
    const { hookSpecificOutput: output, ...rest } = JSON.parse(answer);
    assert.deepEqual([rest, Object.keys(output)], [{}, ['hookEventName', 'additionalContext']]);
    assert.ok(output.additionalContext.length <= 4_000);
  });
  await fc.assert(property, { numRuns: sized(1_500, 10_000) });
  assert.equal(Reflect.ownKeys(Object.prototype).length, before);
  for (const { ref, problem } of await listRuns(openProject({ root }))) assert.equal(problem, undefined, ref);
  const outside = fs.readdirSync(root).filter((name) => name !== '.git' && name !== '.claude');
  assert.deepEqual(outside, []);
});

test('50 processes with broken payloads exit with 0 and print nothing', () => {
  const root = repository();
  const program = path.resolve('dist/cli/pawl.cjs');
  const broken = ['', '{', '[]', 'null', '"x"', '{"session_id":1}', '\u0000', '{"session_id":"s"', 'x'.repeat(500_000)];
  for (let n = 0; n < 50; n++) {
    const event = n % 10 === 9 ? 'NoSuchEvent' : (events[n % events.length] ?? '');
    const input = broken[n % broken.length];
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'hook', event], { cwd: root, input });
    assert.deepEqual([status, String(stdout), String(stderr)], [0, '', ''], `${event} ${input?.slice(0, 30)}`);
  }
});
