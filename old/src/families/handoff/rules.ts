// What the fields of hand-offs must be, in words for a model that has to correct itself.

import { type FieldRule, anyMap, optional, textOrNull } from '../../rules/fields.js';
import { isSomeText } from '../../rules/json/read-member.js';
import { limits, reservedNames } from '../../rules/limits.js';
import { expectedOutputs, handoffDecisions, handoffModes, handoffPhases, responseStatuses } from './types.js';

/** A text that says something. */
export const someText: FieldRule = { fits: isSomeText, wanted: 'a text that is not empty', example: '"…"' };

/**
 * Makes the rule for a list of texts.
 * @param example one entry, as JSON
 * @param max how many it may have
 * @returns the rule
 */
export function textList(example: string, max: number = limits.maxUnits): FieldRule {
  return {
    fits: Array.isArray,
    wanted: 'a list of texts',
    example: `[${example}]`,
    each: { ...someText, example },
    max,
  };
}

/**
 * Makes the rule for one of several words.
 * @param words the words
 * @param meanings what is often written instead
 * @param example the word that messages about a missing field show
 * @returns the rule
 */
export function oneOf(
  words: readonly string[],
  meanings: Readonly<Record<string, string>> = {},
  example: string = words[0] ?? '',
): FieldRule {
  const known = new Map([...words.map((word) => [plainWord(word), word] as const), ...Object.entries(meanings)]);
  return {
    fits: (value) => typeof value === 'string' && words.includes(value),
    wanted: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
    example: `"${example}"`,
    meant: (value) => {
      const meant = typeof value === 'string' ? known.get(plainWord(value)) : undefined;
      return meant === undefined ? undefined : `"${meant}"`;
    },
  };
}

const plainWord = (word: string): string => word.trim().toLowerCase().replaceAll(/[\s-]/g, '_');

const taskId: FieldRule = {
  fits: (value) => isSomeText(value) && value.length <= limits.maxNameChars && !reservedNames.has(value),
  wanted: `the id of the task, 1 to ${limits.maxNameChars} characters`,
  example: '"auth-001"',
};
const phase = oneOf(handoffPhases, { implement: 'write', code: 'write', test: 'validate', review: 'validate' });
const mode = oneOf(handoffModes, {
  design: 'plan',
  backend: 'code',
  implement: 'code',
  frontend: 'ui',
  documentation: 'docs',
  test: 'eval',
  validate: 'eval',
});

/** What a request must have. */
export const requestRules = {
  task_id: taskId,
  phase,
  mode,
  context: { ...anyMap, wanted: 'an object with the feature and what is known of it', example: '{"feature": "auth"}' },
  instructions: { ...someText, wanted: 'a text that says what to do', example: '"Find the code that …"' },
  expected_output: oneOf(expectedOutputs, {
    findings: 'structured_findings',
    files: 'files_changed',
    validation: 'validation_result',
    results: 'aggregated_results',
  }),
} satisfies Record<string, FieldRule>;

/** What its context must have. */
export const contextRules = {
  feature: { ...someText, wanted: 'the name of the feature', example: '"auth"' },
  spec_path: optional({ ...textOrNull, wanted: 'the path of the spec, or null', example: 'null' }),
  relevant_files: optional(textList('"src/auth.ts"', limits.maxFilesPerUnit)),
  constraints: optional(textList('"no new dependencies"')),
  previous_summary: optional({ ...textOrNull, wanted: 'the summary of the phase before, or null' }),
} satisfies Record<string, FieldRule>;

/** What a response must have. */
export const responseRules = {
  task_id: taskId,
  phase,
  status: oneOf(
    responseStatuses,
    {
      ...Object.fromEntries(['done', 'completed', 'success', 'finished'].map((word) => [word, 'complete'])),
      ...Object.fromEntries(['in_progress', 'incomplete'].map((word) => [word, 'partial'])),
      ...Object.fromEntries(['failed', 'error', 'waiting'].map((word) => [word, 'blocked'])),
    },
    'partial',
  ),
  // Nobody is to copy an approval from a message about a field that is missing.
  decision: oneOf(
    handoffDecisions,
    { continue: 'PROCEED', go: 'PROCEED', halt: 'STOP', abort: 'STOP', ask: 'CLARIFY' },
    'CLARIFY',
  ),
  findings: { ...anyMap, wanted: 'an object with what was found', example: '{}' },
  context_summary: {
    ...someText,
    wanted: 'a text with what the next phase needs to know',
    example: '"Sessions work."',
  },
  tokens_used: optional({
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    wanted: 'a whole number from 0',
    example: '1200',
  }),
  issues: optional(textList('"the tests of auth fail"')),
} satisfies Record<string, FieldRule>;
