// The steps of a program's run as plans: one for each family's book of phases.

import { commandBook } from '../../families/durable/command-book.js';
import type { DonePhase, FailedPhase, PhaseBook } from '../../families/durable/phase-book.js';
import { type KnownPhase, redeclared } from '../../families/durable/ledger.js';
import { workflowBook } from '../../families/durable/workflow-book.js';
import { presentForm, type WorkflowCheckpoint } from '../../families/workflow/index.js';
import { PawlError } from '../../rules/errors.js';
import type { Fields } from '../../rules/fields.js';
import type { JsonObject } from '../../rules/json/json.js';
import { type Key, type Place, refOf } from '../../rules/names.js';
import type { EventNote } from '../../store/store.js';
import type { Plan } from '../change.js';
import { asDocument, asState, bookForAny } from '../documents.js';
import { notFound } from '../plans/note.js';
import { withPlan } from '../plans/workflow.js';
import type { Workbench } from '../workbench.js';

/** A run of a family that programs can drive. */
export type RunKey = Extract<Key, { readonly family: 'command' | 'workflow' }>;

/**
 * Takes a key as one of a run that programs can drive.
 * @param key a command's or a workflow's
 * @returns the same key
 */
export function runKey(key: Key): RunKey {
  if (key.family !== 'pipeline') return key;
  throw new PawlError('bad-usage', `${refOf(key)} is a pipeline: it is run by its spec, not by a program`);
}

const books = { command: bookForAny(commandBook), workflow: bookForAny(workflowBook) };

/**
 * Gives the book in which a run's phases stand.
 * @param key the run
 * @returns the book of its family
 */
export function bookOf(key: RunKey): PhaseBook<JsonObject> {
  return books[key.family];
}

type Circumstances = Pick<Workbench, 'root' | 'head'>;

/** A step on the document that is there; where its file stands afterwards is said by `place`. */
function step(
  bench: Circumstances,
  key: RunKey,
  event: EventNote,
  change: (doc: JsonObject, now: string) => JsonObject,
  place?: Place,
): Plan {
  return (doc, now, current) => {
    if (doc === null) throw notFound(key, 'Its file was taken away while the program worked on it; start it again.');
    const lifted = key.family === 'workflow' ? presentForm(doc) : doc;
    const head = key.family === 'command' ? bench.head() : null;
    const next = change(lifted, now);
    return {
      state: head === null ? next : { ...next, head_commit: head },
      place: place ?? current?.place ?? 'live',
      event,
    };
  };
}

/**
 * Plans that a phase ended well.
 * @param bench the circumstances
 * @param key the run
 * @param done the phase and its result
 * @returns the plan
 */
export function planDone(bench: Circumstances, key: RunKey, done: DonePhase): Plan {
  const event = { name: 'phase', args: { phase: done.name, status: 'complete' } };
  const change = (doc: JsonObject, now: string): JsonObject => {
    const next = bookOf(key).done(doc, done, now);
    if (key.family !== 'workflow') return next;
    return asState(withPlan(asDocument<WorkflowCheckpoint>(next), { type: 'advance' }, bench.root));
  };
  return step(bench, key, event, change, 'live');
}

/**
 * Plans that an attempt at a phase failed.
 * @param bench the circumstances
 * @param key the run
 * @param failed the phase, and what becomes of the run
 * @returns the plan
 */
export function planFailed(bench: Circumstances, key: RunKey, failed: FailedPhase): Plan {
  const { name: phase, outcome } = failed;
  const args = { phase, status: outcome === 'again' ? 'attempt failed' : 'failed' };
  const event = { name: 'phase', args };
  const isOver = outcome === 'give-up' && key.family === 'workflow';
  return step(bench, key, event, (doc, now) => bookOf(key).failed(doc, failed, now), isOver ? 'failed' : undefined);
}

/**
 * Plans data that a phase keeps before it is done.
 * @param bench the circumstances
 * @param key the run
 * @param phase the phase
 * @param data what is merged
 * @param known the phases that the program has come to
 * @returns the plan
 */
export function planKeep(
  bench: Circumstances,
  key: RunKey,
  phase: string,
  data: Fields,
  known: readonly KnownPhase[],
): Plan {
  const event = key.family === 'workflow' ? { name: 'update' } : { name: 'phase', args: { phase } };
  return step(bench, key, event, (doc, now) => bookOf(key).keep(doc, phase, data, known, now));
}

/**
 * Plans the end of a run.
 * @param bench the circumstances
 * @param key the run
 * @param isWhole whether its phases were declared
 * @returns the plan
 */
export function planFinish(bench: Circumstances, key: RunKey, isWhole: boolean): Plan {
  const isWorkflow = key.family === 'workflow';
  const event = { name: isWorkflow ? 'finish' : 'complete' };
  const change = (doc: JsonObject, now: string): JsonObject => bookOf(key).finish(doc, isWhole, now);
  return step(bench, key, event, change, isWorkflow ? 'archived' : 'live');
}

/**
 * Plans the phases that a program declares when it takes a run up.
 * @param bench the circumstances
 * @param key the run
 * @param names every phase, in order
 * @returns the plan
 */
export function planDeclare(bench: Circumstances, key: RunKey, names: readonly string[]): Plan {
  const change = (doc: JsonObject, now: string): JsonObject => {
    const total = key.family === 'workflow' ? { total_phases: names.length } : {};
    return { ...asState(redeclared(doc, names)), ...total, updated_at: now };
  };
  return step(bench, key, { name: 'update' }, change);
}
