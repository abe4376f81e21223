// The events of a command's run, as pure steps. The state's lists are never written by hand: they follow from the phases.

import { badInput, drifted, PawlError, type Problem } from '../../rules/errors.js';
import { redactText } from '../../rules/text/redact.js';
import { deepFreeze, isJsonObject } from '../../rules/json/json.js';
import { checkCommand, checkNamedPhase } from './check.js';
import { checkJson } from '../../rules/json/check-json.js';
import { inWords } from '../../rules/fields.js';
import { mergePatch } from '../../rules/json/merge-patch.js';
import { taskInHand } from './current-task.js';
import { applyForce, applyGate } from './gate.js';
import { mergePhase } from './merge-phase.js';
import { addNotes, type RunNotes, withoutAction } from '../notes.js';
import { bindAction, followPhase } from './next-action.js';
import { deriveState, hasWorkableShape, isComplete, settleCommand, typicalPhases } from './phases.js';
import type {
  CommandCheckpoint,
  CommandEvent,
  CommandPhase,
  CommandState,
  CompleteEvent,
  NoteEvent,
  PhaseEvent,
} from './types.js';

/**
 * Applies an event to a command checkpoint.
 * @param doc the checkpoint, or null when it is absent
 * @param event what happened
 * @param now the time, ISO 8601
 * @returns the next checkpoint; `doc` is not changed, and parts that stay the same are shared
 */
export function applyCommand(doc: CommandCheckpoint | null, event: CommandEvent, now: string): CommandCheckpoint {
  if (doc !== null && !hasWorkableShape(doc)) throw drifted('The checkpoint', checkCommand(doc));
  return applyTo(doc === null ? null : filledIn(doc, now), event, now);
}

/** What another tool wrote may lack members that the format asks for: the first change brings them in. */
function filledIn(doc: CommandCheckpoint, now: string): CommandCheckpoint {
  if (['version', 'head_commit', 'started_at'].every((member) => Object.hasOwn(doc, member))) return doc;
  const starts = Object.values(doc.phases).flatMap((phase) => phase.started_at ?? []);
  const [started_at = now] = starts.filter((time) => typeof time === 'string').toSorted();
  const members: Partial<CommandCheckpoint> = { version: 1, head_commit: null, started_at };
  return { ...members, ...doc };
}

function applyTo(doc: CommandCheckpoint | null, event: CommandEvent, now: string): CommandCheckpoint {
  switch (event.type) {
    case 'phase':
      return applyPhase(doc, event, now);
    case 'complete':
      return applyComplete(existing(doc), event, now);
    case 'gate':
      return applyGate(doc ?? createdBy(event, now), event, now);
    case 'force':
      return applyForce(doc ?? createdBy(event, now), event, now);
    case 'note':
      return withNotes(doc ?? createdBy(event, now), event, now);
    default:
      return unknownEvent(event);
  }
}

function unknownEvent(event: never): never {
  throw new PawlError('bad-usage', `A command checkpoint has no such event: ${JSON.stringify(event)}`);
}

function applyPhase(doc: CommandCheckpoint | null, event: PhaseEvent, now: string): CommandCheckpoint {
  const given: unknown = event.data;
  if (!isJsonObject(given)) {
    throw new PawlError('bad-input', `The data of a phase is an object, but this is ${inWords(given)}.`);
  }
  const base = runFor(doc, event, now);
  const { current_task } = event.data;
  const data = current_task === undefined ? event.data : withoutTask(event.data);
  const old = Object.hasOwn(base.phases, event.phase) ? base.phases[event.phase] : undefined;
  const phase = deepFreeze(mergePhase(old, data, now)); // frozen parts are checked once
  const problems = [...checkJson(data, ['phases', event.phase]), ...checkNamedPhase(event.phase, phase)];
  if (old === undefined) problems.push(...secretName(event.phase));
  if (problems.length > 0) throw badInput(`Phase ${inWords(event.phase)}`, problems);

  const isSet = old === undefined || (data.status ?? null) !== null;
  const current_phase = isSet && phase.status === 'in_progress' ? event.phase : base.state.current_phase;
  const task = current_task === undefined ? taskAfter(base.state, event.phase, phase) : current_task;
  const pawl = onBranch(followPhase(base.pawl, event.phase, old, phase), event.branch);
  const reopens = isSet && phase.status !== 'complete' && phase.status !== 'skipped';
  const head = event.head_commit === undefined ? base.head_commit : event.head_commit;
  const run = reopens ? withoutCompletion(base) : base;
  const next = {
    ...(head === base.head_commit ? run : { ...run, head_commit: head }),
    updated_at: now,
    state: withPhase(withTask(base.state, task), current_phase),
    phases: { ...base.phases, [event.phase]: phase },
  };
  return settleCommand(pawl === base.pawl ? next : { ...next, pawl });
}

/** A task goes with its phase, and with its own end. */
function taskAfter(state: CommandState, name: string, phase: CommandPhase): string | null | undefined {
  const { current_task: task, current_phase: current } = state;
  if (task === undefined) return undefined;
  const isOpen = phase.status === 'in_progress' || phase.status === 'failed';
  if (name === current) return isOpen ? taskInHand(task, phase.tasks) : null;
  return phase.status === 'in_progress' && current !== null ? null : undefined;
}

/** What stays the same stays the same object: it need not be checked, searched and compared again. */
function withPhase(state: CommandState, current_phase: string | null): CommandState {
  return state.current_phase === current_phase ? state : { ...state, current_phase };
}

function withoutTask({ current_task: _task, ...data }: PhaseEvent['data']): PhaseEvent['data'] {
  return data;
}

/** Files that were made on a branch are not gone where another one is checked out. */
function onBranch(pawl: RunNotes | undefined, branch: string | null | undefined): RunNotes | undefined {
  if (branch === undefined || branch === (pawl?.branch ?? null)) return pawl;
  return mergePatch(pawl ?? {}, { branch });
}

/** A name stands in too many places to be replaced: one that holds a secret is refused, without repeating it. */
function secretName(name: string): readonly Problem[] {
  const [kind] = redactText(name).kinds;
  if (kind === undefined) return [];
  return [{ path: '/phases', message: `a phase must not be called by a secret (${kind})`, fix: 'choose another name' }];
}

/** The run that a phase event belongs to: the one at hand, or a new one. */
function runFor(doc: CommandCheckpoint | null, event: PhaseEvent, now: string): CommandCheckpoint {
  if (doc !== null && (event.new_run !== true || !isComplete(doc))) return doc;
  return beginCommand(doc, event, plannedBy(event, event.command), now);
}

/**
 * Begins a run: the first of a checkpoint, or a new one after a complete one.
 * @param doc the complete checkpoint, or null
 * @param named the command, the feature and HEAD
 * @param pending_phases the phases that are known
 * @param now the time, ISO 8601
 * @returns the checkpoint with nothing done yet
 */
export function beginCommand(
  doc: CommandCheckpoint | null,
  named: Omit<PhaseEvent, 'phase' | 'data'>,
  pending_phases: readonly string[],
  now: string,
): CommandCheckpoint {
  if (doc === null) {
    const created = createdBy({ ...named, phase: '', data: {} }, now);
    return { ...created, state: { ...created.state, pending_phases } };
  }
  // What belonged to the old run goes: its phases, task and summary. Fields that pawl does not know stay.
  const { current_task: _task, context_summary: _summary, ...state } = doc.state;
  const { pawl } = doc;
  return {
    ...withoutCompletion(doc),
    started_at: now,
    state: { ...state, current_phase: null, completed_phases: [], pending_phases },
    phases: {},
    ...(pawl === undefined
      ? {}
      : {
          pawl: { ...mergePatch(pawl, { next_action: null, next_action_phase: null, handoffs: null, phases: null }) },
        }),
  };
}

function applyComplete(doc: CommandCheckpoint, event: CompleteEvent, now: string): CommandCheckpoint {
  const phases = Object.entries(doc.phases).map(([name, phase]): readonly [string, CommandPhase] => {
    if (phase.status === 'in_progress') return [name, { ...phase, status: 'complete', updated_at: now }];
    return [name, phase.status === 'pending' ? { ...phase, status: 'skipped', updated_at: now } : phase];
  });
  const { current, completed } = deriveState(doc);
  const isOnlyNamed = current !== null && !Object.hasOwn(doc.phases, current);
  const completed_phases = isOnlyNamed ? [...completed, current] : completed;
  return settleCommand({
    ...doc,
    ...(event.head_commit === undefined ? {} : { head_commit: event.head_commit }),
    updated_at: now,
    completed_at: doc.completed_at ?? now,
    state: { ...doc.state, completed_phases },
    phases: phases.every(([name, phase]) => phase === doc.phases[name]) ? doc.phases : Object.fromEntries(phases),
    ...(doc.pawl === undefined ? {} : { pawl: withoutAction(doc.pawl) }),
  });
}

function withNotes(doc: CommandCheckpoint, event: NoteEvent, now: string): CommandCheckpoint {
  return { ...doc, updated_at: now, pawl: bindAction(addNotes(doc.pawl, event, now), doc, event) };
}

function plannedBy(event: CommandEvent, command: string): readonly string[] {
  return 'typical_phases' in event && event.typical_phases === true ? (typicalPhases.get(command) ?? []) : [];
}

function createdBy(event: Exclude<CommandEvent, CompleteEvent>, now: string): CommandCheckpoint {
  const { command, feature } = event;
  if (command === undefined) return existing(null);
  return {
    command,
    feature: feature ?? null,
    version: 1,
    head_commit: event.type === 'phase' ? (event.head_commit ?? null) : null,
    started_at: now,
    updated_at: now,
    state: { current_phase: null, completed_phases: [], pending_phases: plannedBy(event, command) },
    phases: {},
  };
}

function existing(doc: CommandCheckpoint | null): CommandCheckpoint {
  if (doc !== null) return doc;
  throw new PawlError('not-found', 'There is no checkpoint yet.', {
    hint: 'Begin it with its first phase.',
  });
}

function withTask(state: CommandState, task: string | null | undefined): CommandState {
  if (task === undefined) return state;
  const { current_task: _task, ...rest } = state;
  return task === null ? rest : { ...state, current_task: task };
}

function withoutCompletion(doc: CommandCheckpoint): CommandCheckpoint {
  if (!Object.hasOwn(doc, 'completed_at')) return doc;
  const { completed_at: _completedAt, ...rest } = doc;
  return rest;
}
