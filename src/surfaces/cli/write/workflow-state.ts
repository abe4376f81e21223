// The state that a call gives a workflow: `--state` and `--plan`.

import type { StatePatch } from '../../../families/workflow/index.js';
import type { Call } from '../call.js';
import { inputOf } from '../terminal/input.js';
import { storedPath } from '../../../service/stored-path.js';
import { parseObject } from './json-input.js';

/**
 * Reads what changes in the state.
 * @param call `--state` with a JSON object, `--plan` with the path of the plan
 * @param root the project's root
 * @returns the state as a member of an event; none when the call names nothing
 */
export function stateOf(call: Call, root: string): { readonly state?: StatePatch } {
  const text = inputOf(call, 'state');
  const plan = call.text('plan');
  if (text === undefined && plan === undefined) return {};
  const state = text === undefined ? {} : parseObject('--state', text);
  return { state: plan === undefined ? state : { ...state, plan_path: storedPath(root, plan) } };
}
