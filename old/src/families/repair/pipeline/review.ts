// The result of the adversarial review. A verdict that cannot be read is left to a person: it decides about shipping.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { isSomeText } from '../../../rules/json/read-member.js';
import { maxReviewAttempts, type ReviewVerdict, reviewVerdicts } from '../../pipeline/types.js';
import type { Draft } from '../draft.js';
import { renameFields, snakeCase } from '../fields.js';
import { isAside } from '../read/member-names.js';
import { readCount } from '../read/numbers.js';
import { plainWords } from '../read/words.js';

const field = 'adversarial_review';
const aliases = {
  verdict: ['decision', 'result', 'recommendation', 'outcome', 'status'],
  p0_count: ['p0', 'p0s', 'p0_findings', 'p0_issues', 'critical_count', 'critical'],
  p1_count: ['p1', 'p1s', 'p1_findings', 'p1_issues', 'high_count', 'high'],
  attempt: ['attempts', 'attempt_number', 'attempt_count', 'round', 'iteration'],
  findings_path: ['report', 'report_path', 'findings_file', 'path'],
  override_reason: ['reason', 'rationale', 'justification', 'override_rationale'],
};

/** From the most careful to the least: the first that fits is taken. */
const verdicts: readonly (readonly [RegExp, ReviewVerdict])[] = [
  [/^overrid|^override|_overridden$|user_override/, 'overridden'],
  [
    /(?:^|_)(?:do_not|dont|not|no|never)_(?:\w+_)?(?:ship|go|pass|approved?|ready)|^no_?go$|(?<!no_)block|reject|^fail|^stop|^revise|^needs_(?:work|changes|revision|fixes)|^hold|^redo/,
    'do_not_ship',
  ],
  [
    /^(?:ship|approved?|pass(?:ed)?|go|proceed|yes)_(?:with|w|if|after|conditional|when|subject|but|pending)|^conditional|gates?$|^ship_(?!it$|as_is$)/,
    'ship_with_gates',
  ],
  [
    /^(?:ship|ship_it|shipped|approved?|pass|passed|go|proceed|lgtm|ok_to_ship|clear_to_ship|ship_as_is|ready_to_ship)$/,
    'ship',
  ],
];

/** What takes a yes back, wherever it stands, and what only looks as if it did. */
const takenBack =
  /(?:^|_)(?:not|no|dont|never|nope|nein|non|maybe|perhaps|unsure|undecided|later|tomorrow|wait|hold|blocked|fail(?:s|ed|ing)?|reject(?:ed)?|unless|until)(?=_|$)/;
const noBlockers =
  /(?:^|_)(?:no|not_any|without)_(?:(?:open|known|more|new|further|critical|major)_)*(?:p0s?|p1s?|p2s?|blockers?|issues?|findings?|concerns?|objections?|comments?|changes|gates?|reservations?|notes?)(?=_|$)/g;

/**
 * Gives the review its shape.
 * @param draft the document
 */
export function repairReview(draft: Draft): void {
  const other = forbidding(draft);
  if (other !== null) {
    draft.setAside([field], `${field} is empty; ${other} has the verdict`);
    draft.move([other], [field], 'alias', `it says that the work is not to be shipped: the format calls this ${field}`);
  }
  const value = draft.get(field);
  if (value === undefined) return;
  const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
  if (value === null || value === false || value === '' || isEmpty) {
    draft.setAside([field], 'there is no review: the field is left out then');
    return;
  }
  const last = Array.isArray(value) ? value.at(-1) : value;
  const attempt = Array.isArray(value) ? Math.min(value.length, maxReviewAttempts) : 1;
  if (Array.isArray(value) && isJsonObject(last)) draft.set([field], last, 'shape', 'the last review counts');
  else if (typeof last === 'string')
    draft.set(
      [field],
      { verdict: last, p0_count: 0, p1_count: 0, attempt },
      'shape',
      'a review is an object; the file gives no counts',
    );
  if (!isJsonObject(draft.get(field))) return;
  renameFields(
    draft,
    [field],
    aliases,
    (name, other) => name === 'verdict' || typeof other !== 'object' || Array.isArray(other),
  );
  liftVerdict(draft);
  repairVerdict(draft);
  for (const count of ['p0_count', 'p1_count'] as const) repairCount(draft, count);
  const tries = readCount(draft.get(field, 'attempt'));
  const bounded = Math.min(Math.max(tries ?? attempt, 1), maxReviewAttempts);
  draft.set(
    [field, 'attempt'],
    bounded,
    'spelling',
    tries === null ? 'the attempt is not told' : `attempts go from 1 to ${maxReviewAttempts}`,
  );
}

/**
 * Finds a member that forbids shipping where the format's own says nothing.
 * @param draft the document
 * @returns its name; null when there is none
 */
export function forbidding(draft: Draft): string | null {
  const own = draft.get(field);
  if (own !== undefined && own !== null && !(isJsonObject(own) && Object.keys(own).length === 0)) return null;
  const found = Object.entries(draft.root).find(([name, value]) => {
    if (!/(?:^|_)(?:adversarial|devils?|da|reviews?|verdict)(?:_|$)/.test(snakeCase(name))) return false;
    if (isAside(name, value)) return false;
    const said = isJsonObject(value) ? (value['verdict'] ?? value['decision'] ?? value['recommendation']) : value;
    return typeof said === 'string' && /(?:^|_)(?:do_not|dont|not)_ship|^no_?go(?:_|$)/.test(plainWords(said));
  });
  return found?.[0] ?? null;
}

/** `{"final_verdict": "SHIP"}`; about any other a person is asked. */
function liftVerdict(draft: Draft): void {
  const review = draft.get(field);
  if (!isJsonObject(review) || (review['verdict'] ?? null) !== null) return;
  const name = Object.keys(review).findLast(
    (one) => /_(?:verdict|decision)$/.test(snakeCase(one)) && readVerdict(review[one]) === 'ship',
  );
  if (name !== undefined)
    draft.set([field, 'verdict'], review[name] ?? null, 'inferred', `${name}, which stays, has the verdict`);
}

function repairVerdict(draft: Draft): void {
  const value = draft.get(field, 'verdict');
  const path = `/${field}/verdict`;
  const verdict = readVerdict(value);
  if (verdict === null) {
    const message = 'the verdict cannot be read, and it decides whether the build may start';
    draft.ask('verdict', path, message, `write one of ${reviewVerdicts.join(', ')}`);
    return;
  }
  draft.set([field, 'verdict'], verdict, 'spelling', 'the format knows four verdicts');
  if (verdict !== 'overridden') return;
  const reason = draft.get(field, 'override_reason');
  if (isSomeText(reason)) return;
  const message = 'the review was overridden, and the file does not say why';
  draft.ask('override-reason', `/${field}/override_reason`, message, 'write why the review was overridden');
}

function readVerdict(value: Json | undefined): ReviewVerdict | null {
  // A question decides nothing.
  if (typeof value !== 'string' || value.includes('?')) return null;
  // Of several rounds the last one counts.
  const words = plainWords(value.split(/→|->|=>/).at(-1) ?? '');
  const verdict = reviewVerdicts.find((known) => known === words) ?? verdicts.find(([form]) => form.test(words))?.[1];
  if (verdict === undefined) return null;
  const isYes = verdict === 'ship' || verdict === 'ship_with_gates';
  return isYes && takenBack.test(words.replace(noBlockers, '')) ? null : verdict;
}

function repairCount(draft: Draft, name: 'p0_count' | 'p1_count'): void {
  const value = draft.get(field, name);
  const severity = name.slice(0, 2);
  const count = Array.isArray(value) ? value.length : readCount(value);
  if (count !== null) {
    draft.set([field, name], count, Array.isArray(value) ? 'shape' : 'spelling', `${name} is a number`);
    return;
  }
  const findings = draft.get(field, 'findings');
  const told = Array.isArray(findings)
    ? findings.filter(
        (one) =>
          isJsonObject(one) &&
          JSON.stringify(one['severity'] ?? one['priority'] ?? '')
            .toLowerCase()
            .includes(severity),
      ).length
    : 0;
  draft.set(
    [field, name],
    told,
    'inferred',
    Array.isArray(findings) ? 'counted in findings' : 'the file tells no number',
  );
}
