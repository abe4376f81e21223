import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import * as names from './names.js';

const { commandKey, fileStem, keyOfStem, keysOfRef, keyText, parseKey, pipelineKey, workflowKey } = names;

test('plain names keep the documented file name', () => {
  const long = `test-all_${'x'.repeat(150)}_20251003_184530`;
  const rows: [names.Key, string][] = [
    [commandKey('implement', ''), 'implement-checkpoint'],
    [commandKey('implement', 'checkpoint-v1.2_x'), 'implement-checkpoint-v1.2_x'],
    ...['PRD-009', 'PRD-009-auth', 'auth-system'].map((id): [names.Key, string] => [pipelineKey(id), id]),
    ...['orchestrate_auth_system_20251003_184530', long].map((id): [names.Key, string] => [workflowKey(id), id]),
  ];
  for (const [key, stem] of rows) assert.deepEqual([fileStem(key), keyOfStem(key.family, stem)], [stem, key]);
});

test('other names become slug and hash, and only their document tells whose file it is', () => {
  const rows: [names.Key, RegExp][] = [
    [commandKey('start', 'feature/BAS-6'), /^start-feature-bas-6~cafcb18f9a9b$/], // stable: it is on people's disks
    [commandKey('start', '../../etc/passwd'), /^start-etc-passwd~\w{12}$/],
    [commandKey('start', 'Two words'), /^start-two-words~\w{12}$/],
    [commandKey('start', '日本語'), /^start-~\w{12}$/],
    [commandKey('start', 'nul'), /^start-nul~\w{12}$/],
    [commandKey('start', 'x'.repeat(300)), /^start-x{40}~\w{12}$/],
    [commandKey('design', 'checkpoint'), /^design-checkpoint~\w{12}$/],
    [commandKey('a-b', 'c'), /^a-b~\w{12}-c$/], // not the file of `a` with `b-c`
    [workflowKey('.x_20251003_184530'), /^x-20251003-184530~\w{12}$/],
    [workflowKey('aux.x_20251003_184530'), /^aux-x-20251003-184530~\w{12}$/],
  ];
  for (const [key, stem] of rows) {
    assert.match(fileStem(key), stem);
    assert.equal(keyOfStem(key.family, fileStem(key)), null);
  }
  for (const stray of ['settings', '-checkpoint', '', 'a b-c', '__proto__-checkpoint', 'Start-x', 'x-y~0123456789ab'])
    assert.equal(keyOfStem('command', stray, { command: 'start' }), null, stray);
});

test('names that no key can have are refused', () => {
  const odd = ['', ' ', '.', '..', 'a\0b', 'a\nb', '\ud800', 'x'.repeat(301), '__proto__', 'constructor', null, 7, []];
  for (const name of odd) assert.throws(() => workflowKey(name), { code: 'bad-name' }, String(name));
  for (const name of ['a/b', 'ä b', 'x'.repeat(101)]) assert.throws(() => commandKey(name), { code: 'bad-name' }, name);
});

/** Names from few pieces, so that many are close to each other; and any text at all. */
const piece = fc.constantFrom(' ', ...'a b A - _ . .. / \\ ~ checkpoint con PRD-0 é'.split(' '));
const some = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const any = fc.string({ unit: 'binary', maxLength: 60 });
const longest = some.map((text) => text.padEnd(300, 'x'));
const name = fc.oneof(some, any, longest);
const make = (family: names.FamilyName, id: string, command: string): names.Key | null => {
  try {
    return family === 'command' ? commandKey(command, id) : family === 'pipeline' ? pipelineKey(id) : workflowKey(id);
  } catch {
    return null; // not a name
  }
};

test('every name has a file of its own, inside its folder, and leads back to its key', () => {
  const owners = new Map<string, string>();
  const check = (family: names.FamilyName, id: string, command: string): void => {
    const key = make(family, id, command);
    fc.pre(key !== null);
    const stem = fileStem(key);
    const owner = owners.get(`${family} ${stem}`) ?? keyText(key);
    owners.set(`${family} ${stem}`, owner);
    assert.equal(owner, keyText(key), `both have the file ${stem}`);
    // Upper case only where a pipeline's id has it: file systems may ignore case.
    assert.match(stem, family === 'pipeline' ? /^[\w~][\w.~-]{0,210}$/ : /^[a-z0-9_~][a-z0-9_.~-]{0,210}$/);
    assert.equal(path.win32.dirname(path.win32.resolve('C:\\folder', `${stem}.json`)), 'C:\\folder');
    assert.deepEqual(keyOfStem(family, stem, key), key);
    assert.deepEqual([parseKey(keyText(key)), ...keysOfRef(keyText(key))], [key, key]);
  };
  fc.assert(fc.property(fc.constantFrom(...names.familyNames), name, some, check), { numRuns: 25_000 });
});

test('a ref gives the likeliest key first', () => {
  const rows: [string, ...string[]][] = [
    ['implement', 'command:implement', 'pipeline:implement'],
    ['implement/feature/x', 'command:implement/feature/x'],
    ['PRD-009', 'pipeline:PRD-009', 'command:PRD-009'],
    ['test_a_20251003_184530', 'workflow:test_a_20251003_184530', 'command:test_a_20251003_184530'],
  ];
  for (const [ref, ...keys] of rows) assert.deepEqual(keysOfRef(ref).map(keyText), keys);
  for (const ref of ['', '..', '../x', 'a\0']) assert.throws(() => keysOfRef(ref), { code: 'bad-name' }, ref);
});
