// The events of a workflow, as pure steps. Every result is checked, so an accepted event leaves a valid document.

import { badInput, drifted, PawlError } from '../../rules/errors.js';
import { type Fields, inWords } from '../../rules/fields.js';
import { copyJson, mergePatch } from '../../rules/json/merge-patch.js';
import { addNotes, type NoteTexts, type RunNotes, withoutAction } from '../notes.js';
import type { Place } from '../family.js';
import { checkWorkflow } from './check.js';
import { workflowEventProblems } from './event-rules.js';
import { isNewerThanKnown, latestSchemaVersion, schemaVersionOf } from './migrate.js';
import { completedPhases, firstOpenPhase, settleWorkflow } from './progress.js';
import type { AdvanceEvent, FailEvent, StartEvent, StatePatch, WorkflowCheckpoint, WorkflowEvent } from './types.js';

type Running = Exclude<WorkflowEvent, StartEvent>;

/**
 * Applies an event to a workflow checkpoint.
 * @param doc the checkpoint, or null when it is absent
 * @param event what happened
 * @param now the time, ISO 8601
 * @returns the next checkpoint; `doc` is not changed, and parts that stay the same are shared
 */
export function applyWorkflow(doc: WorkflowCheckpoint | null, event: WorkflowEvent, now: string): WorkflowCheckpoint {
  const wrong = workflowEventProblems(event);
  if (wrong.length > 0) throw badInput(`The event ${event.type}`, wrong);
  const next = event.type === 'start' ? start(doc, event, now) : step(writable(doc), event, now);
  const stamped = { ...next, updated_at: now };
  const problems = checkWorkflow(stamped);
  if (problems.length > 0) throw badInput('The workflow', problems);
  return stamped;
}

/**
 * Applies an event to a document that was checked when it was stored, and whose successor is checked when that is stored:
 * a program that stores phase after phase has no time to check each three times.
 * @param doc the checkpoint
 * @param event what happened, well-formed
 * @param now the time, ISO 8601
 * @returns the next checkpoint, unchecked
 */
export function stepWorkflow(doc: WorkflowCheckpoint, event: Running, now: string): WorkflowCheckpoint {
  refuseOver(doc);
  return { ...step(doc, event, now), updated_at: now };
}

/**
 * Says where the published file stands after an event.
 * @param event the event
 * @param before where it stood
 * @returns `archived` after a finish, `failed` after a final failure or an abandonment, where it was after what is only
 * recorded, else `live`
 */
export function placeAfter(event: WorkflowEvent, before: Place = 'live'): Place {
  if (event.type === 'finish') return 'archived';
  if (event.type === 'note' || event.type === 'update') return before;
  return event.type === 'abandon' || (event.type === 'fail' && event.final === true) ? 'failed' : 'live';
}

function start(doc: WorkflowCheckpoint | null, event: StartEvent, now: string): WorkflowCheckpoint {
  const { id, workflow_type, project, description, total_phases, state } = event;
  if (doc !== null) throw notAllowed(`The workflow ${id} exists already.`, 'Resume it, or start one with another id.');
  return {
    checkpoint_id: id,
    workflow_type,
    workflow_description: description,
    created_at: now,
    updated_at: now,
    status: 'in_progress',
    current_phase: 1,
    total_phases,
    completed_phases: [],
    workflow_state: mergePatch({ project_name: project }, state ?? {}),
    last_error: null,
  };
}

function step(doc: WorkflowCheckpoint, event: Running, now: string): WorkflowCheckpoint {
  switch (event.type) {
    case 'advance':
      return advance(doc, event);
    case 'update':
      return withState(doc, event.state);
    case 'fail':
      return fail(doc, event, now);
    case 'retry':
      if (doc.status !== 'failed') throw notAllowed('The workflow has not failed.', 'Go on with it.');
      return recovered(doc);
    case 'finish':
      return finish(doc);
    case 'abandon': {
      const abandoned = { at: now, ...(event.reason === undefined ? {} : { reason: event.reason }) };
      return { ...doc, status: 'abandoned', pawl: { ...doc.pawl, abandoned } };
    }
    case 'note':
      return { ...doc, pawl: withUnit(addNotes(doc.pawl, event, now), doc, event) };
    default:
      return unknownEvent(event);
  }
}

function advance(doc: WorkflowCheckpoint, event: AdvanceEvent): WorkflowCheckpoint {
  const { total_phases = doc.total_phases } = event;
  const last = completedPhases(doc).at(-1) ?? 0;
  if (total_phases < last) {
    const message = `is ${total_phases}, but phase ${last} is completed already`;
    throw badInput('The event advance', [{ path: '/total_phases', message, fix: `write ${last} or more` }]);
  }
  const planned = withState(total_phases === doc.total_phases ? doc : { ...doc, total_phases }, event.state);
  const phase = event.phase ?? firstOpenPhase(planned);
  if (phase === null) {
    throw notAllowed(`All ${total_phases} phases are completed already.`, 'Finish the workflow.');
  }
  if (!Number.isInteger(phase) || phase < 1 || phase > total_phases) {
    throw notAllowed(
      `There is no phase ${inWords(phase)}: the workflow has ${total_phases} phases.`,
      'Name one of them.',
    );
  }
  if (doc.completed_phases.includes(phase)) return settleWorkflow(planned);
  const completed_phases = [...planned.completed_phases, phase];
  const next = recovered(planned);
  const isOwn = next.pawl?.next_action_phase === unitName(phase);
  return settleWorkflow({ ...next, completed_phases, ...(isOwn ? { pawl: withoutAction(next.pawl) } : {}) });
}

/** An action goes with the phase that is open when it is noted. */
function withUnit(pawl: RunNotes, doc: WorkflowCheckpoint, { next_action }: NoteTexts): RunNotes {
  const open = typeof next_action === 'string' ? firstOpenPhase(doc) : null;
  return open === null ? pawl : { ...pawl, next_action_phase: unitName(open) };
}

const unitName = (phase: number): string => `Phase ${phase}`;

function fail(doc: WorkflowCheckpoint, event: FailEvent, now: string): WorkflowCheckpoint {
  const { error } = event;
  const last_error = typeof error === 'string' ? error : { ...copied(error), message: error.message };
  return { ...doc, pawl: { ...pastErrors(doc), failed_at: now }, status: 'failed', last_error };
}

function copied(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, copyJson(value)]));
}

function finish(doc: WorkflowCheckpoint): WorkflowCheckpoint {
  const done = new Set(completedPhases(doc));
  const phases = Array.from({ length: doc.total_phases }, (_, index) => index + 1);
  const open = phases.filter((phase) => !done.has(phase));
  if (open.length > 1 || (open.length === 1 && open[0] !== doc.total_phases)) {
    const named = open.length === 1 ? `Phase ${open[0]} is` : `Phases ${open.join(', ')} are`;
    throw notAllowed(`${named} not completed.`, 'Advance through them, or abandon the workflow.');
  }
  const completed_phases = open.length === 0 ? doc.completed_phases : phases;
  return settleWorkflow({ ...recovered(doc), completed_phases, status: 'complete' });
}

/** Leaves the error behind, in history. Work that goes on after a failure does so by itself. */
function recovered(doc: WorkflowCheckpoint): WorkflowCheckpoint {
  if (doc.last_error === null && doc.status === 'in_progress') return doc;
  const pawl = pastErrors(doc);
  return { ...doc, status: 'in_progress', last_error: null, ...(Object.keys(pawl).length === 0 ? {} : { pawl }) };
}

/**
 * Leaves the last error behind.
 * @param doc the checkpoint
 * @returns its notes, with that error in the history of errors
 */
export function pastErrors(doc: WorkflowCheckpoint): NonNullable<WorkflowCheckpoint['pawl']> {
  const { failed_at, ...pawl } = doc.pawl ?? {};
  if (doc.last_error === null) return pawl;
  const errors = [...(pawl.errors ?? []), { error: doc.last_error, at: failed_at ?? doc.updated_at }];
  return { ...pawl, errors };
}

function withState(doc: WorkflowCheckpoint, state: StatePatch | undefined): WorkflowCheckpoint {
  const workflow_state = mergePatch(doc.workflow_state, state ?? {});
  return workflow_state === doc.workflow_state ? doc : { ...doc, workflow_state };
}

function writable(doc: WorkflowCheckpoint | null): WorkflowCheckpoint {
  if (doc === null) {
    throw new PawlError('not-found', 'There is no such workflow.', { hint: 'Start it first.' });
  }
  refuseOver(doc);
  const problems = checkWorkflow(doc);
  if (problems.length > 0) throw drifted('The workflow', problems);
  return doc;
}

/** What is over, or of a later pawl, takes no event. */
function refuseOver(doc: WorkflowCheckpoint): void {
  if (isNewerThanKnown(doc)) {
    const message = `The checkpoint has schema version ${schemaVersionOf(doc)}; this pawl knows ${latestSchemaVersion}.`;
    throw new PawlError('newer-version', message, { hint: 'Update pawl to write it; reading works.' });
  }
  if (doc.status === 'complete') throw new PawlError('already-complete', `${doc.checkpoint_id} already complete`);
  if (doc.status === 'abandoned') throw notAllowed(`${doc.checkpoint_id} was abandoned.`, 'Start a new workflow.');
}

function notAllowed(message: string, hint: string): PawlError {
  return new PawlError('not-allowed', message, { hint });
}

function unknownEvent(event: never): never {
  throw new PawlError('bad-usage', `A workflow has no such event: ${JSON.stringify(event)}`);
}
