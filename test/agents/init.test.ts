// `pawl init`: what it writes, what it leaves alone, and that --uninstall leaves nothing behind.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../support/programs.js';
import { filesIn, git, installLocally, pawl, program, read, repository, runNode, write } from './projects.js';

const theirs = `{
  // how we work
  "permissions": {
    "allow": ["Bash(npm test)"] // only tests
  },
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "say done"
          }
        ]
      }
    ] // nobody listens
  } // the end
}
`;

test('by default it writes at most five readable files outside of skills', () => {
  const root = repository();
  pawl(root, 'init', '--yes');
  const files = filesIn(root).filter((name) => name !== 'README.md' && !name.startsWith('.claude/skills/'));
  assert.deepEqual(files, ['.claude/hooks/pawl-hook.cjs', '.claude/settings.json', '.gitignore']);
  for (const name of filesIn(root)) {
    const lines = read(root, name).split('\n');
    assert.ok(read(root, name).length < 20_000 && lines.every((line) => line.length < 300), name);
  }
  assert.equal(fs.readdirSync(path.join(root, '.claude/skills')).length, 10);
  assert.equal(fs.existsSync(path.join(root, '.claude/config/integrations.json')), false);
});

test('a second run changes nothing, and the first one says what each file is for', () => {
  const root = repository();
  assert.match(pawl(root, 'init'), /create +\.gitignore +Keeps checkpoints out of commits/);
  git(root, 'add', '--all');
  assert.match(pawl(root, 'init'), /^Everything is up to date\.$/m);
  assert.equal(git(root, 'diff'), '');
});

test('uninstall restores a project with own settings, comments and ignored files exactly', () => {
  for (const ignore of ['node_modules\n', 'node_modules', '']) {
    const tabs = theirs.replaceAll('  ', '\t');
    const own =
      '# Hand-off\n\n## Request\n\n```json\n{\n  "phase": "x",\n  "previous_findings": "string | null - Summary from previous phase"\n}\n```\n';
    const root = repository({
      '.claude/settings.json': ignore === '' ? tabs : theirs,
      '.gitignore': ignore,
      '.claude/sub-agents/protocols/handoff.md': own,
    });
    pawl(root, 'init', '--all', '--codex');
    assert.notEqual(git(root, 'status', '--short'), '');
    assert.match(pawl(root, 'init', '--uninstall'), /remove/);
    if (ignore === '') fs.writeFileSync(path.join(root, '.gitignore'), ''); // an empty file is as good as none
    assert.equal(git(root, 'diff'), '');
    assert.equal(git(root, 'status', '--short'), '');
  }
});

test('settings keep their comments and other hooks', () => {
  const root = repository({ '.claude/settings.json': theirs });
  pawl(root, 'init');
  const text = read(root, '.claude/settings.json');
  for (const part of ['// how we work', '// only tests', '// nobody listens', 'say done'])
    assert.ok(text.includes(part), part);
  const settings = JSON.parse(text.replaceAll(/ ?\/\/ .*/g, ''));
  assert.equal(settings.hooks.Stop.length, 2);
  assert.match(settings.hooks.PostToolUse[0].matcher, /^Write\|Edit\|.*\|apply_patch$/);
  assert.match(settings.statusLine.command, /pawl-hook\.cjs" statusline$/);
});

test("a person's own status line stays", () => {
  const own = '{\n  "statusLine": { "type": "command", "command": "date" }\n}\n';
  const root = repository({ '.claude/settings.json': own });
  pawl(root, 'init');
  assert.equal(JSON.parse(read(root, '.claude/settings.json')).statusLine.command, 'date');
  pawl(root, 'init', '--uninstall');
  assert.equal(read(root, '.claude/settings.json'), own);
});

test('settings that are not JSON stop it before anything is written', () => {
  const root = repository({ '.claude/settings.json': '{\n  "a": 1,,\n}' });
  const { status, stderr } = runNode(root, [program, 'init']);
  assert.deepEqual([status, /settings\.json cannot be used: .*line 2/.test(stderr)], [2, true], stderr);
  assert.deepEqual(filesIn(root), ['.claude/settings.json']);
});

test('a changed file is kept, by init and by uninstall; an older one of ours is updated', () => {
  const root = repository();
  pawl(root, 'init');
  const skill = '.claude/skills/ship/SKILL.md';
  fs.appendFileSync(path.join(root, skill), 'Ask Ada first.\n');
  assert.match(
    pawl(root, 'init'),
    /keep +\.claude\/skills\/ship\/SKILL\.md +it was not written by pawl, or you changed it/,
  );
  assert.match(read(root, skill), /Ask Ada first/);
  const hook = '.claude/hooks/pawl-hook.cjs';
  const other = runNode(root, ['-e', oldVersion, path.join(root, hook)]);
  assert.equal(other.status, 0, other.stderr);
  assert.match(pawl(root, 'init'), /update +\.claude\/hooks\/pawl-hook\.cjs/);
  assert.doesNotMatch(read(root, hook), /old version/);
  pawl(root, 'init', '--uninstall');
  assert.deepEqual(filesIn(root), [skill, 'README.md']);
});

/** Writes the hook as an older version would have: another text, with the checksum of that text. */
const oldVersion = `
  const fs = require('fs'), file = process.argv[1];
  const body = '// old version\\n';
  const sum = require('crypto').createHash('sha256').update(body).digest('hex').slice(0, 12);
  fs.writeFileSync(file, body + '// Written by pawl init (' + sum + '). If you change this file, init leaves it alone.\\n');
`;

test('an own hand-off protocol gets the three edits, and keeps its anchors', () => {
  const own = `# Handoff

## Request Schema

\`\`\`json
{
  "phase": "research | write",
  "context": {
    "previous_findings": "string | null - Summary from previous phase"
  }
}
\`\`\`

| Field | Type | Required | Description |
| --- | --- | --- | --- |
| \`phase\` | enum | Yes | Phase |
| \`context.previous_findings\` | string | No | Summary from previous phase |

## Context Summary Guidelines

Short. See [above](#request-schema).

## Errors

None.
`;
  const file = '.claude/sub-agents/protocols/handoff.md';
  const root = repository({ [file]: own });
  assert.match(pawl(root, 'init', '--with', 'protocols'), /update +\S+handoff\.md/);
  const text = read(root, file);
  assert.match(text, /^ {2}"mode": "plan \| code \| ui \| docs \| eval \| reconcile \| research \(required\)",$/m);
  assert.match(
    text,
    /^\| `mode` \| enum \| Yes \| Sub-agent specialization \(plan\/code\/ui\/docs\/eval\/reconcile\/research\) \|$/m,
  );
  assert.match(text, /"previous_summary": "string \| null - Summary from previous phase \(≤500 tokens\)"/);
  assert.match(
    text,
    /^\| `context\.previous_summary` {2}\| string \| No \| Summary from previous phase \(≤500 tokens, validated\) \|$/m,
  );
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  assert.deepEqual(headings, ['Request Schema', 'Context Summary Guidelines', 'Enforcement', 'Errors']);
  pawl(root, 'init', '--with', 'protocols');
  assert.equal(read(root, file), text);
  pawl(root, 'init', '--uninstall');
  assert.equal(read(root, file), own);
});

test('--all: the tests of the drop-ins and of the first design pass in the project', () => {
  const root = repository();
  pawl(root, 'init', '--all');
  const lib = path.join(root, '.claude/scripts/lib');
  for (const name of ['token-counter', 'checkpoint-manager'])
    fs.copyFileSync(`test/facade/seed-tests/${name}.test.cjs.txt`, path.join(lib, `seed-${name}.test.cjs`));
  const { status, stdout } = runNode(root, [
    '--test',
    ...fs
      .readdirSync(lib)
      .filter((name) => name.includes('.test.'))
      .map((name) => path.join(lib, name)),
  ]);
  assert.equal(status, 0, stdout);
  const integrations = JSON.parse(read(root, '.claude/config/integrations.json'));
  assert.deepEqual([integrations.linear.team, integrations.vercel.preview_timeout_ms], ['Basecamp', 300_000]);
});

test('the shell utilities save, load and list workflows', () => {
  const root = repository();
  pawl(root, 'init', '--with', 'utils');
  installLocally(root);
  const util = (name: string, ...args: readonly string[]): [number | null, string] => {
    const { status, stdout } = spawnSync(path.join(root, '.claude/utils', name), args, { encoding: 'utf8', cwd: '/' });
    return [status, stdout.trim()];
  };
  const [saved, file] = util(
    'save-checkpoint.sh',
    'orchestrate',
    '{"project_name":"shop","current_phase":2,"total_phases":3}',
  );
  assert.deepEqual([saved, /^\.claude\/checkpoints\/orchestrate_shop_\d{8}_\d{6}\.json$/.test(file)], [0, true], file);
  assert.deepEqual(JSON.parse(read(root, file)).completed_phases, [1]);
  assert.deepEqual(util('save-checkpoint.sh', 'orchestrate', '{"project_name":"shop","current_phase":3}'), [0, file]);
  assert.deepEqual(JSON.parse(util('load-checkpoint.sh', 'orchestrate', 'shop')[1]).completed_phases, [1, 2]);
  assert.match(util('list-checkpoints.sh', 'orchestrate')[1], /^orchestrate_shop_\S+ +in progress +2\/3/);
  assert.equal(util('save-checkpoint.sh', 'orchestrate', '{"project_name":"shop","status":"complete"}')[0], 2);
  assert.equal(util('load-checkpoint.sh', 'test-all')[0], 3);
  assert.equal(util('load-checkpoint.sh')[0], 2);
  const [cleaned, said] = util('cleanup-checkpoints.sh', '7');
  assert.ok(cleaned === 0 || cleaned === 2, said); // 2 while the program has no `clean`
});

test('outside of a repository it allows the hooks to record; the home folder is refused', () => {
  const root = tempFolder();
  pawl(root, 'init');
  assert.ok(fs.existsSync(path.join(root, '.claude/state/.pawl')));
  assert.equal(fs.existsSync(path.join(root, '.gitignore')), false);
  const home = tempFolder();
  const { status, stderr } = runNode(home, [program, 'init'], { env: { HOME: home } });
  assert.deepEqual([status, filesIn(home)], [1, []]);
  assert.match(stderr, /home folder/);
});

test('parts that are there are updated without being named again', () => {
  const root = repository();
  pawl(root, 'init', '--with', 'utils');
  fs.rmSync(path.join(root, '.claude/utils/list-checkpoints.sh'));
  assert.match(pawl(root, 'init'), /create +\.claude\/utils\/list-checkpoints\.sh/);
  write(root, { '.claude/settings.json': '{}' });
  assert.match(pawl(root, 'init', '--json'), /"action": "update"/);
});
