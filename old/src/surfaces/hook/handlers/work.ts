// Events that go with the work of a session. Each is a glance, unless something is to be stored.

import type { Key } from '../../../rules/names.js';
import { wasGiven } from '../../../service/hooks/given.js';
import { touchedFiles } from '../../../service/journal/journal.js';
import { hasOwnFolder } from '../../../service/own-folder.js';
import { boundRun, isBeatDue } from '../../../service/session/binding.js';
import { type HookAnswer, nothing } from '../answer.js';
import type { Payload } from '../payload.js';
import type { Handlers, HookScene } from '../scene.js';
import { workedRun } from '../worked-run.js';

/** Before the context is compacted: what was touched is stored with its run. */
function preCompact(payload: Payload, scene: HookScene): HookAnswer {
  const key = boundRun(scene.root, payload.session);
  return key !== null && hasTouched(scene.root, key) ? scene.slow('save-touched') : nothing;
}

function hasTouched(root: string, key: Key): boolean {
  const { created, modified } = touchedFiles(root, key);
  return created.length + modified.length > 0;
}

/** After it was compacted: its summary is kept with the run. */
function postCompact(payload: Payload, scene: HookScene): HookAnswer {
  const key = payload.summary.trim() === '' ? null : workedRun(payload, scene);
  return key === null ? nothing : scene.slow('keep-summary');
}

/** A sub-agent begins: it is given the hand-off that waits for it. */
function subagentStart(payload: Payload, scene: HookScene): HookAnswer {
  return workedRun(payload, scene) === null ? nothing : scene.slow('subagent-start');
}

/** A sub-agent ended: its response is checked and recorded, and one that is missing is told. */
function subagentStop(payload: Payload, scene: HookScene): HookAnswer {
  const { session, agentId, lastMessage } = payload;
  const isDue = /task_id|context_summary/.test(lastMessage) || wasGiven(scene.root, session, agentId);
  return isDue && workedRun(payload, scene) !== null ? scene.slow('subagent-stop') : nothing;
}

/** A task was created or completed: the run's current task follows. */
function task(payload: Payload, scene: HookScene): HookAnswer {
  const run = payload.taskId + payload.taskSubject === '' ? null : workedRun(payload, scene);
  return run?.family === 'command' ? scene.slow('set-task') : nothing;
}

/** The agent's turn ended, which is a sign of life. It comes at every turn: a fresh lease needs none. */
function stop(payload: Payload, scene: HookScene): HookAnswer {
  return isBeatDue(scene.root, payload.session, scene.now) ? scene.slow('heartbeat') : nothing;
}

/** The session ended: what it held is given back, and once a day pawl cleans up. */
function sessionEnd(_payload: Payload, scene: HookScene): HookAnswer {
  return hasOwnFolder(scene.root) ? scene.slow('session-end') : nothing;
}

/** What is done about each event of a session's work. */
export const workHandlers: Handlers = {
  PreCompact: preCompact,
  PostCompact: postCompact,
  SubagentStart: subagentStart,
  SubagentStop: subagentStop,
  TaskCreated: task,
  TaskCompleted: task,
  Stop: stop,
  SessionEnd: sessionEnd,
};
