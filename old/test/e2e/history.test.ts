// history, diff, why, restore and fork as people and programs call them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { widthOf } from '../../src/surfaces/cli/terminal/width.js';
import { readOnlyFolder } from '../support/mount.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, git, pawl, tempRepository, textOf } from './program.js';

const commands = ['history', 'diff', 'why', 'restore', 'fork'] as const;
const argumentsOf = { history: [], diff: [], why: [], restore: ['--revision', '1'], fork: ['implement/new'] } as const;

/** A run with three revisions. */
function project(root: string = tempRepository()): string {
  for (const args of [
    ['research', 'in_progress'],
    ['research', 'complete', '--summary', 'All known.', '--created', 'a.md', '--created', 'b.md'],
    ['api', 'failed', '--error', 'no \u001b[31mnetwork'],
  ]) {
    assert.equal(pawl(['phase', 'implement/auth', ...args], root, { PAWL_ACTOR: 'ana' }).code, 0);
  }
  return root;
}

function listIn(doc: JsonObject, name: string): readonly JsonObject[] {
  const list = doc[name];
  assert.ok(Array.isArray(list));
  return list.filter(isJsonObject);
}

const stateFile = '.claude/state/implement-auth.json';

/** Where git calls the repository dubious, as that of another user in a container. */
function wayToSuspiciousGit(): string {
  const folder = tempFolder();
  const script = '#!/bin/sh\necho "fatal: detected dubious ownership in repository" >&2\nexit 128\n';
  fs.writeFileSync(path.join(folder, 'git'), script, { mode: 0o755 });
  return folder;
}

describe('where git does not work', () => {
  for (const [how, wayTo] of [
    ['as it is not installed', tempFolder],
    ['as the repository may be someone else’s', wayToSuspiciousGit],
  ] as const) {
    test(`${how}, history, diff, clean and purge need it only for code that was kept`, () => {
      const root = project();
      const bare = { PATH: wayTo() };
      for (const args of [['history', 'implement/auth'], ['diff', 'implement/auth'], ['clean']]) {
        const { code, err } = pawl(args, root, bare);
        assert.deepEqual([code, err], [0, ''], args.join(' '));
      }
      assert.equal(pawl(['phase', 'implement/auth', 'api', 'in_progress', '--code'], root).code, 0);
      for (const args of [
        ['history', 'implement/auth'],
        ['diff', 'implement/auth'],
      ]) {
        const { code, err } = pawl(args, root, bare);
        assert.equal(code, 0, err);
        assert.match(err, /^pawl: which code was kept cannot be told: git .+\n$/);
      }
      assert.match(pawl(['clean'], root, bare).out, /Left alone:\n {2}refs\/pawl +snapshots of the code: git /);
      const purged = pawl(['delete', 'implement/auth', '--purge', '--yes'], root, bare);
      assert.equal(purged.code, 0, purged.err);
      assert.match(purged.err, /^pawl: code that was kept with implement\/auth may still be there: git .+refs\/pawl/s);
      assert.equal(fs.existsSync(path.join(root, stateFile)), false);
    });
  }
});

describe('looking back', () => {
  const root = project();

  test('history is an aligned table for people and a list for programs', () => {
    const { out, code } = pawl(['history', 'implement/auth'], root);
    assert.equal(code, 0);
    assert.equal(
      out,
      [
        'revision  when      who  what',
        '       3  just now  ana  phase api → failed',
        '       2  just now  ana  phase research → complete',
        '       1  just now  ana  phase research → in_progress',
        '',
      ].join('\n'),
    );
    const doc = documentOf(pawl(['history', 'implement/auth', '--json', '--limit', '1'], root));
    assert.deepEqual(Object.keys(doc), ['ok', 'ref', 'family', 'revisions']);
    const [newest = {}] = listIn(doc, 'revisions');
    assert.deepEqual(Object.keys(newest), ['revision', 'at', 'actor', 'place', 'event', 'readable', 'what', 'code']);
    assert.equal(newest['revision'], 3);
  });

  test('diff is readable by default and a JSON Patch with --json', () => {
    const { out } = pawl(['diff', 'implement/auth', '1', '2'], root);
    assert.match(out, /^from revision 1, just now by ana: phase research → in_progress\nto {3}revision 2/);
    assert.match(out, /\n {2}phase research: in_progress → complete, 2 files added, summary written\n/);
    const doc = documentOf(pawl(['diff', 'implement/auth', '1', '2', '--json'], root));
    assert.deepEqual(Object.keys(doc), ['ok', 'ref', 'from', 'to', 'changes', 'patch']);
    const patch = listIn(doc, 'patch');
    assert.ok(
      patch.some(
        ({ op, path: at, value }) => op === 'replace' && at === '/phases/research/status' && value === 'complete',
      ),
    );
  });

  test('why tells what led to a state, and nothing stored can steer the terminal', () => {
    const { out } = pawl(['why', 'implement/auth', 'api'], root);
    assert.match(out, /^api of implement\/auth \(failed\)/);
    assert.match(out, / {2}phase api: failed, error: no network\n/);
    assert.equal(out.includes('\u001b'), false);
    assert.equal(listIn(documentOf(pawl(['why', 'implement/auth', '--json'], root)), 'reasons').length, 3);
    const { code, err } = pawl(['why', 'implement/auth', 'apy'], root);
    assert.equal(code, 3);
    assert.match(err, /did you mean api\?/);
  });

  test('a phase that is only planned is explained by what planned it, and skipped by completing the run', () => {
    const own = tempRepository();
    assert.equal(pawl(['phase', 'design/a', 'x', 'complete'], own).code, 0);
    assert.match(pawl(['why', 'design/a', 'research'], own).out, /planned: research, planning, specs/);
    assert.equal(pawl(['complete', 'design/a'], own).code, 0);
    assert.match(pawl(['diff', 'design/a'], own).out, /phase research: pending → skipped/);
    assert.match(pawl(['why', 'design/a', 'research'], own).out, /planned:[^]*pending → skipped/);
  });
});

describe('bringing back', () => {
  test('restore makes a new revision; with --expect only on the one that was seen', () => {
    const root = project();
    const refused = pawl(['restore', 'implement/auth', '--revision', '2', '--expect', '2'], root);
    assert.equal(refused.code, 4);
    const { out, code } = pawl(['restore', 'implement/auth', '--revision', '2', '--expect', '3'], root);
    assert.equal(code, 0);
    assert.match(
      out,
      /^✓ implement\/auth: as it was at revision 2 \(revision 4, \.claude\/state\/implement-auth\.json\)\n {2}phase api: taken away\n$/,
    );
    assert.doesNotMatch(textOf(root, stateFile), /"api"/);
    assert.equal(pawl(['restore', 'implement/auth', '--revision', '3'], root).code, 0);
    assert.match(textOf(root, stateFile), /"api"/);
  });

  test('a deleted run, and one whose file was removed by hand, can be restored', () => {
    const root = project();
    assert.equal(pawl(['delete', 'implement/auth'], root).code, 0);
    assert.equal(fs.existsSync(path.join(root, stateFile)), false);
    assert.equal(documentOf(pawl(['restore', 'implement/auth', '--revision', '3', '--json'], root))['revision'], 5);
    fs.rmSync(path.join(root, stateFile));
    assert.equal(pawl(['restore', 'implement/auth', '--revision', '1'], root).code, 0);
    assert.ok(fs.existsSync(path.join(root, stateFile)));
    assert.match(pawl(['history', 'implement/auth'], root).out, /file removed by hand/);
  });

  test('fork begins a new run under its own name, once', () => {
    const root = project();
    const doc = documentOf(
      pawl(['fork', 'implement/auth', 'implement/feature/B"AS 6', '--revision', '1', '--json'], root),
    );
    assert.deepEqual(doc['from'], { ref: 'implement/auth', revision: 1 });
    assert.match(pawl(['history', 'implement/feature/B"AS 6'], root).out, /forked from implement\/auth, revision 1/);
    assert.equal(pawl(['fork', 'implement/auth', 'implement/feature/B"AS 6'], root).code, 1);
  });
});

test('a fork of a file that another tool wrote a secret into writes none', () => {
  const root = tempRepository();
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  assert.equal(pawl(['phase', 'implement/k', 'a', 'in_progress', '--summary', 'PLACE'], root).code, 0);
  const [file, other] = ['k', 'l'].map((name) => path.join(root, `.claude/state/implement-${name}.json`));
  assert.ok(file !== undefined && other !== undefined);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('PLACE', secret));
  assert.equal(pawl(['fork', 'implement/k', 'implement/l'], root).code, 0);
  assert.match(fs.readFileSync(other, 'utf8'), /\[redacted:/);
});

describe('every command of the history', () => {
  for (const command of commands) {
    const args = ['implement/auth', ...argumentsOf[command]];

    test(`${command} refuses wrong arguments with 2 and says how it is called`, () => {
      const root = tempRepository();
      for (const wrong of [
        [],
        ['a', 'b', 'c', 'd', 'e'],
        [...args, '--nonsense'],
        [...args, '--revision', 'x'],
        ['..'],
      ]) {
        const { code, err, out } = pawl([command, ...wrong], root);
        assert.equal(code, 2, `${wrong.join(' ')}: ${err}`);
        assert.equal(out, '');
        assert.match(err, /^pawl: .+/);
      }
      assert.equal(fs.existsSync(path.join(root, '.claude')), false);
    });

    test(`${command} finds nothing in an empty repository and outside any, and makes nothing there`, () => {
      const empty = fs.realpathSync(tempFolder());
      git(empty, 'init', '--quiet');
      for (const folder of [empty, fs.realpathSync(tempFolder())]) {
        const { code, out } = pawl([command, ...args, '--json'], folder);
        assert.equal(code, 3);
        const error: unknown = JSON.parse(out);
        assert.ok(isJsonObject(error) && isJsonObject(error['error']) && error['error']['code'] === 'not-found');
        assert.equal(fs.existsSync(path.join(folder, '.claude')), false);
      }
    });

    test(`${command} works outside any repository, and in a linked worktree on its own runs`, () => {
      const outside = project(fs.realpathSync(tempFolder()));
      assert.equal(pawl([command, ...args], outside).code, 0);
      const root = project();
      const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
      git(root, 'worktree', 'add', '--quiet', linked);
      assert.equal(pawl([command, ...args], linked).code, 3);
      assert.equal(pawl([command, ...args], project(linked)).code, 0);
    });

    const writes = command === 'restore' || command === 'fork';
    test(`${command} ${writes ? 'is refused in' : 'reads'} a folder that cannot be written`, (t) => {
      const root = readOnlyFolder(t, project);
      if (root === null) return;
      const { code, err } = pawl([command, ...args], root);
      assert.equal(code, writes ? 5 : 0, err);
    });
  }
});

describe('revisions behind a damaged record', () => {
  /** Six revisions; the record of the third one is damaged, and the log was carried on by doctor. */
  function repaired(): string {
    const root = tempRepository();
    for (const task of ['a', 'b', 'c', 'd', 'e', 'f'])
      assert.equal(pawl(['phase', 'implement', 'api', 'in_progress', '--task', `${task}=done`], root).code, 0);
    const log = path.join(root, '.claude/state/.pawl/command/implement-checkpoint.log');
    fs.writeFileSync(log, textOf(log).replace('"r":3,', '"r":3;'));
    assert.equal(pawl(['doctor', '--fix'], root).code, 0);
    return root;
  }

  test('are listed with who, when and what, and are marked as such', () => {
    const root = repaired();
    const { revisions } = documentOf(pawl(['history', 'implement', '--json'], root));
    assert.ok(Array.isArray(revisions));
    const lines = revisions.filter(isJsonObject).map((one) => [one['revision'], one['readable']]);
    const readable = new Map(lines.map(([revision, isReadable]) => [revision, isReadable]));
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6].map((revision) => readable.get(revision)),
      [true, true, undefined, false, false, false],
      JSON.stringify(lines),
    );
    assert.match(
      pawl(['history', 'implement'], root).out,
      /^ +5 .*phase api → in_progress, task e: done \[cannot be read\]$/m,
    );
  });

  test('are refused with the reason where their state is wanted, and comparisons pass over them', () => {
    const root = repaired();
    for (const line of ['show implement --revision 5', 'restore implement --revision 5', 'diff implement 5']) {
      const ended = pawl(line.split(' '), root);
      assert.equal(ended.code, 5, line + ended.out);
      assert.match(
        ended.err,
        /revision 5 of implement cannot be read: its record, or one that it stands on, is missing or damaged/,
      );
    }
    const { code, out } = pawl(['diff', 'implement'], root);
    assert.equal(code, 0);
    assert.match(out, /revision 2/);
    assert.equal(pawl(['show', 'implement', '--revision', '3'], root).code, 5, 'its own record is the damaged one');
  });
});

for (const columns of [40, 60]) {
  test(`why, diff and history fit ${columns} columns`, () => {
    const root = project();
    const summary = 'a summary that takes more than one line on any narrow terminal, and then some';
    pawl(['note', 'implement/auth', '--decision', summary], root, { PAWL_ACTOR: 'an actor of some length' });
    for (const args of [['why'], ['diff'], ['diff', '4', '1'], ['history'], ['restore', '--revision', '1']]) {
      const [command = '', ...more] = args;
      const { code, out } = pawl([command, 'implement/auth', ...more], root, { COLUMNS: String(columns) });
      assert.equal(code, 0);
      const wide = out.split('\n').filter((line) => widthOf(line) > columns && !line.startsWith('✓'));
      assert.deepEqual(wide, [], args.join(' '));
    }
  });
}
