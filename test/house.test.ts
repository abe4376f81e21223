// The house: imports point one way, folder by folder, and no folders form a circle.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

/** From the ground up; a folder may import those before it and its own files. Files directly in src/ are at the top. */
const floors = ['base', 'formats', 'store', 'runs', 'resume', 'build', 'ship', 'doctor', 'agents', 'mcp', 'ui', 'cli'];

const sources = fs
  .readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'));

const floorOf = (file: string): number =>
  file.includes('/') ? floors.indexOf(file.split('/')[0] ?? '') : floors.length;

function importsOf(file: string): string[] {
  const text = fs.readFileSync(path.join('src', file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(file), `${target}.ts`),
  );
}

test('every folder of src/ has its floor', () => {
  const unknown = sources.filter((file) => floorOf(file) < 0);
  assert.deepEqual(unknown, []);
});

test('no file imports from a floor above its own', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => floorOf(target) > floorOf(file))
      .map((target) => `${file} imports ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('the silent facade reaches fewer than 40 files', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    importsOf(file).forEach(visit);
  };
  visit('silent.ts');
  assert.ok(seen.size < 40, `it reaches ${seen.size}`);
});
