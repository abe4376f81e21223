// Cold starts of the program against `node -e 0`: a process each, in a repository with 20 checkpoints.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { measure, report } from '../measure.mjs';
import { makeRepository } from '../space.mjs';

const program = path.resolve('dist/cli/pawl.cjs');
const checkpoints = 20;
const bare = 'node -e 0';

/** What is measured, with its budget. */
const commands = [
  {
    name: 'pawl phase, durable and published',
    args: ['phase', 'implement/f0', 'api', 'in_progress', '--json'],
    target: 1.2,
  },
  { name: 'pawl status --json', args: ['status', '--json'], target: 1.15 },
  { name: 'pawl statusline', args: ['statusline'], target: 1.15 },
  { name: 'pawl resume --json', args: ['resume', '--json'], target: 1.15 },
  { name: 'pawl list --json', args: ['list', '--json'], target: 1.15 },
];

function start(cwd, args) {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
}

/** The least that a durable, published save costs, beside the start of Node. */
function floorScript(root) {
  const file = path.join(root, 'floor.cjs');
  const lines = [
    `const fs = require('fs');`,
    `const fd = fs.openSync(${JSON.stringify(path.join(root, 'floor.log'))}, 'a');`,
    `fs.writeSync(fd, 'x'.repeat(400) + '\\n');`,
    `fs.fdatasyncSync(fd);`,
    `fs.closeSync(fd);`,
    `fs.writeFileSync(${JSON.stringify(path.join(root, 'floor.tmp'))}, 'y'.repeat(700));`,
    `fs.renameSync(${JSON.stringify(path.join(root, 'floor.tmp'))}, ${JSON.stringify(path.join(root, 'floor.json'))});`,
  ];
  fs.writeFileSync(file, lines.join('\n'));
  return file;
}

export async function run({ rounds, quick }) {
  const root = makeRepository();
  for (let n = 0; n < checkpoints; n++) {
    start(root, [
      program,
      'phase',
      `implement/f${n}`,
      'implementation',
      'in_progress',
      '--summary',
      'Half of it works.',
    ]);
  }
  const known = commands.filter(({ name, args }) => {
    const exists = spawnSync(process.execPath, [program, 'help', args[0]], { cwd: root }).status === 0;
    if (!exists) console.log(`\n${name}: there is no such command yet`);
    return exists;
  });
  const subjects = [
    { name: bare, run: () => start(root, ['-e', '0']) },
    {
      name: 'append, fdatasync, write aside, rename',
      run: (
        (file) => () =>
          start(root, [file])
      )(floorScript(root)),
    },
    ...known.map(({ name, args }) => ({ name, run: () => start(root, [program, ...args]) })),
  ];
  const times = await measure(subjects, { rounds: Math.max(quick ? 15 : 41, Math.min(rounds, 101)), warmUp: 5 });
  return known.map(({ name, target }, at) => {
    const shown = at === 0 ? times : new Map([...times].filter(([one]) => one === bare || one === name));
    return report(`Cold start: ${name}`, shown, { against: bare, ours: name, target });
  });
}
