// The demo: it shows what it promises, quickly, and leaves nothing behind.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';
import { run, tempFolder } from '../support/programs.js';

test('the demo shows the brief after a kill, and where the workflow continues', () => {
  const folder = tempFolder();
  const env = { ...process.env, TMPDIR: folder, CLAUDE_CODE_SESSION_ID: 'around', PAWL_BRIEF: '0' };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${process.cwd()}/dist/cli/pawl.cjs`, 'demo'],
    options,
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /<pawl-brief .*Add a login page.*Write the API.*src\/schema\.js.*<\/pawl-brief/s);
  assert.match(stdout, /can be resumed with Phase 2: build.*JWT was rejected/s);
  assert.equal(stdout.match(/kill -9 \d+/g)?.length, 2);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test('the demo as JSON', () => {
  const { ok, brief } = JSON.parse(run(process.execPath, ['dist/cli/pawl.cjs', 'demo', '--json']));
  assert.ok(ok);
  assert.match(brief, /Add a login page/);
});
