// The tasks of an agent's session: the run's `current_task` is the first that is not completed.

import type { CommandCheckpoint } from '../../families/command/index.js';
import { deriveState } from '../../families/command/phases.js';
import { parseKey } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { asDocument } from '../documents.js';
import { planCommand } from '../plans/command.js';
import { loadBinding, saveBinding } from '../session/binding.js';
import { write } from '../workbench.js';
import type { SessionScene } from './session-scene.js';

const maxLabel = 200;

/**
 * Follows a task of the session.
 * @param scene the store, and whose session it is
 * @param task its id and subject
 * @param task.id as the agent counts them
 * @param task.subject what it is about
 * @param isDone whether it was completed; else it was created
 */
export async function setTask(
  scene: SessionScene,
  task: { readonly id: string; readonly subject: string },
  isDone: boolean,
): Promise<void> {
  const { bench, session } = scene;
  const binding = session === null ? null : loadBinding(bench.root, session);
  const key = binding?.run == null ? null : parseKey(binding.run);
  if (session === null || binding === null || key?.family !== 'command') return;
  const label = harmlessLine([task.id, task.subject].filter((part) => part !== '').join(': ')).slice(0, maxLabel);
  const isSame = (one: string): boolean => one === label || (task.id !== '' && one.startsWith(`${task.id}:`));
  const others = binding.tasks.filter((one) => !isSame(one));
  const tasks = isDone ? others : binding.tasks.some(isSame) ? binding.tasks : [...others, label];
  saveBinding(bench, session, { tasks });

  const stored = await bench.store.get(key);
  const doc = stored?.place === 'live' ? asDocument<CommandCheckpoint>(stored.state) : null;
  const phase = doc === null ? null : deriveState(stored?.state ?? {}).current;
  const current_task = tasks[0] ?? null;
  if (doc === null || phase === null || (doc.state.current_task ?? null) === current_task) return;
  const { command, feature } = key;
  await write(bench, key, planCommand(key, { type: 'phase', command, feature, phase, data: { current_task } }));
}
