// What users and stored files rely on, spelled out. A change here is a change for them: say so in CHANGELOG.md.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { keyText, parseKey } from '../src/rules/names.js';
import { families } from '../src/service/families.js';
import { openFileStore } from '../src/service/open.js';
import { recordVersion } from '../src/store/file/log/record.js';
import type { Revision } from '../src/store/store.js';
import { tempFolder } from './support/temp.js';

const exported: Readonly<Record<string, readonly string[]>> = {
  index: [
    'MAX_SUMMARY_TOKENS',
    'PawlError',
    'Project',
    'aggregateHandoffs',
    'checkCommand',
    'checkHandoffRequest',
    'checkHandoffResponse',
    'checkPipeline',
    'checkWorkflow',
    'command',
    'countTokens',
    'displayState',
    'errorCodes',
    'estimateTokens',
    'isPawlError',
    'keyText',
    'limits',
    'migrateWorkflow',
    'openProject',
    'parseKey',
    'parseWorkflowId',
    'redactText',
    'resumePrompt',
    'truncateSummary',
    'typicalPhases',
    'validateContextSummary',
    'workflow',
    'workflowId',
  ],
  silent: [
    'MAX_SUMMARY_TOKENS',
    'completeCheckpoint',
    'countTokens',
    'getResumePoint',
    'loadCheckpoint',
    'saveCheckpoint',
    'updatePhase',
    'validateContextSummary',
  ],
  testing: ['MemoryStore', 'testStore'],
};

const load = createRequire(import.meta.url);
const namesOf = (file: string): string[] => Object.keys(load(path.resolve('dist', file)));

describe('exports', () => {
  for (const [entry, names] of Object.entries(exported)) {
    test(`of ${entry} are these, in both module systems`, async () => {
      const asModule: object = await import(pathToFileURL(path.resolve('dist', `${entry}.mjs`)).href);
      assert.deepEqual(Object.keys(asModule).sort(), names);
      assert.deepEqual(namesOf(`${entry}.cjs`).sort(), names);
    });
  }

  test('of the drop-ins are these', () => {
    assert.deepEqual(namesOf('lib/checkpoint-manager.cjs'), [
      'loadCheckpoint',
      'saveCheckpoint',
      'updatePhase',
      'completeCheckpoint',
      'getResumePoint',
    ]);
    assert.deepEqual(namesOf('lib/token-counter.cjs'), ['MAX_SUMMARY_TOKENS', 'countTokens', 'validateContextSummary']);
    assert.deepEqual(namesOf('lib/utils.cjs'), [
      'readFile',
      'writeFile',
      'ensureDir',
      'getGitRoot',
      'getStateDir',
      'logError',
    ]);
  });

  test('of the package are these paths', () => {
    const { exports: paths, bin } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
    assert.deepEqual(Object.keys(paths), ['.', './silent', './testing', './schemas/*.json', './package.json']);
    assert.deepEqual(bin, { pawl: 'dist/cli/pawl.cjs' });
  });
});

const schemas: Readonly<Record<string, { readonly title: string; readonly required: readonly string[] }>> = {
  command: {
    title: 'Command checkpoint (.claude/state/{command}-checkpoint.json)',
    required: ['command', 'version', 'started_at', 'updated_at', 'state', 'phases'],
  },
  'handoff-request': {
    title: 'Request of a hand-off to a sub-agent',
    required: ['task_id', 'phase', 'mode', 'context', 'instructions', 'expected_output'],
  },
  'handoff-response': {
    title: 'Response of a sub-agent to a hand-off',
    required: ['task_id', 'phase', 'status', 'decision', 'findings', 'context_summary'],
  },
  pipeline: {
    title: 'Pipeline checkpoint (.claude/skills/build-pipeline/checkpoints/{ID}.json)',
    required: [
      'prd',
      'prd_title',
      'current_phase',
      'status',
      'completed_workstreams',
      'in_progress_workstreams',
      'pending_workstreams',
      'artifacts',
      'gates_passed',
      'gates_pending',
      'timestamp',
    ],
  },
  workflow: {
    title: 'Workflow checkpoint (.claude/checkpoints/{type}_{project}_{time}.json)',
    required: [
      'checkpoint_id',
      'workflow_type',
      'workflow_description',
      'created_at',
      'updated_at',
      'status',
      'current_phase',
      'total_phases',
      'completed_phases',
      'workflow_state',
      'last_error',
    ],
  },
};

test('the JSON Schemas have these titles and require these fields', () => {
  const files = fs.readdirSync('dist/schemas').sort();
  assert.deepEqual(
    files,
    Object.keys(schemas).map((name) => `${name}.json`),
  );
  for (const [name, { title, required }] of Object.entries(schemas)) {
    const schema = JSON.parse(fs.readFileSync(`dist/schemas/${name}.json`, 'utf8'));
    assert.equal(schema.$schema, 'http://json-schema.org/draft-07/schema#', name);
    assert.equal(schema.title, title, name);
    assert.deepEqual(schema.required, required, name);
    assert.notEqual(schema.additionalProperties, false, `${name}: unknown fields are allowed`);
  }
});

interface Expected {
  readonly key: string;
  readonly revision: number;
  readonly place: string;
  readonly state: object;
  readonly history: readonly Revision[];
}

/** `text × n` stands for a text repeated n times. */
function unfold(_name: string, value: unknown): unknown {
  const [, text, times] = (typeof value === 'string' ? /^(.*) × (\d+)$/.exec(value) : null) ?? [];
  return text === undefined ? value : `${text} `.repeat(Number(times));
}

describe('logs of format 1', () => {
  const golden = 'test/golden/log-v1';
  const expected: readonly Expected[] = JSON.parse(fs.readFileSync(`${golden}/expected.json`, 'utf8'), unfold);
  const logs = '.claude/state/.pawl';

  function copied(): string {
    const root = tempFolder();
    fs.cpSync(`${golden}/project`, root, { recursive: true });
    return root;
  }

  test('are still what is written', () => assert.equal(recordVersion, 1));

  test('are read to the same states and histories, and reading leaves them as they are', async () => {
    const root = copied();
    const store = openFileStore(root, families);
    const found: Expected[] = [];
    for (const one of await store.list({ places: ['live', 'failed', 'archived', 'removed'] })) {
      const { key, revision, place, state, notices } = one;
      assert.deepEqual(notices, [], keyText(key));
      found.push({ key: keyText(key), revision, place, state, history: await store.history(key) });
    }
    await store.close();
    assert.deepEqual(found, expected);
    for (const file of fs.readdirSync(`${golden}/project/${logs}`, { recursive: true, encoding: 'utf8' })) {
      const before = path.join(`${golden}/project`, logs, file);
      if (fs.statSync(before).isFile()) {
        assert.deepEqual(fs.readFileSync(path.join(root, logs, file)), fs.readFileSync(before), file);
      }
    }
  });

  test('can be written on, and remember an op id', async () => {
    const store = openFileStore(copied(), families);
    for (const { key: text, revision, state } of expected) {
      const key = parseKey(text);
      assert.ok(key !== null);
      const put = { state: { ...state, note: 'later' }, expect: revision, actor: 'test', event: { name: 'later' } };
      const result = await store.put(key, { ...put, at: '2026-02-01T00:00:00.000Z' });
      assert.ok(result.ok, text);
      assert.equal(result.stored.revision, revision + 1);
    }
    const auth = parseKey('command:implement/auth');
    assert.ok(auth !== null);
    const again = { state: {}, expect: 99, opId: 'op-1', actor: 'test', event: { name: 'again' }, at: '' };
    const repeated = await store.put(auth, again);
    assert.ok(repeated.ok && repeated.duplicate);
    assert.equal(repeated.stored.revision, 2);
    await store.close();
  });
});
