// From a call of `pawl pipeline start|done|fail|pause|review|note` to the event that it stands for.

import { badUsage } from '../../../rules/errors.js';
import { reviewVerdicts } from '../../../families/pipeline/index.js';
import type { StepEvent, StepName } from '../../../service/pipeline/step-event.js';
import type { Call } from '../call.js';
import { inputOf, resolveText } from '../terminal/input.js';
import { storedPath } from '../../../service/stored-path.js';
import { fixesOf } from './fixes.js';

type Made<Name extends StepName> = Extract<StepEvent, { readonly type: Name }>;

const pathOf = (call: Call, option: string, root: string): string | undefined => {
  const typed = call.text(option);
  return typed === undefined || typed === '' ? typed : storedPath(root, typed);
};

const events: { readonly [Name in StepName]: (call: Call, root: string) => Made<Name> } = {
  start: (call) => ({ type: 'start', workstreams: call.positionals.slice(1) }),
  done: (call, root) => {
    const files = call.texts('artifacts').map((file) => storedPath(root, file));
    return { type: 'done', workstream: call.positionals[1] ?? '', ...(files.length === 0 ? {} : { artifacts: files }) };
  },
  fail: (call, root) => ({
    type: 'fail',
    workstream: call.positionals[1] ?? '',
    message: inputOf(call, 'error') ?? '',
    file: pathOf(call, 'file', root),
    line: call.number('line'),
    stop_running: call.flag('stop-running'),
  }),
  pause: (call) => ({ type: 'pause', stop_running: call.flag('stop-running') }),
  review: (call, root) => ({
    type: 'review',
    verdict: reviewVerdicts.find((one) => one === call.text('verdict')) ?? 'do_not_ship',
    p0_count: call.number('p0-count'),
    p1_count: call.number('p1-count'),
    attempt: call.number('attempt'),
    findings_path: pathOf(call, 'findings-path', root),
    override_reason: inputOf(call, 'override-reason'),
  }),
  note: noteOf,
};

function noteOf(call: Call, root: string): Made<'note'> {
  const eslint = fixesOf(call, 'eslint-fixes', root);
  const key = fixesOf(call, 'key-fixes', root);
  const cleanup = call.texts('cleanup-done').map((typed) => resolveText(typed));
  if (eslint.length + key.length + cleanup.length === 0) {
    throw badUsage(
      'pawl pipeline note needs --eslint-fixes, --key-fixes or --cleanup-done',
      'For what the next agent must know, use `pawl note REF --next|--decision|--reject|--supersede TEXT`.',
    );
  }
  return {
    type: 'note',
    ...(eslint.length === 0 ? {} : { eslint_fixes: eslint }),
    ...(key.length === 0 ? {} : { key_fixes: key }),
    ...(cleanup.length === 0 ? {} : { cleanup_done: cleanup }),
  };
}

/**
 * Tells whether a word names a step.
 * @param name the second word of a command
 * @returns true for a step of a pipeline
 */
export function isStep(name: string): name is StepName {
  return Object.hasOwn(events, name);
}

/**
 * Makes the event of a call.
 * @param step the step
 * @param call its arguments
 * @param root the project's root: paths are stored from there
 * @returns the event
 */
export function eventOf(step: StepName, call: Call, root: string): StepEvent {
  return events[step](call, root);
}
