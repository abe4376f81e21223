// Repair of documents, over 150 drifted files: valid afterwards or asked, nothing lost, never more done than is listed.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import { type Json, type JsonObject, isObject, stepsOf } from '../../src/base/json.js';
import { type FamilyName, type Key, keyOfStem } from '../../src/base/names.js';
import { readFileText } from '../../src/doctor/repair/file.js';
import { type Repaired, repairDocument } from '../../src/doctor/repair/repair.js';
import { aliases } from '../../src/doctor/repair/tables.js';
import { readCount, readState, readText, readTexts, readTime } from '../../src/doctor/repair/values.js';
import { defaultChecks } from '../../src/formats/format.js';
import { formats } from '../../src/runs/project.js';

interface Case {
  readonly file: string;
  readonly family: FamilyName;
  readonly key: Key;
  readonly raw: Json;
}

const isFamily = (name: string): name is FamilyName => Object.hasOwn(formats, name);

const cases = fs
  .readFileSync('test/doctor/corpus.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): Case => {
    const { file, doc, text } = JSON.parse(line);
    const [family = '', stem = ''] = file.split('/');
    assert.ok(isFamily(family));
    const key = keyOfStem(family, stem) ?? assert.fail(file);
    return { file, family, key, raw: doc ?? readFileText(text, new Map())?.value };
  });

function repair({ family, key, raw }: Omit<Case, 'file'>, answers: Readonly<Record<string, string>> = {}): Repaired {
  const given = { key, modifiedAt: '2026-02-01T00:00:00.000Z', checks: defaultChecks };
  return repairDocument(formats[family], raw, { ...given, answers: new Map(Object.entries(answers)) });
}

/** The scalars of a value, as texts. */
function leaves(value: Json | undefined): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return value === null || value === undefined ? [] : [String(value)];
}

const doneWord = /^\W*(?:complete|completed|done|finished|success|passed|pass|merged|shipped|implemented)\W*$/i;
const isDone = (value: Json | undefined): boolean =>
  value === true || (typeof value === 'string' && doneWord.test(value) && !value.includes('?'));
const namesIn = (value: Json): string[] =>
  isObject(value)
    ? ['id', 'name', 'phase', 'step', 'number', 'workstream', 'gate'].flatMap((name) => leaves(value[name]))
    : leaves(value).flatMap((text) => text.split(/[,;]\s*/));

/** Every name that stands where something is plainly called done; written anew here, so that it can disagree. */
function plainlyDone(value: Json, under = ''): string[] {
  if (typeof value === 'string' && /^[[{]/.test(value)) return plainlyDone(JSON.parse(value), under);
  if (typeof value !== 'object' || value === null) return [];
  const here = /complet|done|passed|finish/i.test(under)
    ? isObject(value)
      ? Object.keys(value).filter((name) => value[name] !== false)
      : value.flatMap(namesIn)
    : [];
  const inside = Object.entries(value).flatMap(([name, member]) => {
    const saysDone =
      isDone(member) ||
      (isObject(member) && [member['status'], member['state'], member['done'], member['result']].some(isDone));
    const listed =
      saysDone && isObject(member)
        ? Object.values(member)
            .filter(Array.isArray)
            .flatMap((list) => list.flatMap(namesIn))
        : [];
    const own = /complet|done|passed|finish/i.test(name) && typeof member !== 'object' ? namesIn(member) : [];
    return (saysDone ? [name].concat(namesIn(member), listed) : []).concat(own, plainlyDone(member, name));
  });
  return [...here, ...inside];
}

/** True when a file says anywhere that it is over. */
function saysOver(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) =>
      (/stat(?:us|e)$/.test(name) && isDone(member)) ||
      /^(?:completed|finished|ended)_at$/.test(name) ||
      saysOver(member),
  );
}

/** What the file itself contradicts, or does not say, is asked; by the path of the question. */
const mustAsk: Readonly<Record<string, string>> = {
  'pipeline/PRD-005': '/pending_workstreams/0',
  'pipeline/PRD-019': '/workstreams/WS2',
  'pipeline/PRD-026': '/status',
  'pipeline/PRD-029': '/status',
  'pipeline/PRD-048': '/workstreams/WS3',
  'pipeline/PRD-911': '',
  'command/implement-doubts': '/phases/a/status',
  'command/review-billing': '/completed_at',
  'command/ship-blocked': '/gate/ship_allowed',
  'workflow/implement_dark_mode_20251003_192230': '/status',
  'workflow/orchestrate_feed_20251107_080000': '/completed_phases',
  'workflow/orchestrate_over_20251117_080000': '/total_phases',
  'workflow/orchestrate_second_20251120_080000': '/completed_phases',
};

describe('a drifted file', () => {
  for (const one of cases) {
    test(one.file, () => {
      const format = formats[one.family];
      const text = JSON.stringify(one.raw);
      const result = repair(one);
      assert.equal(JSON.stringify(one.raw), text, 'the original was changed');
      if (result.outcome === 'asked') {
        assert.ok(result.questions.every(({ message, path }) => message.length > 10 && /^(?:\/|$)/.test(path)));
        assert.equal(new Set(result.questions.map(({ path }) => path)).size, result.questions.length, 'asked twice');
      }
      if (result.outcome !== 'fixed') return;
      const { doc, changes, left } = result;
      assert.deepEqual(
        left.filter(({ path }) => path !== '/prd'),
        [],
        'not valid afterwards',
      );
      assert.equal(repair({ ...one, raw: doc }).outcome, 'valid', 'a second repair changes something');
      const kept = new Set([...leaves(doc), ...changes.flatMap(({ before }) => leaves(before))]);
      assert.deepEqual(
        leaves(one.raw).filter((leaf) => !kept.has(leaf)),
        [],
        'lost',
      );
      const { units, isFinished } = format.overview(doc);
      const plain = new Set(plainlyDone(one.raw));
      for (const { name, status } of units.filter((unit) => unit.status === 'complete')) {
        const [, number = name, own] = /^Phase (\d+)(?:: (.*))?$/.exec(name) ?? [];
        assert.ok(plain.has(number) || plain.has(own ?? name), `${name} is ${status}, and the file does not say so`);
      }
      assert.ok(!isFinished || saysOver(one.raw), 'it is finished, and the file does not say so');
      if (!isObject(one.raw)) return;
      const again = repair({ ...one, raw: { ...one.raw, x_kept: { deep: ['kept'] } } });
      assert.deepEqual(again.outcome === 'fixed' && again.doc['x_kept'], { deep: ['kept'] }, 'an unknown field went');
    });
  }

  test('what is contradicted or not said is asked', () => {
    for (const [file, place] of Object.entries(mustAsk)) {
      const result = repair(cases.find((one) => one.file === file) ?? assert.fail(file));
      assert.ok(
        result.outcome === 'asked' && result.questions.some(({ path }) => path === place),
        JSON.stringify(result),
      );
    }
    const raw = { prd: 'PRD-009', status: 'in-progress', completed_workstreams: ['WS1'] };
    const open = { family: 'pipeline', key: keyOfStem('pipeline', 'PRD-009') ?? assert.fail(), raw } as const;
    const asked = repair(open);
    assert.equal(asked.outcome === 'asked' && asked.questions[0]?.path, '/pending_workstreams');
    const answered = repair(open, { '/pending_workstreams': 'WS2, WS3' });
    assert.deepEqual(answered.outcome === 'fixed' && answered.doc['pending_workstreams'], ['WS2', 'WS3']);
  });

  test('most of them need no question', () => {
    const outcomes = cases.map((one) => repair(one).outcome);
    const count = (outcome: string): number => outcomes.filter((found) => found === outcome).length;
    assert.ok(
      count('fixed') >= 75 && count('cannot') <= 5,
      JSON.stringify([count('fixed'), count('asked'), count('cannot')]),
    );
  });

  test('the first answer to every question repairs it in one turn', () => {
    for (const one of cases) {
      const first = repair(one);
      if (first.outcome !== 'asked' || first.questions.some(({ answers }) => answers.length === 0)) continue;
      const answers = Object.fromEntries(first.questions.map(({ path, answers: [answer = ''] }) => [path, answer]));
      const second = repair(one, answers);
      assert.equal(second.outcome, 'fixed', `${one.file}: ${JSON.stringify([answers, second])}`);
    }
  });
});

const examples = ['000-command', '002-command', '003-1-initialized', '003-7-complete', '004-workflow'];
const exampleOf = (name: string): JsonObject =>
  JSON.parse(fs.readFileSync(`test/formats/examples/${name}.json`, 'utf8'));

test('the documented examples need no repair', () => {
  for (const name of examples) {
    const raw = exampleOf(name);
    const family = name.endsWith('command') ? 'command' : name.endsWith('workflow') ? 'workflow' : 'pipeline';
    const stem =
      family === 'command'
        ? 'implement-x'
        : family === 'pipeline'
          ? 'PRD-009'
          : 'orchestrate_auth_system_20251003_184530';
    assert.equal(repair({ family, key: keyOfStem(family, stem) ?? assert.fail(), raw }).outcome, 'valid');
  }
});

/** Valid documents with a value in every member that has aliases. */
const whole: Readonly<Record<FamilyName, JsonObject>> = {
  command: {
    ...exampleOf('002-command'),
    phases: {
      research: {
        status: 'failed',
        started_at: '2026-01-29T10:30:00.000Z',
        updated_at: '2026-01-29T10:31:00.000Z',
        context_summary: 'Read it',
        files_created: ['a.ts'],
        files_modified: ['b.ts'],
        error: 'boom',
        tasks: { T1: { status: 'open' } },
      },
    },
    state: {
      current_phase: 'planning',
      completed_phases: ['design'],
      pending_phases: ['validation'],
      current_task: 'T1',
    },
    gate: { ship_allowed: false, blockers: ['tests fail'] },
  },
  pipeline: {
    ...exampleOf('003-1-initialized'),
    status: 'failed',
    completed_workstreams: ['WS1'],
    pending_workstreams: ['WS2'],
    artifacts: { WS1: ['a.sql'] },
    gates_passed: ['lint'],
    gates_pending: ['build'],
    error: { workstream: 'WS2', message: 'boom', file: 'a.ts', line: 4 },
    adversarial_review: {
      verdict: 'ship',
      p0_count: 0,
      p1_count: 2,
      attempt: 1,
      findings_path: 'r.md',
      override_reason: 'why',
    },
    eslint_fixes: [{ file: 'a.ts', change: 'unused import' }],
    key_fixes: [{ file: 'b.ts', change: 'rounding' }],
  },
  workflow: { ...exampleOf('004-workflow'), last_error: 'boom', status: 'failed' },
};
const stems = {
  command: 'implement-checkpoint-infrastructure',
  pipeline: 'PRD-009',
  workflow: 'orchestrate_auth_system_20251003_184530',
};
const valueAt = (doc: Json, steps: readonly string[]): Json | undefined =>
  steps.reduce<Json | undefined>(
    (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
    doc,
  );

/** Where an object of a kind stands in the documents above. */
function placeOf(kind: string): string[] {
  return stepsOf(`/${kind}`)
    .slice(1)
    .flatMap((step) => (step === 'phases' ? [step, 'research'] : step.endsWith('_fixes') ? [step, '0'] : [step]));
}

/** Something in every document that needs a repair: a valid document is left alone, whatever else it has. */
const drift = { command: { version: '1' }, pipeline: { prd_title: 9 }, workflow: { total_phases: '5' } };

for (const [kind, names] of Object.entries(aliases)) {
  const family = kind.split('/')[0] ?? '';
  if (!isFamily(family)) continue;
  for (const [name, others] of Object.entries(names)) {
    const found = valueAt(whole[family], placeOf(kind));
    const value = isObject(found) ? (found[name] ?? null) : null;
    if (value === null) continue; // a list of its own, which no valid document has
    test(`${kind}: ${name} is also ${others}`, () => {
      for (const alias of others.split(' ').filter((one) => !one.includes('.'))) {
        const doc = { ...structuredClone(whole[family]), ...drift[family] };
        const box = valueAt(doc, placeOf(kind));
        assert.ok(isObject(box));
        Reflect.deleteProperty(box, name);
        Reflect.set(box, alias, value);
        const result = repair({ family, key: keyOfStem(family, stems[family]) ?? assert.fail(), raw: doc });
        assert.equal(result.outcome, 'fixed', `${alias}: ${JSON.stringify(result)}`);
        assert.deepEqual(valueAt(result.doc, [...placeOf(kind), name]), value, alias);
      }
    });
  }
}

const readers: readonly [string, Json, unknown][] = [
  ['time', '2026-01-05 10:00:00', '2026-01-05T10:00:00Z'],
  ['time', 1765282800, '2025-12-09T12:20:00.000Z'],
  ['time', '1769000000000', '2026-01-21T12:53:20.000Z'],
  ['time', '2025-12-05', '2025-12-05T00:00:00.000Z'],
  ['time', '20260127T080000Z', '2026-01-27T08:00:00.000Z'],
  ['time', '2026/01/27 09:10', '2026-01-27T09:10:00.000Z'],
  ['time', 'Jan 12, 2026 10:30', '2026-01-12T10:30:00.000Z'],
  ['time', 'Sun Jan 11 2026 08:00:00 GMT+0100 (CET)', '2026-01-11T07:00:00.000Z'],
  ['time', '01/02/2026', null],
  ['time', 'yesterday', null],
  ['time', 4, null],
  ['count', 'Phase 2 of 5', 2],
  ['count', '3', 3],
  ['count', 1.5, null],
  ['count', 'Integration', null],
  ['state', '✅ Complete.', 'done'],
  ['state', 'In-Progress', 'running'],
  ['state', 'done?', null],
  ['state', '❌ done', null],
  ['state', 'complete except WS3', null],
  ['state', { completed: false, started: true }, 'running'],
  ['text', ['a', 'b'], 'a\nb'],
  ['text', { msg: 'boom', code: 5 }, 'boom'],
  ['texts', 'a.ts, b.ts', ['a.ts', 'b.ts']],
  ['texts', { 'x.ts': true, 'y.ts': false }, ['x.ts']],
  ['texts', [{ path: 'a.ts', lines: 3 }, null], ['a.ts']],
];

test('single values are read, or not at all', () => {
  const read: Readonly<Record<string, (value: Json) => unknown>> = {
    time: readTime,
    state: readState,
    text: readText,
    texts: readTexts,
    count: (value) => readCount(value)?.count ?? null,
  };
  for (const [kind, value, expected] of readers)
    assert.deepEqual(read[kind]?.(value), expected, `${kind} ${JSON.stringify(value)}`);
});

test('broken JSON, repeated names and reserved names', () => {
  const read = (text: string, answers = {}): unknown => {
    const found = readFileText(text, new Map(Object.entries(answers)));
    return found === null ? null : [found.value, found.fault !== null, found.questions.map(({ answers: all }) => all)];
  };
  assert.deepEqual(read('{"a": 1, "b": [1, 2'), [{ a: 1, b: [1, 2] }, true, []]);
  assert.deepEqual(read("{'a': 'x', // note\n}"), [{ a: 'x' }, true, []]);
  assert.deepEqual(read('{"a": 1, "a": 2}'), [{ a: 2 }, false, [['1', '2']]]);
  assert.deepEqual(read('{"a": 1, "a": 2}', { '/a': '1' }), [{ a: 1 }, false, []]);
  assert.deepEqual(read('{"a": 1, "__proto__": {"b": 1}}'), [{ a: 1 }, true, []]);
});
