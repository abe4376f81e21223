// The steps of a pipeline that agents take one by one.

import type { PipelineEvent } from '../../families/pipeline/index.js';

/** The events that have a command, or a tool, of their own. */
export type StepEvent = Extract<
  PipelineEvent,
  { readonly type: 'start' | 'done' | 'fail' | 'pause' | 'review' | 'note' }
>;
export type StepName = StepEvent['type'];
