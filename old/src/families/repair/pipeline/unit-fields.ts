// Where drifted pipelines keep their workstreams, as data.

import type { Concept } from '../read/words.js';

/** The list that a workstream belongs in. */
export type Place = 'complete' | 'in_progress' | 'pending';

/** The lists of workstreams, with those that people added, where each puts its own, and what else it says of them. */
export const lists: readonly (readonly [string, Place, Concept?])[] = [
  ['completed_workstreams', 'complete'],
  ['in_progress_workstreams', 'in_progress'],
  ['pending_workstreams', 'pending'],
  ['failed_workstreams', 'pending', 'failed'],
  ['blocked_workstreams', 'pending', 'blocked'],
];
/** Workstreams with their statuses. */
export const statusMaps: readonly string[] = [
  'workstreams',
  'workstream_status',
  'workstream_statuses',
  'workstreams_status',
  'ws_status',
];
/** Members of many meanings: they count where they are maps by workstream. */
export const progressMaps: readonly string[] = ['progress', 'workstream_progress', 'ws_progress', 'statuses'];
/** Words that say where the work stands. */
export const pointers: readonly (readonly [string, Place])[] = [
  ['current', 'in_progress'],
  ['doing', 'in_progress'],
  ['next', 'pending'],
  ['upcoming', 'pending'],
  ['next_workstream', 'pending'],
  ['next_workstreams', 'pending'],
];
/** Phases with their workstreams. */
export const phaseLists: readonly string[] = ['phases', 'execution_phases'];
/** Workstreams that are in none of the lists. */
export const left: readonly string[] = [
  'skipped_workstreams',
  'dormant_workstreams',
  'deferred_workstreams',
  'cancelled_workstreams',
];
/** Where the units of work stand in files that have no workstreams. */
export const otherUnits: readonly string[] = [
  'tasks',
  'todos',
  'steps',
  'work_items',
  'items',
  'units',
  'streams',
  'milestones',
  'checklist',
  'arbeitspakete',
  'progress',
];
/** What happened, the last entry about a workstream counts. */
export const histories: readonly string[] = ['history', 'log', 'events', 'timeline', 'entries'];
