// What an event tells about a task of the agent's: its own events, and the tool that changes one. A deletion has no event.

import type { TaskChange } from '../../service/hooks/set-task.js';
import { inputText, type Payload } from './payload.js';

/** A task, and what became of it. */
export interface ToldTask {
  readonly id: string;
  readonly subject: string;
  readonly change: TaskChange;
}

/** The tool by which an agent changes a task. */
export const taskTool = 'TaskUpdate';

const changes: Readonly<Partial<Record<string, TaskChange>>> = {
  in_progress: 'begun',
  completed: 'completed',
  deleted: 'deleted',
};

/**
 * Reads which task an event is about.
 * @param payload the event
 * @returns the task; null when it tells of none, or of nothing that matters
 */
export function taskOf({ event, tool, toolInput, taskId, taskSubject }: Payload): ToldTask | null {
  if (event !== 'PostToolUse') {
    const change = event === 'TaskCompleted' ? 'completed' : 'created';
    return taskId + taskSubject === '' ? null : { id: taskId, subject: taskSubject, change };
  }
  const status = inputText(toolInput, 'status');
  const change = tool === taskTool && Object.hasOwn(changes, status) ? changes[status] : undefined;
  const id = inputText(toolInput, 'taskId', 'task_id');
  return change === undefined || id === '' ? null : { id, subject: inputText(toolInput, 'subject'), change };
}
