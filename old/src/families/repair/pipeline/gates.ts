// Makes the two lists of gates. A gate counts as passed only where the file says so plainly.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { listed } from '../../../rules/text/listed.js';
import { gateIdOf, gateLabel, planOf } from '../../pipeline/plan.js';
import type { Draft } from '../draft.js';
import { isNothing, isVerdict, readLabel } from '../read/labels.js';
import { meaningOf, readStatus, saidBy } from '../read/status.js';
import { nameIn, tidyName, unitsIn } from '../read/units.js';
import { plainWords } from '../read/words.js';
import { type Gate as NamedGate, gatesOfUnits, namedGates, recordedGates } from './named-gates.js';
import { isTimed, readVerdict, type Verdict } from './verdict.js';

const scopeFields = ['workstream', 'workstream_id', 'ws', 'scope', 'covers'] as const;

/** Where gates stand that are in neither of the format's lists. */
const otherFields = ['gates', 'gate_results', 'gate_status', 'quality_gates'] as const;

/** How many, and not which. */
const ofCounts = /^(?:total|count|passed|failed|pending|skipped|remaining)$/i;

interface Gate {
  readonly label: string;
  readonly passed: boolean;
}

/**
 * Gives a pipeline its lists of gates.
 * @param draft the document, its fields renamed
 */
export function repairGates(draft: Draft): void {
  const [passedValue, pendingValue] = [draft.get('gates_passed'), draft.get('gates_pending')];
  const field = otherFields.find((name) => draft.get(name) !== undefined);
  const claimed = gatesIn(passedValue, 'passed');
  const elsewhere = gatesElsewhere(draft);
  const gates: Gate[] = [...claimed, ...gatesIn(pendingValue, 'pending')];
  if (passedValue === undefined || pendingValue === undefined || gates.length === 0) {
    const known = new Set(gates.map(({ label }) => label));
    gates.push(...otherGates(draft).filter(({ label }) => !known.has(label)));
  }
  // A gate that passed somewhere is the same as the one of a workstream or a phase that stands in a list.
  const named = new Set(gates.map(({ label }) => gateIdOf(label)));
  gates.push(...elsewhere.filter(({ label, passed }) => !passed || !named.has(gateIdOf(label))));
  const plan = planOf(draft.root)?.gates;
  const met = new Set(gates.map(({ label }) => gateIdOf(label)));
  for (const id of plan ?? []) if (!met.has(id)) gates.push({ label: id, passed: false });
  // What stands in both lists is in doubt, and what is in doubt has not passed.
  const open = new Set(gates.filter(({ passed }) => !passed).map(({ label }) => label));
  const isKnown = (label: string): boolean =>
    plan === undefined || plan.includes(gateIdOf(label)) || claimed.some((gate) => gate.label === label);
  const labels = (passed: boolean): string[] => [
    ...new Set(gates.filter(({ label }) => open.has(label) !== passed && isKnown(label)).map(({ label }) => label)),
  ];
  const doubted = [...new Set(claimed.map(({ label }) => label).filter((label) => open.has(label)))];
  const sources = [...(field === undefined ? [] : [field]), ...new Set(elsewhere.map(({ from }) => from))];
  const why = (name: string, value: Json | undefined): string => {
    const taken = `taken from ${listed(sources, 5)}`;
    if (doubted.length > 0) return `${listed(doubted, 20)}: not plainly passed, so pending`;
    if (value !== undefined && claimed.length === 0 && sources.length > 0) return `${name} names none; ${taken}`;
    if (value !== undefined && sources.length > 0) return `${name} does not name all; the others are ${taken}`;
    if (value !== undefined) return `${name} is a list of gates; a gate without a plain pass is pending`;
    return `${name} is missing; ${sources.length > 0 ? taken : 'the file tells of no other gates'}`;
  };
  if (typeof pendingValue === 'number' && pendingValue > labels(false).length) {
    const message = `gates_pending counts ${pendingValue} gates, and the file names ${labels(false).length}`;
    draft.ask('unresolved', '/gates_pending', message, 'write the names of the gates that still have to pass');
  }
  draft.set(['gates_passed'], labels(true), 'shape', why('gates_passed', passedValue));
  draft.set(['gates_pending'], labels(false), 'shape', why('gates_pending', pendingValue));
}

/**
 * Lists the gates that stand beside the format's two lists.
 * @param draft the document
 * @returns the gates
 */
export function otherGates(draft: Draft): readonly Gate[] {
  const field = otherFields.find((name) => draft.get(name) !== undefined);
  const other = field === undefined ? undefined : draft.get(field);
  return isJsonObject(other) ? groupsIn(other) : gatesIn(other, 'told');
}

/**
 * Lists the gates of which members say a verdict that are neither the format's lists nor known by their names. What pawl
 * itself has run, or a person has waived, is known better.
 * @param draft the document
 * @returns the gates
 */
export function gatesElsewhere(draft: Draft): readonly NamedGate[] {
  const [run, waived] = [draft.get('pawl', 'evidence', 'gates'), draft.get('pawl', 'waivers')];
  const settled = new Set(
    [
      ...(isJsonObject(run) ? Object.keys(run) : []),
      ...(Array.isArray(waived) ? waived : []).flatMap((one) => (isJsonObject(one) ? [one['gate'] ?? null] : [])),
    ].map((label) => (typeof label === 'string' ? gateIdOf(label) : '')),
  );
  const known = new Set<string>(otherFields);
  const recorded = recordedGates(draft, known);
  // What a record says of a gate is read there.
  const others = namedGates(draft, new Set([...known, ...recorded.map(({ from }) => from)]));
  // That a phase has a gate says nothing against one that is said to have passed.
  const passed = new Set(
    gatesIn(draft.get('gates_passed'), 'passed').flatMap((gate) => (gate.passed ? [gateIdOf(gate.label)] : [])),
  );
  return [...others, ...recorded, ...gatesOfUnits(draft)].filter(
    ({ label, isBare }) => !settled.has(gateIdOf(label)) && !(isBare === true && passed.has(gateIdOf(label))),
  );
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

/** A verdict that can be read says more than the list it stands in; true only says that the list is meant. */
function gatesIn(value: Json | undefined, listed: Listed): Gate[] {
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, member]) => gatesOf(name, member, listed));
  if (!Array.isArray(value)) return unitsIn(value).map(({ name }) => entry(name, listed));
  return value.flatMap((item: Json) => {
    if (typeof item === 'string') return isNothing(item) ? [] : [entry(item, listed)];
    // What stands in a list of its own there is not plainly one of the list.
    if (Array.isArray(item)) return unitsIn(item).map(({ name }) => ({ label: name, passed: false }));
    if (isJsonObject(item) && nameIn(item) === null && Object.keys(item).length === 1) return gatesIn(item, listed);
    if (isNeedless(item)) return [];
    return unitsIn([item]).map(({ name }) => {
      const verdict = isJsonObject(item) ? readVerdict(item) : 'unsaid';
      return { label: labelOf(name, item), passed: isPassed(verdict, listed) };
    });
  });
}

/** A gate that does not apply has neither passed nor to pass. */
function isNeedless(value: Json): boolean {
  const said = isJsonObject(value) ? saidBy(value) : value;
  return typeof said === 'string' && /^(?:n_?a|not_(?:applicable|needed|required))$/.test(plainWords(said));
}

function isPassed(verdict: Verdict, listed: Listed): boolean {
  return verdict === 'passed' || (verdict === 'unsaid' && listed === 'passed');
}

/** `lint ✅`, `build: failed` */
function entry(text: string, listed: Listed): Gate {
  const { name, said } = readLabel(text, { kind: 'gate' });
  // How much is covered, in a list of what passed, says no more than the list.
  const verdict = verdictOf(/coverage/i.test(name) && /^[\d.]+ ?%$/.test(said ?? '') ? undefined : said);
  // What still has to pass is not done with by a sign.
  return { label: name, passed: listed === 'pending' ? false : isPassed(verdict, listed) };
}

/** What is remarked about a gate; a verdict that cannot be read is none that it passed. */
function verdictOf(said: string | undefined): Verdict {
  if (said === undefined) return 'unsaid';
  const meaning = meaningOf(said) ?? (isVerdict(said) ? 'doubt' : undefined);
  return meaning === undefined ? 'unsaid' : meaning === 'complete' ? 'passed' : 'open';
}

/** A member of a map: a gate with what is said of it, or what gates cover with their names. */
function gatesOf(name: string, member: Json, listed: Listed): Gate[] {
  if (isNeedless(member) || (typeof member === 'number' && ofCounts.test(name))) return [];
  const isCover = /^(?:WS[-_ ]?\w+|Phase[-_ ]?\d+)$/i.test(name);
  if (isCover && (typeof member === 'string' || typeof member === 'object')) {
    const isNamed =
      !(isJsonObject(member) && readVerdict(member) !== 'unsaid') && readStatus(member ?? undefined) === null;
    const gates = isNamed ? gatesIn(member, listed) : [];
    const scope = /^phase/i.test(name) ? `Phase ${/\d+/.exec(name)?.[0] ?? ''}` : tidyName(name);
    const isEmpty = typeof member === 'object' && member !== null && Object.keys(member).length === 0;
    if (gates.length > 0 || isEmpty) return gates.map((gate) => scoped(gate, scope));
  }
  const covered = listOfUnits(member);
  if (covered.length > 0) return covered.map((unit) => scoped({ label: name, passed: listed === 'passed' }, unit));
  if (member === true && listed === 'pending') return [{ label: name, passed: false }];
  const { name: plain, said } = readLabel(name, { kind: 'gate' });
  const verdict = readVerdict(member);
  // Beside a name an object has to say that its gate passed, or when.
  const isTold = verdict !== 'unsaid' || !isJsonObject(member) || isTimed(member);
  const passed = isTold && isPassed(verdict, listed) && verdictOf(said) !== 'open';
  return [{ label: labelOf(plain, member), passed }];
}

function listOfUnits(member: Json): string[] {
  if (!Array.isArray(member) || member.length === 0) return [];
  const units = member.flatMap((unit: Json) =>
    typeof unit === 'string' && /^(?:WS[-_]?\w+|Phase \d+)$/i.test(unit) ? [unit] : [],
  );
  return units.length === member.length ? units : [];
}

function scoped(gate: Gate, scope: string): Gate {
  return gate.label.endsWith(')') ? gate : { ...gate, label: gateLabel(gate.label, scope) };
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
