import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { userFile } from './files.js';
import { loadConfig } from './load.js';

test("the user's file is where the system keeps configurations", () => {
  assert.equal(userFile({ HOME: '/home/ana' }, 'linux'), '/home/ana/.config/pawl/config.json');
  assert.equal(userFile({ HOME: '/home/ana', XDG_CONFIG_HOME: '/x' }, 'linux'), '/x/pawl/config.json');
  assert.equal(userFile({ HOME: '/Users/ana' }, 'darwin'), '/Users/ana/Library/Application Support/pawl/config.json');
  assert.equal(userFile({ APPDATA: '/appdata' }, 'win32'), '/appdata/pawl/config.json');
  assert.equal(userFile({}, 'linux'), null);
  assert.equal(userFile({ XDG_CONFIG_HOME: 'relative' }, 'linux'), null);
});

test('files that cannot be used are reported, and the rest counts', () => {
  const root = tempFolder();
  const home = tempFolder();
  const file = path.join(root, '.claude/config/pawl.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.mkdirSync(path.join(home, 'pawl'));
  fs.writeFileSync(path.join(home, 'pawl/config.json'), '\ufeff{"actor": "ana"}');
  const load = (): ReturnType<typeof loadConfig> => loadConfig(root, { XDG_CONFIG_HOME: home });
  assert.deepEqual(
    load().files.map(({ source, found }) => [source, found]),
    [
      ['repository', false],
      ['user', true],
    ],
  );
  const bad: readonly (readonly [make: () => void, message: RegExp])[] = [
    [() => fs.writeFileSync(file, '{"off": ['), /is not JSON/],
    [() => fs.writeFileSync(file, ' '.repeat(70_000)), /more than 65536 bytes/],
    [() => fs.symlinkSync(path.join(home, 'pawl/config.json'), file), /no plain file/],
    [() => fs.mkdirSync(file), /no plain file/],
  ];
  for (const [make, message] of bad) {
    fs.rmSync(file, { recursive: true, force: true });
    make();
    const { problems, values } = load();
    assert.match(problems[0]?.message ?? '', message);
    assert.equal(values.actor, 'ana');
  }
});
