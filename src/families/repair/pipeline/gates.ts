// Makes the two lists of gates. A gate counts as passed only where the file says so plainly.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { gateIdOf, gateLabel, planOf } from '../../pipeline/plan.js';
import type { Draft } from '../draft.js';
import { phasesIn } from '../read/phases.js';
import { isDoubtful, readStatus } from '../read/status.js';
import { nameIn, unitsIn } from '../read/units.js';

const scopeFields = ['workstream', 'workstream_id', 'ws', 'scope', 'covers'] as const;

interface Gate {
  readonly label: string;
  readonly passed: boolean;
}

/**
 * Gives a pipeline its lists of gates.
 * @param draft the document, its fields renamed
 */
export function repairGates(draft: Draft): void {
  const [passedValue, pendingValue, other] = [
    draft.get('gates_passed'),
    draft.get('gates_pending'),
    draft.get('gates'),
  ];
  const gates: Gate[] = [...gatesIn(passedValue, 'passed'), ...gatesIn(pendingValue, 'pending')];
  if (passedValue === undefined || pendingValue === undefined) {
    const known = new Set(gates.map(({ label }) => label));
    const more = isJsonObject(other) ? groupsIn(other) : gatesIn(other, 'told');
    gates.push(...more.filter(({ label }) => !known.has(label)));
    if (other === undefined) gates.push(...gatesOfOpenPhases(draft).filter(({ label }) => !known.has(label)));
  }
  const met = new Set(gates.map(({ label }) => gateIdOf(label)));
  for (const id of planOf(draft.root)?.gates ?? []) if (!met.has(id)) gates.push({ label: id, passed: false });
  // What stands in both lists is in doubt, and what is in doubt has not passed.
  const open = new Set(gates.filter(({ passed }) => !passed).map(({ label }) => label));
  const labels = (passed: boolean): string[] => [
    ...new Set(gates.filter(({ label }) => open.has(label) !== passed).map(({ label }) => label)),
  ];
  const why = (field: string, value: Json | undefined): string => {
    if (value !== undefined) return `${field} is a list of gates; a gate without a plain pass is pending`;
    if (other !== undefined) return `${field} is missing; taken from gates`;
    const named =
      gatesOfOpenPhases(draft).length > 0 ? 'those of open phases are pending' : 'the file names no other gates';
    return `${field} is missing; ${named}`;
  };
  draft.set(['gates_passed'], labels(true), 'shape', why('gates_passed', passedValue));
  draft.set(['gates_pending'], labels(false), 'shape', why('gates_pending', pendingValue));
}

/** Gates that stand with their phases: what an open phase names has not passed. */
function gatesOfOpenPhases(draft: Draft): Gate[] {
  return phasesIn(draft.get('phases'), draft.get('execution_phases')).flatMap((phase) => {
    if (!isJsonObject(phase) || readStatus(phase) === 'complete') return [];
    const said = phase['gate'] ?? phase['gates'];
    return gatesIn(typeof said === 'string' ? [said] : said, 'pending');
  });
}

/** `{"passed": ["lint"], "pending": ["build"]}`, or gates by id. */
function groupsIn(map: Readonly<Record<string, Json>>): Gate[] {
  const groups = Object.entries(map).map(([name, list]) => [readStatus(name), list] as const);
  if (groups.length === 0 || !groups.every(([concept, list]) => concept !== null && Array.isArray(list))) {
    return gatesIn(map, 'told');
  }
  return groups.flatMap(([concept, list]) => gatesIn(list, concept === 'complete' ? 'passed' : 'pending'));
}

/** What standing there says of a gate: that it passed, that it has not, or nothing. */
type Listed = 'passed' | 'pending' | 'told';

/** A status that can be read says more than the list it stands in; true only says that the list is meant. */
function gatesIn(value: Json | undefined, listed: Listed): Gate[] {
  return unitsIn(value).map(({ name, said, value: item }) => {
    const concept = said === true && listed === 'pending' ? 'pending' : readStatus(said ?? undefined);
    const passed =
      concept === null ? listed === 'passed' && item !== null && !isDoubtful(said) : concept === 'complete';
    return { label: labelOf(name, item), passed };
  });
}

function labelOf(name: string, item: Json): string {
  if (!isJsonObject(item)) return name;
  const gate = [item['gate'], item['gate_id'], item['id'], item['name']].find((text) => typeof text === 'string');
  const scope = scopeFields.map((field) => item[field]).find((text) => typeof text === 'string');
  const base = nameIn(item) === null || typeof gate !== 'string' ? name : gate;
  const covered = typeof scope === 'string' ? scope : phaseOf(item['phase']);
  return covered === null || base === covered || base.endsWith(')') ? base : gateLabel(base, covered);
}

function phaseOf(value: Json | undefined): string | null {
  if (typeof value === 'number') return `Phase ${value}`;
  return typeof value === 'string' && /^Phase \d+$/.test(value) ? value : null;
}
