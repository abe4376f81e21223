// The operations of the pipeline family as plans.

import { pawlLine } from '../pawl-line.js';
import {
  alreadyComplete,
  applyPipeline,
  type PipelineCheckpoint,
  type PipelineEvent,
} from '../../families/pipeline/index.js';
import { eventProblems } from '../../families/pipeline/steps/event-schema.js';
import { PawlError, type Problem } from '../../rules/errors.js';
import { type Key, refOf } from '../../rules/names.js';
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
  return (doc, now, current) => {
    if (doc === null && event.type !== 'init') {
      if (current?.place === 'archived') throw archived(key, current.state['status'] === 'complete');
      throw notFound(key, 'Initialize it from its spec first: `pawl pipeline init SPEC`.');
    }
    const next = applyPipeline(doc === null ? null : asDocument<PipelineCheckpoint>(doc), event, now);
    return { state: asState(next), event: noteOf(event) };
  };
}

function archived(key: Key, isComplete: boolean): PawlError {
  if (isComplete) return alreadyComplete(refOf(key));
  return new PawlError('not-allowed', `${refOf(key)} was archived unfinished`, {
    hint: `Take it up again first: ${pawlLine('resume', key)}`,
  });
}
