// Dependencies: each must name a workstream, and none may lead back to where it began.

import { didYouMean } from '../../../../rules/near.js';
import { brief } from '../../lists.js';
import { layer } from '../../steps/layers.js';
import type { DraftWorkstream } from '../read/draft.js';
import type { Findings } from '../source/findings.js';

/**
 * Checks what workstreams depend on.
 * @param workstreams the workstreams
 * @param findings takes unknown names and circles
 * @returns layers of workstreams that can run side by side; what is in a circle, or behind one, is in none
 */
export function checkDependencies(
  workstreams: readonly DraftWorkstream[],
  findings: Findings,
): readonly (readonly string[])[] {
  const byId = new Map(workstreams.map((one) => [one.id, one]));
  const dependencies = new Map<string, readonly string[]>();
  for (const { id, dependsOn } of workstreams) {
    for (const other of dependsOn) {
      if (byId.has(other.text)) continue;
      const others = new Map([...byId].filter(([one]) => one !== id));
      findings.problem(other, `${id} depends on ${other.text}, which is no workstream`, nameFix(other.text, others));
    }
    dependencies.set(
      id,
      dependsOn.map(({ text }) => text),
    );
  }
  const { layers, circles } = layer(dependencies);
  for (const circle of circles) {
    const [from = '', to = ''] = circle;
    const spot = byId.get(from)?.dependsOn.find(({ text }) => text === to) ?? byId.get(from);
    if (spot === undefined) continue;
    const message = `workstreams depend on each other in a circle: ${shorten(circle).join(' → ')}`;
    findings.problem(spot, message, 'remove one of these dependencies');
  }
  return layers;
}

function shorten(circle: readonly string[]): readonly string[] {
  const most = 40;
  return circle.length <= most ? circle : [...circle.slice(0, most / 2), '…', ...circle.slice(-most / 2)];
}

/**
 * Helps with a name that no workstream has.
 * @param name what was written
 * @param byId the workstreams
 * @returns what to write: the id of the title, a near id, or what there is
 */
export function nameFix(name: string, byId: ReadonlyMap<string, DraftWorkstream>): string {
  const titled = [...byId.values()].find(({ title }) => title !== null && title.toLowerCase() === name.toLowerCase());
  if (titled !== undefined) return `write ${titled.id}`;
  const ids = [...byId.keys()];
  const sameLetters = ids.find((id) => id.toLowerCase() === name.toLowerCase());
  if (sameLetters !== undefined) return `write ${sameLetters}`;
  return didYouMean(name, ids) ?? `known: ${brief(ids)}; other work belongs under external_dependencies`;
}
