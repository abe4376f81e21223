// What is shown of a workflow.

import { completedPhases, firstOpenPhase } from '../../../families/workflow/progress.js';
import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { mapIn } from '../../../rules/json/read-member.js';
import { limits } from '../../../rules/limits.js';
import { errorWords, facts, failureFacts, inWords, saidIn, type UnitView, type ViewSection } from './run-view.js';

function phaseViews(doc: JsonObject): readonly UnitView[] {
  const done = new Set(completedPhases(doc));
  const total = typeof doc['total_phases'] === 'number' ? doc['total_phases'] : Math.max(0, ...done);
  const open = firstOpenPhase(doc);
  const status = saidIn(doc, 'status') ?? 'pending';
  const isLive = status === 'in_progress' || status === 'failed';
  return Array.from({ length: Math.max(0, Math.min(total, limits.maxUnits)) }, (_, index) => {
    const phase = index + 1;
    const here = phase === open && isLive ? status : 'pending';
    return { name: `Phase ${phase}`, status: done.has(phase) ? 'complete' : here, lines: [] };
  });
}

function pastError(one: unknown): string | null {
  return errorWords(isJsonObject(one) && 'error' in one ? one['error'] : one);
}

/**
 * Says what is shown of a workflow.
 * @param doc its document, also a drifted one
 * @returns its phases, its state, its errors and why it was given up
 */
export function workflowView(doc: JsonObject): readonly ViewSection[] {
  const pawl = mapIn(doc, 'pawl');
  const past = Array.isArray(pawl['errors']) ? pawl['errors'] : [];
  return [
    { title: 'Phases', units: phaseViews(doc) },
    {
      title: 'Failure',
      facts: [
        ...failureFacts(doc['last_error']),
        ...facts('before', ...past.map(pastError)),
        ...facts('given up', saidIn(mapIn(pawl, 'abandoned'), 'reason')),
      ],
    },
    {
      title: 'State',
      facts: Object.entries(mapIn(doc, 'workflow_state')).map(([label, value]) => ({ label, text: inWords(value) })),
    },
  ];
}
