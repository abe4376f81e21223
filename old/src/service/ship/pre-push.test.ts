import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePushes } from './pre-push.js';

const [id, zero] = ['a'.repeat(40), '0'.repeat(40)];
const line = (remote: string, commit = id): string => `refs/heads/x ${commit} ${remote} ${zero}`;

test('branches, tags and any other ref ship something; removals and notes do not', () => {
  const text = [
    line('refs/heads/main'),
    line('refs/tags/v1'),
    line('refs/for/main'),
    `(delete) ${zero} refs/heads/old ${id}`,
    line('refs/notes/pawl'),
    '',
  ].join('\n');
  const refs = parsePushes(text).map(({ remoteRef }) => remoteRef);
  assert.deepEqual(refs, ['refs/heads/main', 'refs/tags/v1', 'refs/for/main']);
  assert.deepEqual(parsePushes(''), []);
});

test('only the branches that are meant count, by name or by pattern', () => {
  const text = ['main', 'mainline', 'release/1', 'a.b', 'axb'].map((name) => line(`refs/heads/${name}`)).join('\n');
  const meant = (...only: readonly string[]): readonly string[] =>
    parsePushes(text, only).map(({ remoteRef }) => remoteRef.slice('refs/heads/'.length));
  assert.deepEqual(meant('main'), ['main']);
  assert.deepEqual(meant('release/*', 'refs/heads/main'), ['main', 'release/1']);
  assert.deepEqual(meant('a.b'), ['a.b']);
  assert.deepEqual(meant('*'), ['main', 'mainline', 'release/1', 'a.b', 'axb']);
});

test('lines that are not git’s are refused, with their number', () => {
  for (const bad of ['x', `a ${id} b`, `a HEAD refs/heads/main ${zero}`, `a ${id} refs/heads/main ${zero} more`]) {
    assert.throws(() => parsePushes(`${line('refs/heads/main')}\n${bad}`), { code: 'bad-input', message: /line 2/ });
  }
});
