// Command lines in README, guides and skills are ones that pawl takes, and their relative links lead to files.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isPawlError } from '../src/base/errors.js';
import { findCommand } from '../src/cli/table.js';

const folders = ['docs/guide', 'plugin/skills'];
const inFolders = folders.flatMap((folder) =>
  fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
);
const pages = ['README.md', ...inFolders.filter((file) => file.endsWith('.md'))].map((file) => ({
  file,
  text: fs.readFileSync(file, 'utf8'),
}));

const program = String.raw`(?:npx --no-install pawl|node \S*pawl\.cjs|pawl)`;

/** Lines of shell blocks, lines after a prompt unless they are refused there, and command lines between backticks. */
function commandLines(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const shell = blocks.filter(([, kind]) => kind === 'sh').map(([, , body = '']) => body.replace(/\\\n/g, ' '));
  const prompts = blocks.flatMap(([, kind, body = '']) =>
    kind === 'sh' ? [] : [...body.matchAll(/^\$ (.*)\n(?!pawl:)/gm)].map(([, line = '']) => line),
  );
  const lines = [...shell.flatMap((body) => body.split('\n')), ...prompts];
  const quoted = [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code);
  return [...lines, ...quoted].flatMap((line) => new RegExp(`^${program}(?: (.*))?$`).exec(line)?.[1] ?? []);
}

/** The words of a line up to a comment, a pipe or a redirection; brackets of optional words and sample numbers filled. */
function wordsOf(line: string): readonly string[] {
  const [plain = ''] = line.replace(/\[([A-Z]+)\]/g, '$1').split(/\s+(?:#|>|<|\||&&)(?=\s)/);
  const words = [...plain.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return words.filter((word) => word !== '--json').map((word) => (word === 'N' ? '3' : word));
}

test('command lines in README, guides and skills fit the table', () => {
  let checked = 0;
  const wrong: string[] = [];
  for (const { file, text } of pages)
    for (const line of commandLines(text)) {
      if (/(?:^|\s)…(?:\s|$)/.test(line)) continue; // something was left out
      checked += 1;
      try {
        const { command, words } = findCommand(wordsOf(line));
        if (words.length > 0 || !line.includes(command.name)) command.check(words); // a bare name is a mention
      } catch (error) {
        wrong.push(`${file}: pawl ${line}: ${isPawlError(error) ? error.message : String(error)}`);
      }
    }
  assert.deepEqual(wrong, []);
  assert.ok(checked >= 150, `only ${checked} found`);
});

test('relative links in README, guides and skills lead to files', () => {
  const links = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, target = '']) => ({ file, target })),
  );
  const broken = links.filter(({ file, target }) => !fs.existsSync(path.join(path.dirname(file), target)));
  assert.deepEqual(broken, []);
  assert.ok(links.length >= 20, `only ${links.length} found`);
});
