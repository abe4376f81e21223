// What a pipeline waits for that is no work: a person's answer, or a gate that could not be run. Pure.
// Apart from the judgement: only pipelines have any, and few calls are about them.

import { blockedWork, heldGates } from '../../families/pipeline/held-gates.js';
import { approvalDue, dueGates, planOf, readyWorkstreams } from '../../families/pipeline/index.js';
import type { FamilyOverview } from '../../families/family.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { Waits } from './judge/judge.js';

/**
 * Finds what a run waits for.
 * @param doc the pipeline, also a drifted one
 * @param overview how far it is
 * @param overview.current what runs
 * @returns what is waited for; a gate whose work is done again counts later
 */
export function waitsOf(doc: JsonObject, { current }: Pick<FamilyOverview, 'current'>): Waits {
  const due = planOf(doc) === null ? null : new Set(dueGates(doc).map(({ label }) => label));
  const held = heldGates(doc).filter(({ label }) => due === null || due.has(label));
  const [ready, blocked] = [readyWorkstreams(doc), blockedWork(doc)];
  const isBusy = current !== null || ready.length > 0;
  const canGoOn = current !== null || !ready.some((id) => blocked.some((one) => one.id === id));
  const approval = approvalDue(doc);
  return {
    answers: [
      ...(approval === null ? [] : [approval.text]),
      ...held.filter(({ is }) => is === 'declined').map(({ text }) => text),
      ...(canGoOn ? [] : blocked.map(({ text }) => text)),
    ],
    gates: isBusy ? [] : held.filter(({ is }) => is === 'blocked').map(({ text }) => text),
  };
}
