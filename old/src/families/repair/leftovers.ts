// The last resort: what a family's check still finds is set aside where the format can do without it, else a person
// decides.

import type { Problem } from '../../rules/errors.js';
import type { Steps } from '../../rules/fields.js';
import { pointer, stepsOf } from '../../rules/json/json.js';
import type { Draft } from './draft.js';
import type { UndecidedCode } from './types.js';

const maxRounds = 50;

/** What the last resort must leave alone. */
export interface Essentials {
  /** Fields that a document must have; the first step of their paths. */
  readonly required: ReadonlySet<string>;
  /** Required fields whose members may still be set aside, e.g. `phases/design/tasks`; from how many steps on. */
  readonly open: Readonly<Record<string, number>>;
  /** Places that must stay with all that is in them. */
  readonly fixed: readonly string[];
  /** The fields that hold the names of units. */
  readonly units: ReadonlySet<string>;
  /** What kind of decision a problem of a field is. */
  readonly codes: Readonly<Record<string, UndecidedCode>>;
}

/**
 * Sets aside what does not fit and need not be there; asks about the rest.
 * @param draft the document, repaired as far as its family could
 * @param check the family's check
 * @param essentials what must stay
 */
export function repairLeftovers(draft: Draft, check: () => readonly Problem[], essentials: Essentials): void {
  const canGo = (steps: Steps): boolean => {
    const [field = ''] = steps;
    const path = `${pointer(...steps)}/`;
    if (essentials.fixed.some((place) => path.startsWith(`${place}/`))) return false;
    if (steps.length === 0 || (field === 'pawl' && steps.length === 1)) return false;
    if (!essentials.required.has(String(field))) return true;
    return steps.length >= (essentials.open[field] ?? Infinity);
  };
  let problems = check();
  for (let round = 0; round < maxRounds && problems.length > 0; round += 1) {
    // From the back: taking an item out of a list moves those behind it.
    const due = problems
      .map((problem) => ({ problem, steps: stepsOf(problem.path) }))
      .filter(({ steps }) => canGo(steps) && draft.get(...steps) !== undefined)
      .toReversed();
    if (due.length === 0) break;
    for (const { problem, steps } of due) draft.setAside(steps, problem.message);
    problems = check();
  }
  const asked = new Set(draft.undecided.map((one) => one.path));
  for (const { path, message, fix } of problems) {
    if (asked.has(path)) continue;
    asked.add(path);
    const steps = stepsOf(path);
    // What is wrong inside the units and could not go is the name of one.
    const isName = essentials.units.has(String(steps[0])) && steps.length > 1;
    const code = isName ? 'name' : (essentials.codes[String(steps[0])] ?? 'unresolved');
    draft.ask(code, path, message, isName ? 'choose another name for it, the same wherever it stands' : fix);
  }
}
