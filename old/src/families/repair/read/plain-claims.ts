// What a text says of the work under any name: that something of it is open or failed, as plainly as a status does.

import { isJsonObject, type Json, pointerStep } from '../../../rules/json/json.js';
import { snakeCase } from '../fields.js';
import { isTitled } from './labels.js';
import { withoutHarmless } from './remark.js';
import { readStatus } from './status.js';
import { type Concept, plainWords, statusWords } from './words.js';

/** Names of what comes after the work: it need not have happened, but it may have failed. */
const ofLater =
  /(?:^|_)(?:prs?|pull_requests?|mr|merge\w*|deploy\w*|release\w*|rollout|publish\w*|production|prod|staging|docs?|documentation)(?:_|$)/;
const ofStatus = /(?:^|_)(?:status|state|result|outcome|verdict|conclusion|decision|stage|go_live|launch)$/;
/** What only a status, or a row of them, is written in. */
const vague =
  /^(?:pending|open|blocked|partial\w*|stub\w*|missing|queued|waiting|running|rejected|error|fail|failure|red|doing|unmet|undone|active|started|unresolved|todo)$/;
/** Of these, what is hardly a word of the product. */
const ofWork = /^(?:pending|partial\w*|stub\w*|rejected|todo)$/;
/** What says nothing about the work even as a status. */
const neutral =
  /^(?:new|next|none|no|false|created|init\w*|draft|ready|planned|scheduled|idle|current|checkpoint|upcoming|resumed|progress\w*|test\w*|implement\w*|building|working|half|defer\w*|postponed|backlog|pause|hold|held|stopped|timeout|unstarted)$/;
const notDone =
  /(?:^|_)(?:not|never)_(?:yet_)?(?:applied|run|ran|executed|signed_off|implemented|deployed|tested|started|met|done|completed?|finished|verified|passed|passing|ready|written|approved|working|built|migrated|fixed|resolved|reviewed|validated|ship)(?:_|$)/;
const refused = /(?:^|_)(?:do_not|dont)_(?:ship|merge|go|deploy|release)(?:_|$)|^no_?go(?:_|$)/;
const faults = /^\D{0,12}\b[1-9]\d* (?:\w+ )?(?:failed|failing|failures?|errors?)(?=$|[,;:.)])/;
const part =
  /^\W*(\d{1,6})\s*(?:\/|of|out of)\s*(\d{1,6})(?=\W*$|\s+(?:\w+ )?(?:pass\w*|done|complete\w*|met|green|implemented|tests?|workstreams?|tasks?|scenarios?)\b)/i;

/**
 * Tells whether a text plainly says that something is open or failed, whatever it stands under.
 * @param name its member, behind those around it, in snake case
 * @param text the text
 * @param where in a row of statuses, where others say that they are done; in the document itself; or inside of something
 * @returns true for `in progress`, `failed on remote`, `3 of 5 scenarios pass`; not for titles
 */
export function isPlainlyOpen(name: string, text: string, where: 'row' | 'root' | 'inside'): boolean {
  const words = plainWords(text);
  const isLater = ofLater.test(name);
  if (refused.test(words) || faults.test(withoutHarmless(text))) return true;
  const [, done, all] = part.exec(text) ?? [];
  if (done !== undefined && Number(done) < Number(all)) return true;
  if (where === 'row' && /^\W*\d{1,3}(?:\.\d+)?\s*%\W*$/.test(text)) return readStatus(text) !== 'complete';
  if (isTitled(text)) return false;
  if (!isLater && notDone.test(words)) return true;
  const [lead, concept] = leadOf(words, text);
  if (concept === null || concept === 'complete' || concept === 'skipped' || concept === 'abandoned') return false;
  if (neutral.test(lead) || (isLater && concept !== 'failed' && concept !== 'blocked' && !/changes|work$/.test(lead)))
    return false;
  return !vague.test(lead) || ofStatus.test(name) || where === 'row' || (where === 'root' && ofWork.test(lead));
}

/** The word or words that a text begins with, and what they mean as a status. */
function leadOf(words: string, text: string): readonly [string, Concept | null] {
  if (words === '') return ['', readStatus(text)];
  const parts = words.split('_');
  for (const count of [parts.length, 3, 2, 1]) {
    const lead = parts.slice(0, count).join('_');
    const concept = statusWords.get(lead);
    if (concept !== undefined && count <= parts.length) return [lead, concept];
  }
  return ['', null];
}

/**
 * Tells whether a value says that something is done, and nothing else.
 * @param value any value
 * @returns true for `done`, `✅`, an object with such a status
 */
export function saysDone(value: Json): boolean {
  if (isJsonObject(value)) return readStatus(value) === 'complete';
  return (
    typeof value === 'string' &&
    value.length <= 40 &&
    !/^(?:yes|true|ok|x)$/i.test(value) &&
    readStatus(value) === 'complete'
  );
}

/** Names with what stands there. */
export type Members = readonly (readonly [string, Json])[];

/**
 * Finds a number of what is done that is smaller than the number of all: `{"passed": 10, "total": 12}`.
 * @param members names with what stands there
 * @returns where it stands, as a pointer; null when there is none
 */
export function shortIn(members: Members): string | null {
  const numbers = new Map(
    members.flatMap(([name, value]) => (typeof value === 'number' ? [[snakeCase(name), value] as const] : [])),
  );
  const found = members.find(([name]) => {
    const plain = snakeCase(name);
    const [word] = /(?:^|_)(?:passed|passing|done|completed?|met|implemented|succeeded)(?=_|$)/.exec(plain) ?? [];
    const stem = word === undefined ? null : plain.replace(word, '').replace(/^_/, '');
    const totals = stem === null ? [] : stem === '' ? ['total'] : [`total_${stem}`, `${stem}_total`];
    const total = totals.map((one) => numbers.get(one)).find((one) => one !== undefined);
    return (
      total !== undefined &&
      (numbers.get(plain) ?? total) + (numbers.get('skipped') ?? 0) + (numbers.get('todo') ?? 0) < total
    );
  });
  return found === undefined ? null : `/${pointerStep(found[0])}`;
}

/**
 * Tells whether words about a status take it back.
 * @param text e.g. `Do not merge yet`
 * @returns true when something is still to be done
 */
export function isUnderReserve(text: string): boolean {
  const rest = withoutHarmless(text);
  return /\b(?:still|not yet|do not|don['’]t|todo|tbd|wip|mock\w*|stub\w*|missing|incomplete|partial\w*|remain\w*|fail\w*|broken|blocked)\b/.test(
    rest,
  );
}
