// The library: an opened project with its checkpoints.
// The reference is for users whose own settings know `Symbol.asyncDispose` neither from Node's types nor from their lib.
/// <reference lib="esnext.disposable" preserve="true" />

import { anyText, optional } from '../../rules/fields.js';
import type { MemberRules } from '../../rules/members.js';
import type { FamilyName, Key } from '../../rules/names.js';
import { families } from '../../service/families.js';
import { rootHere } from '../../service/root-here.js';
import type { NoteSaved } from '../../service/lease/note-work.js';
import { openWorkbench } from '../../service/open-workbench.js';
import type { Notice, Store } from '../../store/store.js';
import { checkArguments, optionsOf, refRule, trueOrFalse, wholeNumber } from './arguments.js';
import { type Checkpoint, type Overview, toCheckpoint } from '../../service/checkpoint.js';
import { Commands } from './commands.js';
import { Handoffs } from './handoffs.js';
import { listRuns } from '../../service/runs.js';
import { findKey, readKey } from '../../service/refs.js';
import { projectRules, soundClock } from './project-options.js';
import { ProjectDurable } from './project-durable.js';
import { Pipelines } from './pipelines.js';
import { Ship } from './ship.js';
import { type Workbench, readNewest } from '../../service/workbench.js';
import { Workflows } from './workflows.js';

/** How a project is opened; everything has a default. */
export interface ProjectOptions {
  /** The project's root; found from the environment and the current folder unless given. */
  readonly root?: string;
  /** Another store than the project's files. */
  readonly store?: Store;
  /** Who is writing, for the history. */
  readonly actor?: string;
  /** Milliseconds since 1970; `Date.now` unless given. For tests. */
  readonly clock?: () => number;
  /** `now` (default): files are up to date when a call returns. `soon`: within 50 ms and at exit; saves are durable either way. */
  readonly publish?: 'now' | 'soon';
  /** Which pipeline ids are accepted; `PRD-\d{3}` unless given. */
  readonly pipelineIds?: RegExp;
  /** How long a change tries against other writers; 10 seconds unless given. */
  readonly deadlineMs?: number;
  /**
   * The agent's session that this program writes for: each save then takes or renews the run's lease, as the command line
   * does, and tells who else works on it (`heldBy`); what it holds it may also resume and put away. Without, saves take no lease.
   */
  readonly session?: string;
  /** Told about edits by hand, corrupt files and the like. */
  readonly onNotice?: (notice: Notice) => void;
}

/** Which checkpoints are listed. */
export interface ListOptions {
  readonly family?: FamilyName;
  /** Only those with this status, as their family names it. */
  readonly status?: string;
  /** Also archived, failed and removed ones. */
  readonly all?: boolean;
  /** Only those with something left to do. */
  readonly unfinished?: boolean;
  /** At most so many, the newest. */
  readonly limit?: number;
  /**
   * Look at every file. Without, finished runs beyond the newest 100 are listed as they were noted, while no file in their
   * folder came, went or was replaced: only an edit in place, by hand, of such a file is missed.
   */
  readonly exact?: boolean;
}

const familyNames = Object.keys(families);
const listRules: MemberRules = {
  family: optional({
    fits: (value) => typeof value === 'string' && familyNames.includes(value),
    wanted: `one of ${familyNames.map((name) => `"${name}"`).join(', ')}`,
    example: '"pipeline"',
  }),
  status: optional({ ...anyText, wanted: 'a status, as the family names it', example: '"in_progress"' }),
  all: optional(trueOrFalse),
  unfinished: optional(trueOrFalse),
  limit: optional({ ...wholeNumber, wanted: 'how many, a whole number from 0', example: '50' }),
  exact: optional(trueOrFalse),
};
const forList: MemberRules = {
  options: optionsOf('an object with filters', '{"all": true}', listRules),
};
const justRef: MemberRules = { ref: refRule };

function benchFor(options: ProjectOptions): Workbench {
  checkArguments('openProject', { options }, projectRules);
  const root = rootHere(options.root);
  const clock = options.clock === undefined ? Date.now : soundClock(options.clock);
  const bench = openWorkbench({ ...options, root, clock });
  const { session } = options;
  return session === undefined ? bench : { ...bench, session, noteSaved: notesOf(bench, session) };
}

/** Leases are loaded with the first save. */
function notesOf(bench: Workbench, session: string): NonNullable<Workbench['noteSaved']> {
  let notes: NoteSaved | undefined;
  return async (stored) => {
    notes ??= (await import('./lazy/runs.js')).savesOf(bench, session);
    return notes(stored);
  };
}

/** An opened project. Close it when done. */
export class Project extends ProjectDurable {
  readonly root: string;
  readonly commands: Commands;
  readonly pipelines: Pipelines;
  readonly workflows: Workflows;
  /** Hand-offs to sub-agents. */
  readonly handoffs: Handoffs;
  /** The ship gate. */
  readonly ship: Ship;
  readonly #bench: Workbench;
  readonly #store: Store;

  constructor(options: ProjectOptions = {}) {
    const bench = benchFor(options);
    super(bench);
    this.root = bench.root;
    this.#bench = bench;
    this.#store = bench.store;
    this.commands = new Commands(bench);
    this.pipelines = new Pipelines(bench);
    this.workflows = new Workflows(bench);
    this.handoffs = new Handoffs(bench);
    this.ship = new Ship(bench);
  }

  /**
   * Loads a checkpoint of any family, finished ones included.
   * @param ref e.g. `implement/auth-system`, `PRD-009`, `workflow:orchestrate_x_20251003_184530`
   * @returns the checkpoint, or null when no checkpoint has that name
   */
  async load(ref: string): Promise<Checkpoint | null> {
    checkArguments('load', { ref }, justRef);
    const found = await findKey(this.#store, ref);
    return found === null ? null : toCheckpoint(await readNewest(this.#store, found));
  }

  /**
   * Lists checkpoints, the most recently changed first.
   * @param options filters
   * @returns one line about each
   */
  async list(options: ListOptions = {}): Promise<readonly Overview[]> {
    checkArguments('list', { options }, forList);
    return listRuns(this.#bench, options);
  }

  /**
   * Carries on a checkpoint whose log is damaged, from the newest state that can be read; the damaged part is kept.
   * @param ref which checkpoint
   * @returns false when there was nothing to repair
   */
  async repair(ref: string): Promise<boolean> {
    checkArguments('repair', { ref }, justRef);
    const key = await this.#need(ref);
    return (await this.#store.repair?.(key, this.#bench.actor)) ?? false;
  }

  /** Lets go of runs that are open, publishes what was deferred and frees everything. Safe to call twice. */
  async close(): Promise<void> {
    await this.closeRuns();
    await this.#store.close();
  }

  /** For `await using project = await openProject()`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #need(ref: string): Promise<Key> {
    return readKey(this.#store, ref, 'project.list() shows what is there.');
  }
}

/**
 * Opens a project. Only with `session` its saves take the run for that session (a lease), and tell who else holds it; without,
 * they are stored, and nobody sees that someone is at work.
 * @param options root, store, actor …; sensible defaults for all
 * @returns the project; close it when done
 */
export async function openProject(options: ProjectOptions = {}): Promise<Project> {
  return new Project(options);
}
