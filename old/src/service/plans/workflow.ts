// The operations of the workflow family as plans.

import { pawlLine } from '../pawl-line.js';
import {
  type WorkflowCheckpoint,
  type WorkflowEvent,
  applyWorkflow,
  presentForm,
  placeAfter,
  planPathOf,
  withPlanRecord,
  workflowEventProblems,
} from '../../families/workflow/index.js';
import { PawlError, type Problem } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { hasUnreadWork, unreadWork } from '../unread-work.js';
import { notFound, noteOf } from './note.js';
import { missingFiles, readPlan } from './plan-file.js';

/**
 * Finds every problem of an event: its shape, and the files that it names and that are not there.
 * @param event the event, plain
 * @param root where relative paths begin
 * @returns the problems
 */
export function workflowInputProblems(event: WorkflowEvent, root: string): readonly Problem[] {
  const problems = workflowEventProblems(event);
  return 'state' in event ? [...problems, ...missingFiles(root, event.state)] : problems;
}

/**
 * Plans an event of a workflow. Only `start` begins one. An older schema is migrated on the way; the original stays as
 * the revision before. The plan's hash is recorded when its path is given, and whenever a phase is completed.
 * @param key the checkpoint
 * @param event what happens
 * @param root where relative paths begin
 * @returns the plan
 */
export function planWorkflow(key: Key, event: WorkflowEvent, root: string): Plan {
  return (doc, now, current) => {
    if (doc === null && event.type !== 'start') {
      if (current?.place === 'archived') throw archived(key, current.state['status'] === 'complete');
      throw notFound(key, 'Start it first.');
    }
    const total = Number(doc?.['total_phases'] ?? 0);
    if (doc !== null && event.type === 'finish' && hasUnreadWork(doc, total)) throw unreadWork(key);
    // Another tool completed it, or it was restored: all that is left is to take its file away.
    if (doc?.['status'] === 'complete' && event.type === 'finish')
      return { state: doc, place: 'archived', event: noteOf(event) };
    const before = doc === null ? null : asDocument<WorkflowCheckpoint>(presentForm(doc));
    const next = withPlan(applyWorkflow(before, event, now), event, root);
    return { state: asState(next), place: placeAfter(event, current?.place), event: noteOf(event) };
  };
}

function archived(key: Key, isComplete: boolean): PawlError {
  if (isComplete) return new PawlError('already-complete', `${refOf(key)} is already complete`);
  return new PawlError('not-allowed', `${refOf(key)} was archived unfinished`, {
    hint: `Take it up again first: ${pawlLine('resume', key)}`,
  });
}

/**
 * Records the plan's hash: when its path is given, and whenever a phase is completed.
 * @param doc the workflow after the event
 * @param event what happened
 * @param root where relative paths begin
 * @returns the workflow with its record
 */
export function withPlan(doc: WorkflowCheckpoint, event: WorkflowEvent, root: string): WorkflowCheckpoint {
  const isNamed = 'state' in event && event.state?.['plan_path'] !== undefined;
  if (!isNamed && event.type !== 'advance') return doc;
  const file = planPathOf(doc);
  if (file === null) return isNamed ? withPlanRecord(doc, null) : doc;
  const record = readPlan(root, file);
  return record === null ? doc : withPlanRecord(doc, record);
}
