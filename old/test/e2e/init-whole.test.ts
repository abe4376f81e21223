// The whole of `pawl init`: from nothing and back, for the agents that are used, and on a terminal.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { initParts } from '../../src/surfaces/cli/rows/setup.js';
import { tempFolder } from '../support/temp.js';
import { documentOf, git, pawl, put, tempRepository, textOf } from './program.js';
import { actions, claudeOnly, everything, init, snapshot } from './setup.js';
import { noTerminal, pawlInTerminal } from './terminal.js';

describe('pawl init in a fresh repository', () => {
  test('writes everything, a second run finds nothing to do, and --uninstall leaves no trace', () => {
    const root = tempRepository();
    assert.deepEqual(
      actions(root, '--yes'),
      everything.map((file) => `create ${file}`),
    );
    const written = snapshot(root);
    assert.deepEqual(Object.keys(written).sort(), [...everything].sort());
    assert.match(init(root).out, /Everything is in place; nothing to do/);
    assert.deepEqual(
      actions(root, '--yes').filter((step) => !step.startsWith('keep ')),
      [],
    );
    assert.deepEqual(snapshot(root), written);
    assert.equal(init(root, '--uninstall', '--yes').code, 0);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
    assert.match(init(root, '--uninstall', '--yes').out, /Nothing of pawl's own is left/);
  });

  test('needs no --yes, as nothing of a person is touched', () => {
    const root = tempRepository();
    assert.equal(init(root).code, 0);
    assert.deepEqual(Object.keys(snapshot(root)).sort(), [...everything].sort());
  });

  test('--dry-run shows the plan and writes nothing', () => {
    const root = tempRepository();
    const { out } = init(root, '--dry-run');
    for (const file of everything) assert.ok(out.includes(`  ${file} `), file);
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });

  test('is set up part by part to the same result, and taken out part by part', () => {
    const [whole, parts] = [tempRepository(), tempRepository()];
    init(whole, '--yes', ...initParts.flatMap((part) => ['--only', part]));
    for (const part of initParts.toReversed()) assert.equal(init(parts, '--only', part, '--yes').code, 0, part);
    const [expected, found] = [snapshot(whole), snapshot(parts)];
    assert.deepEqual(Object.keys(found), Object.keys(expected));
    for (const file of ['.claude/settings.json', '.codex/hooks.json']) {
      assert.deepEqual(JSON.parse(found[file] ?? ''), JSON.parse(expected[file] ?? ''));
    }
    assert.match(init(parts).out, /nothing to do/);
    for (const part of initParts) assert.equal(init(parts, '--only', part, '--uninstall', '--yes').code, 0, part);
    assert.deepEqual(fs.readdirSync(parts), ['.git']);
  });

  test('folders of the person stay when it is taken out, also empty ones', () => {
    const root = tempRepository();
    for (const name of ['.codex', '.claude']) fs.mkdirSync(path.join(root, name));
    init(root, '--yes');
    init(root, '--yes');
    init(root, '--uninstall', '--yes');
    assert.deepEqual(fs.readdirSync(root).sort(), ['.claude', '.codex', '.git']);
    assert.deepEqual(snapshot(root), {});
  });

  test('without its record says so of what may be its own and stays, and leaves no empty lists', () => {
    const root = tempRepository();
    put(root, '.claude/sub-agents/protocols/handoff.md', '# Ours\n\n## Context Summary Guidelines\n\nShort.\n');
    init(root, '--yes');
    fs.rmSync(path.join(root, '.claude/config/pawl-init.json'));
    const { out } = init(root, '--uninstall', '--yes');
    for (const name of ['handoff\\.md', 'integrations\\.json']) {
      assert.match(out, new RegExp(`${name}\\s+may be what init wrote, but its record, .*pawl-init\\.json`));
    }
    assert.deepEqual(JSON.parse(textOf(root, '.claude/settings.json')), {});
  });

  test('one part alone is taken out with its entry in .gitignore, unless that still keeps runs out of commits', () => {
    const root = tempRepository();
    init(root, '--only', 'lib', '--yes');
    init(root, '--only', 'lib', '--uninstall', '--yes');
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });

  test('the scripts of another part stay when one is taken out that shares them', () => {
    const root = tempRepository();
    init(root, '--only', 'hooks', '--only', 'codex', '--yes');
    init(root, '--only', 'codex', '--uninstall', '--yes');
    assert.equal(fs.existsSync(path.join(root, '.codex')), false);
    assert.ok(fs.existsSync(path.join(root, '.claude/scripts/hooks/pawl-hook.cjs')));
    assert.match(textOf(root, '.claude/settings.json'), /pawl-hook\.cjs/);
  });

  test('works outside git and in a linked worktree, whose checkout stays as it is', () => {
    const outside = fs.realpathSync(tempFolder());
    assert.match(init(outside, '--yes').out, /no git repository/);
    assert.deepEqual(Object.keys(snapshot(outside)).sort(), [...everything].sort());
    const root = tempRepository();
    const linked = path.join(fs.realpathSync(tempFolder()), 'linked');
    git(root, 'worktree', 'add', '--quiet', '-b', 'side', linked);
    init(linked, '--yes');
    assert.deepEqual(Object.keys(snapshot(linked)).sort(), [...everything].sort());
    assert.deepEqual(fs.readdirSync(root), ['.git']);
  });
});

describe('pawl init looks for agents', () => {
  const detected = (root: string, env: Readonly<Record<string, string>>): unknown => {
    const { found, parts } = documentOf(
      pawl(['init', '--dry-run', '--json'], root, { ...claudeOnly, CLAUDECODE: '', ...env }),
    );
    assert.ok(Array.isArray(parts));
    return { found, forAgents: parts.filter((part) => ['hooks', 'statusline', 'codex'].includes(String(part))) };
  };

  test('and sets up hooks for those that are used here', () => {
    const root = tempRepository();
    const none = { git: true, claude: false, codex: false, pawl: false };
    assert.deepEqual(detected(root, {}), { found: none, forAgents: ['hooks', 'statusline'] });
    fs.mkdirSync(path.join(root, '.codex'));
    assert.deepEqual(detected(root, {}), { found: { ...none, codex: true }, forAgents: ['codex'] });
    fs.mkdirSync(path.join(root, '.claude'));
    const both = { found: { ...none, claude: true, codex: true }, forAgents: ['hooks', 'statusline', 'codex'] };
    assert.deepEqual(detected(root, {}), both);
  });

  test('and says when the hooks would not find pawl', () => {
    const root = tempRepository();
    const said = (): string => init(root, '--dry-run').out.replace(/\s+/g, ' ');
    assert.match(said(), /The hooks need pawl in the project or in PATH.*npm install --save-dev pawl/);
    fs.mkdirSync(path.join(root, 'node_modules/pawl'), { recursive: true });
    assert.doesNotMatch(said(), /need pawl/);
  });

  test('in the home folder and in PATH too', () => {
    const bin = tempFolder();
    fs.writeFileSync(path.join(bin, 'codex'), '');
    const ownHome = tempFolder();
    fs.mkdirSync(path.join(ownHome, '.claude'));
    assert.deepEqual(detected(tempRepository(), { HOME: ownHome, PATH: `${bin}:${path.dirname(process.execPath)}` }), {
      found: { git: true, claude: true, codex: true, pawl: false },
      forAgents: ['hooks', 'statusline', 'codex'],
    });
  });
});

describe('pawl init on a terminal', { skip: noTerminal }, () => {
  test('asks once for all, and once more for each file of a person', async () => {
    const root = tempRepository();
    put(root, '.claude/settings.json', '{}\n');
    const seen = await pawlInTerminal(
      ['init'],
      [
        ['Do this', 'y\r'],
        ['Add pawl', 'n\r'],
      ],
      root,
      claudeOnly,
    );
    assert.equal(seen.code, 0, seen.screen);
    assert.equal(textOf(root, '.claude/settings.json'), '{}\n');
    assert.ok(fs.existsSync(path.join(root, '.claude/scripts/hooks/pawl-hook.cjs')));
    const again = await pawlInTerminal(['init'], [['Add pawl', 'y\r']], root, claudeOnly);
    assert.equal(again.code, 0, again.screen);
    assert.match(textOf(root, '.claude/settings.json'), /pawl-hook\.cjs/);
  });

  test('asks before it takes anything out', async () => {
    const root = tempRepository();
    init(root, '--yes');
    const before = snapshot(root);
    const seen = await pawlInTerminal(['init', '--uninstall'], [['Do this', 'n\r']], root, claudeOnly);
    assert.equal(seen.code, 0, seen.screen);
    assert.deepEqual(snapshot(root), before);
  });
});
