// Repairs command checkpoints (seeds 000-002): every step leaves the document nearer to the format.

import type { Json } from '../../../rules/json/json.js';
import { isSomeText } from '../../../rules/json/read-member.js';
import type { Key } from '../../../rules/names.js';
import { checkCommand } from '../../command/check.js';
import { unitsOf } from '../../command/phases.js';
import { noteDoubt } from '../doubt.js';
import type { Draft } from '../draft.js';
import { renameFields } from '../fields.js';
import { repairLeftovers } from '../leftovers.js';
import { repairNotes } from '../notes.js';
import { timesIn } from '../read/times.js';
import { repairTime } from '../time-field.js';
import type { RepairFacts } from '../types.js';
import { commandAliases, commandEssentials, fitsCommand } from './fields.js';
import { repairCompletion } from './completion.js';
import { doubtOf } from './doubt.js';
import { findPhases } from './find-phases.js';
import { repairGate } from './gate.js';
import { liftNested } from './nested.js';
import { repairPhases } from './phases.js';
import { repairState, settleState } from './state.js';
import { askForUnread, unitMembers } from './unread.js';

export { contradictsItself } from './contradicts.js';

/**
 * Repairs a command checkpoint.
 * @param draft the document
 * @param key the file's key, when it has one
 * @param facts what else is known
 */
export function repairCommand(draft: Draft, key: Key | null, facts: RepairFacts): void {
  const members = unitMembers(draft);
  renameFields(draft, [], commandAliases, fitsCommand);
  repairNames(draft, key);
  repairVersion(draft);
  findPhases(draft);
  liftNested(draft);
  const told = repairState(draft);
  const order = repairPhases(draft, told, facts.orders);
  askForUnread(draft, members);
  const times = timesIn(draft.root);
  const changed = [facts.modifiedAt, 'when the file last changed'] as const;
  repairTime(draft, ['updated_at'], {
    fields: ['completed_at'],
    others: [[times?.last, 'the last time that the file mentions'], changed],
  });
  repairTime(draft, ['started_at'], {
    others: [
      [times?.first, 'the first time that the file mentions'],
      [textOf(draft.get('updated_at')), 'updated_at'],
      changed,
    ],
  });
  const doubt = (): string | null =>
    doubtOf(draft.root) ?? (unitsOf(draft.root).length === 0 ? 'no phase can be read in it' : null);
  repairCompletion(draft, doubt());
  settleState(draft, order);
  // A phase that stood in two lists is open now.
  if (draft.get('completed_at') !== undefined) repairCompletion(draft, doubt());
  // What spoke against its end alone is settled with that.
  const left = doubt();
  if (left !== null) noteDoubt(draft, left, 'updated_at', 'no phase can say it');
  repairGate(draft);
  repairNotes(draft, draft.get('updated_at'));
  repairLeftovers(draft, () => checkCommand(draft.root), commandEssentials);
}

function repairNames(draft: Draft, key: Key | null): void {
  const named = key?.family === 'command' ? key : null;
  const command = draft.get('command');
  if (!isSomeText(command)) {
    if (named !== null)
      draft.set(['command'], named.command, 'inferred', 'command is missing; taken from the file’s name');
  } else if (named !== null && command !== named.command && command.replace(/^\//, '').trim() === named.command) {
    draft.set(['command'], named.command, 'spelling', 'a command is named without its slash');
  }
  const feature = draft.get('feature');
  if (feature === '' || (typeof feature === 'string' && feature.trim() === '')) {
    draft.set(['feature'], named?.feature ?? null, 'spelling', 'a feature that has no name is null');
  }
  const head = draft.get('head_commit');
  if (typeof head === 'number') draft.set(['head_commit'], String(head), 'spelling', 'a commit id is a text');
}

function repairVersion(draft: Draft): void {
  const value = draft.get('version');
  if (value === 1) return;
  if (value === undefined) draft.set(['version'], 1, 'inferred', 'version is missing; there is only one');
  else if (
    value === null ||
    value === '' ||
    (typeof value === 'string' && /^v?[01](?:\.\d+)*$/i.test(value.trim())) ||
    (typeof value === 'number' && value < 2)
  ) {
    draft.set(['version'], 1, 'spelling', 'the format’s version is the number 1');
  } else if (typeof value === 'string' || (typeof value === 'number' && !Number.isInteger(value))) {
    // A newer pawl would write a whole number: what else stands there was made up.
    draft.setAside(['version'], 'this is the version of no pawl');
    draft.set(['version'], 1, 'inferred', 'the format’s version is the number 1');
  }
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
