// Runs as the catalogue knows them, without opening a store: what a status line or a hook needs at each prompt.

import type { FamilyName } from '../rules/names.js';
import { Catalog } from '../store/file/catalog/catalog.js';
import type { Entry } from '../store/file/catalog/entry.js';
import { glance, toSummary } from '../store/file/catalog/glance.js';
import { below, familyNames, ownFolder, publishedFolder, tempFolder } from '../disk/layout.js';
import { mayBeSet } from './config/files.js';
import { maxAgeDays, type Overview, overviewFrom } from './overview.js';
import { type RunFilter, summaryFilter } from './run-filter.js';
import type { Summary, SummaryFilter } from '../store/store.js';

export { toSummary };

/**
 * Lists runs, the most recently changed first, if that takes no more than a glance.
 * @param root the project's root
 * @param filter which of them
 * @param now the time, in milliseconds since 1970
 * @returns one line about each; null when a file has to be read: `listRuns` does that
 */
export function glanceAtRuns(root: string, filter: RunFilter, now: number): readonly Overview[] | null {
  const found = glanceAtEntries(root, summaryFilter(filter));
  if (found === null) return null;
  const maker = new OverviewMaker(root, now);
  const runs = found.map((entry) => maker.make(entry));
  return maker.isUncertain ? null : runs;
}

/** Makes overviews of what the catalogue says, without reading the configuration. */
export class OverviewMaker {
  readonly #root: string;
  readonly #now: number;
  readonly #folders = new Map<string, string>();
  #isConfigured: boolean | undefined;

  constructor(root: string, now: number) {
    this.#root = root;
    this.#now = now;
  }

  /** Whether one of them depends on a limit that has to be read. */
  get isUncertain(): boolean {
    return this.#isConfigured === true;
  }

  /**
   * Makes the overview of a run.
   * @param entry what the catalogue says of it
   * @returns the overview
   */
  make({ k: id, r: revision, pl: place, o, f, n }: Entry): Overview {
    const family = familyOfId(id);
    const path = publishedFolder({ family }, place) === null ? null : this.#folder(f) + n;
    return overviewFrom({ family, id, place, revision, path }, o, this.#now, () => this.#limitDays());
  }

  #limitDays(): number {
    this.#isConfigured ??= mayBeSet(this.#root, 'max_age_days');
    return maxAgeDays;
  }

  #folder(folder: string): string {
    const known = this.#folders.get(folder) ?? below(this.#root, folder, '/');
    this.#folders.set(folder, known);
    return known;
  }
}

/**
 * Lists runs as the store would, if that takes no more than a glance.
 * @param root the project's root
 * @param filter which of them
 * @returns one line about each; null when a file has to be read
 */
export function glanceAtSummaries(root: string, filter: SummaryFilter): readonly Summary[] | null {
  return glanceAtEntries(root, filter)?.flatMap((entry) => toSummary(root, entry) ?? []) ?? null;
}

/**
 * Lists runs as the catalogue knows them, the most recently changed first.
 * @param root the project's root
 * @param filter which of them
 * @returns its lines; null when a file has to be read
 */
export function glanceAtEntries(root: string, filter: SummaryFilter): readonly Entry[] | null {
  return glance(root, new Catalog(`${root}/${ownFolder}`, `${root}/${tempFolder}`), filter);
}

function familyOfId(id: string): FamilyName {
  return familyNames.find((family) => id.startsWith(`${family}:`)) ?? 'command';
}
