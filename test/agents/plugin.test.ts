// The plugin as a folder: its manifests agree, its skills are short, and its program works.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesIn, repository } from './projects.js';

const json = (file: string): Record<string, unknown> => JSON.parse(fs.readFileSync(file, 'utf8'));

test('every manifest has the name and version of the package', () => {
  const { name, version } = json('package.json');
  for (const file of ['.claude-plugin/plugin.json', '.codex-plugin/plugin.json', 'plugin.json']) {
    const manifest = json(`plugin/${file}`);
    assert.deepEqual([manifest['name'], manifest['version']], [name, version], file);
  }
});

test('each of the ten skills has fewer than 60 lines and names its commands', () => {
  const skills = fs.readdirSync('plugin/skills');
  assert.equal(skills.length, 10);
  for (const skill of skills) {
    const text = fs.readFileSync(`plugin/skills/${skill}/SKILL.md`, 'utf8');
    assert.ok(text.split('\n').length < 60, skill);
    assert.match(text, new RegExp(`^---\\nname: ${skill}\\ndescription: .{40,}\\n`));
    assert.match(text, /^pawl resume /m);
  }
});

test('Codex gives the hooks of its last events 3 seconds, and has neither StopFailure nor conditions', () => {
  const codex = JSON.stringify(json('plugin/hooks/codex.json'));
  assert.match(codex, /hook SessionEnd","timeout":3/);
  assert.match(codex, /hook Interrupt","timeout":3/);
  assert.doesNotMatch(codex, /StopFailure|"if"/);
});

test('a project can be set up with the pawl of the plugin', () => {
  const root = repository();
  const { status, stderr } = spawnSync(path.resolve('plugin/bin/pawl'), ['init', '--yes'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.ok(filesIn(root).includes('.claude/hooks/pawl-hook.cjs'));
});
