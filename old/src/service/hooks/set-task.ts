// The tasks of an agent's session: the run's `current_task` is the one in hand, else the first of the open phase that is not over.

import type { CommandCheckpoint, PhaseEvent } from '../../families/command/types.js';
import { deriveState } from '../../families/command/phases.js';
import { reservedNames } from '../../rules/limits.js';
import { parseKey } from '../../rules/names.js';
import { harmlessLine } from '../../rules/text/harmless.js';
import { asDocument } from '../documents.js';
import { planCommand } from '../plans/command.js';
import { type Binding, loadBinding, saveBinding } from '../session/binding.js';
import { write } from '../workbench.js';
import type { SessionScene } from './session-scene.js';

const maxLabel = 200;

/** What became of a task; `begun` is the one in hand now. */
export type TaskChange = 'created' | 'begun' | 'completed' | 'deleted';

type TaskLists = Pick<Binding, 'tasks' | 'past'>;

/** A phase that is over ends its tasks; one of them that is begun later belongs to the phase of then. */
function inPhase({ tasks, past, phase: known }: Binding, phase: string | null): TaskLists {
  const isSame = phase === null || known === null || phase === known;
  return isSame ? { tasks, past } : { tasks: [], past: [...past, ...tasks] };
}

function listsAfter(
  { tasks, past }: TaskLists,
  task: { readonly id: string; readonly subject: string },
  change: TaskChange,
): TaskLists {
  const label = harmlessLine([task.id, task.subject].filter((part) => part !== '').join(': ')).slice(0, maxLabel);
  const isSame = (one: string): boolean =>
    one === label || (task.id !== '' && (one === task.id || one.startsWith(`${task.id}:`)));
  const known = [...tasks, ...past].find(isSame);
  if (change === 'created' && known !== undefined) return { tasks, past };
  const [others, left] = [tasks, past].map((list) => list.filter((one) => !isSame(one)));
  const rest = { tasks: others ?? [], past: left ?? [] };
  if (change === 'completed' || change === 'deleted') return rest;
  return { ...rest, tasks: change === 'begun' ? [known ?? label, ...rest.tasks] : [...rest.tasks, label] };
}

/**
 * Follows a task of the session.
 * @param scene the store, and whose session it is
 * @param task its id and subject
 * @param task.id as the agent counts them
 * @param task.subject what it is about
 * @param change what became of it
 */
export async function setTask(
  scene: SessionScene,
  task: { readonly id: string; readonly subject: string },
  change: TaskChange,
): Promise<void> {
  const { bench, session } = scene;
  const binding = session === null ? null : loadBinding(bench.root, session);
  const key = binding?.run == null ? null : parseKey(binding.run);
  if (session === null || binding === null || key?.family !== 'command') return;
  const stored = await bench.store.get(key);
  const doc = stored?.place === 'live' ? asDocument<CommandCheckpoint>(stored.state) : null;
  const phase = doc === null ? null : deriveState(stored?.state ?? {}).current;
  const { tasks, past } = listsAfter(inPhase(binding, phase), task, change);
  saveBinding(bench, session, { tasks, past, phase: phase ?? binding.phase });
  if (doc === null || phase === null) return;
  const data = recordedTask(doc, phase, tasks[0] ?? null, { id: task.id, change });
  if (data === null) return;
  const { command, feature } = key;
  await write(bench, key, planCommand(key, { type: 'phase', command, feature, phase, data }));
}

/** The task in hand stands in its phase, under its id: what it is about, and later what became of it. */
function recordedTask(
  doc: CommandCheckpoint,
  phase: string,
  label: string | null,
  { id, change }: { readonly id: string; readonly change: TaskChange },
): PhaseEvent['data'] | null {
  const known = doc.phases[phase]?.tasks ?? {};
  const before = doc.state.current_task ?? null;
  const [current_task = null, about = ''] = label === null ? [] : partsOf(label);
  const isRecorded = (one: string): boolean => Object.hasOwn(known, one);
  const ended = id !== '' && isRecorded(id) && change !== 'created' && change !== 'begun';
  if (current_task === before && !ended) return null;
  const isLeft = before !== null && before !== current_task && isRecorded(before);
  return {
    current_task,
    tasks: {
      ...(isLeft ? { [before]: { status: 'pending' } } : {}),
      ...(ended ? { [id]: change === 'deleted' ? null : { status: 'complete' } } : {}),
      ...(current_task === null || current_task === before || reservedNames.has(current_task)
        ? {}
        : { [current_task]: { status: 'in_progress', ...(about === '' ? {} : { description: about }) } }),
    },
  };
}

/** Agents count their tasks; one without a number is known by what it is about. */
function partsOf(label: string): readonly [id: string, about: string] {
  const end = label.indexOf(': ');
  return end < 1 ? [label, ''] : [label.slice(0, end), label.slice(end + 2)];
}
