// What follows from a decision: the run is taken up, begun again, or put away.

import type { Key } from '../../../rules/names.js';
import { takeLease } from '../../../service/lease/leases.js';
import { nextCommand } from '../../../service/next-command.js';
import { removeRun, startFresh } from '../../../service/resume/act/discard.js';
import { restartWorkflow } from '../../../service/resume/act/restart.js';
import { resumeRun, takenUpInWords } from '../../../service/resume/act/take-up.js';
import { decideRun } from '../../../service/resume/decide-run.js';
import type { Decision } from '../../../service/resume/decision.js';
import { familyOf, type Workbench } from '../../../service/workbench.js';
import type { Stored } from '../../../store/store.js';
import type { Scene } from '../scene.js';
import type { Reply } from '../tool.js';
import { type DecisionDocument, decisionReply, undecided } from './reply.js';

/** A decision about a run, and where it is to be acted on. */
export interface Situation {
  readonly scene: Scene;
  readonly bench: Workbench;
  readonly key: Key;
  readonly decision: Decision;
}

type Done = Promise<Reply<DecisionDocument>>;

function stepOf(bench: Workbench, { key, state }: Stored): string | null {
  return nextCommand(key, familyOf(bench, key).overview(state));
}

/**
 * Takes the run up.
 * @param at the situation
 * @param steal also from its holder, because a person said so
 * @returns the reply, with the brief to go on by
 */
export async function resumeIt({ scene, bench, key, decision }: Situation, steal = false): Done {
  const taken = await resumeRun(bench, key, { owner: scene.owner, steal, redo: true });
  if (!taken.ok) {
    const reasons = [taken.held.reason ?? 'held by someone else'];
    return decisionReply({ ...decision, verdict: 'blocked', reasons });
  }
  const { revision, from, brief, status } = await decideRun(bench, taken.stored);
  const next_command = stepOf(bench, taken.stored);
  const said = `${takenUpInWords(decision.ref, { from, status })}.`;
  return decisionReply(
    { ...decision, verdict: 'resume', revision, from, brief, status, next_command },
    'resumed',
    said,
  );
}

/**
 * Begins the run again.
 * @param at the situation
 * @returns the reply, with the ref of the new run
 */
export async function startItFresh({ scene, bench, key, decision }: Situation): Done {
  const { owner } = scene;
  const old = await startFresh(bench, key, { owner });
  const fresh = old !== null && key.family === 'workflow' ? await restartWorkflow(bench, old) : old;
  const gone = { ...decision, next_command: null, brief: null, reasons: [] };
  if (fresh === null) return decisionReply(gone, 'restarted', `${decision.ref} was put away; its history is kept.`);
  takeLease(bench, fresh.key, owner);
  const { ref, revision, from, brief, status, progress } = await decideRun(bench, fresh);
  const next_command = stepOf(bench, fresh);
  const said = `${ref} begins from its start; what was there is kept in the history.`;
  const begun = { ...decision, reasons: [], revision, from, brief, status, progress, next_command };
  return decisionReply(begun, 'restarted', said, { new_ref: ref });
}

async function remove({ scene, bench, key, decision }: Situation): Done {
  await removeRun(bench, key, { owner: scene.owner });
  const gone = { ...decision, next_command: null, brief: null, reasons: [] };
  return decisionReply(gone, 'deleted', `${decision.ref} was put away; its history is kept.`);
}

/**
 * Does what a person chose.
 * @param at the situation
 * @param choice one of the choices of its question
 * @returns the reply
 */
export async function takeAnswer(at: Situation, choice: string): Done {
  switch (choice) {
    case 'resume':
      return resumeIt(at);
    case 'take_over':
      return resumeIt(at, true);
    case 'start_fresh':
      return startItFresh(at);
    case 'delete':
      return remove(at);
    default:
      return undecided(at.decision, 'declined');
  }
}
