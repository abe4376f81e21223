// The state that a call gives a workflow: `--state` and `--plan`.

import type { StatePatch } from '../../../families/workflow/index.js';
import type { Problem } from '../../../rules/errors.js';
import type { Call } from '../call.js';
import { attempt } from '../call-problems.js';
import { inputOf } from '../terminal/input.js';
import { storedPath } from '../../../service/stored-path.js';
import { parseObject } from './json-input.js';

/**
 * Reads what changes in the state.
 * @param call `--state` with a JSON object, `--plan` with the path of the plan
 * @param root the project's root
 * @param problems where it is noted what is wrong with them
 * @returns the state as a member of an event; none when the call names nothing
 */
export function stateOf(call: Call, root: string, problems: Problem[]): { readonly state?: StatePatch } {
  const typed = call.text('plan');
  if (call.text('state') === undefined && typed === undefined) return {};
  const state = attempt(problems, '--state', () => {
    const text = inputOf(call, 'state');
    return text === undefined ? {} : parseObject('--state', text);
  });
  const plan = typed === undefined ? undefined : attempt(problems, '--plan', () => storedPath(root, typed));
  return { state: plan === undefined ? (state ?? {}) : { ...state, plan_path: plan } };
}
