// The operations of the workflow family as plans.

import {
  type WorkflowCheckpoint,
  type WorkflowEvent,
  applyWorkflow,
  migrateWorkflow,
  needsMigration,
  placeAfter,
} from '../../families/workflow/index.js';
import { PawlError } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { notFound, noteOf } from './note.js';

/**
 * Plans an event of a workflow. Only `start` begins one. An older schema is migrated on the way; the original stays as
 * the revision before.
 * @param key the checkpoint
 * @param event what happens
 * @returns the plan
 */
export function planWorkflow(key: Key, event: WorkflowEvent): Plan {
  return (doc, now, current) => {
    if (doc === null && event.type !== 'start') {
      if (current?.place === 'archived') throw new PawlError('already-complete', `${refOf(key)} is already complete`);
      throw notFound(key, 'Start it first.');
    }
    const before =
      doc === null ? null : asDocument<WorkflowCheckpoint>(needsMigration(doc) ? migrateWorkflow(doc).doc : doc);
    return { state: asState(applyWorkflow(before, event, now)), place: placeAfter(event), event: noteOf(event) };
  };
}
