// A build of a real little repository that is killed again and again: nothing is lost, nothing is done twice, and nothing
// outlives it.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkPipeline, type PipelineCheckpoint } from '../../src/families/pipeline/index.js';
import { pipelineKey } from '../../src/rules/names.js';
import { asDocument } from '../../src/service/documents.js';
import { families } from '../../src/service/families.js';
import { findProcess } from '../../src/service/lease/processes.js';
import { openFileStore } from '../../src/service/open.js';
import { type Random, randomFrom, sized, tellSeed } from '../support/sizes.js';
import { id, journalFile, journalOf, littleRepository, units } from './little-repository.js';
import { cleanEnv, program } from './program.js';

function build(root: string): ChildProcess {
  const args = [program, 'build', id, '--resume', '--yes', '--parallel', '2', '--json'];
  return spawn(process.execPath, args, { cwd: root, env: cleanEnv({ HOME: root }), stdio: ['ignore', 'pipe', 'pipe'] });
}

const isOver = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Kills a build some time after so many lines of the journal; gives whether it was still there to be killed. */
async function killOne(root: string, random: Random): Promise<boolean> {
  const before = journalOf(root).length;
  const lines = random.int(4);
  const child = build(root);
  const ended = once(child, 'close');
  for (let waited = 0; !isOver(child) && journalOf(root).length < before + lines && waited < 20_000; waited += 5) {
    await sleep(5);
  }
  await sleep(random.int(lines === 0 ? 250 : 120));
  const wasThere = child.kill('SIGKILL');
  await ended;
  await orphansEnd(root);
  fs.appendFileSync(path.join(root, journalFile), 'kill - 0\n');
  return wasThere && child.signalCode === 'SIGKILL';
}

/** Waits until nothing is left of a killed build; nobody has taken its run up yet. */
async function orphansEnd(root: string): Promise<void> {
  const isLeft = (): boolean => journalOf(root).some(({ pid }) => pid > 0 && isOurs(pid)) || isAnyoneIn(root);
  for (let waited = 0; waited < 10_000 && isLeft(); waited += 5) await sleep(5);
  assert.ok(!isLeft(), 'a child outlived its killed build');
}

/** Also who has not come to its first line of the journal yet; Linux tells where each process is. */
function isAnyoneIn(root: string): boolean {
  if (process.platform !== 'linux') return false;
  const folder = fs.realpathSync(root);
  return fs.readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/.test(name) && fs.readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false; // it has ended, or is somebody else's
    }
  });
}

function isOurs(pid: number): boolean {
  return findProcess(pid)?.command.some((word) => /(?:make|gate)\.mjs$/.test(word)) === true;
}

/** All revisions, oldest first, each with the workstreams that it started. */
async function revisionsOf(
  root: string,
): Promise<readonly { readonly doc: PipelineCheckpoint; readonly started: readonly string[] }[]> {
  const store = openFileStore(root, families, {});
  const key = pipelineKey(id);
  const newest = (await store.get(key))?.revision ?? 0;
  const all: { doc: PipelineCheckpoint; started: readonly string[] }[] = [];
  for (let revision = 1; revision <= newest; revision++) {
    const stored = (await store.revision(key, revision)) ?? assert.fail(`revision ${revision} is lost`);
    const started = stored.event.args?.['workstreams'];
    all.push({
      doc: asDocument<PipelineCheckpoint>(stored.state),
      started: Array.isArray(started) ? started.map(String) : [],
    });
  }
  await store.close();
  return all;
}

test('a build that is killed at random moments finishes: each workstream ran to its end once after its last kill', async (t) => {
  tellSeed(t);
  const random = randomFrom();
  const root = littleRepository();
  const wanted = sized(6, 20);
  let kills = 0;
  while (kills < wanted && (await killOne(root, random))) kills++;
  t.diagnostic(`${kills} kills`);
  assert.ok(kills >= wanted / 2, `only ${kills} kills before it was complete`);

  const last = build(root);
  let out = '';
  last.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  let err = '';
  last.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  await once(last, 'close');
  if (last.exitCode !== 0) {
    // The kill before came when all was recorded and only the end of the process was left.
    assert.match(out, /already complete/, err);
  }

  const revisions = await revisionsOf(root);
  for (const [index, revision] of revisions.entries()) {
    assert.deepEqual(checkPipeline(revision.doc), [], `revision ${index + 1}`);
  }
  const { doc } = revisions.at(-1) ?? assert.fail('no checkpoint');
  assert.deepEqual([doc.status, doc.completed_workstreams, doc.gates_pending], ['complete', [...units], []]);
  assert.deepEqual(
    units.map((unit) => doc.artifacts[unit]),
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [`src/${name}.ts`]),
  );
  assert.deepEqual([...doc.gates_passed].sort(), [
    'files (Phase 1)',
    'run (Phase 4)',
    'type-check (Phase 2)',
    'type-check (Phase 4)',
    'type-check (WS5)',
  ]);

  const journal = journalOf(root);
  for (const unit of units) {
    const lastStart = journal.findLastIndex((line) => line.what === 'start' && line.unit === unit);
    const from = journal.slice(0, lastStart).findLastIndex((line) => line.what === 'kill') + 1;
    const own = journal.slice(from).filter((line) => line.unit === unit);
    assert.deepEqual(
      own.map(({ what }) => what),
      ['start', 'end'],
      `${unit} after its last kill`,
    );
    // What was recorded as done never began again, and what was killed never went on beside its next attempt.
    const startsIn = (lines: typeof journal): number =>
      lines.filter((line) => line.what === 'start' && line.unit === unit).length;
    const ends = [...journal.keys(), journal.length].filter((at) => (journal[at]?.what ?? 'kill') === 'kill');
    const builds = ends.map((end, n) => journal.slice(n === 0 ? 0 : ends[n - 1], end));
    assert.ok(Math.max(...builds.map(startsIn)) <= 1, `${unit} began twice in one build`);
    // In a rush a start is on record within a quarter of a second: a kill may come before.
    const recorded = revisions.filter(({ started }) => started.includes(unit)).length;
    const starts = startsIn(journal);
    assert.ok(starts <= recorded + kills, `${unit} began ${starts} times, ${recorded} of them recorded`);
    const pids = journal.filter((line) => line.unit === unit).map(({ pid }) => pid);
    assert.equal(
      pids.filter((pid, at) => pid !== pids[at - 1]).length,
      new Set(pids).size,
      `${unit}: ${pids.join(' ')}`,
    );
  }
  assert.deepEqual(
    journal.filter(({ pid }) => pid > 0 && isOurs(pid)),
    [],
  );
  assert.deepEqual(fs.readdirSync(path.join(root, '.claude/state/.pawl/children')), []);
});
