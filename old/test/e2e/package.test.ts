// The package as it is built: what package.json promises is there. `npm run check:package` looks at the packed one.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { isJsonObject, type Json } from '../../src/rules/json/json.js';
import { tempFolder } from '../support/temp.js';
import { node } from './program.js';

const manifest: unknown = JSON.parse(fs.readFileSync('package.json', 'utf8'));
assert.ok(isJsonObject(manifest));
const { exports, bin, main, module, types, dependencies, scripts } = manifest;

/** All paths in a part of package.json. */
function pathsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return isJsonObject(value) ? Object.values(value).flatMap(pathsIn) : [];
}

test('every path that package.json names exists', () => {
  const paths = [...pathsIn(exports), ...[bin, main, module, types].flatMap(pathsIn)];
  assert.ok(paths.length > 12);
  for (const file of paths.filter((one) => !one.includes('*'))) assert.ok(fs.existsSync(file), file);
});

test('there are no run-time dependencies, and installing the package runs nothing', () => {
  assert.equal(dependencies, undefined);
  assert.ok(isJsonObject(scripts));
  for (const name of ['preinstall', 'install', 'postinstall']) assert.equal(scripts[name], undefined, name);
});

test('the program can be executed and names Node in its first line', () => {
  for (const file of pathsIn(bin)) {
    assert.match(fs.readFileSync(file, 'utf8'), /^#!\/usr\/bin\/env node\n/);
    if (process.platform !== 'win32') assert.equal(fs.statSync(file).mode & 0o111, 0o111);
  }
});

test('an error of the library that nobody catches is shown in a few short lines', () => {
  const code = `import('pawl').then(async ({ openProject }) => {
    const project = await openProject({ root: ${JSON.stringify(tempFolder())} });
    await project.pipelines.done('PRD-404', 'WS1');
  });`;
  const { code: exit, err } = node(['--input-type=commonjs', '-e', code], process.cwd());
  assert.equal(exit, 1);
  assert.match(err, /PRD-404/);
  assert.ok(err.length < 5_000, `${err.length} characters`);
});

/** Code that prints the names that a module has. */
const list = (from: string): string =>
  `process.stdout.write(Object.keys(${from}).filter((n) => n !== 'default').sort().join())`;

for (const name of ['pawl', 'pawl/silent', 'pawl/testing']) {
  test(`${name} gives the same names by require and by import`, () => {
    // A package may refer to itself by its own name.
    const byRequire = node(['--input-type=commonjs', '-e', list(`require('${name}')`)], process.cwd());
    const byImport = node(['--input-type=module', '-e', list(`await import('${name}')`)], process.cwd());
    assert.equal(byRequire.err + byImport.err, '');
    assert.ok(byRequire.out.length > 10);
    assert.equal(byRequire.out, byImport.out);
  });
}

for (const [name, use] of [
  [
    'pawl',
    `require('pawl').openProject({ root: '.' }).then(async (project) => {
    await project.commands.phase({ command: 'implement', feature: 'auth' }, 'api', { status: 'complete' });
    process.stdout.write((await project.history('implement/auth')).length + ' revision');
    await project.close();
  })`,
  ],
  [
    'pawl/silent',
    `process.stdout.write(String(require('pawl/silent').updatePhase('design', 'a', { status: 'complete' })))`,
  ],
] as const) {
  test(`a program that is bundled with ${name} needs nothing else`, async () => {
    const root = tempFolder();
    const outfile = path.join(root, 'program.cjs');
    const settings = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' } as const;
    await build({ ...settings, outfile, stdin: { contents: use, resolveDir: process.cwd() } });
    const { code, out, err } = node([outfile], root, { GIT_ROOT: root });
    assert.deepEqual([code, err, out], [0, '', name === 'pawl' ? '1 revision' : 'true']);
  });
}
