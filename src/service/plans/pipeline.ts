// The operations of the pipeline family as plans.

import { type PipelineCheckpoint, type PipelineEvent, applyPipeline } from '../../families/pipeline/index.js';
import { eventProblems } from '../../families/pipeline/steps/event-schema.js';
import type { Problem } from '../../rules/errors.js';
import type { Key } from '../../rules/names.js';
import type { Plan } from '../change.js';
import { asDocument, asState } from '../documents.js';
import { notFound, noteOf } from './note.js';

/**
 * Finds every problem of an event before a checkpoint is looked at.
 * @param event the event, plain
 * @returns the problems
 */
export function pipelineInputProblems(event: PipelineEvent): readonly Problem[] {
  return eventProblems(event);
}

/**
 * Plans an event of a pipeline. Only `init` begins one.
 * @param key the checkpoint
 * @param event what happens
 * @returns the plan
 */
export function planPipeline(key: Key, event: PipelineEvent): Plan {
  return (doc, now) => {
    if (doc === null && event.type !== 'init') throw notFound(key, 'Initialize it from its spec first.');
    const next = applyPipeline(doc === null ? null : asDocument<PipelineCheckpoint>(doc), event, now);
    return { state: asState(next), event: noteOf(event) };
  };
}
