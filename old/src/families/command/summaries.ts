// A project may want shorter context summaries than the format allows.

import type { Problem } from '../../rules/errors.js';
import { isJsonObject, pointer } from '../../rules/json/json.js';
import { memberIn } from '../../rules/json/read-member.js';
import { MAX_SUMMARY_TOKENS, validateContextSummary } from '../../rules/text/tokens.js';

/**
 * Finds summaries that fit the format, but not a lower limit.
 * @param doc the checkpoint
 * @param maxTokens the limit in words
 * @returns a problem for each
 */
export function checkSummaries(doc: unknown, maxTokens: number): readonly Problem[] {
  if (!isJsonObject(doc) || maxTokens >= MAX_SUMMARY_TOKENS) return [];
  const { state, phases } = doc;
  const holders: (readonly [readonly string[], unknown])[] = [[['state'], state]];
  if (isJsonObject(phases)) for (const [name, phase] of Object.entries(phases)) holders.push([['phases', name], phase]);
  return holders.flatMap(([steps, holder]) => {
    const summary = memberIn(holder, 'context_summary');
    if (typeof summary !== 'string') return [];
    const { valid, tokenCount } = validateContextSummary(summary, maxTokens);
    if (valid || tokenCount > MAX_SUMMARY_TOKENS) return []; // the format's own limit is told anyway
    const message = `has ${tokenCount} words; this project's limit is ${maxTokens} (limits.summary_tokens)`;
    return [{ path: pointer(...steps, 'context_summary'), message, fix: `shorten it to at most ${maxTokens} words` }];
  });
}
