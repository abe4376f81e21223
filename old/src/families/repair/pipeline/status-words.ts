// What the words of a pipeline's status say beyond the status: what went wrong, what is waited for, whom they blame.

import type { Json } from '../../../rules/json/json.js';
import { isSomeText } from '../../../rules/json/read-member.js';
import type { Draft } from '../draft.js';
import { isHeld } from '../read/pauses.js';
import { withoutHarmless } from '../read/remark.js';
import { plainWords, statusWords } from '../read/words.js';

/** What `paused` means in seed 003. */
const reviewed = /^paused?_(?:for|in)_review$/;
const takenBack = /(?:^|_)(?:rolled_back|rollback|reverted)(?:_|$)/;
const undone = /^(?:reopened|incomplete|unfinished|undone|partial\w*|half\w*|not_\w+|almost\w*|mostly\w*)$/;

/**
 * Tells whether the words of a status make a person decide how the run goes on, although nothing failed.
 * @param value a status that does not say complete
 * @param isDone whether the run has no open work
 * @returns true when something is waited for or was taken back; of a run without open work, for any words but a plain status
 */
export function isDoubtfulStatus(value: Json | undefined, isDone: boolean): boolean {
  if (typeof value !== 'string') return false;
  const words = plainWords(withoutHarmless(value));
  return (
    (isHeld(value) && !reviewed.test(words)) ||
    takenBack.test(words) ||
    (isDone && (!statusWords.has(words) || undone.test(words)))
  );
}

/**
 * Tells whether a status is one word that is known.
 * @param value the status
 * @returns true when it has no other words
 */
export function isPlainStatus(value: Json | undefined): boolean {
  return typeof value === 'string' && statusWords.has(plainWords(value));
}

/**
 * Tells a status in its own words.
 * @param value the status
 * @returns e.g. `the file says “on hold”`
 */
export function quoted(value: Json | undefined): string {
  return typeof value === 'string' ? `the file says “${value.slice(0, 200).toWellFormed()}”` : 'the file says so';
}

/**
 * Tells a status in its own words, with the reason that people wrote beside it.
 * @param draft the document
 * @param value the status
 * @returns e.g. `the file says “superseded”: PRD-031`
 */
export function withReason(draft: Draft, value: Json | undefined): string {
  const reason = reasonIn(draft);
  return reason === undefined ? quoted(value) : `${quoted(value)}: ${reason}`;
}

/**
 * Finds the reason that people wrote for where a run stands.
 * @param draft the document
 * @returns e.g. `the stack is down`; undefined when there is none
 */
export function reasonIn(draft: Draft): string | undefined {
  const named = Object.entries(draft.root).filter(([name]) =>
    /(?:reason|superseded_by|(?:reopened|blocked|waiting|on_hold)_\w+)$/i.test(name),
  );
  return named.map(([, said]) => said).find(isSomeText);
}

/**
 * Finds the workstream that a status blames.
 * @param draft the document, its lists repaired
 * @param status e.g. `Phase 3 in progress (WS5 blocked on review)`
 * @returns its id, when it is open
 */
export function blamedIn(draft: Draft, status: Json | undefined): string | undefined {
  const text = typeof status === 'string' ? status : '';
  const [, name] = /\b(WS[-_]?\d+[a-z]?)\b[^,;.]*?(?:block|fail|stuck)/i.exec(text) ?? [];
  const open = [draft.get('pending_workstreams'), draft.get('in_progress_workstreams')].flat();
  const unit = open.find((one) => typeof one === 'string' && one.toLowerCase() === name?.toLowerCase());
  return typeof unit === 'string' ? unit : undefined;
}
