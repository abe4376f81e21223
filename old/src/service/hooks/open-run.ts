// One of the commands was typed: its run is opened or continued, and becomes the session's. Nothing is taken from anyone,
// and what a person has to decide is told, not done.

import { typicalPhases } from '../../families/command/phases.js';
import { commandKey, type Key, parseKey, pipelineKey, workflowKey } from '../../rules/names.js';
import { leaseOf, leasesOf } from '../lease/leases.js';
import { noteWork } from '../lease/note-work.js';
import { planReport } from '../plans/command.js';
import { decide, othersBeside, unfinishedRuns } from '../resume/decide.js';
import { decideRun } from '../resume/decide-run.js';
import { resumeRun } from '../resume/act/take-up.js';
import { sameWorkflow } from '../resume/start.js';
import { boundRun, loadBinding, tellOthers } from '../session/binding.js';
import type { Stored, Summary } from '../../store/store.js';
import { readNewest, write } from '../workbench.js';
import type { SessionScene } from './session-scene.js';

/**
 * Opens or continues the run of a command.
 * @param scene the store, and whose session it is
 * @param typed the command as it was typed
 * @param typed.command e.g. `implement`
 * @param typed.first the first argument; null when there is none
 * @param typed.args all of them
 * @returns what the agent is told; null when there is nothing to tell
 */
export async function openRun(
  scene: SessionScene,
  { command, first, args }: { readonly command: string; readonly first: string | null; readonly args: string },
): Promise<string | null> {
  if (command === 'orchestrate') return continueWorkflow(scene, first, args);
  if (command === 'build') return continueBuild(scene, first);
  const key = first === null ? await keyAtHand(scene, command) : commandKey(command, first);
  const stored = await scene.bench.store.get(key);
  const isOver = stored === null || stored.place === 'removed' || isFinished(scene, stored);
  return isOver ? begin(scene, key, command) : goOn(scene, stored);
}

/**
 * Without an argument the feature is that of the run at hand, or of the one before it, which is over; else the newest unfinished
 * run of the command is meant that nobody else works on; else none is.
 */
async function keyAtHand({ bench, session, owner }: SessionScene, command: string): Promise<Key> {
  const { run = null, last = null, isTold = false } = session === null ? {} : (loadBinding(bench.root, session) ?? {});
  for (const text of [isTold ? null : run, last, run]) {
    const key = text === null ? null : parseKey(text);
    if (key?.family === 'command') return commandKey(command, key.feature);
  }
  const { runs } = await unfinishedRuns(bench, 'command');
  const leases = leasesOf(bench, owner);
  const isMeant = (key: Key): boolean => 'command' in key && key.command === command && leases.of(key).state !== 'live';
  return runs.find(({ key, place }) => place === 'live' && isMeant(key))?.key ?? commandKey(command, null);
}

function isFinished({ bench }: SessionScene, { key, state }: Stored): boolean {
  return bench.families[key.family]?.overview(state).finished === true;
}

async function begin(scene: SessionScene, key: Key, command: string): Promise<string | null> {
  const { bench, owner } = scene;
  const [phase] = typicalPhases.get(command) ?? [];
  if (key.family !== 'command' || phase === undefined) return null;
  await write(bench, key, planReport(bench, key, phase, { status: 'in_progress' }));
  noteWork(bench, key, 'step', owner);
  return tell(scene, await readNewest(bench.store, key));
}

async function goOn(scene: SessionScene, stored: Stored): Promise<string | null> {
  const { bench, owner, maxAgeDays } = scene;
  const { verdict } = await decideRun(bench, stored, leaseOf(bench, stored.key, owner), maxAgeDays);
  if (verdict !== 'resume') return tell(scene, stored);
  const taken = await resumeRun(bench, stored.key, { owner });
  return tell(scene, taken.ok ? taken.stored : stored);
}

async function tell(scene: SessionScene, stored: Stored): Promise<string | null> {
  const { bench, owner, session, maxAgeDays, reader } = scene;
  tellOthers(bench, session, [stored.key]);
  const others = await othersBeside(bench, stored.key);
  return (await decideRun(bench, stored, leaseOf(bench, stored.key, owner), maxAgeDays, { reader, others })).brief;
}

/** A build is begun from its spec, which is the program's part: here it is only continued. */
async function continueBuild(scene: SessionScene, first: string | null): Promise<string | null> {
  const bound = boundRun(scene.bench.root, scene.session);
  const id = first ?? (bound?.family === 'pipeline' ? bound.id : null);
  const stored = id === null ? null : await scene.bench.store.get(pipelineKey(id));
  return stored === null || isFinished(scene, stored) ? null : goOn(scene, stored);
}

/** A workflow is begun by its own command, with a description: here the unfinished one is continued that is meant. */
async function continueWorkflow(scene: SessionScene, first: string | null, args: string): Promise<string | null> {
  const { bench, owner, session } = scene;
  const bound = first === null ? boundRun(bench.root, session) : null;
  const key = bound?.family === 'workflow' ? bound : await namedWorkflow(scene, first, args);
  const stored = key === null ? null : await bench.store.get(key);
  if (stored !== null && !isFinished(scene, stored)) return goOn(scene, stored);
  if (first !== null) return null;
  const { id } = await decide(bench, { owner, family: 'workflow' });
  const newest = id === null ? null : await bench.store.get(workflowKey(id.slice('workflow:'.length)));
  return newest === null ? null : goOn(scene, newest);
}

/** By its id, its project or its description, as it was typed. */
async function namedWorkflow({ bench }: SessionScene, first: string | null, args: string): Promise<Key | null> {
  if (first === null) return null;
  const { runs } = await unfinishedRuns(bench, 'workflow');
  const tests = [first, args].map((description) => sameWorkflow({ type: 'orchestrate', project: first, description }));
  const isMeant = (run: Summary): boolean =>
    ('id' in run.key && run.key.id === first) || tests.some((isSame) => isSame(run.key, run));
  return runs.find(isMeant)?.key ?? null;
}
