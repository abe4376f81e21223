// Files that look like checkpoints are told by every command, and no two commands say different things about one.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type Json, type JsonObject } from '../../src/rules/json/json.js';
import { commandDocument } from '../support/documents.js';
import { documentOf, pawl, put, tempRepository } from './program.js';

const state = '.claude/state';
const at = '2026-02-05T11:00:00Z';
const whole = (feature: string): JsonObject =>
  commandDocument(at, {
    feature,
    state: { current_phase: 'b', completed_phases: ['a'], pending_phases: ['c'] },
    phases: { a: { status: 'complete' }, b: { status: 'in_progress' }, c: { status: 'pending' } },
    gate: { ship_allowed: false, blockers: [], head_commit: null },
  });

function repositoryWith(files: Readonly<Record<string, Json | string>>): string {
  const root = tempRepository();
  for (const [name, content] of Object.entries(files)) {
    put(root, name, content);
  }
  return root;
}

const itemsOf = (root: string, ...args: readonly string[]): readonly JsonObject[] => {
  const { items } = documentOf(pawl(['doctor', ...args, '--json'], root));
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
};
const problemsOf = ({ problems }: JsonObject): string => JSON.stringify(problems);

describe('files that look like checkpoints', () => {
  const told: Readonly<Record<string, Json>> = {
    'flat, without its command': { feature: 'x', current_phase: 'b', completed: ['a'], remaining: ['b', 'c'] },
    wrapped: { checkpoint: whole('x') },
    'wrapped twice': { status: 'ok', result: { checkpoint: whole('x') } },
    'a text in a wrapper': { checkpoint: JSON.stringify(whole('x')) },
    'a text': JSON.stringify(JSON.stringify(whole('x'))),
  };
  for (const [what, content] of Object.entries(told)) {
    test(`${what}: status, list and resume tell it, phase sends to the doctor, and the doctor repairs it`, () => {
      const root = repositoryWith({ [`${state}/implement-x.json`]: content });
      assert.equal(documentOf(pawl(['resume', '--json'], root))['verdict'], 'blocked');
      assert.match(pawl(['list'], root).err, /implement-x\.json/);
      assert.match(pawl(['phase', 'implement/x', 'b', 'complete'], root).err, /doctor --fix/);
      const [item] = itemsOf(root, '--fix');
      assert.deepEqual([item?.['kind'], item?.['fixed']], ['drifted', true]);
      const decision = documentOf(pawl(['resume', '--json'], root));
      assert.deepEqual([decision['verdict'], decision['progress']], ['resume', { done: 1, total: 3 }]);
      assert.deepEqual(
        itemsOf(root, '--fix').filter(({ needs }) => needs !== null),
        [],
      );
    });
  }

  test('snapshots of one run in one file: how many, of what, and which is the newest', () => {
    const newer = { ...whole('x'), updated_at: '2026-02-05T12:00:00Z' };
    const root = repositoryWith({ [`${state}/implement-x.json`]: [whole('x'), newer] });
    const [item] = itemsOf(root);
    assert.equal(item?.['needs'], 'person');
    assert.match(problemsOf(item ?? {}), /holds 2 checkpoints of implement\/x.*number 2, the newest \(2026-02-05T12/);
  });
});

describe('a run of which a repair could read no unit', () => {
  const empty = { ...whole('x'), state: { current_phase: null, completed_phases: [], pending_phases: [] }, phases: {} };
  const root = repositoryWith({
    [`${state}/implement-x.json`]: { ...empty, pawl: { repaired: [{ path: '/work', was: 'a, b and c' }] } },
  });

  test('is never offered as complete: resume asks, and says why', () => {
    const decision = documentOf(pawl(['resume', '--json'], root));
    assert.equal(decision['verdict'], 'ask');
    assert.match(JSON.stringify(decision['reasons']), /nothing of its work could be read/);
    assert.doesNotMatch(JSON.stringify(decision), /pawl complete/);
  });

  test('is not completed before something of it is recorded', () => {
    const refused = pawl(['complete', 'implement/x'], root);
    assert.notEqual(refused.code, 0);
    assert.match(refused.err, /nobody knows what is done.*pawl phase implement\/x NAME complete/s);
    assert.equal(pawl(['phase', 'implement/x', 'a', 'complete'], root).code, 0);
    assert.equal(pawl(['complete', 'implement/x'], root).code, 0);
  });
});

describe('a checkpoint whose file has a name that no run can have', () => {
  const root = repositoryWith({
    [`${state}/implement-dark mode.json`]: { ...whole('dark mode'), phases: { a: { status: 'done' } } },
    [`${state}/checkpoint.json`]: whole('x'),
    [`${state}/session.json`]: { id: 1 },
  });

  test('is told by resume and list', () => {
    const decision = documentOf(pawl(['resume', '--json'], root));
    assert.equal(decision['next_command'], 'pawl doctor');
    assert.match(JSON.stringify(decision['notes']), /checkpoint\.json has a name.*dark mode\.json has a name/);
    assert.match(pawl(['resume'], root).out, /dark mode\.json has a name/);
    assert.match(pawl(['list'], root).err, /dark mode\.json has a name/);
  });

  test('is not promised a repair: renaming comes first, and a name is proposed', () => {
    for (const args of [[], ['--fix']]) {
      const items = itemsOf(root, ...args);
      assert.deepEqual([...new Set(items.map(({ needs }) => needs))], ['person']);
      const todos = items.map(({ todo }) => todo).join('\n');
      assert.match(todos, /Rename it first.*e\.g\. implement-dark-mode~\w+\.json/);
      assert.match(todos, /Rename it first.*e\.g\. implement-x\.json/);
      assert.doesNotMatch(todos, /^--fix makes/m);
    }
  });

  test('which differs from another one’s only in capitals: that one is named', () => {
    const two = repositoryWith({
      [`${state}/implement-auth.json`]: whole('auth'),
      [`${state}/implement-Auth.json`]: whole('Auth'),
    });
    if (fs.readdirSync(path.join(two, state)).filter((name) => /auth/i.test(name)).length < 2) return; // one file here
    pawl(['list'], two);
    const told = itemsOf(two).filter(({ kind }) => kind === 'misnamed');
    assert.match(
      JSON.stringify(told),
      /has the name of implement-auth\.json but for capitals|has the name of implement-Auth\.json/,
    );
  });
});

describe('what the doctor says about a repair', () => {
  test('each problem says what --fix does, not what the format would advise', () => {
    const phases = { a: { status: '✅' }, b: { status: 'completed with errors' }, c: { status: 'TODO' } };
    const root = repositoryWith({ [`${state}/implement-x.json`]: { ...whole('x'), phases } });
    const [item] = itemsOf(root);
    const problems = Array.isArray(item?.['problems']) ? item['problems'].filter(isJsonObject) : [];
    const document = (): JsonObject => JSON.parse(fs.readFileSync(path.join(root, state, 'implement-x.json'), 'utf8'));
    assert.ok(problems.length >= 3);
    pawl(['doctor', '--fix'], root);
    const after = document()['phases'];
    for (const [name, phase] of Object.entries(isJsonObject(after) ? after : {})) {
      const { fix } = problems.find((one) => one['path'] === `/phases/${name}/status`) ?? {};
      assert.equal(fix, `--fix writes ${JSON.stringify(isJsonObject(phase) ? phase['status'] : null)}`);
    }
  });

  test('a newer version is not to be corrected, and a reserved name is replaced by whoever knows a better one', () => {
    const root = repositoryWith({
      [`${state}/implement-x.json`]: { ...whole('x'), version: 'v2' },
      [`${state}/implement-y.json`]: { ...whole('y'), phases: { constructor: { status: 'done' } } },
    });
    const fixes = itemsOf(root).map(problemsOf).join('\n');
    assert.doesNotMatch(fixes, /write 1|implementation/);
    assert.match(fixes, /choose another name/);
  });

  test('a broken file over a known run is put back by a revision that says so', () => {
    const root = repositoryWith({ [`${state}/implement-x.json`]: whole('x') });
    pawl(['phase', 'implement/x', 'b', 'complete'], root);
    fs.writeFileSync(path.join(root, state, 'implement-x.json'), '{"command": "impl');
    pawl(['doctor', '--fix'], root);
    assert.doesNotMatch(pawl(['history', 'implement/x'], root).out, /log carried on/);
    assert.equal(documentOf(pawl(['resume', '--json'], root))['from'], 'c');
  });

  test('a list over the file of a known run is spoken of once, and not as something that was replaced', () => {
    const root = repositoryWith({ [`${state}/implement-x.json`]: whole('x') });
    pawl(['phase', 'implement/x', 'b', 'complete'], root);
    fs.writeFileSync(path.join(root, state, 'implement-x.json'), '[1, 2]');
    pawl(['doctor', '--fix'], root);
    assert.deepEqual(
      itemsOf(root)
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'stalled'),
      ['drifted'],
    );
  });

  test('what no document can say is in the bytes, and the report says so', () => {
    const text = JSON.stringify({ ...whole('x'), version: '1' }).replace(
      '"1"',
      '"1", "run": 1203948572039485720, "n": 1e400',
    );
    const root = repositoryWith({ [`${state}/implement-x.json`]: text });
    const [item] = itemsOf(root, '--fix');
    assert.match(
      String(item?.['todo']),
      /as far as a document can say it, and its exact bytes are \.claude\/state\/\.pawl\/aside/,
    );
  });

  test('half of a surrogate pair is replaced, and the original is an earlier revision', () => {
    const text = JSON.stringify({ ...whole('x'), note: 'cut \ud83d', 'a\udc00': 1 });
    const root = repositoryWith({ [`${state}/implement-x.json`]: text });
    const [item] = itemsOf(root, '--fix');
    assert.deepEqual([item?.['kind'], item?.['fixed']], ['drifted', true]);
    const document: JsonObject = JSON.parse(fs.readFileSync(path.join(root, state, 'implement-x.json'), 'utf8'));
    assert.deepEqual([document['note'], document['a\ufffd']], ['cut \ufffd', 1]);
    const first = documentOf(pawl(['show', 'implement/x', '--revision', '1', '--json'], root));
    assert.equal(first['note'], 'cut \ud83d');
    assert.deepEqual(
      itemsOf(root, '--fix').filter(({ needs }) => needs !== null),
      [],
    );
  });
});

describe('a file that is JSON but for its spelling', () => {
  const json = JSON.stringify(whole('x'), null, 2);
  const spelled: Readonly<Record<string, readonly [text: string, extras: RegExp]>> = {
    'with comments': [
      `// saved by claude\n${json.replace('"version": 1', '/* "old": 2, */ "version": 1')}`,
      /comments/,
    ],
    'with commas before brackets': [json.replace(/\n(\s*)\}/g, ',\n$1}'), /commas before a closing bracket/],
    'in a code fence': [`\`\`\`json\n${json}\n\`\`\`\n`, /a code fence/],
    'with all of them, and a mark': [
      `\ufeff\`\`\`json\n${json.replace(/\}$/, ', // "http://x"\n}')}\n\`\`\`\n`,
      /a code fence and comments and commas/,
    ],
  };
  for (const [what, [text, extras]] of Object.entries(spelled)) {
    test(`${what}: it is said, and repaired with its bytes kept`, () => {
      const root = repositoryWith({ [`${state}/implement-x.json`]: text });
      assert.equal(documentOf(pawl(['resume', '--json'], root))['verdict'], 'blocked');
      const [rehearsal] = itemsOf(root);
      assert.deepEqual([rehearsal?.['kind'], rehearsal?.['needs']], ['drifted', 'fix']);
      assert.match(String(rehearsal?.['message']), extras);
      assert.equal(itemsOf(root, '--fix')[0]?.['fixed'], true);
      const aside = path.join(root, state, '.pawl/aside');
      const [kept = ''] = fs.readdirSync(aside);
      assert.equal(fs.readFileSync(path.join(aside, kept), 'utf8'), text);
      const document: JsonObject = JSON.parse(fs.readFileSync(path.join(root, state, 'implement-x.json'), 'utf8'));
      const { pawl: own, ...rest } = document;
      assert.deepEqual(rest, whole('x'));
      for (const comment of text.match(/\/\/ \S.*|\/\*.*?\*\//g) ?? []) {
        assert.ok(JSON.stringify(own).includes(JSON.stringify(comment).slice(1, -1)), comment);
      }
      assert.equal(documentOf(pawl(['resume', '--json'], root))['verdict'], 'resume');
      assert.deepEqual(
        itemsOf(root, '--fix').filter(({ needs }) => needs !== null),
        [],
      );
    });
  }

  test('otherwise it is said what is wrong and what to do', () => {
    const python = json.replaceAll('"', "'").replaceAll('null', 'None').replaceAll('false', 'False');
    const line = JSON.stringify(whole('x'));
    const others: readonly (readonly [text: string, why: RegExp, todo: RegExp])[] = [
      [python, /as Python writes/, /json\.dumps/],
      [json.replace('"version": 1', '"version": 1, "cost": NaN'), /holds NaN/, /Write null/],
      [`Here it is:\n${json}`, /text stands before it/, /Take away/],
      [`${json}\nThat is all.`, /text stands behind it/, /Take away/],
      [`${line}\n${line}\n`, /2 lines that each are/, /newest line/],
      [`${line}${line}`, /one document behind the other/, /Keep the newest/],
      [`${json}\n${json}`, /one document behind the other/, /Keep the newest/],
      [`<<<<<<< HEAD\n${line}\n=======\n${line}\n>>>>>>> b\n`, /marks of a merge/, /both sides/],
      [json.slice(0, 80), /ends in the middle/, /not written to its end/],
    ];
    for (const [text, why, todo] of others) {
      const root = repositoryWith({ [`${state}/implement-x.json`]: text });
      const [item] = itemsOf(root);
      assert.deepEqual([item?.['kind'], item?.['needs']], ['corrupt', 'person']);
      assert.match(String(item?.['message']), why);
      assert.match(String(item?.['todo']), todo);
    }
  });
});

test('in a given folder, a file whose name or beginning is a checkpoint’s is told, however little of it can be read', () => {
  const begun = '{"checkpoint_id": "orchestrate_a_20261101_000000", "workfl';
  const root = repositoryWith({
    'c/PRD-012.json': '{bad',
    'c/PRD-013.json': '',
    'c/PRD-014.json': '[]',
    'c/orchestrate_a_20261101_000000.json': begun,
    'c/implement-auth.json': '{"command":"implement","phases":{',
    'c/some-copy.json': begun.replace('workfl', 'workflow_type": "orchestrate", "st'),
    'copy/state/design-x.json': '{',
    'c/tsconfig.json': '{ "compilerOptions": { "strict": true, }, oops',
    'c/test-results.json': '',
    'c/backup_20261101_000000.json': '{',
  });
  fs.symlinkSync('x', path.join(root, 'c/PRD-015.json'));
  fs.symlinkSync('x', path.join(root, 'c/other.json'));
  const told = itemsOf(root, 'c', 'copy').map(({ path: at, kind }) => `${String(at)} ${String(kind)}`);
  assert.deepEqual(told.sort(), [
    'c/PRD-012.json corrupt',
    'c/PRD-013.json corrupt',
    'c/PRD-014.json drifted',
    'c/PRD-015.json symlinked',
    'c/implement-auth.json corrupt',
    'c/orchestrate_a_20261101_000000.json corrupt',
    'c/some-copy.json corrupt',
    'copy/state/design-x.json corrupt',
  ]);
  assert.equal(pawl(['doctor', 'c'], root).code, 1);
});
