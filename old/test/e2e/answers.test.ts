// What the program answers at the edges: near misses, things said once, and who did what.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openProject } from '../../src/index.js';
import { pipelineDocument } from '../support/documents.js';
import { cleanEnv, documentOf, pawl, program, tempRepository, textOf } from './program.js';

const silent = path.resolve(path.dirname(program), '../silent.cjs');

/** Runs a command that must succeed, and gives what it printed. */
function out(root: string, ...args: readonly string[]): string {
  const ended = pawl(args, root);
  assert.equal(ended.code, 0, ended.out + ended.err);
  return ended.out;
}

describe('pawl phase', () => {
  test('refuses a text that is given twice, and an error with a phase that is complete', () => {
    const root = tempRepository();
    const twice = pawl(['phase', 'implement/x', 'a', 'complete', '--summary', 'one', '--summary', 'two'], root);
    assert.equal(twice.code, 2);
    assert.match(twice.err, /--summary is given more than once/);
    const late = pawl(['phase', 'implement/x', 'a', 'complete', '--error', 'late'], root);
    assert.equal(late.code, 2);
    assert.match(late.err, /--error does not go with complete/);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });

  test('takes an empty error for none', () => {
    const root = tempRepository();
    out(root, 'phase', 'implement/x', 'a', 'failed', '--error', '');
    assert.doesNotMatch(textOf(root, '.claude/state/implement-x.json'), /"error"/);
    assert.match(pawl(['resume', 'implement/x'], root).out, /last run failed\n/);
  });

  test('tells that the code was kept', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'a.txt'), 'a');
    assert.match(
      out(root, 'phase', 'implement/x', 'a', 'complete', '--code'),
      /\n {2}The code is kept with revision 1\.\n/,
    );
    assert.doesNotMatch(out(root, 'phase', 'implement/x', 'b', 'complete'), /code is kept/);
  });
});

describe('what was noticed about files', () => {
  const file = '.claude/state/implement-x.json';
  /** A run over whose file a person wrote what is no JSON. */
  function broken(): string {
    const root = tempRepository();
    out(root, 'phase', 'implement/x', 'a', 'in_progress');
    fs.writeFileSync(path.join(root, file), '{"typed": "by a person",,');
    return root;
  }

  test('stands in the document of whatever reads or writes the run, and of errors', () => {
    for (const [code, ...args] of [
      [0, 'phase', 'implement/x', 'b', 'complete'],
      [0, 'complete', 'implement/x'],
      [0, 'note', 'implement/x', '--decision', 'x'],
      [0, 'history', 'implement/x'],
      [0, 'diff', 'implement/x'],
      [0, 'brief', 'implement/x'],
      [0, 'archive', 'implement/x'],
      [4, 'phase', 'implement/x', 'b', 'complete', '--expect', '7'],
    ] as const) {
      const ended = pawl([...args, '--json'], broken());
      assert.equal(ended.code, code, ended.out);
      const { notices } = documentOf(ended);
      assert.ok(Array.isArray(notices), `${args.join(' ')}: ${ended.out}`);
      assert.deepEqual([notices[0].code, notices.length, ended.err], ['corrupt', 1, '']);
      assert.match(notices[0].message, /implement-x\.json/);
    }
  });

  test('is a remark beside a document that is the checkpoint itself', () => {
    const ended = pawl(['show', 'implement/x', '--json'], broken());
    assert.equal('notices' in documentOf(ended), false);
    assert.match(ended.err, /^pawl: .*implement-x\.json.*\n$/);
  });

  test('is no member where there is nothing to tell', () => {
    const root = tempRepository();
    assert.equal('notices' in documentOf(pawl(['phase', 'implement/x', 'a', 'complete', '--json'], root)), false);
  });
});

describe('a name that is not quite right', () => {
  test('of a status is refused by list with those that there are, unless a run has it', () => {
    const root = tempRepository();
    const refused = pawl(['list', '--status', 'complet', '--json'], root);
    assert.equal(refused.code, 2);
    assert.match(
      JSON.stringify(documentOf(refused)['error']),
      /complet\\", did you mean complete\?.*in_progress, paused/,
    );
    assert.match(pawl(['list', '--status', 'running'], root).err, /no run has the status "running"\n.*in_progress/);
    const file = path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-001.json');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify({ ...pipelineDocument(), prd: 'PRD-001', status: 'running' }));
    assert.match(out(root, 'list', '--status', 'running'), /PRD-001/);
    assert.match(out(root, 'list', '--status', 'complete'), /^No complete runs here\./);
  });

  test('of a run may lack the command, however short it is', () => {
    const root = tempRepository();
    out(root, 'phase', 'implement/f3', 'a', 'complete');
    assert.match(pawl(['show', 'f3'], root).err, /there is no checkpoint f3; did you mean implement\/f3\?/);
  });
});

describe('a file that holds no checkpoint', () => {
  test('is told once', () => {
    const root = tempRepository();
    fs.mkdirSync(path.join(root, '.claude/state'), { recursive: true });
    fs.writeFileSync(path.join(root, '.claude/state/design-z.json'), '[]');
    for (const args of [
      ['show', 'design/z'],
      ['phase', 'design/z', 'a', 'complete'],
    ]) {
      const { code, err } = pawl(args, root);
      assert.notEqual(code, 0);
      assert.equal(err.match(/holds JSON, but no command checkpoint/g)?.length, 1, err);
    }
  });
});

describe('workflows', () => {
  test('load gives the one that changed last, whatever second its id has', () => {
    const root = tempRepository();
    const start = (project: string, ...more: readonly string[]): string =>
      out(root, 'workflow', 'start', 'orchestrate', project, '--description', project, '--phases', '3', ...more);
    start('p');
    for (let again = 0; again < 2; again++) start('p', '--fresh');
    start('other');
    const loaded = (): unknown =>
      documentOf(pawl(['workflow', 'load', 'orchestrate', '--json'], root))['workflow_description'];
    assert.equal(loaded(), 'other');
    out(root, 'workflow', 'advance', 'orchestrate/p');
    assert.equal(loaded(), 'p');
  });

  test('that were moved to failed/ by hand say so, in history and in lists', () => {
    const root = tempRepository();
    out(root, 'workflow', 'start', 'orchestrate', 'a', '--description', 'A', '--phases', '3');
    const folder = path.join(root, '.claude/checkpoints');
    const file = fs.readdirSync(folder).find((name) => name.endsWith('.json')) ?? '';
    fs.mkdirSync(path.join(folder, 'failed'), { recursive: true });
    fs.renameSync(path.join(folder, file), path.join(folder, 'failed', file));
    assert.match(out(root, 'list', '--all'), /in progress, in failed\//);
    assert.match(out(root, 'history', 'orchestrate/a'), /moved to failed\/ by hand/);
    fs.renameSync(path.join(folder, 'failed', file), path.join(folder, file));
    assert.match(out(root, 'history', 'orchestrate/a'), /put back into its folder by hand/);
  });
});

describe('a project whose folder is not there', () => {
  const root = path.join(tempRepository(), 'gone');
  const words = /the project's folder .*gone does not exist/;

  test('is named by the library', async () => {
    const project = await openProject({ root });
    await assert.rejects(project.commands.phase({ command: 'ship' }, 'a', { status: 'complete' }), words);
    await project.close();
  });

  test('is named by the facade', () => {
    const call = `require(${JSON.stringify(silent)}).updatePhase('ship', 'a', { status: 'complete' })`;
    const env = { ...cleanEnv(), GIT_ROOT: root };
    const { stderr } = spawnSync(process.execPath, ['-e', call], { env, encoding: 'utf8', timeout: 60_000 });
    assert.match(stderr, words);
  });
});
