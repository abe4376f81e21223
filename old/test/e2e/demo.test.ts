// `pawl demo`: it kills, resumes and completes three runs, checks what it claims, and leaves nothing behind.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, pawl, program } from './program.js';

/** The command lines of processes that were started in a folder; only Linux tells. */
function processesIn(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .map((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(folder));
}

describe('pawl demo', () => {
  test('resumes a command, a pipeline and a workflow, keeps every acknowledged save, and leaves nothing behind', () => {
    const TMPDIR = tempFolder();
    const ended = pawl(['demo'], process.cwd(), { TMPDIR });
    assert.equal(ended.code, 0, ended.out + ended.err);
    assert.equal(ended.err, '');
    const [, kept, acknowledged] = /(\d+) of (\d+) acknowledged saves kept, 3 of 3 runs/.exec(ended.out) ?? [];
    assert.ok(Number(kept) > 75);
    assert.equal(kept, acknowledged);
    for (const text of [
      'go on with: planning',
      'summary:    Sessions live in Redis; tokens rotate every hour.',
      'Resuming PRD-009 from Phase 2',
      'WS1: Database Layer ✅',
      'Found existing checkpoint for "Implement authentication system"',
      'Progress: Phase 1 of 3 completed',
      '(r)esume - Continue from Phase 2',
      'Choice [r/s/v/d]:',
    ]) {
      assert.ok(ended.out.includes(text), text);
    }
    assert.equal(ended.out.includes('\u001b'), false, 'no colours or moving lines off a terminal');
    assert.deepEqual(fs.readdirSync(TMPDIR), []);
    assert.deepEqual(processesIn(TMPDIR), []);
  });

  test('--json gives one document with the figures', () => {
    const ended = pawl(['demo', '--json'], process.cwd(), { TMPDIR: tempFolder() });
    const document = documentOf(ended);
    assert.deepEqual([ended.code, ended.err, document.ok, document.completed], [0, '', true, 3]);
    assert.equal(document.kept, document.acknowledged);
  });

  test('--keep leaves the repository, with the published files where the seeds want them', () => {
    const ended = pawl(['demo', '--keep', '--json'], process.cwd(), { TMPDIR: tempFolder() });
    const { folder } = documentOf(ended);
    assert.ok(typeof folder === 'string');
    assert.ok(fs.existsSync(path.join(folder, '.claude/state/design-auth-system.json')));
    assert.ok(fs.existsSync(path.join(folder, '.claude/skills/build-pipeline/checkpoints/PRD-009.json')));
    assert.deepEqual(
      fs.readdirSync(path.join(folder, '.claude/checkpoints')).filter((name) => name.endsWith('.json')),
      [],
    );
  });

  test('goes on without git and says so', () => {
    const ended = pawl(['demo'], process.cwd(), { TMPDIR: tempFolder(), PATH: '' });
    assert.equal(ended.code, 0, ended.out + ended.err);
    assert.match(ended.out, /without git/);
  });

  test('says so when there is no room for its repository', () => {
    const folder = tempFolder();
    const file = path.join(folder, 'file');
    fs.writeFileSync(file, '');
    for (const TMPDIR of [path.join(folder, 'none'), file]) {
      const ended = pawl(['demo'], process.cwd(), { TMPDIR });
      assert.deepEqual([ended.code, ended.out], [5, ''], ended.err);
      assert.ok(ended.err.startsWith(`pawl: cannot make a temporary folder in ${TMPDIR}: `), ended.err);
      assert.match(ended.err, /TMPDIR/);
    }
  });

  test('keeps its figures in one column, however long the lines are', () => {
    for (const COLUMNS of ['60', '80']) {
      const { out } = pawl(['demo'], process.cwd(), { TMPDIR: tempFolder(), COLUMNS });
      const steps = out.split('\n').filter((line) => /^ {2}[✓✗].* ms$|^ {4}\S.* ms$/.test(line));
      assert.ok(steps.length >= 15, out);
      assert.deepEqual([...new Set(steps.map((line) => line.length))], [Number(COLUMNS) - 1], out);
    }
  });

  test('is not led astray by GIT_ROOT', () => {
    const GIT_ROOT = tempFolder();
    assert.equal(pawl(['demo', '--json'], process.cwd(), { TMPDIR: tempFolder(), GIT_ROOT }).code, 0);
    assert.deepEqual(fs.readdirSync(GIT_ROOT), []);
  });

  test('exits with 1 when an acknowledged save is not there', () => {
    const folder = tempFolder();
    const lie = path.join(folder, 'lie.cjs');
    const line = JSON.stringify({ type: 'ack', what: 'T999', revision: 999 });
    fs.writeFileSync(
      lie,
      `if (process.argv.includes('begin:pipeline')) require('fs').writeSync(1, ${JSON.stringify(`${line}\n`)});\n`,
    );
    const ended = pawl(['demo', '--json'], process.cwd(), { TMPDIR: folder, NODE_OPTIONS: `--require ${lie}` });
    const document = documentOf(ended);
    assert.equal(ended.code, 1);
    assert.equal(document.ok, false);
    assert.equal(Number(document.kept), Number(document.acknowledged) - 1);
  });

  test('leaves nothing behind when it is interrupted', async () => {
    const TMPDIR = tempFolder();
    const child = spawn(process.execPath, [program, 'demo'], {
      env: cleanEnv({ TMPDIR }),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const chunk of child.stdout) if (String(chunk).includes('1/3')) break;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual((await exit)[0], 143);
    assert.deepEqual(fs.readdirSync(TMPDIR), []);
    assert.deepEqual(processesIn(TMPDIR), []);
  });
});
