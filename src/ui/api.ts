// What the dashboard's server and page say to each other. Types only: the page is built for the browser.
//
// The address is http://127.0.0.1:PORT/#token=TOKEN; every request to /api has the header `x-pawl-token`. A ref is one
// part of a path: encodeURIComponent(ref).

import type { JsonObject } from '../base/json.js';
import type { FamilyName, Place } from '../base/names.js';
import type { Unit } from '../formats/format.js';
import type { Decision } from '../resume/decision.js';
import type { Difference } from '../runs/history.js';
import type { Stats } from '../runs/stats.js';
import type { Revision } from '../store/store.js';

export type { Stats };

/** A run in the list. */
export interface RunSummary {
  readonly ref: string;
  readonly family: FamilyName;
  readonly place: Place;
  readonly title: string;
  readonly status: string;
  readonly isFinished: boolean;
  readonly progress: { readonly done: number; readonly total: number };
  readonly current: string | null;
  readonly next: string | null;
  readonly updatedAt: string | null;
  readonly revision: number;
  /** Live sessions that work on it, and the build that holds it. */
  readonly workers: readonly Worker[];
  /** Why a person is asked for; null when nobody is. */
  readonly waiting: Waiting | null;
  readonly problem?: string;
}

export interface Worker {
  readonly kind: 'session' | 'build';
  readonly name: string;
  readonly since: string;
  readonly lastEdited: string | null;
}

/** Something that waits for a person, the most urgent kind first. */
export interface Waiting {
  readonly kind: 'approve' | 'decide' | 'failed' | 'ship' | 'abandoned';
  readonly reasons: readonly string[];
  /** For `approve`: the gate. */
  readonly gate?: string;
}

/** GET /api/runs: also archived runs; with ?all=1 also deleted ones. */
export interface RunsAnswer {
  readonly root: string;
  readonly isReadOnly: boolean;
  readonly runs: readonly RunSummary[];
  readonly stats: Stats;
}

/** One unit over time. */
export interface TimelineRow {
  readonly unit: string;
  readonly segments: readonly { readonly from: string; readonly to: string | null; readonly status: Unit['status'] }[];
}

/** GET /api/runs/{ref}, and /api/runs/{ref}?revision=N */
export interface RunAnswer {
  readonly summary: RunSummary;
  readonly rev: string;
  readonly document: JsonObject;
  readonly units: readonly (Unit & { readonly proof: string | null; readonly tokens: number | null })[];
  readonly timeline: readonly TimelineRow[];
  readonly decision: Decision;
  readonly brief: string;
  readonly goal: string | null;
  readonly decisions: readonly { readonly text: string; readonly at?: string }[];
  readonly rejected: readonly { readonly text: string; readonly at?: string }[];
  readonly failure: { readonly unit: string; readonly message: string } | null;
  readonly gates: readonly {
    readonly label: string;
    readonly state: string;
    readonly detail: string | null;
    readonly output?: string;
  }[];
  /** For pipelines with a spec: what depends on what. */
  readonly graph: readonly { readonly unit: string; readonly phase: number; readonly needs: readonly string[] }[];
  readonly files: readonly string[];
  readonly handoffs: readonly JsonObject[];
}

/** GET /api/runs/{ref}/history */
export interface HistoryAnswer {
  readonly revisions: readonly (Revision & { readonly text: string })[];
}

/** GET /api/runs/{ref}/diff?from=A&to=B */
export interface DiffAnswer {
  readonly from: number;
  readonly to: number;
  readonly differences: readonly Difference[];
  /** What going back to `from` would mean, in one sentence. */
  readonly redo: string;
}

/** POST /api/runs/{ref}; refused with `conflict` when the run is not at `expect` any more. */
export type Action = { readonly expect: number } & (
  | { readonly action: 'approve'; readonly gate: string }
  | { readonly action: 'waive'; readonly gate: string; readonly reason: string; readonly issue: string }
  | { readonly action: 'resume'; readonly choice: 'r' | 's' | 'd' }
  | { readonly action: 'note'; readonly next?: string; readonly decision?: string; readonly reject?: string }
  | { readonly action: 'archive' | 'delete' }
  | { readonly action: 'restore'; readonly revision: number }
  | { readonly action: 'fork'; readonly revision: number; readonly target: string }
);

/** What a change answers. */
export interface ActionAnswer {
  readonly ref: string;
  readonly revision: number;
  readonly message: string;
  /** The revision that undoes it by `restore`. */
  readonly undo: number | null;
}

/** Every answer that failed. */
export interface ErrorAnswer {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** GET /api/events, each as a line `data: …`: a run has a new revision, or what sessions do has changed. */
export type LiveEvent = { readonly ref: string; readonly revision: number } | { readonly sessions: true };

/** What `pawl export REF --html` puts into the page, as JSON in `script#pawl-data`: all revisions of one run. */
export interface Exported {
  readonly runs: RunsAnswer;
  readonly run: Readonly<Record<number, RunAnswer>>;
  readonly history: HistoryAnswer;
}
