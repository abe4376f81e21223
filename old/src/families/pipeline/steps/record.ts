// The operations that record something without moving work: the adversarial review, and notes.

import { badInput } from '../../../rules/errors.js';
import { pointer } from '../../../rules/json/json.js';
import { limits } from '../../../rules/limits.js';
import { type AdversarialReview, maxReviewAttempts, type PipelineCheckpoint } from '../types.js';
import type { NoteEvent, ReviewEvent } from './events.js';
import { notAllowed } from './refuse.js';
import type { Scene } from './work.js';

/**
 * Records an adversarial review, or overrides the recorded one.
 * @param scene the checkpoint
 * @param event the verdict, the counts of findings, and for an override its reason
 * @returns the checkpoint with the review
 */
export function review({ doc, now }: Scene, event: ReviewEvent): PipelineCheckpoint {
  const before = doc.adversarial_review;
  const isOverride = event.verdict === 'overridden';
  const attempt = event.attempt ?? Math.max((before?.attempt ?? 0) + (isOverride ? 0 : 1), 1);
  if (isOverride && (event.override_reason ?? '').trim() === '') {
    const message = 'an override needs override_reason';
    throw badInput(doc.prd, [{ path: '/override_reason', message, fix: 'write why the review is overridden' }]);
  }
  if (attempt > maxReviewAttempts) {
    const isUsedUp = (before?.attempt ?? 0) >= maxReviewAttempts;
    throw notAllowed(
      isUsedUp
        ? `${doc.prd} has had its ${maxReviewAttempts} reviews`
        : `${doc.prd} can have ${maxReviewAttempts} reviews, and no attempt ${attempt}`,
      'Change the spec and begin anew under another id, or override the review with a reason.',
      { attempt: before?.attempt ?? attempt },
    );
  }
  if (before !== undefined && attempt < before.attempt + (isOverride ? 0 : 1)) {
    const message = `review attempt ${before.attempt} of ${doc.prd} is recorded already`;
    const isLast = before.attempt >= maxReviewAttempts;
    const way = isLast
      ? 'It was the last one: a person may override it'
      : `Record it as attempt ${before.attempt + 1}, or override it`;
    throw notAllowed(message, `${way} with a reason.`, {
      attempt: before.attempt,
    });
  }
  const counted = isOverride ? before : undefined;
  const p0 = event.p0_count ?? counted?.p0_count;
  const p1 = event.p1_count ?? counted?.p1_count;
  if (p0 === undefined || p1 === undefined) {
    const missing = (['p0_count', 'p1_count'] as const).filter((key) => event[key] === undefined);
    const message = 'a review needs its counts of findings';
    throw badInput(
      doc.prd,
      missing.map((key) => ({ path: pointer(key), message, fix: 'write 0 when there are none' })),
    );
  }
  const { findings_path: oldFindings, override_reason: _, ...kept } = before ?? {};
  const findings = event.findings_path ?? (isOverride ? oldFindings : undefined);
  const result: AdversarialReview = {
    ...kept,
    verdict: event.verdict,
    p0_count: p0,
    p1_count: p1,
    attempt,
    ...(findings === undefined ? {} : { findings_path: findings }),
    ...(event.override_reason === undefined ? {} : { override_reason: event.override_reason }),
  };
  return { ...doc, adversarial_review: result, timestamp: now };
}

/**
 * Adds notes about the work.
 * @param scene the checkpoint
 * @param event fixes and clean-ups
 * @returns the checkpoint with the notes at the end of its lists
 */
export function note({ doc, now }: Scene, event: NoteEvent): PipelineCheckpoint {
  const eslint = appended('eslint_fixes', doc.eslint_fixes, event.eslint_fixes);
  const cleanup = appended('cleanup_done', doc.cleanup_done, event.cleanup_done);
  const key = appended('key_fixes', doc.key_fixes, event.key_fixes);
  return {
    ...doc,
    ...(eslint === undefined ? {} : { eslint_fixes: eslint }),
    ...(cleanup === undefined ? {} : { cleanup_done: cleanup }),
    ...(key === undefined ? {} : { key_fixes: key }),
    timestamp: now,
  };
}

function appended<Item>(
  key: string,
  before: readonly Item[] | undefined,
  items: readonly Item[] = [],
): readonly Item[] | undefined {
  if (items.length === 0) return before;
  const all = [...(before ?? []), ...items];
  if (all.length > limits.maxFilesPerUnit) {
    const message = `${key} would have ${all.length} entries; at most ${limits.maxFilesPerUnit} are possible`;
    throw badInput('note', [{ path: pointer(key), message, fix: 'sum them up in fewer entries' }]);
  }
  return all;
}
