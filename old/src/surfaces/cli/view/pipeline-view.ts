// What is shown of a pipeline.

import { blockedWork } from '../../../families/pipeline/held-gates.js';
import { planOf } from '../../../families/pipeline/plan.js';
import type { JsonObject } from '../../../rules/json/json.js';
import { mapIn, textIn } from '../../../rules/json/read-member.js';
import {
  errorWords,
  type Fact,
  failureFacts,
  facts,
  inWords,
  itemsIn,
  saidIn,
  type UnitView,
  type ViewSection,
} from './run-view.js';

const lists = [
  ['complete', 'completed_workstreams'],
  ['in_progress', 'in_progress_workstreams'],
  ['pending', 'pending_workstreams'],
] as const;

/** Each workstream once, with its status; a failed one returned to pending. */
function statusesOf(doc: JsonObject): ReadonlyMap<string, string> {
  const statuses = new Map<string, string>();
  for (const [status, list] of lists) {
    for (const id of itemsIn(doc, list)) if (!statuses.has(id)) statuses.set(id, status);
  }
  const failed = doc['status'] === 'failed' ? saidIn(mapIn(doc, 'error'), 'workstream') : null;
  if (failed !== null && statuses.get(failed) === 'pending') statuses.set(failed, 'failed');
  return statuses;
}

function unitSections(doc: JsonObject): readonly ViewSection[] {
  const plan = planOf(doc);
  const statuses = statusesOf(doc);
  const artifacts = mapIn(doc, 'artifacts');
  const unit = (id: string): UnitView => ({
    name: [id, plan?.workstreams.get(id)?.name].filter(Boolean).join('  '),
    status: statuses.get(id) ?? 'pending',
    lines: itemsIn(artifacts, id).map((file) => ['created', file] as const),
  });
  if (plan === null) return [{ title: 'Workstreams', units: [...statuses.keys()].map(unit) }];
  const planned = new Set(plan.phases.flatMap(({ workstreams }) => workstreams));
  const phases = plan.phases.map(({ name, workstreams }, index) => ({
    title: `Phase ${index + 1}${name === undefined || name === '' ? '' : `: ${name}`}`,
    units: workstreams.map(unit),
  }));
  const others = [...statuses.keys()].filter((id) => !planned.has(id)).map(unit);
  return [...phases, { title: 'Not in the plan', units: others }];
}

function reviewFacts(review: JsonObject): readonly Fact[] {
  const verdict = saidIn(review, 'verdict');
  if (verdict === null) return [];
  const counts = `${inWords(review['p0_count'] ?? 0)} P0, ${inWords(review['p1_count'] ?? 0)} P1`;
  return [
    {
      label: 'review',
      text: `${verdict.replaceAll('_', ' ')} (${counts}, attempt ${inWords(review['attempt'] ?? 1)})`,
    },
    ...facts('findings', saidIn(review, 'findings_path')),
    ...facts('override', saidIn(review, 'override_reason')),
  ];
}

function fixFacts(doc: JsonObject, label: string, name: string): readonly Fact[] {
  const list = doc[name];
  if (!Array.isArray(list)) return [];
  return list.flatMap((fix) => {
    const map = mapIn({ fix }, 'fix');
    const words = [saidIn(map, 'file'), saidIn(map, 'change')].filter((word) => word !== null);
    return words.length === 0 ? [] : [{ label, text: words.join(': ') }];
  });
}

/** As `gate status` has it: a gate that a person let pass did not pass. */
function passedAs(doc: JsonObject, label: string): string {
  const verdict = textIn(mapIn(doc, 'pawl', 'evidence', 'gates'), label, 'verdict');
  return verdict === 'waived' || verdict === 'approved' ? verdict : 'passed';
}

/**
 * Says what is shown of a pipeline.
 * @param doc its document, also a drifted one
 * @returns its workstreams by phase, gates, failures, the review, and what was fixed on the way
 */
export function pipelineView(doc: JsonObject): readonly ViewSection[] {
  const past = mapIn(doc, 'pawl')['errors'];
  return [
    ...unitSections(doc),
    {
      title: 'Gates',
      facts: [
        ...itemsIn(doc, 'gates_passed').map((text) => ({ label: passedAs(doc, text), text, status: 'complete' })),
        ...itemsIn(doc, 'gates_pending').map((text) => ({ label: 'pending', text, status: 'pending' })),
      ],
    },
    {
      title: 'Failure',
      facts: [
        ...failureFacts(doc['error']),
        ...facts('blocked', ...blockedWork(doc).map(({ text }) => text)),
        ...facts('before', ...(Array.isArray(past) ? past.map(errorWords) : [])),
      ],
    },
    { title: 'Review', facts: reviewFacts(mapIn(doc, 'adversarial_review')) },
    {
      title: 'On the way',
      facts: [
        ...fixFacts(doc, 'fix', 'key_fixes'),
        ...fixFacts(doc, 'lint', 'eslint_fixes'),
        ...facts('clean-up', ...itemsIn(doc, 'cleanup_done')),
      ],
    },
  ];
}
