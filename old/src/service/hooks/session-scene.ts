// What a session's use cases work with.

import type { BriefLook } from '../brief.js';
import type { Owner } from '../lease/owner.js';
import type { Workbench } from '../workbench.js';

/** The store, and whose session it is. */
export interface SessionScene {
  readonly bench: Workbench;
  readonly owner: Owner;
  /** Null when the agent does not tell. */
  readonly session: string | null;
  /** The process that started the hook. */
  readonly parentPid: number;
  /** Which agent is told. */
  readonly reader?: BriefLook['reader'];
  /** When a workflow counts as old. */
  readonly maxAgeDays: number;
}
