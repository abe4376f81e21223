// What an act of the demo is: a run that is begun by one process, killed, found by a second one and completed.

import type { Project } from '../../library/project.js';

/** Told after each save that was acknowledged, and only then. */
export type Acknowledge = (what: string, saved: { readonly revision: number }) => void;

/** What the second process found. */
export interface Found {
  readonly ref: string;
  readonly revision: number;
  /** The unit to go on with. */
  readonly from: string | null;
  readonly summary: string | null;
  /** The small saves that the document has. */
  readonly saves: readonly string[];
  /** What a person is shown; empty when from and summary say it all. */
  readonly display: string;
}

export interface Act {
  readonly name: 'command' | 'pipeline' | 'workflow';
  readonly title: string;
  /** What the first process does before it saves in a loop. */
  readonly opening: string;
  /** What the second process does. */
  readonly ending: string;
  /** Where it must go on, and with which summary. */
  readonly expected: { readonly from: string; readonly summary: string };
  /** Works until it is killed. */
  begin(project: Project, acknowledge: Acknowledge): Promise<void>;
  /** Finds the run, knowing nothing about it. */
  find(project: Project): Promise<Found>;
  /** Goes on from there to the end. */
  complete(project: Project, found: Found): Promise<void>;
  /** Looks at the completed run. Gives every problem. */
  verify(project: Project, found: Found): Promise<readonly string[]>;
}

/** A first process that is never killed stops by itself. */
const mostSaves = 3_000;

/**
 * Saves small things until the process is killed.
 * @param acknowledge told after each of them
 * @param save saves one
 */
export async function saveUntilKilled(
  acknowledge: Acknowledge,
  save: (what: string) => Promise<{ readonly revision: number }>,
): Promise<void> {
  for (let number = 1; number <= mostSaves; number++) {
    const what = `T${String(number).padStart(3, '0')}`;
    acknowledge(what, await save(what));
  }
}

/**
 * Finds the only unfinished run of a family.
 * @param project the project
 * @param family the family
 * @returns its ref and revision
 */
export async function findOnly(
  project: Project,
  family: Act['name'],
): Promise<{ readonly ref: string; readonly revision: number }> {
  const [found, ...others] = (await project.list({ family })).filter((one) => !one.finished);
  if (found === undefined || others.length > 0)
    throw new Error(`found ${found === undefined ? 'no' : 'more than one'} ${family}`);
  return found;
}
