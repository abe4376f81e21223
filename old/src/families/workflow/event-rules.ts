// The shape of an event: events come from command lines and agents, so a misspelt member is told, never ignored.

import type { Problem } from '../../rules/errors.js';
import { anyMap, anyText, optional } from '../../rules/fields.js';
import { isJsonObject } from '../../rules/json/json.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { limits } from '../../rules/limits.js';
import { checkMembers, type MemberRule, type MemberRules } from '../../rules/members.js';
import { noteTextRules } from '../notes.js';
import type { WorkflowEvent } from './types.js';

const name = (wanted: string, example: string): MemberRule => ({
  fits: (value) => isSomeText(value) && value.length <= limits.maxNameChars,
  wanted: `${wanted} of 1 to ${limits.maxNameChars} characters`,
  example,
});
const totalPhases: MemberRule = {
  fits: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= limits.maxUnits,
  wanted: `how many phases there are, a whole number from 1 to ${limits.maxUnits}`,
  example: '5',
};
const state: MemberRule = {
  ...anyMap,
  wanted: "an object with what changes in the workflow's state",
  example: '{"plan_path": "specs/plan.md"}',
};

const rules: { readonly [Type in WorkflowEvent['type']]: MemberRules } = {
  start: {
    workflow_type: name('the type of the workflow, a name', '"orchestrate"'),
    project: name("the project's name, a text", '"auth_system"'),
    description: {
      fits: isSomeText,
      wanted: 'a text that says what is to be done',
      example: '"Sign-in with passkeys"',
    },
    total_phases: totalPhases,
    state: optional(state),
  },
  advance: {
    phase: optional({ fits: (value) => typeof value === 'number', wanted: 'the number of a phase', example: '1' }),
    state: optional(state),
    total_phases: optional(totalPhases),
  },
  update: { state },
  fail: {
    error: {
      fits: (value) => {
        const text = isJsonObject(value) ? value['message'] : value;
        return isSomeText(text);
      },
      wanted: 'a text that is not empty, or an object with such a "message"',
      example: '"2 tests fail"',
    },
    final: optional({ fits: (value) => typeof value === 'boolean', wanted: 'true or false', example: 'true' }),
  },
  retry: {},
  finish: {},
  abandon: { reason: optional({ ...anyText, wanted: 'a text', example: '"the plan was dropped"' }) },
  note: noteTextRules,
};

function isEventType(type: string): type is WorkflowEvent['type'] {
  return Object.hasOwn(rules, type);
}

/**
 * Finds every problem of an event's shape.
 * @param event the event
 * @returns the problems, each with its place and a fix; none for an event that is not known at all
 */
export function workflowEventProblems(event: WorkflowEvent): Problem[] {
  if (!isEventType(event.type)) return [];
  if (event.type === 'start') {
    const { type, id: _, ...members } = event; // the id is made, not asked for
    return checkMembers(members, rules[type]);
  }
  const { type, ...members } = event;
  return checkMembers(members, rules[type]);
}
