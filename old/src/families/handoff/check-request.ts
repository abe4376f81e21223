// Checks a hand-off's request: everything that is wrong at once, each with its place and what to write instead.

import type { Problem } from '../../rules/errors.js';
import { checkJson } from '../../rules/json/check-json.js';
import { checkFields, inWords } from '../../rules/fields.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import { redactText } from '../../rules/text/redact.js';
import { contextRules, requestRules } from './rules.js';
import { lengthProblem, type SummaryLimit } from './summary.js';
import { type HandoffRequest, outputOfPhase } from './types.js';

/** A hand-off that is as it should be, perhaps with remarks, or what is wrong with it. */
export type HandoffCheck<Handoff> =
  | { readonly ok: true; readonly handoff: Handoff; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly warnings: readonly Problem[] };

/**
 * Checks a request. `previous_findings`, the old name of `previous_summary`, is read and renamed.
 * @param value any value
 * @param options what the project allows
 * @returns the request in its present form, or every problem
 */
export function checkHandoffRequest(value: unknown, options: SummaryLimit = {}): HandoffCheck<HandoffRequest> {
  if (!isJsonObject(value)) {
    const message = `a request is an object, but this is ${inWords(value)}`;
    return { ok: false, problems: [{ path: '', message, fix: 'write { … }' }], warnings: [] };
  }
  const { doc, problems: renaming, warnings } = withPresentNames(value);
  const { context } = doc;
  const problems = [
    ...renaming,
    ...checkFields(doc, requestRules),
    ...(isJsonObject(context)
      ? [
          ...checkFields(context, contextRules, ['context']),
          ...lengthProblem(context['previous_summary'], '/context/previous_summary', options),
        ]
      : []),
    ...secretId(doc['task_id']),
  ];
  const known = new Set(problems.map(({ path }) => path));
  problems.push(...checkJson(doc).filter(({ path }) => !known.has(path)));
  if (!isSound(doc, problems)) return { ok: false, problems, warnings };
  return { ok: true, handoff: doc, warnings: [...warnings, ...unusualOutput(doc)] };
}

/** The rules have looked at every field that the type names. */
function isSound(doc: unknown, problems: readonly Problem[]): doc is HandoffRequest {
  return isJsonObject(doc) && problems.length === 0;
}

/**
 * Refuses an id that holds a secret: it stands in names of files and in the history.
 * @param id the id
 * @returns the problem, or nothing
 */
export function secretId(id: unknown): Problem[] {
  const [kind] = typeof id === 'string' ? redactText(id).kinds : [];
  if (kind === undefined) return [];
  return [{ path: '/task_id', message: `must not hold a secret (${kind})`, fix: 'choose another id, e.g. "auth-001"' }];
}

interface Renamed {
  readonly doc: JsonObject;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

function withPresentNames(value: JsonObject): Renamed {
  const { context } = value;
  if (!isJsonObject(context) || !Object.hasOwn(context, 'previous_findings'))
    return { doc: value, problems: [], warnings: [] };
  const path = '/context/previous_findings';
  const { previous_findings, ...rest } = context;
  const present = rest['previous_summary'];
  if (previous_findings !== null && typeof previous_findings !== 'string') {
    const message = `must be a string or null, but is ${inWords(previous_findings)}`;
    return { doc: value, problems: [{ path, message, fix: 'write it as the text "previous_summary"' }], warnings: [] };
  }
  if (present !== undefined && present !== null && previous_findings !== null && present !== previous_findings) {
    const message = 'is the old name of "previous_summary", which says something else';
    return { doc: value, problems: [{ path, message, fix: 'keep one of them, as "previous_summary"' }], warnings: [] };
  }
  const previous_summary = present ?? previous_findings ?? null;
  const message = 'is now called "previous_summary"; it was renamed';
  return {
    doc: { ...value, context: { ...rest, previous_summary } },
    problems: [],
    warnings: [{ path, message, fix: 'write "previous_summary" next time' }],
  };
}

function unusualOutput({ phase, expected_output }: HandoffRequest): Problem[] {
  const usual = outputOfPhase[phase];
  if (expected_output === usual) return [];
  const message = `is "${expected_output}", while the phase ${phase} usually gives "${usual}"`;
  return [{ path: '/expected_output', message, fix: `write "${usual}" unless you mean it` }];
}
