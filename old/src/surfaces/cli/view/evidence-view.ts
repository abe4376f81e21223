// What is shown of how results are known, and of what people decided about them.

import { evidenceInWords, keyOf } from '../../../families/pipeline/evidence/index.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { mapIn } from '../../../rules/json/read-member.js';
import { type Fact, inWords, itemsIn, saidIn } from './run-view.js';

/**
 * Says how results are known.
 * @param doc the run
 * @returns a fact for each result
 */
export function evidenceFacts(doc: JsonObject): readonly Fact[] {
  const evidence = mapIn(doc, 'pawl', 'evidence');
  if (!isJsonObject(evidence['workstreams']) && !isJsonObject(evidence['gates'])) {
    return Object.entries(evidence).map(([label, one]) => ({ label, text: inWords(one) }));
  }
  return evidenceInWords(doc).map((one) => ({ label: keyOf(one), text: one.text }));
}

const text = (entry: JsonObject, name: string): string => saidIn(entry, name) ?? '?';

/**
 * Says what people decided.
 * @param doc the run
 * @returns waivers, approvals, and results that were kept
 */
export function decisionFacts(doc: JsonObject): readonly Fact[] {
  const pawl = mapIn(doc, 'pawl');
  const list = (name: string, label: string, words: (entry: JsonObject) => string | null): readonly Fact[] => {
    const entries = pawl[name];
    if (!Array.isArray(entries)) return [];
    return entries.map((entry) => ({ label, text: (isJsonObject(entry) ? words(entry) : null) ?? inWords(entry) }));
  };
  return [
    ...list('waivers', 'waived', (one) =>
      Array.isArray(one['gates'])
        ? `${itemsIn(one, 'gates').join(', ')}, by ${text(one, 'by')}, ${text(one, 'issue')}: ${text(one, 'reason')}`
        : null,
    ),
    ...list('approvals', 'answered', (one) =>
      saidIn(one, 'about') === null
        ? null
        : `${text(one, 'about')}: ${text(one, 'answer')}, by ${text(one, 'by')}${saidIn(one, 'note') === null ? '' : `: ${text(one, 'note')}`}`,
    ),
    ...list('accepted', 'kept', (one) =>
      Array.isArray(one['kept'])
        ? `${itemsIn(one, 'kept').join(', ')}, by ${text(one, 'by')}: ${text(one, 'reason')}`
        : null,
    ),
  ];
}
