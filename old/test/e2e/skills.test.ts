// The plugin's guides: every call in them is one that the program takes, and each guide is gone through once.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { typicalPhases } from '../../src/families/command/phases.js';
import { splitCommand } from '../../src/rules/text/split-command.js';
import { dispatch } from '../../src/surfaces/cli/dispatch.js';
import { findRow, groupOf } from '../../src/surfaces/cli/table.js';
import { hook, recorded } from '../support/hooks.js';
import { type SkillBlock, skillBlocks, skillNames, skillText } from '../support/skills.js';
import { tempFolder } from '../support/temp.js';
import { cleanEnv, documentOf, type Ended, git, pawl, program, tempRepository, textOf } from './program.js';

const commands = ['start', 'design', 'reconcile', 'research', 'implement', 'ship', 'review'];
const noShell = process.platform === 'win32' ? 'needs a POSIX shell' : false;

function words(line: string): readonly string[] {
  const split = splitCommand(line);
  assert.ok('words' in split, line);
  return split.words;
}

const callsOf = (blocks: readonly SkillBlock[]): readonly string[] => blocks.flatMap(({ lines }) => lines);

/** Calls in the prose count too, as far as they are whole. */
function inProse(name: string): readonly string[] {
  const text = skillText(name).replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/`(pawl [a-z]+(?: [a-z]+)?)/g)].map(([, call = '']) => call);
}

test('there is a guide for each of the nine commands and for /checkpoint', () => {
  assert.deepEqual(skillNames, [...commands, 'build', 'orchestrate', 'checkpoint'].sort());
});

describe('the guide', { skip: noShell }, () => {
  for (const name of skillNames) {
    test(`of /${name} has calls that the program takes`, () => {
      for (const line of callsOf(skillBlocks(name))) {
        const [first, ...args] = words(line);
        if (first === 'git') continue;
        assert.equal(first, 'pawl', line);
        assert.doesNotThrow(() => dispatch(args), line);
      }
      for (const call of inProse(name)) {
        const [, word = ''] = call.split(' ');
        assert.ok(findRow([word]) !== null || groupOf(word).length > 0, call);
      }
    });

    test(`of /${name} says what it is for, and asks first what is there`, () => {
      const text = skillText(name);
      assert.match(text, new RegExp(`^---\\nname: ${name}\\ndescription: .{40,400}\\n`));
      const first = callsOf(skillBlocks(name))[0] ?? '';
      assert.match(first, name === 'checkpoint' ? /^pawl status/ : /^pawl resume .* --json$/);
      assert.ok(text.length < 5_000, 'a guide is short');
    });
  }

  for (const name of commands) {
    test(`of /${name} without an argument goes on with the run that the hook opened`, () => {
      const root = tempRepository();
      pawl(['gate', 'set', 'ship', '--allow'], root);
      pawl(['phase', 'implement/auth', 'implementation', 'in_progress'], root, { PAWL_SESSION: 's' });
      const prompt = recorded('claude/user-prompt-submit', root, 's', { prompt: `/${name}` });
      const { context } = hook('UserPromptSubmit', prompt, root);
      assert.match(context, new RegExp(`^Run: ${name}/auth`, 'm'));
      const told = `Without one, it is what the brief says behind \`Run: ${name}/\``;
      assert.ok(skillText(name).includes(told), told);
    });

    test(`of /${name} goes through the phases of the seeds, in order`, () => {
      const phases = callsOf(skillBlocks(name).filter(({ when }) => when === ''))
        .map((line) => words(line))
        .filter(([, command]) => command === 'phase');
      const ended = phases.filter((line) => line[4] === 'complete').map((line) => line[3]);
      assert.deepEqual(ended, typicalPhases.get(name));
      const begun = phases.filter((line) => line[4] === 'in_progress').map((line) => line[3]);
      assert.deepEqual([...new Set(begun)], typicalPhases.get(name));
    });
  }
});

/** A project with a remote, its first commit, and pawl in PATH. */
function project(): { readonly root: string; readonly run: (line: string) => Ended } {
  const root = tempRepository();
  const remote = tempFolder();
  git(remote, 'init', '--quiet', '--bare');
  git(root, 'remote', 'add', 'origin', remote);
  for (const [key, value] of [
    ['user.name', 'test'],
    ['user.email', 'test@localhost'],
    ['commit.gpgsign', 'false'],
  ] as const) {
    git(root, 'config', key, value);
  }
  pawl(['init', '--yes'], root);
  fs.mkdirSync(path.join(root, 'src'));
  fs.writeFileSync(path.join(root, 'src/auth.ts'), 'export const on = true;\n');
  fs.mkdirSync(path.join(root, 'docs'));
  const spec = [
    '---',
    'prd: PRD-101',
    'prd_title: Sign-in',
    'workstreams:',
    '  WS1:',
    '    outputs: [src/auth.ts]',
    'gates:',
    '  lint:',
    '    command: git --version',
    'execution_phases:',
    '  - name: one',
    '    parallel: [WS1]',
    '    gates: [lint]',
    '---',
    '',
  ];
  fs.writeFileSync(path.join(root, 'docs/PRD-101.md'), spec.join('\n'));
  const bin = tempFolder();
  fs.symlinkSync(program, path.join(bin, 'pawl'));
  const env = cleanEnv({ PATH: `${bin}:${process.env['PATH'] ?? ''}`, XDG_CONFIG_HOME: tempFolder() });
  const run = (line: string): Ended => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
      cwd: root,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { code: status, out: stdout, err: stderr };
  };
  return { root, run };
}

/** Goes the usual way of a guide; nothing is there to be taken up at first. */
function follow(name: string, run: ReturnType<typeof project>['run'], until = Number.POSITIVE_INFINITY): void {
  const lines = callsOf(skillBlocks(name).filter(({ when }) => when === ''));
  for (const line of lines.slice(0, until)) {
    const { code, out, err } = run(line);
    const wanted = line.startsWith('pawl resume') ? [0, 3] : [0];
    assert.ok(wanted.includes(code ?? -1), `${line}\nexit ${code}\n${out}${err}`);
  }
}

const response = {
  task_id: 'T001',
  phase: 'research',
  status: 'complete',
  decision: 'PROCEED',
  findings: { session: 'src/auth.ts' },
  context_summary: 'Sessions are in src/auth.ts.',
  issues: [],
};

describe('gone through as it stands, the guide', { skip: noShell }, () => {
  for (const name of ['start', 'design', 'reconcile', 'research', 'implement', 'review']) {
    test(`of /${name} ends with a complete run, and taken up in the middle it goes on where it was`, () => {
      const { root, run } = project();
      follow(name, run, 3);
      const decision = documentOf(pawl(['resume', `${name}/auth`, '--json'], root));
      assert.equal(decision['verdict'], 'resume');
      assert.ok(typicalPhases.get(name)?.includes(String(decision['from'])));
      follow(name, run);
      assert.equal(JSON.parse(textOf(root, `.claude/state/${name}-auth.json`)).state.pending_phases.length, 0);
      assert.equal(typeof JSON.parse(textOf(root, `.claude/state/${name}-auth.json`)).completed_at, 'string');
    });
  }

  test('of /ship is stopped by the gate, passes after that of /review, and pushes what was reviewed', () => {
    const { root, run } = project();
    const lines = callsOf(skillBlocks('ship').filter(({ when }) => when === ''));
    const check = lines.findIndex((line) => line.startsWith('pawl gate check'));
    for (const line of lines.slice(1, check)) assert.equal(run(line).code, 0, line);
    assert.equal(run(lines[check] ?? '').code, 6);
    follow('review', run);
    follow('ship', run);
    assert.equal(typeof JSON.parse(textOf(root, '.claude/state/ship-auth.json')).completed_at, 'string');
    assert.equal(git(root, 'rev-parse', 'HEAD'), git(root, 'rev-parse', '@{upstream}'));
    assert.equal(git(root, 'status', '--porcelain').trim(), '');
  });

  test('of /build ends with a complete pipeline whose gate pawl ran', () => {
    const { root, run } = project();
    follow('build', run);
    const file = path.join(root, '.claude/skills/build-pipeline/checkpoints/PRD-101.json');
    const checkpoint = JSON.parse(textOf(file));
    assert.equal(checkpoint.status, 'complete');
    assert.deepEqual(checkpoint.artifacts, { WS1: ['src/auth.ts'] });
  });

  test('of /orchestrate ends with a workflow that is finished and in the archive', () => {
    const { root, run } = project();
    fs.writeFileSync(path.join(root, 'response.json'), JSON.stringify(response));
    follow('orchestrate', run);
    assert.deepEqual(fs.readdirSync(path.join(root, '.claude/checkpoints')), ['README.md']);
    const { runs } = documentOf(pawl(['list', '--all', '--json'], root));
    assert.ok(Array.isArray(runs) && runs.some((one) => one.family === 'workflow' && one.status === 'complete'));
  });

  test('of /checkpoint leaves a brief that says what is next, decided and dropped', () => {
    const { root, run } = project();
    follow('implement', run, 2);
    follow('checkpoint', run);
    const { out } = pawl(['brief', 'implement/auth'], root);
    for (const said of ['THE VERY NEXT STEP', 'WHAT WAS DECIDED AND WHY', 'WHAT WAS TRIED AND WHY IT WAS DROPPED']) {
      assert.ok(out.includes(said), said);
    }
  });
});
