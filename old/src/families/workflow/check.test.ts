import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { isJsonObject } from '../../rules/json/json.js';
import { checkWorkflow } from './check.js';
import { workflowSchema } from './schema.js';

const seed004 = `{
  "checkpoint_id": "orchestrate_auth_system_20251003_184530",
  "workflow_type": "orchestrate",
  "workflow_description": "Implement authentication system",
  "created_at": "2025-10-03T18:45:30Z",
  "updated_at": "2025-10-03T18:52:15Z",
  "status": "in_progress",
  "current_phase": 2,
  "total_phases": 5,
  "completed_phases": [1],
  "workflow_state": {
    "project_name": "auth_system",
    "artifact_registry": {},
    "research_results": [],
    "plan_path": "specs/plans/022_auth_implementation.md"
  },
  "last_error": null
}`;

/** The seed's example with some members changed; undefined takes one away. */
function changed(changes: Record<string, unknown>): unknown {
  const doc: unknown = JSON.parse(seed004);
  assert.ok(isJsonObject(doc));
  const entries = Object.entries({ ...doc, ...changes });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const required = Object.keys(JSON.parse(seed004));

test("the seed's example is valid", () => {
  assert.deepEqual(checkWorkflow(JSON.parse(seed004)), []);
});

for (const field of required) {
  test(`${field} is required`, () => {
    const problems = checkWorkflow(changed({ [field]: undefined }));
    assert.deepEqual(
      problems.map(({ path, message }) => [path, message]),
      [[`/${field}`, `"${field}" is missing`]],
    );
  });
}

const valid: readonly Record<string, unknown>[] = [
  { checkpoint_id: 'test-all_x_20240229_235959', workflow_type: 'test-all' },
  { checkpoint_id: 'my-type~0123456789abcdef_x_20251003_184530', workflow_type: 'my_type' },
  { current_phase: 0 },
  { current_phase: 5, completed_phases: [3, 1] },
  { status: 'failed', last_error: 'boom' },
  { status: 'failed', last_error: { message: 'boom', file: 'a.ts' } },
  { status: 'abandoned' },
  { status: 'complete', completed_phases: [1, 2, 3, 4, 5], current_phase: 5 },
  { schema_version: '1.2' },
  { schema_version: '2.1' },
  { schema_version: 2.1 },
  { total_phases: 0, completed_phases: [], current_phase: 0 },
  { extra: { any: ['thing', null] } },
  { pawl: { errors: [{ error: 'x', at: '2025-10-03T18:52:15Z' }], next_action: 'y' } },
];

for (const changes of valid) {
  test(`valid: ${JSON.stringify(changes)}`, () => {
    assert.deepEqual(checkWorkflow(changed(changes)), []);
  });
}

const invalid: readonly (readonly [Record<string, unknown>, ...string[]])[] = [
  [{ checkpoint_id: 'auth' }, '/checkpoint_id'],
  [{ checkpoint_id: 'orchestrate_20251003_184530' }, '/checkpoint_id'],
  [{ checkpoint_id: 'orchestrate_x_20250230_184530' }, '/checkpoint_id'],
  [{ checkpoint_id: 'orchestrate_x_20251003_246060' }, '/checkpoint_id'],
  [{ checkpoint_id: 'orchestrate_../x_20251003_184530' }, '/checkpoint_id'],
  [{ checkpoint_id: 5 }, '/checkpoint_id'],
  [{ workflow_type: 'implement' }, '/workflow_type'],
  [{ workflow_type: 7 }, '/workflow_type'],
  [{ workflow_description: null }, '/workflow_description'],
  [{ created_at: '2025-10-03' }, '/created_at'],
  [{ updated_at: '2025-10-03 18:45:30' }, '/updated_at'],
  [{ status: 'running' }, '/status'],
  [{ status: 'completed' }, '/status'],
  [{ status: 'complete' }, '/status'],
  [{ status: 'complete', completed_phases: [1, 2, 3, 4, 5], last_error: 'x' }, '/last_error'],
  [{ current_phase: '2' }, '/current_phase'],
  [{ current_phase: 1.5 }, '/current_phase'],
  [{ current_phase: -1 }, '/current_phase'],
  [{ current_phase: 6 }, '/current_phase'],
  [{ total_phases: 1001 }, '/total_phases'],
  [{ total_phases: '5' }, '/total_phases'],
  [{ completed_phases: 1 }, '/completed_phases'],
  [{ completed_phases: [0] }, '/completed_phases/0'],
  [{ completed_phases: [1, 6] }, '/completed_phases/1'],
  [{ completed_phases: [1, 2, 1] }, '/completed_phases/2'],
  [{ completed_phases: ['1'] }, '/completed_phases/0'],
  [{ completed_phases: Array.from({ length: 1001 }, () => 1) }, '/completed_phases'],
  [{ workflow_state: [] }, '/workflow_state'],
  [{ last_error: 5 }, '/last_error'],
  [{ last_error: { text: 'x' } }, '/last_error'],
  [{ schema_version: '2.2' }, '/schema_version'],
  [{ schema_version: '3.0' }, '/schema_version'],
  [{ schema_version: 'new' }, '/schema_version'],
  [{ schema_version: null }, '/schema_version'],
  [{ pawl: { errors: ['x'] } }, '/pawl/errors/0'],
  [{ pawl: { decisions: 'x' } }, '/pawl/decisions'],
  [{ pawl: { abandoned: { at: 'x' } } }, '/pawl/abandoned'],
  [{ extra: () => 0 }, '/extra'],
  [{ status: 'x', last_error: 1, created_at: 1 }, '/created_at', '/status', '/last_error'],
];

for (const [changes, ...paths] of invalid) {
  test(`invalid: ${JSON.stringify(changes).slice(0, 80)} at ${paths.join(', ')}`, () => {
    const problems = checkWorkflow(changed(changes));
    assert.deepEqual([...new Set(problems.map((problem) => problem.path))], paths);
    for (const problem of problems) assert.ok(problem.message && problem.fix);
  });
}

test('whatever the value, the check answers', () => {
  fc.assert(fc.property(fc.anything(), (value) => Array.isArray(checkWorkflow(value))));
  fc.assert(
    fc.property(fc.constantFrom(...required), fc.anything(), (field, value) =>
      Array.isArray(checkWorkflow(changed({ [field]: value }))),
    ),
  );
});

test('what the check accepts, the published schema accepts', () => {
  const anyChange = fc.oneof(
    fc.constantFrom(...valid, ...invalid.map(([changes]) => changes)),
    fc.dictionary(fc.constantFrom(...required, 'pawl', 'schema_version'), fc.oneof(fc.jsonValue(), fc.nat(6)), {
      maxKeys: 2,
    }),
  );
  fc.assert(
    fc.property(anyChange, anyChange, (one, two) => {
      const doc = changed({ ...one, ...two });
      if (checkWorkflow(doc).length === 0) assert.ok(v.safeParse(workflowSchema, doc).success);
    }),
    { numRuns: 500 },
  );
});

test('the schema becomes a JSON Schema that requires what the design requires', () => {
  assert.deepEqual(toJsonSchema(workflowSchema).required, required);
});
