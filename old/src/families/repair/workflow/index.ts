// Repairs workflow checkpoints (seed 004): every step leaves the document nearer to the format.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import type { Key } from '../../../rules/names.js';
import { checkWorkflow } from '../../workflow/check.js';
import { parseWorkflowId } from '../../workflow/id.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { repairLeftovers } from '../leftovers.js';
import { repairNotes } from '../notes.js';
import { readJsonText } from '../read/json-text.js';
import { timesIn } from '../read/times.js';
import { repairTime } from '../time-field.js';
import type { RepairFacts } from '../types.js';
import { fitsWorkflow, workflowAliases, workflowEssentials } from './fields.js';
import { repairIdentity } from './identity.js';
import { repairProgress } from './progress.js';
import { repairError, repairStatus } from './status.js';

export { workflowContradicts } from './contradicts.js';

/** What the state holds and the document must have as well. */
const lifted = ['current_phase', 'total_phases', 'completed_phases', 'last_error', 'workflow_description'] as const;

/**
 * Repairs a workflow checkpoint.
 * @param draft the document
 * @param key the file's key, when it has one
 * @param facts what else is known
 */
export function repairWorkflow(draft: Draft, key: Key | null, facts: RepairFacts): void {
  renameFields(draft, [], workflowAliases, fitsWorkflow);
  repairState(draft);
  repairVersion(draft);
  const times = timesIn(draft.root);
  const known = [draft.get('checkpoint_id'), key?.family === 'workflow' ? key.id : undefined];
  const begun = known
    .map((id) => (typeof id === 'string' ? parseWorkflowId(id)?.at : undefined))
    .find((at) => at !== undefined);
  const changed = [facts.modifiedAt, 'when the file last changed'] as const;
  repairTime(draft, ['created_at'], {
    others: [[begun, 'the id'], [times?.first, 'the first time that the file mentions'], changed],
  });
  const source = repairTime(draft, ['updated_at'], {
    others: [
      [times?.last, 'the last time that the file mentions'],
      changed,
      [textOf(draft.get('created_at')), 'created_at'],
    ],
  });
  if (source === changed[1]) markUndated(draft);
  repairIdentity(draft, key);
  const outline = repairProgress(draft);
  repairError(draft);
  const earlier = (facts.repeated ?? []).filter(({ path }) => path === '/status').flatMap(({ values }) => values);
  repairStatus(draft, outline, earlier);
  repairNotes(draft, draft.get('updated_at'));
  repairLeftovers(draft, () => checkWorkflow(draft.root), workflowEssentials);
}

/** A file that was just checked out has changed today, however old the work is: `resume` must be able to ask. */
function markUndated(draft: Draft): void {
  const time = textOf(draft.get('updated_at'));
  if (time === undefined) return;
  if (draft.get('pawl') === undefined) draft.root['pawl'] = {};
  draft.set(['pawl', 'undated'], time, 'inferred', 'the file does not say when it was last worked on; resume asks');
}

function repairState(draft: Draft): void {
  const value = draft.get('workflow_state');
  if (!isJsonObject(value)) {
    const parsed = readJsonText(value);
    const why = value === undefined ? 'workflow_state is missing' : 'workflow_state is an object';
    draft.set(['workflow_state'], isJsonObject(parsed) ? parsed : {}, 'shape', why);
  }
  for (const field of lifted) {
    const inner = draft.get('workflow_state', field);
    const own = draft.get(field);
    if (inner === undefined || inner === null || (own !== undefined && own !== null)) continue;
    draft.set([field], inner, 'inferred', `${field} also stands in the state, where it stays`);
  }
}

function repairVersion(draft: Draft): void {
  const value = draft.get('schema_version');
  if (value === undefined || typeof value === 'number') return;
  const version = typeof value === 'string' ? /^\s*v?(\d{1,6}(?:\.\d{1,6}){0,2})\s*$/i.exec(value)?.[1] : undefined;
  if (version !== undefined) draft.set(['schema_version'], version, 'spelling', 'a version is written as in "2.1"');
  else if (value === null || value === '') draft.setAside(['schema_version'], 'no version is left out');
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
