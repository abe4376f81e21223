// The slower half of the hooks: what needs a store. Runs in a process of its own, which is ended when it takes too long.

import fs from 'node:fs';
import { harmlessLine } from '../../../rules/text/harmless.js';
import { ageLimit } from '../../../service/config/age-limit.js';
import { whyNotShip } from '../../../service/hooks/ask-gate.js';
import { whyNotPush } from '../../../service/hooks/ask-push.js';
import { beginSession } from '../../../service/hooks/begin-session.js';
import { endSession } from '../../../service/hooks/end-session.js';
import { openHandoff, recordResponse } from '../../../service/hooks/hand-over.js';
import { keepSummary } from '../../../service/hooks/keep-summary.js';
import { ownFolder } from '../../../disk/layout.js';
import { isFirst, isFirstOfWays } from '../../../service/hooks/once.js';
import { openRun } from '../../../service/hooks/open-run.js';
import type { SessionScene } from '../../../service/hooks/session-scene.js';
import { setTask } from '../../../service/hooks/set-task.js';
import { saveTouched } from '../../../service/journal/store-touched.js';
import { noteWork } from '../../../service/lease/note-work.js';
import { currentOwner } from '../../../service/lease/owner.js';
import { ancestorsOf } from '../../../service/lease/processes.js';
import { sessionActor } from '../../../service/open.js';
import { families } from '../../../service/families.js';
import { withOpenBench } from '../../../service/with-open-bench.js';
import { noteAgentSession } from '../../../service/session/agent-session.js';
import { boundRun, saveBinding } from '../../../service/session/binding.js';
import { claimTold } from '../../../service/session/go-on.js';
import { isPushGuarded } from '../../../service/ship/push-guard.js';
import { type HookAnswer, nothing } from '../answer.js';
import { type Payload, scriptOf } from '../payload.js';
import { gateLimitMs, type SlowTask } from '../scene.js';
import { taskOf } from '../task-of.js';
import { typedCommand } from '../typed-command.js';

/** What is to be done, for whom. */
export interface SlowCall {
  readonly task: SlowTask;
  readonly payload: Payload;
  readonly root: string;
  /** The process that started the hook. */
  readonly parentPid: number;
  /** The script that the agent started: its own settings have another than the plugin. */
  readonly startedBy: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Writers that meet try again for so long; the process itself has little more. */
const deadlineMs = 1_000;
/** Large working trees take their time; so much is left of what the gate has altogether. */
const gateMs = gateLimitMs - 2_000;

/** A prompt and what the agent makes of it are not further apart. */
const promptMs = 30_000;

type Work = (scene: SessionScene, payload: Payload, call: SlowCall) => Promise<HookAnswer>;

const context = (text: string | null): HookAnswer => (text === null ? nothing : { is: 'context', text });

const works: Readonly<Record<SlowTask, Work>> = {
  'session-start': async (scene, { source }) => {
    const { brief, reasons, verdict } = await beginSession(scene, source);
    if (brief !== null || verdict === 'nothing') return context(brief);
    return context(`pawl: ${reasons.join('; ')} Run \`pawl doctor\` before anything is begun anew.`);
  },
  'open-run': async (scene, payload, { startedBy }) => {
    const typed = typedCommand(payload);
    if (typed === null) return nothing;
    const { root, clock, here } = scene.bench;
    if (typed.command === 'ship') {
      const why = whyNotShip(root, { feature: typed.first, from: here(), timeoutMs: gateMs });
      if (why !== null) return { is: 'block', reason: why };
    }
    const identity = `open\n${payload.session}\n${typed.command}\n${typed.args}`;
    // A prompt and what the agent makes of it are two events: the brief goes with the first.
    const way = `${payload.event}\n${startedBy}`;
    const isNew = (): boolean => isFirstOfWays(root, identity, way, clock(), promptMs);
    if (!isNew()) return nothing;
    const hadStore = fs.existsSync(`${root}/${ownFolder}`);
    const brief = await openRun(scene, typed);
    // Only now there is a place for the mark: another way may have come in the same moment.
    return hadStore || isNew() ? context(brief) : nothing;
  },
  'check-push': async ({ bench }, payload, { env }) => {
    const { isGuarded, note } = await isPushGuarded(bench, env);
    if (!isGuarded) return nothing;
    const why = whyNotPush(bench.root, payload.cwd ?? bench.root, scriptOf(payload), gateMs);
    return why === null ? nothing : { is: 'block', reason: why + harmlessLine(note) };
  },
  'save-touched': async ({ bench, session }) => {
    const key = boundRun(bench.root, session);
    if (key !== null) await saveTouched(bench, key);
    return nothing;
  },
  'keep-summary': async (scene, { summary }) => {
    await keepSummary(scene, summary);
    return nothing;
  },
  'subagent-start': async (scene, { agentType, agentId }) =>
    context(await openHandoff(scene, { type: agentType, id: agentId })),
  'subagent-stop': async (scene, { lastMessage, agentId }) =>
    context(await recordResponse(scene, lastMessage, agentId)),
  'set-task': async (scene, payload) => {
    const { root, clock } = scene.bench;
    const told = taskOf(payload);
    if (told === null) return nothing;
    const { id, subject, change } = told;
    const identity = `${payload.event}\n${payload.session}\n${id}\n${subject}`;
    // A task may be begun more than once; to be told twice changes nothing.
    if (payload.event === 'PostToolUse' || isFirst(root, identity, clock()))
      await setTask(scene, { id, subject }, change);
    return nothing;
  },
  claim: async ({ bench, owner }) => {
    claimTold(bench, owner);
    return nothing;
  },
  heartbeat: async ({ bench, owner, session }) => {
    const key = boundRun(bench.root, session);
    if (key === null || session === null) return nothing;
    noteWork(bench, key, 'remark', owner);
    saveBinding(bench, session, {}); // also when it is someone else's by now: the next look is due in a while
    return nothing;
  },
  'session-end': async (scene, { reason }) => {
    await endSession(scene, reason === 'clear');
    const { cleanDaily } = await import('../../../service/lifecycle/clean-daily.js');
    await cleanDaily(scene.bench.root);
    return nothing;
  },
};

/**
 * Does one task.
 * @param call what, for whom
 * @returns the answer
 */
export async function runSlow(call: SlowCall): Promise<HookAnswer> {
  const { task, payload, root, parentPid, env } = call;
  const { session, reader } = payload;
  const actor = session === null ? undefined : sessionActor(session);
  const options = { root, families, cwd: payload.cwd ?? root, deadlineMs, sweep: false, actor };
  return withOpenBench(options, async (bench) => {
    const owner = currentOwner(env, session ?? undefined, ancestorsOf(parentPid));
    const answer = await works[task](
      { bench, owner, session, parentPid, reader, maxAgeDays: ageLimit(root)() },
      payload,
      call,
    );
    if (task !== 'session-end') noteAgentSession(root, owner);
    return answer;
  });
}
