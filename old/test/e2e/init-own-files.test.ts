// `pawl init` among a person's own files: what it extends, what it keeps, and what it gives back.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pawl, put, tempRepository, textOf } from './program.js';
import { init, snapshot } from './setup.js';

describe("a person's own files", () => {
  const settings = {
    model: 'opus',
    permissions: { allow: ['Bash(npm test)'] },
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
  };
  const own: Readonly<Record<string, string>> = {
    '.claude/settings.json': `${JSON.stringify(settings, null, 4)}\n`,
    '.claude/config/integrations.json': '{ "linear": { "enabled": false } }\n',
    '.claude/sub-agents/protocols/handoff.md': '# Handoff\n\n## Context Summary Guidelines\n\nShort.\n',
    '.claude/checkpoints/README.md': '# Mine\n',
    '.gitignore': 'node_modules/\n',
  };

  function furnished(eol = '\n'): string {
    const root = tempRepository();
    for (const [file, text] of Object.entries(own)) put(root, file, text.replaceAll('\n', eol));
    return root;
  }

  test('are left alone without consent, and the answer says how to give it', () => {
    const root = furnished();
    const words = init(root).out.replace(/\s+/g, ' ');
    for (const [file, text] of Object.entries(own)) if (file !== '.gitignore') assert.equal(textOf(root, file), text);
    assert.match(
      words,
      /\.claude\/settings\.json is yours and was left alone\. To have it extended, run: pawl init --yes/,
    );
    assert.match(words, /Next: see to \.claude\/settings\.json, as said above/);
    assert.doesNotMatch(words, /start Claude Code here/);
    assert.match(words, /integrations\.json was not written by pawl and is kept as it is/);
  });

  test('settings with several members in a line keep that layout, and are given back as they were', () => {
    for (const text of [
      '{"model": "opus", "env": {"A": "1"}}\n',
      '{ "model": "opus", "hooks": {"Stop": [ {"hooks": [{"type": "command", "command": "say done"}]} ]} }',
      '{\n  "model": "opus", "env": {"A": "1"},\n  "hooks": { "Stop": [] }\n}\n',
    ]) {
      const root = tempRepository();
      put(root, '.claude/settings.json', text);
      init(root, '--yes');
      assert.match(textOf(root, '.claude/settings.json'), /"model": "opus", "(?:env|hooks)"[^]*pawl-hook\.cjs/);
      init(root, '--uninstall', '--yes');
      assert.equal(textOf(root, '.claude/settings.json'), text);
    }
  });

  for (const eol of ['\n', '\r\n']) {
    const kind = eol === '\n' ? 'LF' : 'CRLF';
    test(`with ${kind} are extended with --yes, and --uninstall gives them back as they were`, () => {
      const root = furnished(eol);
      const before = snapshot(root);
      assert.equal(init(root, '--yes').code, 0);
      const merged = JSON.parse(textOf(root, '.claude/settings.json'));
      assert.equal(merged.model, 'opus');
      assert.deepEqual(merged.permissions, settings.permissions);
      assert.equal(merged.hooks.Stop.length, 2);
      assert.match(textOf(root, '.claude/sub-agents/protocols/handoff.md'), /^## Enforcement/m);
      for (const file of ['.claude/settings.json', '.claude/sub-agents/protocols/handoff.md', '.gitignore']) {
        assert.equal(/(?<!\r)\n/.test(textOf(root, file)), eol === '\n', file);
      }
      assert.match(textOf(root, '.claude/settings.json'), /^ {4}"model"/m);
      assert.match(init(root, '--yes').out, /nothing to do/);
      init(root, '--uninstall', '--yes');
      const left = snapshot(root);
      assert.deepEqual(JSON.parse(left['.claude/settings.json'] ?? ''), settings);
      for (const file of Object.keys(before)) assert.equal(left[file], before[file], file);
      assert.deepEqual(Object.keys(left), Object.keys(before));
    });
  }

  test('and later edits by people stay when pawl goes', () => {
    const root = tempRepository();
    init(root, '--yes');
    const edit = (file: string, from: string | RegExp, to: string): string =>
      put(root, file, textOf(root, file).replace(from, to));
    edit('.claude/config/integrations.json', 'Basecamp', 'Ours');
    edit('.claude/protocols/checkpoint-schema.md', '# Checkpoint schema', '# Our checkpoint schema');
    edit('.claude/settings.json', '{', '{\n  "model": "opus",');
    edit('.gitignore', /$/, 'dist/\n');
    init(root, '--uninstall', '--yes');
    assert.deepEqual(Object.keys(snapshot(root)), [
      '.claude/config/integrations.json',
      '.claude/protocols/checkpoint-schema.md',
      '.claude/settings.json',
      '.gitignore',
    ]);
    assert.deepEqual(JSON.parse(textOf(root, '.claude/settings.json')), { model: 'opus' });
    assert.equal(textOf(root, '.gitignore'), 'dist/\n');
  });

  test('that equal those of pawl are not taken for its own', () => {
    const root = tempRepository();
    put(root, '.claude/config/integrations.json', textOf('templates/integrations.json'));
    put(root, '.gitignore', '.claude/state/\n.claude/checkpoints/\n');
    init(root, '--yes');
    init(root, '--uninstall', '--yes');
    assert.deepEqual(Object.keys(snapshot(root)), ['.claude/config/integrations.json', '.gitignore']);
    assert.equal(textOf(root, '.gitignore'), '.claude/state/\n.claude/checkpoints/\n');
  });

  test('entries in .gitignore stay as long as there are runs', () => {
    const root = tempRepository();
    init(root, '--yes');
    pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root);
    init(root, '--uninstall', '--yes');
    assert.equal(textOf(root, '.gitignore'), '.claude/state/\n');
    assert.ok(fs.existsSync(path.join(root, '.claude/state/implement-auth.json')));
  });

  test('a hook and a status line that a person changed or wrote are theirs', () => {
    const root = tempRepository();
    put(root, '.claude/settings.json', '{ "statusLine": { "type": "command", "command": "date" } }\n');
    init(root, '--yes');
    const text = textOf(root, '.claude/settings.json').replace(/("SessionEnd"[\s\S]*?"timeout": )10/, '$120');
    put(root, '.claude/settings.json', text);
    const { out } = init(root, '--yes');
    assert.match(out, /differs +\.claude\/settings\.json +hooks\.SessionEnd, statusLine are your own, and kept/);
    assert.equal(textOf(root, '.claude/settings.json'), text);
    init(root, '--uninstall', '--yes');
    assert.deepEqual(JSON.parse(textOf(root, '.claude/settings.json')), {
      statusLine: { type: 'command', command: 'date' },
    });
  });

  test('no hook is left that calls a script which is gone', () => {
    const script = '.claude/scripts/hooks/pawl-hook.cjs';
    const edited = (edit: (settings: string) => string): string => {
      const root = tempRepository();
      init(root, '--yes');
      put(root, '.claude/settings.json', edit(textOf(root, '.claude/settings.json')));
      init(root, '--uninstall', '--yes');
      return root;
    };
    const mine = '{ "type": "command", "command": "mine" }';
    const among = edited((text) => text.replace(/("SessionStart"[\s\S]*?"hooks": \[)/, `$1${mine},`));
    assert.deepEqual(JSON.parse(textOf(among, '.claude/settings.json')).hooks.SessionStart.length, 1);
    assert.doesNotMatch(textOf(among, '.claude/settings.json'), /pawl/);
    assert.ok(!fs.existsSync(path.join(among, script)));
    // Whoever changed what is called has a hook of their own: the script stays with it.
    const changed = edited((text) => text.replace(/"SessionStart"\s*\]/, '"SessionStart", "--quiet" ]'));
    assert.match(textOf(changed, '.claude/settings.json'), /--quiet/);
    assert.ok(fs.existsSync(path.join(changed, script)));
  });

  test('settings that switch the plugin on get no hooks beside it', () => {
    const root = tempRepository();
    put(root, '.claude/settings.json', '{ "enabledPlugins": { "pawl@pawl": true } }\n');
    init(root, '--yes');
    assert.deepEqual(Object.keys(JSON.parse(textOf(root, '.claude/settings.json'))), ['enabledPlugins', 'statusLine']);
  });
});

describe('what init tells at its end', () => {
  test('counts every file that the plan names, and advises the guides only where they are not set up', () => {
    const root = tempRepository();
    const { out } = init(root, '--yes');
    assert.match(out, new RegExp(`✓ ${out.match(/^ {2}create /gm)?.length} files changed`));
    assert.match(out, /pawl init --only skills/);
    const guided = init(tempRepository(), '--yes', '--only', 'hooks', '--only', 'skills').out;
    assert.match(guided, /Next: start Claude Code here\.$/m);
    assert.doesNotMatch(guided, /--only skills/);
    const later = tempRepository();
    init(later, '--yes', '--only', 'skills');
    assert.doesNotMatch(init(later, '--yes').out, /--only skills/, 'they are there already');
  });
});
