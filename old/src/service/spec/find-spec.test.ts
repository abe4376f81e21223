// Specs on disk: found by id or path, never outside of the project.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { tempFolder } from '../../../test/support/temp.js';
import { isPawlError } from '../../rules/errors.js';
import { findSpec, readSpec, readSpecFile, readSpecOfRun } from './index.js';

const spec = (id: string): string => `---\nprd: ${id}\nprd_title: T\nworkstreams: {WS1: {}}\n---\n`;

function project(files: Readonly<Record<string, string>>): string {
  const root = fs.realpathSync(tempFolder());
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

function refused(code: Parameters<typeof isPawlError>[1], words: RegExp, work: () => unknown): void {
  assert.throws(work, (error: unknown) => isPawlError(error, code) && words.test(error.message));
}

describe('by id', () => {
  test('a spec below docs is found, also in small letters', () => {
    const root = project({ 'docs/a/b/PRD-009-cashier.md': spec('PRD-009') });
    assert.equal(findSpec(root, 'PRD-009'), 'docs/a/b/PRD-009-cashier.md');
    assert.equal(findSpec(root, 'prd-009'), 'docs/a/b/PRD-009-cashier.md');
    assert.equal(findSpec(root, 'pipeline:PRD-009'), 'docs/a/b/PRD-009-cashier.md');
  });

  test('a copied spec that has the id of another one is refused; by its path it is that one', () => {
    const root = project({ 'docs/PRD-102.md': spec('PRD-102'), 'docs/PRD-203-second.md': spec('PRD-102') });
    refused('bad-spec', /PRD-203-second\.md was found for PRD-203, but says that it is the spec of PRD-102/, () =>
      readSpec(root, 'PRD-203'),
    );
    assert.equal(readSpec(root, 'docs/PRD-203-second.md').spec.id, 'PRD-102');
    const run = { known: 'docs/PRD-102.md', id: 'PRD-101' };
    refused('bad-spec', /for PRD-101, but says .* PRD-102/, () => readSpecOfRun(root, run));
  });

  test('a longer id, a PRD without workstreams and what tools made are passed over', () => {
    const root = project({
      'docs/PRD-0091.md': spec('PRD-009'),
      'docs/PRD-009.md': '---\ntitle: The PRD itself\n---\n',
      'docs/PRD-009-notes.md': '# No front matter\n',
      'docs/node_modules/x/PRD-009.md': spec('PRD-009'),
      'docs/specs/PRD-009-EXECUTION-SPEC.md': spec('PRD-009'),
    });
    assert.equal(findSpec(root, 'PRD-009'), 'docs/specs/PRD-009-EXECUTION-SPEC.md');
  });

  test('of several the only one that says the id is taken; else all are listed', () => {
    const root = project({ 'docs/PRD-009.md': spec('PRD-009'), 'docs/PRD-009-old.md': spec('PRD-008') });
    assert.equal(findSpec(root, 'PRD-009'), 'docs/PRD-009.md');
    fs.writeFileSync(path.join(root, 'docs/PRD-009-old.md'), spec('PRD-009'));
    refused('ambiguous-ref', /fits 2 specs: docs\/PRD-009-old\.md, docs\/PRD-009\.md/, () => findSpec(root, 'PRD-009'));
  });

  test('nothing found says where it was looked for, and what is near', () => {
    const root = project({ 'docs/PRD-009.md': '# A PRD\n' });
    refused('not-found', /docs\/\*\*\/PRD-009\*\.md; docs\/PRD-009\.md has no workstreams/, () =>
      findSpec(root, 'PRD-009'),
    );
    refused('not-found', /no spec of PRD-010/, () => findSpec(root, 'PRD-010'));
  });

  test('other patterns find it elsewhere; none leads out of the project', () => {
    const root = project({ 'inside/specs/x.PRD-009.md': spec('PRD-009'), 'outside/PRD-009.md': spec('PRD-009') });
    const inside = path.join(root, 'inside');
    assert.equal(findSpec(inside, 'PRD-009', { patterns: ['specs/*.{id}.md'] }), 'specs/x.PRD-009.md');
    const patterns = ['../outside/{id}.md', `${root}/outside/{id}.md`];
    refused('not-found', /no spec/, () => findSpec(inside, 'PRD-009', { patterns }));
  });

  test('an id cannot be a pattern or a path of its own', () => {
    const root = project({ 'docs/PRD-009.md': spec('PRD-009') });
    for (const id of ['*', 'PRD-0?9', '../x', 'a b', '', 'a\0b', 'x'.repeat(5_000)])
      refused('not-found', /./, () => findSpec(root, id));
  });
});

describe('by path', () => {
  test('a path is meant from the current folder, else from the root', () => {
    const root = project({ 'docs/a.md': spec('PRD-009'), 'sub/b.md': spec('PRD-009') });
    assert.equal(findSpec(root, 'b.md', { cwd: path.join(root, 'sub') }), 'sub/b.md');
    assert.equal(findSpec(root, 'docs/a.md', { cwd: path.join(root, 'sub') }), 'docs/a.md');
    assert.equal(findSpec(root, path.join(root, 'docs/a.md')), 'docs/a.md');
  });

  test('a name that begins with two dots leads out of nowhere', () => {
    const root = project({ '..specs/a.md': spec('PRD-009') });
    assert.equal(findSpec(root, '..specs/a.md'), '..specs/a.md');
  });

  test('a pipe or a folder is named as what it is', { skip: process.platform === 'win32' && 'pipes' }, () => {
    const root = project({ 'docs/a.md': spec('PRD-009') });
    spawnSync('mkfifo', [path.join(root, 'docs/pipe.md')]);
    refused('bad-spec', /docs\/pipe\.md is no file/, () => findSpec(root, 'docs/pipe.md'));
    refused('bad-spec', /docs\/ is no file/, () => findSpec(root, 'docs/'));
    refused('not-found', /there is no file docs\/none\.md/, () => findSpec(root, 'docs/none.md'));
  });

  test('a file outside of the project is refused, directly and through links', {
    skip: process.platform === 'win32' && 'links',
  }, () => {
    const root = project({ 'in/docs/real.md': spec('PRD-009'), 'out/PRD-009.md': spec('PRD-009') });
    const inside = path.join(root, 'in');
    fs.symlinkSync(path.join(root, 'out/PRD-009.md'), path.join(inside, 'docs/PRD-009.md'));
    fs.symlinkSync(path.join(root, 'out'), path.join(inside, 'docs/more'));
    fs.symlinkSync('real.md', path.join(inside, 'docs/link.md'));
    refused('unsafe-path', /not in the project/, () => findSpec(inside, '../out/PRD-009.md'));
    refused('unsafe-path', /not in the project/, () => findSpec(inside, 'docs/PRD-009.md'));
    refused('unsafe-path', /not in the project/, () => findSpec(inside, 'docs/more/PRD-009.md'));
    refused('unsafe-path', /leads out/, () => readSpecFile(inside, 'docs/PRD-009.md'));
    refused('not-found', /no spec/, () => findSpec(inside, 'PRD-009'));
    assert.equal(readSpec(inside, 'docs/link.md').spec.id, 'PRD-009');
  });

  test('a folder that is a link out of the project is not looked into', {
    skip: process.platform === 'win32' && 'links',
  }, () => {
    const root = project({ 'in/x.txt': '', 'out/PRD-009.md': spec('PRD-009') });
    fs.symlinkSync(path.join(root, 'out'), path.join(root, 'in/docs'));
    refused('not-found', /no spec/, () => findSpec(path.join(root, 'in'), 'PRD-009'));
  });

  test('a file that is absent, too large or no text is refused', () => {
    const root = project({ 'large.md': '---\n' + '#'.repeat(10 * 1024 * 1024) });
    fs.writeFileSync(path.join(root, 'binary.md'), Buffer.from([0xff, 0xfe, 0x00, 0x41]));
    refused('not-found', /no file none\.md/, () => readSpec(root, 'none.md'));
    refused('too-large', /10\.0 MiB; a spec may have 4 MiB/, () => readSpec(root, 'large.md'));
    refused('bad-spec', /not UTF-8/, () => readSpec(root, 'binary.md'));
  });
});

test('a spec with problems is an error that shows each with its line and a caret', () => {
  const root = project({ 'a.md': '---\nprd: PRD-009\nworkstreams:\n  WS1: {depends_on: [WS2]}\n---\n' });
  refused('bad-spec', /a\.md:4:22: WS1 depends on WS2.*\n +WS1: \{depends_on: \[WS2\]\}\n +\^\n +→ /, () =>
    readSpec(root, 'a.md'),
  );
});
