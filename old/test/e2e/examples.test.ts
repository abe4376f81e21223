// The programs in examples/, run against the built package: to their end, and killed once in each of their steps.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { transformSync } from 'esbuild';
import { tempFolder } from '../support/temp.js';

interface Example {
  readonly file: string;
  /** What its folder begins with. */
  readonly files: Readonly<Record<string, string>>;
  /** The lines that say what it does. */
  readonly steps: readonly string[];
  readonly last: string;
  /** Looks at what it left behind. */
  check(folder: string): void;
}

/** A run that is over before its file was due leaves not even the folder. */
function published(folder: string): readonly string[] {
  const checkpoints = path.join(folder, '.claude/checkpoints');
  return fs.existsSync(checkpoints) ? fs.readdirSync(checkpoints) : [];
}

const examples: readonly Example[] = [
  {
    file: 'release.ts',
    files: {
      'package.json': '{ "name": "greet", "version": "1.4.2" }',
      'index.js': 'export const greet = () => "hello";\n',
      'changes/1.md': 'Says hello.\n',
      'changes/2.md': 'Is polite.\n',
    },
    steps: ['- version', '- notes', '- changelog', '- pack', '- publish'],
    last: 'released greet 1.5.0',
    check: (folder) => {
      const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');
      assert.equal(read('CHANGELOG.md'), '## 1.5.0\n\n- Says hello.\n- Is polite.\n\n');
      assert.equal(JSON.parse(read('package.json')).version, '1.5.0');
      assert.deepEqual(fs.readdirSync(path.join(folder, 'registry')), ['greet-1.5.0.json', 'greet-1.5.0.json.sha256']);
      assert.deepEqual(published(folder), []);
    },
  },
  {
    file: 'implement.mjs',
    files: {
      'tasks.json': JSON.stringify({
        T001: { file: 'hello.mjs', code: 'export const hello = "hello";\n' },
        T002: { file: 'bye.mjs', code: 'export const bye = "bye";\n' },
        T003: { file: 'index.mjs', code: 'export * from "./hello.mjs";\n' },
      }),
    },
    steps: ['- T001: hello.mjs', '- T002: bye.mjs', '- T003: index.mjs', '- checking 3 files'],
    last: 'implement/greeting is complete: 3 files',
    check: (folder) => {
      const file = path.join(folder, '.claude/state/implement-greeting.json');
      const { phases, state } = JSON.parse(fs.readFileSync(file, 'utf8'));
      assert.deepEqual(state.completed_phases, ['implementation', 'validation']);
      assert.deepEqual(Object.keys(phases.implementation.tasks), ['T001', 'T002', 'T003']);
      assert.deepEqual(phases.implementation.files_created, ['hello.mjs', 'bye.mjs', 'index.mjs']);
    },
  },
  {
    file: 'review-files.ts',
    files: Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`src/${name}.js`, `// ${name}\n`])),
    steps: ['- a.js', '- b.js', '- c.js', '- d.js', '- e.js', '- f.js'],
    last: '6 files, 12 lines, the longest has 4 characters',
    check: (folder) => assert.deepEqual(published(folder), []),
  },
];

/** Ends the process by SIGKILL in the moment in which it says a line. */
const deadlyLine = `const write = process.stdout.write;
process.stdout.write = (text, ...rest) => {
  const said = write.call(process.stdout, text, ...rest);
  if (String(text).startsWith(process.env.DIE_AT)) process.kill(process.pid, 'SIGKILL');
  return said;
};`;

function prepare({ file, files }: Example): string {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(process.cwd(), path.join(folder, 'node_modules/pawl'), 'junction');
  const source = fs.readFileSync(path.join('examples', file), 'utf8');
  const { code } = transformSync(source, { loader: file.endsWith('.ts') ? 'ts' : 'js', format: 'esm' });
  fs.writeFileSync(path.join(folder, 'program.mjs'), code);
  fs.writeFileSync(path.join(folder, 'die.mjs'), deadlyLine);
  return folder;
}

interface Ended {
  readonly lines: readonly string[];
  readonly signal: string | null;
}

function run(folder: string, dieAt?: string): Ended {
  const env = { ...process.env, GIT_ROOT: '', CLAUDE_PROJECT_DIR: '', NODE_TEST_CONTEXT: '', DIE_AT: dieAt };
  const preload = dieAt === undefined ? [] : ['--import', './die.mjs'];
  const ended = spawnSync(process.execPath, [...preload, 'program.mjs'], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(ended.stderr, '');
  return { lines: ended.stdout.trimEnd().split('\n'), signal: ended.signal };
}

test('the examples fit the types of the built package', () => {
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', 'examples'], { encoding: 'utf8' });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

test('every example is run here, and listed on its page', () => {
  const programs = fs.readdirSync('examples').filter((name) => /\.(?:ts|mjs)$/.test(name));
  assert.deepEqual(programs.sort(), examples.map(({ file }) => file).sort());
  const page = fs.readFileSync('examples/README.md', 'utf8');
  for (const file of programs) assert.ok(page.includes(`[${file}](${file})`), file);
});

for (const example of examples) {
  describe(`examples/${example.file}`, () => {
    test('runs to its end', () => {
      const folder = prepare(example);
      const { lines } = run(folder);
      assert.deepEqual(
        lines.filter((line) => line.startsWith('- ')),
        example.steps,
      );
      assert.equal(lines.at(-1), example.last);
      example.check(folder);
    });

    for (const [index, step] of example.steps.entries()) {
      test(`killed at "${step}", it goes on there and does nothing again that was done`, () => {
        const folder = prepare(example);
        assert.equal(run(folder, step).signal, 'SIGKILL');
        const { lines } = run(folder);
        const again = lines.filter((line) => line.startsWith('- '));
        assert.ok(again.includes(step));
        // Beside each other, those that were under way at the kill are done again, too.
        const beside = example.file === 'review-files.ts' ? 4 : 1;
        const surelyDone = new Set(example.steps.slice(0, Math.max(0, index + 1 - beside)));
        assert.deepEqual(
          again.filter((line) => surelyDone.has(line)),
          [],
        );
        assert.equal(lines.at(-1), example.last);
        example.check(folder);
      });
    }
  });
}
