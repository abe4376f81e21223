// Files that agents touch while they work on pipelines and workflows: noted by hooks, stored at boundaries.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '../../src/rules/json/json.js';
import { hook, recorded } from '../support/hooks.js';
import { tempFolder } from '../support/temp.js';
import { json } from './agent.js';
import { documentOf, pawl, tempRepository } from './program.js';

const session = 's';

function call(root: string, ...args: readonly string[]): JsonObject {
  const ended = pawl([...args, '--json'], root, { PAWL_SESSION: session });
  assert.equal(ended.code, 0, ended.out + ended.err);
  return documentOf(ended);
}

/** The agent writes a file; gives what it is told. */
function writes(root: string, name: string): string {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), name);
  const change = { tool_input: { file_path: path.join(root, name), content: name } };
  return hook('PostToolUse', recorded('claude/post-tool-use-write', root, session, change), root).context;
}

function created(root: string): unknown {
  const { phases } = json(path.join(root, '.claude/state/implement-auth.json'));
  const phase = isJsonObject(phases) ? phases['implementation'] : undefined;
  return isJsonObject(phase) ? phase['files_created'] : undefined;
}

function noted(root: string): readonly string[] {
  const folder = path.join(root, '.claude/state/.pawl/journal');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

describe('an edit of what a finished unit made', () => {
  const begins = (root: string): string =>
    hook('SessionStart', recorded('claude/session-start-startup', root, session), root).context;
  const other = (root: string, ...args: readonly string[]): void =>
    assert.equal(pawl(args, root, { PAWL_SESSION: 'other' }).code, 0);

  test('is told also when the session works on another run, or on none, of all that it was told of', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'q.ts'), '');
    other(root, 'phase', 'implement/a', 'implementation', 'complete', '--created', 'q.ts');
    other(root, 'phase', 'design/b', 'research', 'in_progress');
    assert.match(begins(root), /Run: design\/b [^]*Also unfinished: implement\/a/);
    assert.equal(writes(root, 'new.ts'), '');
    const told = /q\.ts was made by implementation of implement\/a, which is complete\. Do not do that work again\./;
    assert.match(writes(root, 'q.ts'), told);
    assert.equal(writes(root, 'q.ts'), '', 'once');
    assert.deepEqual(noted(root), [], 'it is not the work of either run');
    call(root, 'phase', 'implement/c', 'api', 'complete', '--created', 'c.ts');
    assert.match(writes(root, 'c.ts'), /made by api of implement\/c/);
    call(root, 'complete', 'implement/c');
    call(root, 'phase', 'implement/d', 'api', 'in_progress');
    assert.equal(writes(root, 'c.ts'), '', 'that run is over');
  });

  test('is told of a run that was typed and that someone else works on', () => {
    const root = tempRepository();
    fs.writeFileSync(path.join(root, 'q.ts'), '');
    other(root, 'phase', 'implement/auth', 'implementation', 'complete', '--created', 'q.ts');
    other(root, 'phase', 'implement/auth', 'validation', 'failed', '--error', 'boom');
    const typed = recorded('claude/user-prompt-submit', root, session, { prompt: '/implement auth' });
    assert.match(hook('UserPromptSubmit', typed, root).context, /Someone else works on it/);
    assert.match(writes(root, 'q.ts'), /q\.ts was made by implementation of implement\/auth, which is complete/);
  });
});

describe('files that an agent touches', () => {
  test('between the last phase and the end of the run belong to that phase', () => {
    const root = tempRepository();
    call(root, 'phase', 'implement/auth', 'validation', 'complete');
    call(root, 'phase', 'implement/auth', 'implementation', 'complete');
    writes(root, 'late.ts');
    call(root, 'complete', 'implement/auth');
    assert.deepEqual([created(root), noted(root)], [['late.ts'], []]);
    assert.deepEqual(call(root, 'status')['runs'], []);
  });

  test('in a pipeline are artifacts of the workstream that is done', () => {
    const root = tempRepository();
    const units = ['WS1', 'WS2', 'WS3'].map((id) => `  ${id}: {name: ${id}, executor: a, executor_type: skill}\n`);
    const phases = 'execution_phases: [{name: One, parallel: [WS1, WS2]}, {name: Two, parallel: [WS3]}]\n';
    fs.writeFileSync(
      path.join(root, 'PRD-009.md'),
      `---\nprd: PRD-009\nprd_title: x\nservice: x\nworkstreams:\n${units.join('')}${phases}---\n`,
    );
    call(root, 'pipeline', 'init', 'PRD-009.md');
    const artifacts = (): JsonObject => {
      const all = json(path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-009.json'))['artifacts'];
      assert.ok(isJsonObject(all));
      return all;
    };
    call(root, 'pipeline', 'start', 'PRD-009', 'WS1', 'WS2');
    writes(root, 'undeclared.ts');
    writes(root, 'gone.ts');
    fs.rmSync(path.join(root, 'gone.ts'));
    call(root, 'pipeline', 'done', 'PRD-009', 'WS1', '--artifacts', 'own.ts');
    assert.deepEqual(artifacts()['WS1'], ['own.ts'], 'it may be of the other one, which is open');
    writes(root, 'own.ts');
    hook('PreCompact', recorded('claude/pre-compact', root, session), root);
    call(root, 'pipeline', 'done', 'PRD-009', 'WS2');
    assert.deepEqual(artifacts()['WS2'], ['undeclared.ts']);
    assert.deepEqual(artifacts()['WS1'], ['own.ts']);
    assert.deepEqual(noted(root), []);
    assert.match(writes(root, 'undeclared.ts'), /undeclared\.ts was made by WS2 of PRD-009, which is complete/);
  });

  test('in a workflow are kept with the phase that was open', () => {
    const root = tempRepository();
    const id = String(
      call(root, 'workflow', 'start', 'orchestrate', 'shop', '--phases', '2', '--description', 'x')['ref'],
    );
    const file = path.join(root, '.claude/checkpoints', `${id}.json`);
    const files = (): unknown => {
      const { pawl: own } = json(file);
      return isJsonObject(own) ? own['files'] : undefined;
    };
    writes(root, 'a.ts');
    hook('PreCompact', recorded('claude/pre-compact', root, session), root);
    assert.deepEqual(files(), { 1: ['a.ts'] });
    writes(root, 'b.ts');
    call(root, 'workflow', 'advance', id);
    assert.deepEqual(files(), { 1: ['a.ts', 'b.ts'] });
    assert.match(writes(root, 'a.ts'), /a\.ts was made by phase 1 of .*, which is complete/);
    writes(root, 'c.ts');
    assert.match(pawl(['brief', id], root, { PAWL_SESSION: session }).out, /c\.ts.*b\.ts/s);
    call(root, 'workflow', 'finish', id);
    assert.deepEqual(noted(root), []);
    const { pawl: own } = call(root, 'show', id);
    assert.deepEqual(isJsonObject(own) && own['files'], { 1: ['a.ts', 'b.ts'], 2: ['a.ts', 'c.ts'] });
  });

  test('and removes again before the phase is done are not listed for it, also when they were stored meanwhile', () => {
    for (const isCompacted of [false, true]) {
      const root = tempRepository();
      call(root, 'phase', 'implement/auth', 'implementation', 'in_progress');
      writes(root, 'kept.ts');
      writes(root, 'scratch.ts');
      if (isCompacted) hook('PreCompact', recorded('claude/pre-compact', root, session), root);
      fs.rmSync(path.join(root, 'scratch.ts'));
      const { dropped_files: dropped } = call(root, 'phase', 'implement/auth', 'implementation', 'complete');
      assert.deepEqual(dropped, isCompacted ? ['scratch.ts'] : []);
      assert.deepEqual(created(root), ['kept.ts']);
      const { verdict, redo } = call(root, 'resume', 'implement/auth');
      assert.deepEqual({ verdict, redo }, { verdict: 'resume', redo: [] });
      const next = hook('SessionStart', recorded('claude/session-start-startup', root, 'next'), root).context;
      assert.match(next, /^Continue with: validation$/m);
      assert.doesNotMatch(next, /scratch|Redo/);
    }
  });

  test('and that are gone later ask for their phase, until it is reported complete once more; the history tells', () => {
    const root = tempRepository();
    writes(root, 'old.ts');
    call(root, 'phase', 'implement/auth', 'implementation', 'complete', '--created', 'old.ts', 'claimed.ts');
    writes(root, 'claimed.ts');
    fs.rmSync(path.join(root, 'old.ts'));
    const { verdict, redo } = documentOf(pawl(['resume', 'implement/auth', '--json'], root, { PAWL_SESSION: session }));
    assert.deepEqual({ verdict, redo }, { verdict: 'ask', redo: ['implementation'] });
    call(root, 'phase', 'implement/auth', 'implementation', 'in_progress');
    assert.deepEqual(created(root), ['old.ts', 'claimed.ts'], 'nothing is taken out before it is done');
    const again = ['phase', 'implement/auth', 'implementation', 'complete', '--created', 'later.ts'];
    const { dropped_files: dropped, missing_files: missing } = call(root, ...again);
    assert.deepEqual({ dropped, missing }, { dropped: ['old.ts'], missing: ['later.ts'] });
    assert.deepEqual(created(root), ['claimed.ts', 'later.ts'], 'what the call names is recorded');
    assert.match(
      pawl(['history', 'implement/auth'], root).out,
      /implementation → complete, without what is gone: old\.ts/,
    );
    fs.writeFileSync(path.join(root, 'later.ts'), '');
    assert.equal(call(root, 'resume', 'implement/auth')['verdict'], 'resume');
  });

  test('of a workflow and removes again are no evidence of its phase', () => {
    const root = tempRepository();
    const started = call(root, 'workflow', 'start', 'orchestrate', 'shop', '--phases', '3', '--description', 'x');
    const id = String(started['ref']);
    for (const isCompacted of [false, true]) {
      writes(root, 'scratch.ts');
      if (isCompacted) hook('PreCompact', recorded('claude/pre-compact', root, session), root);
      fs.rmSync(path.join(root, 'scratch.ts'));
      call(root, 'workflow', 'advance', id);
    }
    const { pawl: own } = call(root, 'show', id);
    assert.deepEqual(isJsonObject(own) && own['files'], { 2: [] });
    assert.doesNotMatch(pawl(['brief', id], root).out, /\d file|scratch/);
  });

  test('by moving them with Codex are noted under their new name', () => {
    const root = tempRepository();
    call(root, 'phase', 'implement/auth', 'implementation', 'in_progress');
    fs.writeFileSync(path.join(root, 'moved.txt'), '');
    const patch = '*** Begin Patch\n*** Update File: f.txt\n*** Move to: moved.txt\n@@\n-x\n+y\n*** End Patch';
    const change = { tool_input: { input: patch }, cwd: root };
    hook('PostToolUse', recorded('codex/post-tool-use-patch', root, session, change), root);
    call(root, 'phase', 'implement/auth', 'implementation', 'complete');
    const { phases } = json(path.join(root, '.claude/state/implement-auth.json'));
    assert.match(JSON.stringify(phases), /"files_created":\["moved.txt"\]/);
    assert.doesNotMatch(JSON.stringify(phases), /f\.txt/);
  });

  test('are noted however the way to the project is spelt', () => {
    const root = tempRepository();
    const link = path.join(fs.realpathSync(tempFolder()), 'link');
    fs.symlinkSync(root, link);
    for (const [home, other] of [
      [root, link],
      [link, root],
    ] as const) {
      const env = { CLAUDE_PROJECT_DIR: home };
      const named = `${path.basename(other)}-${path.basename(home)}.ts`;
      const ref = `implement/${path.basename(home)}`;
      assert.equal(pawl(['phase', ref, 'x', 'in_progress'], home, { ...env, PAWL_SESSION: session }).code, 0);
      for (const file of [`sub/${named}`, '.claude/state/x.json']) {
        fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        fs.writeFileSync(path.join(root, file), '{}');
        const change = { tool_input: { file_path: path.join(other, file) } };
        hook('PostToolUse', recorded('claude/post-tool-use-write', home, session, change), home, env);
      }
      const byHand = path.join(other, 'sub', 'hand.ts');
      const done = ['phase', ref, 'x', 'complete', '--modified', byHand, '--json'];
      assert.equal(pawl(done, home, { ...env, PAWL_SESSION: session }).code, 0);
      const { phases } = call(root, 'show', ref);
      const { files_created: made, files_modified: changed } =
        isJsonObject(phases) && isJsonObject(phases['x']) ? phases['x'] : {};
      assert.deepEqual([made, changed], [[`sub/${named}`], ['sub/hand.ts']]);
    }
  });
});
