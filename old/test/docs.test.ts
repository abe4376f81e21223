// Holds the documents to the code: pages, links, commands, and the examples, which are run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parseSpec } from '../src/families/pipeline/spec/index.js';
import { errorCodes } from '../src/rules/errors.js';
import { parseRecord } from '../src/store/file/log/record.js';
import { mergeConfig } from '../src/service/config/merge.js';
import { exitCodes } from '../src/surfaces/cli/exit-codes.js';
import { findRow, groupOf } from '../src/surfaces/cli/table.js';
import { specFolder } from './support/specs.js';
import { tempFolder } from './support/temp.js';

const documents = [
  ...fs.readdirSync('.').filter((file) => file.endsWith('.md') && !file.startsWith('.')),
  ...['docs', 'test/golden'].flatMap(
    (folder) =>
      fs
        .readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => path.join(folder, file))
        .filter((file) => !file.startsWith(specFolder)), // made-up specs of made-up projects
  ),
];
const read = (file: string): string => fs.readFileSync(file, 'utf8');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));

describe('error pages', () => {
  test('every code has a page and every page a code', () => {
    const pages = fs.readdirSync('docs/errors').sort();
    assert.deepEqual(
      pages,
      Object.keys(errorCodes)
        .map((code) => `${code}.md`)
        .sort(),
    );
  });

  for (const [code, sentence] of Object.entries(errorCodes)) {
    test(`the page of ${code} says what happened, what is safe and what to do`, () => {
      const page = read(`docs/errors/${code}.md`);
      const exit = Object.entries(exitCodes).find(([name]) => name === code)?.[1];
      assert.ok(
        page.startsWith(`# ${code}\n\n${sentence}\n\nExit code of the program: ${exit}.\n`),
        page.slice(0, 200),
      );
      assert.deepEqual(page.match(/^## .*$/gm), ['## What happened', '## What is safe', '## What to do']);
    });

    test(`the page of ${code} names no destructive command`, () => {
      const destructive = /\brm\b|\bunlink\b|\bdel\b|--force|--purge|\bgit (?:reset|clean|checkout|restore|stash)\b/;
      assert.doesNotMatch(read(`docs/errors/${code}.md`), destructive);
    });
  }
});

describe('documents', () => {
  for (const file of documents) {
    test(`the links in ${file} lead somewhere`, () => {
      const links = [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to);
      const local = links.filter((to) => !/^[a-z]+:/.test(to));
      assert.deepEqual(
        local.filter((to) => !fs.existsSync(path.join(path.dirname(file), decodeURI(to)))),
        [],
      );
    });

    test(`the npm scripts in ${file} exist`, () => {
      const named = [...read(file).matchAll(/\bnpm (?:run ([a-z:]+)|(test)\b)/g)].map(
        ([, run, own]) => run ?? own ?? '',
      );
      assert.deepEqual(
        named.filter((name) => !Object.hasOwn(scripts, name)),
        [],
      );
    });

    test(`the pawl commands in ${file} exist`, () => {
      const named = [...read(file).matchAll(/(?:npx |`)pawl ([a-z]+)/g)].map(([, name = '']) => name);
      assert.deepEqual(
        named.filter((name) => findRow([name]) === null && groupOf(name).length === 0),
        [],
      );
    });
  }

  test('the README shows the two command lines', () => {
    const readme = read('README.md');
    assert.match(readme, /^npm install && npx pawl demo(?: +#.*)?$/m);
    assert.match(readme, /^npm install && npm test(?: +#.*)?$/m);
  });

  test('the source files that ARCHITECTURE, CONTRIBUTING and the decisions name exist', () => {
    const sources = ['src', 'test'].flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
    );
    const decisions = fs.readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`);
    for (const file of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/file-store.md', ...decisions]) {
      const named = [...read(file).matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name);
      assert.ok(named.length > 5 || decisions.includes(file));
      assert.deepEqual(
        named.filter((name) => !sources.some((source) => source.endsWith(`/${name}`))),
        [],
        file,
      );
    }
  });

  test('the record that the page of the file store explains is a whole one', () => {
    const line = /^\{"k":"step".*\}$/m.exec(read('docs/file-store.md'))?.[0] ?? '';
    const bytes = Buffer.from(line);
    assert.equal(parseRecord(bytes, 0, bytes.length)?.r, 2);
  });

  test('decisions are numbered without a gap and tell context, decision and consequences', () => {
    const files = fs.readdirSync('docs/decisions').sort();
    for (const [index, file] of files.entries()) {
      const number = String(index + 1).padStart(4, '0');
      const page = read(path.join('docs/decisions', file));
      assert.ok(file.startsWith(`${number}-`) && page.startsWith(`# ${number}. `), file);
      assert.deepEqual(page.match(/^## .*$/gm), ['## Context', '## Decision', '## Consequences'], file);
    }
  });
});

interface Example {
  readonly name: string;
  readonly code: string;
}

function examplesOf(file: string, language = 'js'): Example[] {
  const blocks = read(file).matchAll(new RegExp(`^\`\`\`${language} runnable\\n([^]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, code = ''], index) => ({ name: `example ${index + 1} of ${file}`, code }));
}

/** Runs lines of a shell in a folder of their own, with pawl in the path. */
function runShell(code: string): ReturnType<typeof spawnSync> {
  const folder = tempFolder();
  const bin = tempFolder();
  fs.symlinkSync(path.resolve('dist/cli/pawl.cjs'), path.join(bin, 'pawl'));
  const env = { ...process.env, GIT_ROOT: '', CLAUDE_PROJECT_DIR: '', PATH: `${bin}:${process.env['PATH'] ?? ''}` };
  return spawnSync('sh', ['-e', '-c', code], { cwd: folder, env, encoding: 'utf8' });
}

/** Runs an example in a project of its own, against the built package. */
function run(code: string): ReturnType<typeof spawnSync> {
  const folder = tempFolder();
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(process.cwd(), path.join(folder, 'node_modules/pawl'), 'junction');
  fs.writeFileSync(path.join(folder, 'example.mjs'), code);
  const env = { ...process.env, GIT_ROOT: '', CLAUDE_PROJECT_DIR: '', NODE_TEST_CONTEXT: '' };
  return spawnSync(process.execPath, ['example.mjs'], { cwd: folder, env, encoding: 'utf8' });
}

describe('specs in the guide', () => {
  const page = read('docs/guide/specs.md');
  const blocks = [...page.matchAll(/^```markdown spec\n([^]*?)^```$/gm)].map(([, text = '']) => text);

  test('are sound, without a warning', () => {
    assert.ok(blocks.length > 0);
    for (const text of blocks) {
      const reading = parseSpec(text);
      assert.deepEqual([reading.ok, reading.warnings], [true, []]);
    }
  });

  test('the settings that the page shows are taken', () => {
    const text = /^```json\n([^]*?)^```$/m.exec(page)?.[1] ?? '';
    assert.deepEqual(mergeConfig({ repository: JSON.parse(text), env: {} }).problems, []);
  });
});

describe('examples', () => {
  const examples = documents.flatMap((file) => examplesOf(file));

  test('README has one for the library and one for the facade', () => {
    const imported = examplesOf('README.md').map(({ code }) => /from '([^']+)'/.exec(code)?.[1]);
    assert.deepEqual(imported, ['pawl', 'pawl/silent']);
  });

  for (const { name, code } of documents.flatMap((file) => examplesOf(file, 'sh'))) {
    const skip = process.platform === 'win32' ? 'needs a POSIX shell' : false;
    test(`${name} runs in a shell and prints what its comments say`, { skip }, () => {
      const { status, stdout, stderr } = runShell(code);
      assert.equal(stderr, '');
      assert.equal(status, 0);
      const said = [...code.matchAll(/^#> (.*)$/gm)].map(([, text = '']) => text);
      assert.ok(said.length > 0);
      assert.deepEqual(String(stdout).trimEnd().split('\n'), said);
    });
  }

  for (const { name, code } of examples) {
    test(`${name} runs and prints what its comments say`, () => {
      const said = [...code.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text = '']) => text);
      const { status, stdout, stderr } = run(code);
      assert.equal(stderr, '');
      assert.equal(status, 0);
      assert.ok(said.length > 0);
      assert.deepEqual(String(stdout).trimEnd().split('\n'), said);
    });
  }
});
