// The code cache: it speeds a start up, and nothing else may depend on it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../support/temp.js';
import { type Ended, node, program } from './program.js';

/** A copy of the built program, where npm would put it. */
function install(): { readonly file: string; readonly cache: string } {
  const modules = path.join(fs.realpathSync(tempFolder()), 'node_modules');
  for (const part of ['dist/cli', 'plugin/dist']) {
    fs.cpSync(path.join(path.dirname(program), '../..', part), path.join(modules, 'pawl', part), { recursive: true });
  }
  return {
    file: path.join(modules, 'pawl/dist/cli', path.basename(program)),
    cache: path.join(modules, '.cache/pawl'),
  };
}

function phase(file: string, cwd: string): Ended {
  return node([file, 'phase', 'implement', 'a', 'in_progress'], cwd);
}

function cached(folder: string): readonly string[] {
  return fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .map((name) => name.slice(0, name.indexOf('-')))
        .sort()
    : [];
}

test('the first three starts leave compiled code beside the package, and the fourth only uses it', () => {
  const { file, cache } = install();
  const root = tempFolder();
  for (const generation of [1, 2, 3]) {
    assert.equal(phase(file, root).code, 0);
    assert.deepEqual(cached(cache), ['quick.phase+phase.cjs']);
    assert.match(fs.readdirSync(cache).join(), new RegExp(`-${generation}$`));
  }
  const before = fs.readdirSync(cache).map((name) => fs.statSync(path.join(cache, name)).mtimeMs);
  assert.match(phase(file, root).out, /revision 4/);
  assert.deepEqual(
    fs.readdirSync(cache).map((name) => fs.statSync(path.join(cache, name)).mtimeMs),
    before,
  );
});

test('of parts that commands share, each command keeps what it needed, and says nothing of it', () => {
  const { file, cache } = install();
  const root = tempFolder();
  fs.writeFileSync(path.join(root, 'PRD-101.md'), '---\nprd: PRD-101\nworkstreams: {WS1: {name: “One” – ✓}}\n---\n');
  const check = (): Ended => node([file, 'pipeline', 'check', 'PRD-101.md'], root);
  const first = check();
  assert.deepEqual([first.code, first.err], [0, '']);
  for (let start = 0; start < 3; start++) assert.deepEqual(check(), first);
  const kept = fs.readdirSync(cache);
  assert.ok(kept.some((name) => name.startsWith('shared.pipeline-check+')));
  node([file, 'pipeline', 'graph', 'PRD-101.md'], root);
  assert.ok(fs.readdirSync(cache).some((name) => name.startsWith('shared.pipeline-graph+')));
});

test('of a file that answers several commands, each keeps what it needed', () => {
  const { file, cache } = install();
  const root = tempFolder();
  for (const command of ['status', 'list']) assert.equal(node([file, command, '--json'], root).code, 0);
  assert.deepEqual(cached(cache), ['quick.list+look.cjs', 'quick.status+look.cjs']);
});

test('a cache that is empty, cut short or from elsewhere is made anew', () => {
  const { file, cache } = install();
  const root = tempFolder();
  for (let starts = 0; starts < 3; starts++) phase(file, root);
  const [first = ''] = fs.readdirSync(cache).map((name) => path.join(cache, name));
  const whole = fs.readFileSync(first);
  for (const bytes of [Buffer.alloc(0), whole.subarray(0, 100), Buffer.alloc(whole.length), Buffer.from('no cache')]) {
    fs.writeFileSync(first, bytes);
    const ended = phase(file, root);
    assert.deepEqual([ended.code, ended.err], [0, '']);
    assert.ok(fs.statSync(first).size > 1_000);
  }
});

test('another build does not meet the code of the last one, which goes after a week', () => {
  const { file, cache } = install();
  const root = tempFolder();
  phase(file, root);
  const built = path.join(path.dirname(file), 'quick/phase.cjs');
  fs.appendFileSync(built, '\n');
  assert.equal(phase(file, root).code, 0);
  assert.deepEqual(cached(cache), ['quick.phase+phase.cjs', 'quick.phase+phase.cjs']);
  const past = Date.now() / 1000 - 8 * 24 * 60 * 60;
  for (const name of fs.readdirSync(cache)) fs.utimesSync(path.join(cache, name), past, past);
  fs.appendFileSync(built, '\n');
  assert.equal(phase(file, root).code, 0);
  assert.deepEqual(cached(cache), ['quick.phase+phase.cjs']);
});

test('where nothing can be kept, a start is only slower', () => {
  const { file, cache } = install();
  fs.writeFileSync(path.dirname(cache), 'no folder');
  const ended = phase(file, tempFolder());
  assert.deepEqual([ended.code, ended.err], [0, '']);
});

test('a hook that is called through the program leaves nothing in the package itself', () => {
  const { file, cache } = install();
  const plugin = path.join(path.dirname(file), '..', '..', 'plugin/dist/hook');
  fs.cpSync(path.resolve('plugin/dist/hook'), plugin, { recursive: true });
  const { code } = node([file, 'hook', 'Stop', '--json'], tempFolder());
  assert.equal(code, 0);
  assert.ok(!fs.existsSync(path.join(path.dirname(file), '..', 'node_modules')));
  assert.ok(cached(cache).includes('hook.work.cjs'));
});
