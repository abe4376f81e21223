import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandDocument } from '../../../test/support/documents.js';
import { checksum } from '../../rules/checksum.js';
import type { Json } from '../../rules/json/json.js';
import type { FamilyName } from '../../rules/names.js';
import type { LogView } from '../../store/file/inspect.js';
import { type FileFacts, judgeFile, type Sight } from './judge-file.js';
import { reportOf } from './report.js';
import type { Diagnosis } from './types.js';

const at = '2026-01-05T09:00:00.000Z';
const now = Date.parse('2026-01-06T09:00:00.000Z');
const folders: Readonly<Record<FamilyName, string>> = {
  command: '.claude/state',
  pipeline: '.claude/skills/build-pipeline/checkpoints',
  workflow: '.claude/checkpoints',
};

const sound = commandDocument(at, {
  state: { current_phase: null, completed_phases: [], pending_phases: ['api'] },
  phases: { api: { status: 'pending' } },
});

function sightOf(content: Json | Buffer): Extract<Sight, { readonly is: 'bytes' }> {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  return { is: 'bytes', bytes, hash: checksum(bytes), modifiedAt: at };
}

function judge(stem: string, content: Json | Buffer, more: Partial<FileFacts> = {}): Diagnosis {
  const home = more.home === undefined ? 'command' : more.home;
  const path = `/p/${home === null ? 'elsewhere' : folders[home]}/${stem}.json`;
  const sight = sightOf(content);
  const none = {
    logOf: () => null,
    clashOf: () => null,
    isTaken: () => false,
    hasTwin: false,
    isNamed: false,
    idPattern: undefined,
    maxAgeDays: () => 7,
  };
  return judgeFile({ shown: `${stem}.json`, path, stem, home, sight, now, ...none, ...more });
}

const kindsOf = ({ findings }: Diagnosis): string[] => findings.map(({ kind, remedy }) => `${kind} ${remedy}`);

function logAt(revision: number, more: Partial<LogView> = {}): LogView {
  const published = { live: '/p/.claude/state/implement-auth.json', failed: null };
  const rest = {
    place: 'live' as const,
    event: null,
    state: sound,
    marker: null,
    damage: null,
    missing: [],
    isHalfRewritten: false,
    isRepairable: false,
    isNewer: false,
  };
  return { file: '/p/x.log', published, revision, ...rest, ...more };
}

describe('judging a file', () => {
  test('what is sound has no findings', () => {
    assert.deepEqual(kindsOf(judge('implement-auth', sound)), []);
  });

  test('another tool’s file is left alone, what stands under a command’s name is not', () => {
    assert.equal(judge('settings', { theme: 'dark' }).isCheckpoint, false);
    assert.equal(judge('settings', Buffer.from('{')).isCheckpoint, false);
    assert.equal(judge('review-notes', { lines: [1] }).isCheckpoint, false);
    assert.deepEqual(kindsOf(judge('implement-auth', [])), ['drifted person']);
    assert.deepEqual(kindsOf(judge('implement-auth', Buffer.from('{'))), ['corrupt person']);
  });

  test('a file that is asked for by its name, or that has a name of its family only, is never passed over', () => {
    const strange = { lines: [1] };
    assert.deepEqual(kindsOf(judge('review-notes', strange, { isNamed: true })), ['drifted person']);
    assert.deepEqual(kindsOf(judge('PRD-009', strange, { home: 'pipeline' })), ['drifted person']);
    assert.deepEqual(kindsOf(judge('x_y_20260105_090000', strange, { home: 'workflow' })), ['drifted person']);
    assert.equal(judge('index', strange, { home: 'pipeline' }).isCheckpoint, false);
    const [found] = judge('review-notes', strange, { isNamed: true }).findings;
    assert.match(found?.todo ?? '', /leave it/);
    assert.match(found?.problems[0]?.message ?? '', /not the members of a checkpoint/);
  });

  test('with a history, corrupt bytes and strange JSON can be put right', () => {
    const logOf = (): LogView => logAt(3);
    assert.deepEqual(kindsOf(judge('implement-auth', Buffer.from('{'), { logOf })), ['corrupt fix']);
    const strange = judge('implement-auth', { cmd: 'implement', steps: { api: 'done' } }, { logOf });
    assert.deepEqual(kindsOf(strange), ['drifted fix']);
    assert.equal(strange.plan?.isExact, true);
  });

  test('a checkpoint in the folder of another family is told', () => {
    assert.deepEqual(kindsOf(judge('implement-auth', sound, { home: 'pipeline' })), ['misnamed person']);
  });

  test('a file that is nested ever so deep is told, and stops nothing', () => {
    for (const depth of [1_000, 3_000, 200_000]) {
      const deep = Buffer.from(
        JSON.stringify({ ...sound, d: 0 }).replace('"d":0', `"d":${'['.repeat(depth)}${']'.repeat(depth)}`),
      );
      const found = judge('implement-auth', deep);
      assert.deepEqual(kindsOf(found), ['oversized person'], String(depth));
      assert.equal(found.plan, null);
      const list = Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`);
      assert.deepEqual(kindsOf(judge('implement-auth', list)), ['drifted person'], String(depth));
    }
  });

  test('a newer log is never written', () => {
    const logOf = (): LogView => logAt(3, { isNewer: true });
    const { plan, ...diagnosis } = judge('implement-auth', { ...sound, version: '1' }, { logOf });
    assert.ok(kindsOf({ ...diagnosis, plan }).includes('newer-version person'));
    assert.equal(plan, null);
  });

  test('after a crash before publishing, the log’s state is what counts', () => {
    const stale = sightOf(sound);
    const state = { ...sound, phases: { api: { status: 'DONE' } } };
    const logOf = (): LogView => logAt(2, { state, marker: { r: 1, b: stale.hash, pl: 'live' } });
    const { plan } = judge('implement-auth', sound, { logOf });
    assert.equal(plan?.original, state);
  });

  test('a name that belongs to another checkpoint’s log, or to none, is told', () => {
    const published = { live: '/p/.claude/state/implement~0123.json', failed: null };
    assert.deepEqual(kindsOf(judge('implement-auth', sound, { logOf: () => logAt(0, { published }) })), [
      'misnamed person',
    ]);
    assert.ok(kindsOf(judge('implement', sound)).includes('misnamed person'));
  });

  test('no repair is promised for a file whose name stands in the way, and that of a loose file keeps the original beside it', () => {
    const drifted = { prd: 'PRD 014', status: 'paused', completed_workstreams: ['WS1'], pending_workstreams: ['WS2'] };
    const spaced = judge('PRD 014', drifted, { home: 'pipeline' });
    assert.deepEqual(kindsOf(spaced).toSorted(), ['drifted person', 'misnamed person']);
    assert.match(spaced.findings.find(({ kind }) => kind === 'drifted')?.todo ?? '', /first; then --fix makes/);
    assert.equal(spaced.plan, null);
    const [loose] = judge('PRD-014', drifted, { home: null, isNamed: true }).findings;
    assert.equal(loose?.remedy, 'fix');
    assert.match(loose?.todo ?? '', /beside it as PRD-014\.json\.original/);
  });

  test('a second file of the same name waits for a person', () => {
    const found = judge(
      'x_y_20260105_090000',
      { checkpoint_id: 'x_y_20260105_090000', status: 'DONE' },
      {
        home: 'workflow',
        hasTwin: true,
      },
    );
    assert.ok(kindsOf(found).includes('orphaned person'));
    assert.equal(found.plan, null);
  });

  test('the report counts files, puts the most serious first, and tells no secret', () => {
    const token = ['ghp', 'R8kq2LmZ0vXc7NbYtW3sDf5GhJ1pAeUi9oQ4'].join('_');
    const files = [
      judge('implement-a', { ...sound, feature: 'a' }),
      judge('implement-b', {
        ...sound,
        feature: 'b',
        notes: token,
        password: 'Tr0ub4dor-and-3',
        phases: [{ id: token }],
      }),
      judge('implement-c', Buffer.from('{')),
      judge('settings', { theme: 'dark' }),
    ];
    const report = reportOf('/p', files, [], true);
    const { checked, ok, drifted, corrupt, fixed, leftAlone } = report;
    assert.deepEqual([checked, ok, drifted, corrupt, fixed, leftAlone], [3, 1, 1, 1, 0, 1]);
    assert.deepEqual(
      report.items.map(({ kind }) => kind),
      ['corrupt', 'secret', 'drifted'],
    );
    assert.ok(!JSON.stringify(report).includes(token));
    assert.ok(!JSON.stringify(report).includes('Tr0ub4dor'));
  });
});
