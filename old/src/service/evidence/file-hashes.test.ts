// The present state of files: by content, inside the project, and without reading what is known by its look.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { FileHashes } from './file-hashes.js';
import { outputFiles } from './output-files.js';

const own = '.claude/state/.pawl';
const cacheFile = `${own}/hashes.json`;
const links = { skip: process.platform === 'win32' && 'links' };

function project(files: Readonly<Record<string, string>>): string {
  const root = fs.realpathSync(tempFolder());
  fs.mkdirSync(path.join(root, own), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

/** As if the file had been left alone for a minute. */
const later = (): number => Date.now() + 60_000;

function hash(root: string, file: string): string | null {
  return new FileHashes(root).hashOf(file);
}

describe('hashes', () => {
  test('equal content has an equal hash, whatever its name and time', () => {
    const root = project({ a: 'one', 'b/c': 'one', d: 'two', empty: '' });
    fs.utimesSync(path.join(root, 'a'), 1, 1);
    assert.equal(hash(root, 'a'), hash(root, 'b/c'));
    assert.notEqual(hash(root, 'a'), hash(root, 'd'));
    assert.match(hash(root, 'empty') ?? '', /^[0-9a-f]{24}$/);
  });

  test('what is not there is null; folders are told apart from files', () => {
    const root = project({ 'a/b': 'x' });
    assert.deepEqual([hash(root, 'none'), hash(root, 'a/b/c'), hash(root, 'a')], [null, null, 'folder']);
  });

  test('a path that leads out of the project is nothing', links, () => {
    const root = project({ 'in/a': 'x', 'out/secret': 'x' });
    const inside = path.join(root, 'in');
    fs.symlinkSync(path.join(root, 'out'), path.join(inside, 'way'));
    for (const file of [
      '../out/secret',
      path.join(root, 'out/secret'),
      'way/secret',
      'a\0',
      '',
      'x/../../out/secret',
    ]) {
      assert.equal(hash(inside, file), null, file);
    }
  });

  test('a link is known by where it points, and is not followed', links, () => {
    const root = project({ 'in/a': 'x', 'out/secret': 'one' });
    const link = path.join(root, 'in/link');
    fs.symlinkSync('../out/secret', link);
    const before = hash(path.join(root, 'in'), 'link');
    fs.writeFileSync(path.join(root, 'out/secret'), 'two');
    assert.equal(hash(path.join(root, 'in'), 'link'), before);
    fs.rmSync(link);
    fs.symlinkSync('a', link);
    assert.notEqual(hash(path.join(root, 'in'), 'link'), before);
  });

  test('a file that may not be read is unreadable, not absent', {
    skip: (process.platform === 'win32' || process.getuid?.() === 0) && 'needs a user who is not root',
  }, () => {
    const root = project({ a: 'x' });
    fs.chmodSync(path.join(root, 'a'), 0);
    assert.equal(hash(root, 'a'), 'unreadable');
  });

  test('a very large file is known by its size and samples', () => {
    const root = project({});
    const file = path.join(root, 'large');
    const fd = fs.openSync(file, 'w');
    fs.ftruncateSync(fd, 300 * 1024 * 1024);
    const before = hash(root, 'large');
    assert.match(before ?? '', /^part-/);
    fs.writeSync(fd, 'x', 0);
    fs.closeSync(fd);
    assert.notEqual(hash(root, 'large'), before);
  });
});

describe('the cache', () => {
  const known = (root: string): readonly string[] => {
    const value: unknown = JSON.parse(fs.readFileSync(path.join(root, cacheFile), 'utf8'));
    return typeof value === 'object' && value !== null && 'files' in value ? Object.keys(Object(value.files)) : [];
  };

  test('a file that looks as it did is not read again, and one that changed is', () => {
    const root = project({ a: 'one' });
    const first = new FileHashes(root, later);
    const before = first.hashOf('a');
    first.save();
    assert.deepEqual(known(root), ['a']);
    // The hash is believed as long as the file looks the same.
    const text = fs.readFileSync(path.join(root, cacheFile), 'utf8');
    fs.writeFileSync(path.join(root, cacheFile), text.replace(before ?? '', 'f'.repeat(24)));
    assert.equal(hash(root, 'a'), 'f'.repeat(24));
    fs.writeFileSync(path.join(root, 'a'), 'two');
    assert.notEqual(hash(root, 'a'), 'f'.repeat(24));
    fs.writeFileSync(path.join(root, 'a'), 'one');
    assert.equal(hash(root, 'a'), before);
  });

  test('a file that was changed a moment ago is not remembered: it may change again unseen', () => {
    const root = project({ a: 'one' });
    const hashes = new FileHashes(root);
    hashes.hashOf('a');
    hashes.save();
    assert.ok(!fs.existsSync(path.join(root, cacheFile)));
  });

  test('a damaged or foreign cache is as good as none', () => {
    const root = project({ a: 'one' });
    const right = hash(root, 'a');
    for (const text of ['', '{', '[]', '{"v":9}', '{"v":1,"files":{"a":"x","__proto__":[1]}}', '{"v":1,"files":[]}']) {
      fs.writeFileSync(path.join(root, cacheFile), text);
      assert.equal(hash(root, 'a'), right, text);
    }
  });

  test('without a place for it nothing is made', () => {
    const root = fs.realpathSync(tempFolder());
    fs.writeFileSync(path.join(root, 'a'), 'one');
    const hashes = new FileHashes(root, later);
    hashes.hashOf('a');
    hashes.save();
    assert.deepEqual(fs.readdirSync(root), ['a']);
  });
});

describe('what outputs stand for', () => {
  test('paths, folders, globs and alternatives; case matters', () => {
    const root = project({ 'src/a.ts': '', 'src/a.tsx': '', 'src/A.js': '', 'src/x/b.ts': '', 'app/[id]/page.ts': '' });
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['src/a.ts', ['src/a.ts']],
      ['./src/a.ts', ['src/a.ts']],
      ['src/*.ts', ['src/a.ts']],
      ['src/**', ['src/A.js', 'src/a.ts', 'src/a.tsx', 'src/x/b.ts']],
      ['src/x/', ['src/x/b.ts']],
      ['src/**/*.{ts,tsx}', ['src/a.ts', 'src/a.tsx', 'src/x/b.ts']],
      ['src/A.{ts,js}', ['src/A.js']],
      ['app/[id]/page.ts', ['app/[id]/page.ts']],
      ['none.ts', []],
      ['../x', []],
    ];
    for (const [pattern, files] of cases) assert.deepEqual(outputFiles(root, [pattern], null), files, pattern);
  });

  test('a pattern that multiplies without end is no pattern', () => {
    const root = project({ a: '' });
    assert.deepEqual(outputFiles(root, ['{a,b}'.repeat(40)], null), []);
  });

  test('files behind links are not found', links, () => {
    const root = project({ 'in/a': '', 'out/b': '' });
    fs.symlinkSync(path.join(root, 'out'), path.join(root, 'in/way'));
    assert.deepEqual(outputFiles(path.join(root, 'in'), ['way/**', 'way/b', '**'], null), ['a']);
  });

  test('pawl’s own files, git’s and the spec only by their own names, never by a pattern', () => {
    const checkpoint = '.claude/skills/build-pipeline/checkpoints/PRD-009.json';
    const own = [
      checkpoint,
      '.claude/state/ship-a.json',
      '.claude/checkpoints/failed/w.json',
      '.git/HEAD',
      'docs/PRD-009.md',
    ];
    const root = project(
      Object.fromEntries(['docs/other.md', '.claude/skills/x.json', ...own].map((file) => [file, ''])),
    );
    const found = outputFiles(root, ['**/*', '**', '.claude/', '.git/**', 'docs/*.md', '**/*.json'], 'docs/PRD-009.md');
    assert.deepEqual(found, ['.claude/skills/x.json', 'docs/other.md']);
    assert.deepEqual(outputFiles(root, ['docs/PRD-009.md', checkpoint], 'docs/PRD-009.md'), [
      checkpoint,
      'docs/PRD-009.md',
    ]);
  });
});
