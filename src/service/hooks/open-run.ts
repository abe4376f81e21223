// One of the commands was typed: its run is opened or continued, and becomes the session's. Nothing is taken from anyone,
// and what a person has to decide is told, not done.

import { typicalPhases } from '../../families/command/phases.js';
import { commandKey, type Key, pipelineKey } from '../../rules/names.js';
import { leaseOf } from '../lease/leases.js';
import { noteWork } from '../lease/note-work.js';
import { planReport } from '../plans/command.js';
import { decide, othersBeside } from '../resume/decide.js';
import { decideRun } from '../resume/decide-run.js';
import { resumeRun } from '../resume/act/take-up.js';
import { boundRun } from '../session/binding.js';
import type { Stored } from '../../store/store.js';
import { readNewest, write } from '../workbench.js';
import type { SessionScene } from './session-scene.js';

/**
 * Opens or continues the run of a command.
 * @param scene the store, and whose session it is
 * @param command e.g. `implement`
 * @param first the first argument that was typed; null when there is none
 * @returns what the agent is told; null when there is nothing to tell
 */
export async function openRun(scene: SessionScene, command: string, first: string | null): Promise<string | null> {
  if (command === 'orchestrate') return continueWorkflow(scene);
  if (command === 'build') return continueBuild(scene, first);
  const key = keyFor(scene, command, first);
  const stored = await scene.bench.store.get(key);
  const isOver = stored === null || stored.place === 'removed' || isFinished(scene, stored);
  return isOver ? begin(scene, key, command) : goOn(scene, stored);
}

/** The first argument is the feature; else that of the run at hand; else there is none. */
function keyFor({ bench, session }: SessionScene, command: string, first: string | null): Key {
  if (first !== null) return commandKey(command, first);
  const bound = boundRun(bench.root, session);
  return commandKey(command, bound?.family === 'command' ? bound.feature : null);
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

async function tell({ bench, owner, maxAgeDays, reader }: SessionScene, stored: Stored): Promise<string | null> {
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

/** A workflow is begun by its own command, with a description: here the unfinished one is told. */
async function continueWorkflow(scene: SessionScene): Promise<string | null> {
  const { bench, owner, maxAgeDays, session, reader } = scene;
  const bound = boundRun(bench.root, session);
  const stored = bound?.family === 'workflow' ? await bench.store.get(bound) : null;
  if (stored !== null && !isFinished(scene, stored)) return goOn(scene, stored);
  const decision = await decide(bench, { owner, maxAgeDays, brief: { reader } });
  return decision.family === 'workflow' ? decision.brief : null;
}
