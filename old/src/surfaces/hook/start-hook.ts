// Starts the part of the hook that answers an event. Loads nothing but that, with what V8 compiled of it before.

import { loadCompiled } from '../compiled.js';
import type { HookProgram } from './hook.js';
import { slowEvent } from './scene.js';

/** Which built part answers an event; the last one takes all others. */
function partOf(event: string): string {
  if (event === 'SessionStart') return 'session-start';
  if (event === 'PreToolUse' || event === 'PostToolUse') return 'tools';
  return event === 'UserPromptSubmit' || event === 'UserPromptExpansion' ? 'prompt' : 'work';
}

interface BuiltPart {
  main(program: HookProgram): void;
}

function isBuiltPart(value: unknown): value is BuiltPart {
  return typeof value === 'object' && value !== null && 'main' in value && typeof value.main === 'function';
}

/**
 * Answers the event on stdin.
 * @param event its name; the payload's own unless given
 * @param folder where the built parts are
 */
export function startHook(event: string | undefined, folder: string): void {
  try {
    if (event === slowEvent) {
      loadCompiled(folder, 'slow.cjs');
      return;
    }
    const named = event ?? '';
    const input = named === '' ? readAll() : undefined;
    const name = input === undefined ? named : (/"hook_event_name"\s*:\s*"(\w{1,60})"/.exec(input)?.[1] ?? '');
    const part = loadCompiled(folder, `${partOf(name)}.cjs`);
    if (isBuiltPart(part)) part.main({ event: name, folder, input, load: (file) => loadCompiled(folder, file) });
  } catch {
    // A hook never fails the agent, not even where its own files are gone.
  }
}

function readAll(): string {
  return process.getBuiltinModule('node:fs').readFileSync(0, 'utf8');
}
