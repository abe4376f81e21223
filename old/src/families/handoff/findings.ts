// What a response's findings look like in each phase, and what in them contradicts the decision.

import type { Problem } from '../../rules/errors.js';
import { checkFields, type FieldRule, type Fields, optional } from '../../rules/fields.js';
import { isJsonObject } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { oneOf, someText, textList } from './rules.js';
import type { HandoffPhase } from './types.js';

const listOf = (wanted: string, each: FieldRule): FieldRule => ({
  fits: Array.isArray,
  wanted: `a list of ${wanted}`,
  example: `[${each.example}]`,
  each,
  max: limits.maxFilesPerUnit,
});
const hasText = (value: unknown, name: string): boolean => isJsonObject(value) && someText.fits(value[name]);
const objectWith = (name: string, example: string): FieldRule => ({
  fits: (value) => hasText(value, name),
  wanted: `an object with a text "${name}"`,
  example,
});
/** Paths are often enough alone. */
const fileEntry: FieldRule = {
  fits: (value) => someText.fits(value) || hasText(value, 'path'),
  wanted: 'a path, or an object with a "path"',
  example: '{"path": "src/auth.ts"}',
};
const files = optional(listOf('files', fileEntry));
const trueOrFalse: FieldRule = {
  fits: (value) => typeof value === 'boolean',
  wanted: 'true or false',
  example: 'true',
};
const severity = oneOf(['critical', 'warning', 'info'], { error: 'critical', high: 'critical', low: 'info' });
const conflict: FieldRule = {
  ...objectWith('description', '{"description": "…", "severity": "warning"}'),
  fits: (value) =>
    hasText(value, 'description') &&
    isJsonObject(value) &&
    (value['severity'] === undefined || severity.fits(value['severity'])),
  wanted: 'an object with a text "description" and a "severity" of critical, warning or info',
};
const result: FieldRule = {
  fits: (value) => hasText(value, 'task_id') && isJsonObject(value) && typeof value['passed'] === 'boolean',
  wanted: 'an object with "task_id" and "passed"',
  example: '{"task_id": "auth-001", "passed": true}',
};
const check: FieldRule = {
  fits: (value) => isJsonObject(value) && typeof value['passed'] === 'boolean',
  wanted: 'an object with "passed": true or false',
  example: '{"passed": true}',
};

type Rules = Readonly<Record<string, FieldRule>>;

const rules: Readonly<Record<HandoffPhase, Rules>> = {
  research: {
    existing_implementations: optional(listOf('what is there', objectWith('file', '{"file": "src/auth.ts"}'))),
    conflicts: optional(listOf('conflicts', conflict)),
    patterns_found: optional(listOf('patterns', objectWith('pattern', '{"pattern": "…", "file": "src/auth.ts"}'))),
    recommendations: optional(textList('"Extend src/auth.ts"')),
  },
  write: {
    files_created: files,
    files_modified: files,
    tests_written: files,
    implementation_notes: optional(textList('"…"')),
  },
  validate: {
    overall_passed: trueOrFalse,
    checks: optional({
      fits: isJsonObject,
      wanted: 'an object with one member for each check',
      example: '{"tests": {"passed": true}}',
      each: check,
    }),
    blocking_issues: optional(textList('"…"')),
    warnings: optional(textList('"…"')),
  },
  parallel: {
    results: listOf('results', result),
    aggregation: optional({ fits: isJsonObject, wanted: 'an object', example: '{"overall_passed": true}' }),
  },
};

/**
 * Finds what is wrong with findings.
 * @param phase the phase that they are of
 * @param findings the findings
 * @param isWhole whether the work is complete: else parts may be missing
 * @returns every problem, with paths from the response's root
 */
export function checkFindings(phase: HandoffPhase, findings: Fields, isWhole: boolean): Problem[] {
  const wanted: Rules = isWhole
    ? rules[phase]
    : Object.fromEntries(Object.entries(rules[phase]).map(([name, rule]) => [name, optional(rule)]));
  return checkFields(findings, wanted, ['findings']);
}

/**
 * Finds findings that do not go with PROCEED.
 * @param phase the phase
 * @param findings the findings
 * @returns what contradicts it
 */
export function contradictions(phase: HandoffPhase, findings: Fields): Problem[] {
  const fix = 'write STOP or CLARIFY as the decision, or correct the findings';
  if (phase === 'validate' && findings['overall_passed'] === false)
    return [{ path: '/findings/overall_passed', message: 'is false, but the decision is PROCEED', fix }];
  const blocking = phase === 'validate' ? findings['blocking_issues'] : undefined;
  if (Array.isArray(blocking) && blocking.length > 0)
    return [{ path: '/findings/blocking_issues', message: 'is not empty, but the decision is PROCEED', fix }];
  const { conflicts } = findings;
  const at = phase === 'research' && Array.isArray(conflicts) ? conflicts.findIndex(isCritical) : -1;
  return at < 0
    ? []
    : [{ path: `/findings/conflicts/${at}`, message: 'is critical, but the decision is PROCEED', fix }];
}

const isCritical = (value: unknown): boolean => isJsonObject(value) && value['severity'] === 'critical';
