// Gates that stand elsewhere than in the format's lists and their known names: in members that are about proofs by their
// words, with workstreams and with phases. Only a verdict counts there: that a gate passed, or that it did not.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { gateIdOf, gateLabel } from '../../pipeline/plan.js';
import type { Draft } from '../draft.js';
import { snakeCase } from '../fields.js';
import { openClaim } from '../read/claims.js';
import { isNothing, readLabel } from '../read/labels.js';
import { isAboutProof, isAboutUnits } from '../read/member-names.js';
import { meaningOf, readStatus, saidBy } from '../read/status.js';
import { nameIn, unitsIn } from '../read/units.js';
import { plainWords, statusWords } from '../read/words.js';
import { entriesIn } from './entries.js';
import { phasesOf } from './phase-claims.js';
import { phaseLists, statusMaps } from './unit-fields.js';
import { readVerdict } from './verdict.js';

/** A gate with whether it passed. */
export interface Gate {
  readonly label: string;
  readonly passed: boolean;
  /** The member that says so. */
  readonly from: string;
  /** It is only named there. */
  readonly isBare?: boolean;
}

const ofGates = /(?:^|_)gates?(?:_|$)/;
const ofProofs = /(?:^|_)(?:gates?|checks?|verif\w*|validat\w*|tests?|qa|ci)(?:_|$)/;
const ofVerdicts = /_(?:results?|status|passed|state|verdict|outcome|ok)$/;
const read = /^(?:gates_passed|gates_pending|adversarial_review|pawl|error|status)$/;

/**
 * Lists what members that are about proofs say of gates.
 * @param draft the document, its fields renamed
 * @param known members that are read otherwise
 * @returns the gates that plainly passed or plainly did not
 */
export function namedGates(draft: Draft, known: ReadonlySet<string>): readonly Gate[] {
  return Object.entries(draft.root).flatMap(([name, value]) => {
    const plain = snakeCase(name);
    if (read.test(name) || known.has(name) || !isAboutProof(name) || !ofProofs.test(plain)) return [];
    if (isAboutUnits(name) && !ofGates.test(plain)) return [];
    const rest = statusWords.get(
      snakeCase(name)
        .replace(ofGates, '_')
        .replace(/^_+|_+$/g, ''),
    );
    if (ofGates.test(plain) && rest !== undefined && !isJsonObject(value))
      return unitsIn(value).map((gate) => ({
        label: labelOf(gate.name),
        passed: rest === 'complete' && isPass(gate.value),
        from: name,
      }));
    // What tests say is no gate that passed; one that did not is none that did. Only what is called a gate, or as gates
    // are, is one: nobody could run the others.
    return verdictsIn(name, value).filter(({ label, passed }) => {
      if (ofGates.test(plain)) return true;
      return isGateName(label) && (!passed || !/^(?:tests?|qa|ci)(?:_|$)/.test(plain));
    });
  });
}

/**
 * Lists the gates of records: `{"gate": "lint", "gate_result": "pass"}`, wherever they stand. Of one gate the last counts.
 * @param draft the document
 * @param known members that are read otherwise
 * @returns the gates
 */
export function recordedGates(draft: Draft, known: ReadonlySet<string>): readonly Gate[] {
  const found = new Map<string, Gate>();
  const look = (from: string, value: Json, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 4) return;
    const gate = isJsonObject(value) ? value['gate'] : undefined;
    const said = isJsonObject(value)
      ? ['gate_result', 'gate_status', 'result', 'outcome', 'verdict', 'passed'].map((name) => value[name])
      : [];
    const own = said.find((one) => one !== undefined && one !== null);
    if (typeof gate === 'string' && own !== undefined)
      for (const one of told(from, gate, own)) found.set(one.label, one);
    for (const member of Object.values(value)) look(from, member, depth + 1);
  };
  for (const [name, value] of Object.entries(draft.root)) {
    const isRead = read.test(name) || known.has(name) || phaseLists.includes(name) || statusMaps.includes(name);
    if (!isRead) look(name, value, 0);
  }
  return [...found.values()];
}

function isGateName(label: string): boolean {
  return /^(?:type[-_ ]?checks?|types(?:cript)?|tsc|(?:es)?lint(?:ing)?|(?:unit|integration|e2e|smoke)?[-_ ]?tests?(?:[-_ ]pass\w*)?|e2e|build|schema(?:[-_ ]validation)?|format(?:ting)?|security(?:[-_ ]review)?)$/i.test(
    gateIdOf(label),
  );
}

/** An item of a list of what passed: unless it says otherwise, it did. */
function isPass(value: Json): boolean {
  if (isJsonObject(value)) return readVerdict(value) !== 'open';
  const said = typeof value === 'string' ? readLabel(value, { kind: 'gate' }).said : undefined;
  return said === undefined || meaningOf(said) === 'complete';
}

/** Maps and lists of gates with their verdicts, also by verdict. */
function verdictsIn(from: string, value: Json): Gate[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json) => {
      const name = isJsonObject(item) ? nameIn(item) : null;
      if (isJsonObject(item) && name !== null) return told(from, name, item);
      const { name: label, said } = readLabel(typeof item === 'string' ? item : '', { kind: 'gate' });
      return said === undefined ? [] : told(from, label, said);
    });
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const group = readStatus(name);
    if (group !== null)
      return Array.isArray(member)
        ? unitsIn(member).map((gate) => ({
            label: labelOf(gate.name),
            passed: group === 'complete' && isPass(gate.value),
            from,
          }))
        : [];
    return typeof member === 'number' || ofCounts.test(name) ? [] : told(from, name, member);
  });
}

const ofCounts = /^(?:total|count|summary|status|state|result|verdict|outcome|score|overall)$/i;

function told(from: string, name: string, value: Json): Gate[] {
  const verdict = readVerdict(value);
  const isOpen = value === false || openClaim(`gate_${name}`, value) !== null || openClaim('gate', value) !== null;
  if (!isOpen && verdict !== 'passed') return [];
  return [{ label: labelOf(name), passed: !isOpen, from }];
}

function labelOf(name: string): string {
  return readLabel(name, { kind: 'gate' }).name;
}

/**
 * Lists the gates that stand with workstreams and phases.
 * @param draft the document, its fields renamed
 * @returns of those that are done, the gates with a verdict; of the others all, and none of them passed without one
 */
export function gatesOfUnits(draft: Draft): readonly Gate[] {
  const phases = phasesOf(draft, new Set());
  const units = [
    ...statusMaps.map((field) => entriesIn(draft.get(field))),
    ...phases.map((phase) => phase.workstreams),
  ];
  return [
    ...units.flat().flatMap(({ name, said, value }) => gatesIn(value, name, readStatus(said) === 'complete', true)),
    ...phases.flatMap(({ number, concept, value }) => gatesIn(value, `Phase ${number}`, concept === 'complete', false)),
  ];
}

function gatesIn(unit: Json, owner: string, isDone: boolean, isUnit: boolean): Gate[] {
  if (!isJsonObject(unit)) return [];
  const members = Object.entries(unit).filter(([name]) => ofGates.test(snakeCase(name)));
  const verdicts = members.filter(([name, value]) => ofVerdicts.test(snakeCase(name)) && typeof value !== 'object');
  const verdict = verdicts.find(([name, value]) => openClaim(name, value) !== null) ?? verdicts[0];
  const named = members.filter((one) => !verdicts.includes(one)).flatMap(([, value]) => namedIn(value));
  const names = named.length === 0 && verdict !== undefined ? [gateLabel('gate', owner)] : named;
  return names.flatMap((one): Gate[] => {
    const [label, own] = typeof one === 'string' ? [one, undefined] : one;
    const said = own ?? verdict?.[1];
    const isOpen =
      own === undefined ? verdict !== undefined && openClaim(...verdict) !== null : openClaim('gate', own) !== null;
    const isPassed = !isOpen && said !== undefined && readVerdict(said) === 'passed';
    if (said === undefined && (isDone || isUnit)) return [];
    return [
      {
        label: label === '' ? gateLabel('gate', owner) : label,
        passed: isPassed,
        from: owner,
        isBare: said === undefined,
      },
    ];
  });
}

/** The names of gates, with what is said of each; an empty name where only a verdict stands there. */
function namedIn(value: Json): readonly (string | readonly [string, Json])[] {
  if (typeof value === 'boolean') return [['', value]];
  if (typeof value === 'string') {
    if (isNothing(value)) return [];
    // `FAIL - 3 errors` is a verdict, `test-pass` a name.
    if (statusWords.has(plainWords(value).split('_')[0] ?? '')) return [['', value]];
    return value.split(/\s*[,;]\s*/).map((part) => {
      const { name, said } = readLabel(part, { kind: 'gate' });
      return said === undefined ? name : [name, said];
    });
  }
  if (Array.isArray(value))
    return value.flatMap((item: Json) =>
      typeof item === 'object' ? namedIn(item) : typeof item === 'string' ? namedIn(item) : [],
    );
  if (!isJsonObject(value)) return [];
  const { type } = value;
  const isSaid = readVerdict(value) !== 'unsaid';
  const name = nameIn(value) ?? (typeof type === 'string' ? type : isSaid && saidBy(value) !== undefined ? '' : null);
  if (name !== null) return [isSaid ? [name, value] : name];
  return Object.entries(value).map(([gate, said]) => [gate, said] as const);
}
