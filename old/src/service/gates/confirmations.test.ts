// Confirmed commands: by their very text, for one project, in the user's own configuration.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { rememberConfirmed, unconfirmed } from './confirmations.js';
import { verdictOf } from './verdict.js';

const test1 = { text: 'npm test', shell: false };

describe('confirmations', () => {
  test('count for the text, the way it is run and the project, and nothing else', () => {
    const [root, other, home] = [tempFolder(), tempFolder(), tempFolder()];
    const env = { XDG_CONFIG_HOME: home };
    assert.deepEqual(unconfirmed(root, [test1], env), [test1]);
    assert.equal(rememberConfirmed(root, [test1], 0, env), true);
    assert.deepEqual(unconfirmed(root, [test1], env), []);
    for (const changed of [
      { ...test1, text: 'npm test ' },
      { ...test1, shell: true },
    ]) {
      assert.deepEqual(unconfirmed(root, [changed, test1], env), [changed]);
    }
    assert.deepEqual(unconfirmed(other, [test1], env), [test1], 'another project');
    assert.deepEqual(unconfirmed(root, [test1], { XDG_CONFIG_HOME: tempFolder() }), [test1], 'another user');
    assert.deepEqual(fs.readdirSync(root), [], 'nothing is written into the project');
    assert.equal(fs.statSync(path.join(home, 'pawl/confirmed.json')).mode & 0o077, 0);
  });

  test('that cannot be kept or read are asked for again', () => {
    const home = tempFolder();
    assert.equal(rememberConfirmed('/x', [test1], 0, {}), false);
    fs.mkdirSync(path.join(home, 'pawl'));
    fs.writeFileSync(path.join(home, 'pawl/confirmed.json'), '{"commands": [1]}');
    assert.deepEqual(unconfirmed('/x', [test1], { XDG_CONFIG_HOME: home }), [test1]);
    fs.writeFileSync(path.join(home, 'file'), '');
    assert.equal(rememberConfirmed('/x', [test1], 0, { XDG_CONFIG_HOME: path.join(home, 'file') }), false);
  });
});

test('the end of a command tells pass, fail, and that it gave no verdict', () => {
  const end = { kind: 'exited', exitCode: null, signal: null, reason: 'r' } as const;
  const cases = [
    [{ exitCode: 0 }, 'pass'],
    [{ exitCode: 1 }, 'fail'],
    [{ exitCode: 2 }, 'fail'],
    [{ exitCode: 126 }, 'blocked'],
    [{ exitCode: 127 }, 'blocked'],
    [{ exitCode: 137 }, 'blocked'],
    [{ exitCode: 139 }, 'fail'],
    [{ exitCode: 255 }, 'fail'],
    [{ kind: 'signalled', signal: 'SIGKILL' }, 'blocked'],
    [{ kind: 'signalled', signal: 'SIGSEGV' }, 'fail'],
    [{ kind: 'timed-out' }, 'blocked'],
    [{ kind: 'flooded' }, 'blocked'],
    [{ kind: 'not-started' }, 'blocked'],
    [{ kind: 'stopped' }, 'stopped'],
  ] as const;
  for (const [how, verdict] of cases) assert.equal(verdictOf({ ...end, ...how }).verdict, verdict, JSON.stringify(how));
});
