import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { toJsonSchema } from '@valibot/to-json-schema';
import { deepFreeze } from '../../rules/json/json.js';
import { checkCommand } from './check.js';
import { commandSchema } from './schema.js';

const seed002 = `{
  "command": "implement",
  "feature": "checkpoint-infrastructure",
  "version": 1,
  "head_commit": "d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d",
  "started_at": "2026-01-29T10:30:00.000Z",
  "updated_at": "2026-01-29T11:45:00.000Z",
  "state": {
    "current_phase": "implementation",
    "completed_phases": ["research", "design"],
    "pending_phases": ["validation"],
    "current_task": "T002"
  },
  "phases": {
    "research": {
      "status": "complete",
      "started_at": "2026-01-29T10:30:00.000Z",
      "updated_at": "2026-01-29T10:45:00.000Z",
      "context_summary": "Analyzed existing codebase patterns..."
    },
    "implementation": {
      "status": "in_progress",
      "started_at": "2026-01-29T11:00:00.000Z",
      "updated_at": "2026-01-29T11:45:00.000Z",
      "context_summary": "Implementing checkpoint-manager.cjs...",
      "files_created": [".claude/scripts/lib/token-counter.cjs"]
    }
  }
}`;

const seed000 = `{
  "command": "implement",
  "feature": "checkpoint-infrastructure",
  "version": 1,
  "head_commit": "d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d",
  "started_at": "2026-01-29T10:30:00.000Z",
  "updated_at": "2026-01-29T11:45:00.000Z",
  "state": {
    "current_phase": "implementation",
    "completed_phases": ["research", "design"],
    "pending_phases": ["validation", "documentation"],
    "current_task": "T002"
  },
  "phases": {
    "research": {
      "status": "complete",
      "started_at": "2026-01-29T10:30:00.000Z",
      "updated_at": "2026-01-29T10:45:00.000Z",
      "context_summary": "Analyzed existing codebase patterns...",
      "files_created": [],
      "files_modified": []
    },
    "design": {
      "status": "complete",
      "started_at": "2026-01-29T10:45:00.000Z",
      "updated_at": "2026-01-29T11:00:00.000Z",
      "context_summary": "Designed 5-file architecture...",
      "files_created": ["specs/checkpoint-infrastructure/requirements.md"]
    },
    "implementation": {
      "status": "in_progress",
      "started_at": "2026-01-29T11:00:00.000Z",
      "updated_at": "2026-01-29T11:45:00.000Z",
      "context_summary": "Implemented token-counter.cjs, in progress: checkpoint-manager.cjs",
      "files_created": [".claude/scripts/lib/token-counter.cjs"],
      "files_modified": []
    }
  }
}`;

type Holder = Record<string, unknown>;

/** The seed's example with one place changed; undefined takes the member away. */
function changed(path: string, value: unknown, text = seed002): unknown {
  const doc: unknown = JSON.parse(text);
  const steps = path.split('/').slice(1);
  let holder: unknown = doc;
  for (const step of steps.slice(0, -1)) holder = isHolder(holder) ? holder[step] : undefined;
  const last = steps.at(-1);
  assert.ok(isHolder(holder) && last !== undefined);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return doc;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
const paths = (doc: unknown): string[] => checkCommand(doc).map((problem) => problem.path);

test("both seeds' examples are valid as they stand", () => {
  assert.deepEqual(checkCommand(JSON.parse(seed000)), []);
  assert.deepEqual(checkCommand(JSON.parse(seed002)), []);
});

test('fields that seeds 000 and 002 disagree about may be absent or null', () => {
  for (const value of [undefined, null]) {
    assert.deepEqual(checkCommand(changed('/feature', value)), []);
    assert.deepEqual(checkCommand(changed('/head_commit', value)), []);
  }
});

test('unknown fields are valid everywhere', () => {
  for (const path of ['/extra', '/state/extra', '/phases/research/checkpoint_responses']) {
    assert.deepEqual(checkCommand(changed(path, { q1: ['a', null, { b: 1 }] })), []);
  }
});

const valid: readonly (readonly [string, unknown])[] = [
  ['/command', 'my-own-command'],
  ['/completed_at', '2026-01-29T12:00:00+02:00'],
  ['/state/current_phase', null],
  ['/state/context_summary', words(500)],
  ['/phases/research/context_summary', words(500)],
  ['/phases/research/tasks', { T001: { status: 'complete', description: 'x', owner: 'me' } }],
  ['/gate', { ship_allowed: false, blockers: ['tests'], head_commit: 'abc' }],
  ['/pawl', { next_action: 'go', decisions: [{ text: 'a', at: '2026-01-29T12:00:00Z' }], evidence: {} }],
];

for (const [path, value] of valid) {
  test(`${path} may be ${JSON.stringify(value).slice(0, 60)}`, () => {
    assert.deepEqual(checkCommand(changed(path, value)), []);
  });
}

const invalid: readonly (readonly [string, unknown, string?])[] = [
  ['/command', undefined],
  ['/command', ' '],
  ['/command', 'x'.repeat(201)],
  ['/feature', 5],
  ['/feature', ''],
  ['/version', undefined],
  ['/version', 2],
  ['/version', '1'],
  ['/head_commit', 5],
  ['/started_at', undefined],
  ['/started_at', 'yesterday'],
  ['/started_at', '2026-02-30T10:00:00Z'],
  ['/started_at', '2026-01-29T10:00:00'],
  ['/updated_at', undefined],
  ['/updated_at', 1_700_000_000],
  ['/completed_at', null],
  ['/state', undefined],
  ['/state', []],
  ['/state/current_phase', undefined],
  ['/state/current_phase', 3],
  ['/state/completed_phases', undefined],
  ['/state/completed_phases', 'research'],
  ['/state/completed_phases', [{ name: 'research' }], '/state/completed_phases/0'],
  ['/state/pending_phases', undefined],
  ['/state/pending_phases', ['constructor'], '/state/pending_phases/0'],
  ['/state/current_task', 2],
  ['/state/context_summary', words(501)],
  ['/phases', undefined],
  ['/phases', []],
  ['/phases/research', 'complete'],
  ['/phases/research/status', undefined],
  ['/phases/research/status', 'done'],
  ['/phases/research/status', 'COMPLETE'],
  ['/phases/research/started_at', 'now'],
  ['/phases/research/updated_at', null],
  ['/phases/research/context_summary', words(501)],
  ['/phases/research/context_summary', 'x'.repeat(16 * 1024 + 1)],
  ['/phases/research/context_summary', ['a']],
  ['/phases/research/files_created', 'a.ts'],
  ['/phases/research/files_created', ['a.ts', 5], '/phases/research/files_created/1'],
  ['/phases/research/files_modified', Array.from({ length: 10_001 }, () => 'a')],
  ['/phases/research/error', { message: 'x' }],
  ['/phases/research/tasks', []],
  ['/phases/research/tasks', { T1: 'done' }, '/phases/research/tasks/T1'],
  ['/phases/research/tasks', { T1: { status: 5 } }, '/phases/research/tasks/T1/status'],
  ['/phases/research/tasks', { constructor: {} }, '/phases/research/tasks/constructor'],
  ['/phases/prototype', { status: 'pending' }],
  [
    '/phases/research/deep',
    JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`),
    `/phases/research/deep${'/0'.repeat(29)}`,
  ],
  ['/phases/research/bad', Number.NaN],
  ['/phases/research/bad', new Date(0)],
  ['/gate', true],
  ['/gate', { blockers: [], ship_allowed: 'yes' }, '/gate/ship_allowed'],
  ['/gate', { ship_allowed: true }, '/gate/blockers'],
  ['/gate', { ship_allowed: true, blockers: [5] }, '/gate/blockers/0'],
  ['/pawl', 'x'],
  ['/pawl', { next_action: 5 }, '/pawl/next_action'],
  ['/pawl', { rejected: ['x'] }, '/pawl/rejected/0'],
];

for (const [path, value, at = path] of invalid) {
  test(`${path} must not be ${JSON.stringify(value)?.slice(0, 60) ?? 'missing'}`, () => {
    const problems = checkCommand(changed(path, value));
    assert.deepEqual(
      problems.map((problem) => problem.path),
      [at],
    );
    assert.ok(problems[0]?.message && problems[0].fix);
  });
}

test('a summary that is too long gets the message of the seeds', () => {
  for (const holder of ['/state', '/phases/research']) {
    const [problem] = checkCommand(changed(`${holder}/context_summary`, words(750)));
    assert.equal(problem?.message, 'Context summary exceeds 500 token limit (actual: 750 tokens)');
  }
});

test('all problems are reported at once, each with its place and what to write', () => {
  const doc = changed('/phases/research/status', 'done', JSON.stringify(changed('/updated_at', undefined)));
  assert.deepEqual(checkCommand(doc), [
    {
      path: '/updated_at',
      message: '"updated_at" is missing',
      fix: 'add "updated_at": "2026-01-29T10:30:00.000Z", which must be a time in ISO 8601 with its time zone',
    },
    {
      path: '/phases/research/status',
      message: 'must be one of "pending", "in_progress", "complete", "failed", "skipped", but is "done"',
      fix: 'write "complete"',
    },
  ]);
});

test('a name with a slash or tilde is escaped in the path', () => {
  assert.deepEqual(paths(changed('/phases', { 'a/b~c': { status: 'x' } })), ['/phases/a~1b~0c/status']);
});

test('a member named __proto__ is refused wherever it stands', () => {
  assert.deepEqual(paths(changed('/extra', JSON.parse('{"a": {"__proto__": 1}}'))), ['/extra/a/__proto__']);
});

test('more phases than the limit are refused, those that only the lists name included', () => {
  const names = Array.from({ length: 999 }, (_, index) => `p${index}`);
  assert.deepEqual(paths(changed('/state/pending_phases', names)), ['/phases']);
  assert.deepEqual(paths(changed('/state/pending_phases', names.slice(0, 997))), []);
});

/** A phase that counts how often its summary is read. */
function counted(): { readonly phase: object; readonly reads: () => number } {
  let reads = 0;
  const summary = { enumerable: true, get: (): string => `read ${(reads += 1)} times` };
  return { phase: Object.defineProperty({ status: 'pending' }, 'context_summary', summary), reads: () => reads };
}

test('a frozen phase is checked once, an unfrozen one each time', () => {
  for (const isFrozen of [true, false]) {
    const { phase, reads } = counted();
    if (isFrozen) Object.freeze(phase);
    checkCommand(changed('/phases/counted', phase));
    const once = reads();
    checkCommand(changed('/phases/counted', phase));
    assert.equal(reads() > once, !isFrozen);
  }
});

test('a frozen tree that is too deep is reported again when it moves deeper', () => {
  const tree = deepFreeze(JSON.parse(`${'['.repeat(31)}${']'.repeat(31)}`));
  assert.deepEqual(paths(changed('/tree', tree)), []);
  assert.equal(paths(changed('/state/tree', tree)).length, 1);
});

test('a cyclic document gets a problem, not a crash', () => {
  const doc: Holder = { command: 'x' };
  doc['self'] = doc;
  assert.ok(checkCommand(doc).some((problem) => problem.message.includes('nested deeper')));
});

test('whatever the value, the check answers', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (value) => {
      assert.ok(Array.isArray(checkCommand(value)));
    }),
  );
});

test('what the check accepts, the published schema accepts', () => {
  const places = [...new Set([...invalid, ...valid].map(([path]) => path))].filter(
    (path) => path !== '/phases/research',
  );
  const anyValue = fc.oneof(fc.anything(), fc.constantFrom(...[...invalid, ...valid].map(([, value]) => value)));
  fc.assert(
    fc.property(fc.constantFrom(...places), anyValue, (path, value) => {
      const doc = changed(path, value);
      if (checkCommand(doc).length === 0) assert.ok(v.safeParse(commandSchema, doc).success);
    }),
    { numRuns: 500 },
  );
});

test('the schema becomes a JSON Schema that names the required fields', () => {
  const { required } = toJsonSchema(commandSchema);
  assert.deepEqual(required, ['command', 'version', 'started_at', 'updated_at', 'state', 'phases']);
});

test('half of a surrogate pair is refused, in texts, lists and names: nothing can store it', () => {
  const half = 'a\ud800';
  const sound = JSON.parse(seed002);
  const broken = [
    { ...sound, phases: { ...sound.phases, [half]: { status: 'pending' } } },
    { ...sound, pawl: { decisions: [{ text: half, at: sound.started_at }] } },
    { ...sound, extra: ['ok', half] },
  ];
  assert.deepEqual(checkCommand(sound), []);
  for (const doc of broken)
    assert.match(
      checkCommand(doc)
        .map(({ message }) => message)
        .join('\n'),
      /half of a surrogate pair stands alone/,
    );
});
