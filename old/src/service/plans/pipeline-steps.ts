// Several events of a pipeline as one step: what a build has to record at one moment is one revision.

import { dueOn, replayBuildSteps } from '../../families/pipeline/build/apply-build-step.js';
import type { PipelineCheckpoint, PipelineEvent } from '../../families/pipeline/index.js';
import type { Key } from '../../rules/names.js';
import type { EventNote } from '../../store/store.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { notFound, noteOf } from './note.js';

/** The state that a build went on from, and what the events make of it. */
export interface Foreseen {
  readonly before: PipelineCheckpoint;
  readonly after: PipelineCheckpoint;
}

/**
 * Plans events of a pipeline that is there, one after the other.
 * @param key the checkpoint
 * @param events what happens, at least one event
 * @param foreseen what they make of a certain state, when that was found out before: nothing is done twice
 * @returns the plan
 */
export function planPipelineSteps(key: Key, events: readonly PipelineEvent[], foreseen?: Foreseen): Plan {
  return (doc, now) => {
    if (doc === null) throw notFound(key, 'Initialize it from its spec first.');
    const before = asDocument<PipelineCheckpoint>(doc);
    if (before === foreseen?.before) {
      return { state: asState({ ...foreseen.after, timestamp: now }), event: noteOfSteps(events) };
    }
    const next = replayBuildSteps(before, dueOn(foreseen?.before ?? before, before, events), now);
    return { state: asState({ ...next, timestamp: now }), event: noteOfSteps(events) };
  };
}

/** One event is noted as ever; several as what was completed and what was started. */
function noteOfSteps(events: readonly PipelineEvent[]): EventNote {
  const [first, ...rest] = events;
  if (first !== undefined && rest.length === 0) return noteOf(first);
  const completed = events.flatMap((event) => (event.type === 'done' ? [event.workstream] : []));
  const workstreams = events.flatMap((event) => (event.type === 'start' ? event.workstreams : []));
  const last = events.at(-1);
  const isEnd = last !== undefined && last.type !== 'done' && last.type !== 'start';
  const args = {
    ...(completed.length === 0 ? {} : { completed }),
    ...(workstreams.length === 0 ? {} : { workstreams }),
  };
  // A failure or a pause is what people look for in a history.
  return isEnd ? { ...noteOf(last), args: { ...noteOf(last).args, ...args } } : { name: 'built', args };
}
