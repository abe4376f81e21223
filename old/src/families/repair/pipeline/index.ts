// Repairs pipeline checkpoints (seed 003): every step leaves the document nearer to the format.

import { checkPipeline } from '../../pipeline/check.js';
import type { Key } from '../../../rules/names.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { repairLeftovers } from '../leftovers.js';
import { repairNotes } from '../notes.js';
import { readCount, readTotal } from '../read/numbers.js';
import { timesIn } from '../read/times.js';
import { repairTime } from '../time-field.js';
import type { RepairFacts } from '../types.js';
import { repairArtifacts } from './artifacts.js';
import { repairError } from './error.js';
import { fitsPipeline, pipelineAliases, pipelineEssentials } from './fields.js';
import { repairFixes } from './fixes.js';
import { repairGates } from './gates.js';
import { repairIdentity } from './identity.js';
import { liftFields } from './lift.js';
import { renameLists } from './named-lists.js';
import { unreadBeside } from './notices.js';
import { repairPhase } from './phase.js';
import { repairReview } from './review.js';
import { repairStatus } from './status.js';
import { repairUnits } from './units.js';

export { saysOtherwise } from './notices.js';

/**
 * Repairs a pipeline checkpoint.
 * @param draft the document
 * @param key the file's key, when it has one
 * @param facts what else is known
 */
export function repairPipeline(draft: Draft, key: Key | null, facts: RepairFacts): void {
  const context = facts.context ?? {};
  renameFields(draft, [], pipelineAliases, fitsPipeline);
  liftFields(draft);
  renameLists(draft);
  repairIdentity(draft, key, context);
  repairTime(draft, ['timestamp'], {
    fields: ['updated_at', 'last_updated', 'completed_at', 'started_at', 'created_at', 'date', 'created'],
    others: [
      [timesIn(draft.root)?.last, 'the last time that the file mentions'],
      [facts.modifiedAt, 'when the file last changed'],
    ],
  });
  const evidence = repairUnits(draft, facts.repeated ?? []);
  repairGates(draft);
  repairArtifacts(draft);
  const phase = draft.get('current_phase');
  const isShort = typeof phase === 'string' && (readTotal(phase) ?? 0) > (readCount(phase) ?? 0);
  repairPhase(draft);
  repairError(draft);
  const earlier = (facts.repeated ?? []).filter(({ path }) => path === '/status').flatMap(({ values }) => values);
  repairReview(draft);
  repairStatus(draft, { earlier, evidence, isShort });
  repairFixes(draft);
  repairNotes(draft, draft.get('timestamp'));
  repairLeftovers(draft, () => checkPipeline(draft.root, context), pipelineEssentials);
  // What a run that said complete left unsaid counts once it is not.
  if (draft.undecided.length > 0) return;
  for (const { path, message, fix } of unreadBeside(draft)) draft.ask('unresolved', path, message, fix);
}
