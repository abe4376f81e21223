// A phase that is reported complete is done as things stand now: files that it created before and that are gone by then are
// no longer listed for it, else every resume would ask to do it again.

import type { CommandCheckpoint } from '../../families/command/index.js';
import { withoutCreated } from '../../families/command/merge-phase.js';
import { type JsonObject, isJsonObject } from '../../rules/json/json.js';
import { mapIn } from '../../rules/json/read-member.js';
import { asDocument, asState } from '../documents.js';
import type { Step } from '../change.js';
import { goneAmong } from '../gone-files.js';
import { isNowhere } from '../worktrees.js';

/** A step, and the files that its phases no longer list. */
export interface Settled {
  readonly step: Step;
  readonly dropped: readonly string[];
}

/** The history names so many; the states tell all. */
const maxNamed = 20;

/**
 * Leaves out files that are gone from phases which a step reports as complete.
 * @param root the project's root
 * @param before the run before the step; null when there was none
 * @param step the step
 * @param named files that the step itself names: they are recorded, there or not
 * @returns the step, whose event tells what was left out
 */
export function withoutGone(root: string, before: JsonObject | null, step: Step, named: ReadonlySet<string>): Settled {
  const old = mapIn(before, 'phases');
  const doc = asDocument<CommandCheckpoint>(step.state);
  const phases: Record<string, CommandCheckpoint['phases'][string]> = { ...doc.phases };
  const dropped: string[] = [];
  for (const [name, phase] of Object.entries(doc.phases)) {
    // What the step did not report on is the very same object.
    if (phase.status !== 'complete' || (Object.hasOwn(old, name) && phase === old[name])) continue;
    const gone = goneAmong(root, phase.files_created, isNowhere).filter((file) => !named.has(file));
    if (gone.length > 0) phases[name] = withoutCreated(phase, gone);
    dropped.push(...gone);
  }
  if (dropped.length === 0) return { step, dropped };
  const args = isJsonObject(step.event.args) ? step.event.args : {};
  const event = { ...step.event, args: { ...args, gone: dropped.slice(0, maxNamed) } };
  return { step: { ...step, state: asState({ ...doc, phases }), event }, dropped };
}
