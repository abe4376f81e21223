// `pawl list` and `pawl resume` as processes, in a project with 10,000 checkpoints and a run with 10,000 revisions, against
// `node -e 0`, against reading and parsing every file, and against seed 004's way with jq.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { openProject } from '../../dist/index.mjs';
import { measure, report } from '../measure.mjs';
import { makeCheckpoint, makeRepository } from '../space.mjs';

const program = path.resolve('dist/cli/pawl.cjs');
const folderOf = (root) => path.join(root, '.claude/state');
const bare = 'node -e 0';
const jqFields = '{command, feature, updated_at, current: .state.current_phase}';
/** A jq for each of 10,000 files takes a minute: so many are timed, and the rest is counted in. */
const sample = 100;

function start(cwd, command, args) {
  const { status, stderr } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}: ${stderr}`);
}

/** Runs as another tool would have written them, finished or not. */
function fill(root, count, isFinished) {
  fs.mkdirSync(folderOf(root), { recursive: true });
  const document = makeCheckpoint(2_000);
  for (let n = 0; n < count; n++) {
    const time = new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString();
    const run = {
      ...document,
      feature: `f${n}`,
      started_at: time,
      updated_at: time,
      ...(isFinished ? { completed_at: time } : {}),
    };
    fs.writeFileSync(path.join(folderOf(root), `implement-f${n}.json`), `${JSON.stringify(run, null, 2)}\n`);
  }
}

async function prepare(count) {
  const root = makeRepository();
  fill(root, count, true);
  const project = await openProject({ root, actor: 'bench', publish: 'soon' });
  await project.list({ all: true }); // takes the files in, once
  const long = { command: 'implement', feature: 'long' };
  for (let n = 0; n < count; n++) {
    await project.commands.phase(long, `phase-${n % 20}`, { status: 'in_progress', current_task: `T${n}` });
  }
  await project.close();
  start(root, process.execPath, [program, 'list', '--json']);
  return root;
}

/** Nobody has that many at once, but a list must not depend on it. */
async function prepareUnfinished(count) {
  const root = makeRepository();
  fill(root, count, false);
  for (let calls = 0; calls < 2; calls++) start(root, process.execPath, [program, 'list', '--json']);
  return root;
}

function parseScript(root) {
  const file = path.join(root, 'parse.cjs');
  const lines = [
    `const fs = require('fs');`,
    `const folder = ${JSON.stringify(folderOf(root))};`,
    `const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));`,
    `const all = names.map((name) => JSON.parse(fs.readFileSync(folder + '/' + name, 'utf8')));`,
    `process.stdout.write(JSON.stringify(all.map(({ command, feature, updated_at }) => ({ command, feature, updated_at }))));`,
  ];
  fs.writeFileSync(file, lines.join('\n'));
  return file;
}

function jqSubjects(root, count) {
  if (spawnSync('jq', ['--version']).status !== 0) {
    console.log('\njq is not installed: the rows against it are left out');
    return null;
  }
  const all = `find .claude/state -maxdepth 1 -name '*.json' -print0 | xargs -0 jq -c '${jqFields}'`;
  const some = Array.from({ length: sample }, (_, n) => `.claude/state/implement-f${n}.json`).join(' ');
  const each = `for file in ${some}; do jq -c '${jqFields}' "$file"; done`;
  return {
    one: { name: 'one jq over all files', run: () => start(root, 'sh', ['-c', all]) },
    each: { name: `a jq per file (${sample} timed, of ${count})`, run: () => start(root, 'sh', ['-c', each]) },
  };
}

function only(times, ...names) {
  return new Map(names.map((name) => [name, times.get(name)]));
}

export async function run({ rounds, quick }) {
  const count = quick ? 2_000 : 10_000;
  const root = await prepare(count);
  const open = await prepareUnfinished(count);
  const pawl = (name, ...args) => ({ name, run: () => start(root, process.execPath, [program, ...args, '--json']) });
  const node = { name: bare, run: () => start(root, process.execPath, ['-e', '0']) };
  const newest = pawl('pawl list, newest 50', 'list');
  const resume = pawl('pawl resume', 'resume');
  const all = pawl('pawl list --all', 'list', '--all', '--limit', '0');
  const parse = {
    name: 'readdir + read + parse',
    run: (
      (file) => () =>
        start(root, process.execPath, [file])
    )(parseScript(root)),
  };
  const newestOpen = {
    name: 'pawl list, newest 50, all unfinished',
    run: () => start(open, process.execPath, [program, 'list', '--json']),
  };
  const fast = await measure([node, newest, newestOpen, resume], { rounds: Math.min(rounds, 41), warmUp: 3 });
  const jq = jqSubjects(root, count);
  const subjects = [all, newest, resume, parse, ...(jq === null ? [] : [jq.one, jq.each])];
  const slow = await measure(subjects, { rounds: quick ? 5 : 9, warmUp: 1 });
  const versus = (ours, against, target) =>
    report(`${ours} of ${count} against ${against}`, only(slow, ours, against), { against, ours, target });
  const results = [newest, newestOpen, resume].map(({ name }) =>
    report(`Cold, of ${count}: ${name}`, only(fast, bare, name), { against: bare, ours: name, target: 1.15 }),
  );
  results.push(versus(newest.name, parse.name), versus(resume.name, parse.name), versus(all.name, parse.name));
  if (jq !== null) {
    slow.set(
      jq.each.name,
      slow.get(jq.each.name).map((ms) => (ms * count) / sample),
    );
    // The targets are for 10,000 files; with fewer of them the start of the process counts most.
    results.push(versus(all.name, jq.one.name, quick ? undefined : 0.1));
    results.push(versus(all.name, jq.each.name, quick ? undefined : 1 / 500));
    results.push(versus(resume.name, jq.one.name), versus(resume.name, jq.each.name));
  }
  return results;
}
