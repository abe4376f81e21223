// Reads phases: a list or a map of them, with names of workstreams or with the workstreams themselves.

import type { Findings, Spot } from '../source/findings.js';
import { type Entry, isEmptyNode, type MapNode, type SpecNode } from '../source/tree.js';
import type { DraftGate, DraftPhase, DraftWorkstream } from './draft.js';
import { readNamedGates } from './named-gates.js';
import { membersOf } from './members.js';
import { kindName, readFlag, readList, readText, splits, spotOf } from './values.js';
import { readWorkstreams } from './workstreams.js';

const phaseNames = {
  number: ['phase', 'number', 'id', 'order', 'index'],
  name: ['name', 'title', 'label'],
  parallel: ['parallel'],
  sequential: ['sequential', 'sequence', 'serial'],
  workstreams: ['workstreams', 'workstream', 'streams', 'ws', 'units', 'items', 'tasks', 'members'],
  gates: ['gates', 'gate', 'validationgates', 'validationgate', 'qualitygates', 'qualitygate'],
} as const;

/** Phases, and what is defined in them. */
export interface ReadPhases {
  readonly phases: readonly DraftPhase[];
  readonly workstreams: readonly DraftWorkstream[];
  readonly gates: readonly DraftGate[];
}

interface ReadPhase {
  readonly phase: DraftPhase;
  readonly workstreams: readonly DraftWorkstream[];
  readonly gates: readonly DraftGate[];
}

/**
 * Reads phases.
 * @param node a list of phases, or a map from their names to them
 * @param findings takes what is wrong with them
 * @returns the phases in order, and what is defined in them
 */
export function readPhases(node: SpecNode, findings: Findings): ReadPhases {
  const read: ReadPhase[] = [];
  if (node.kind === 'scalar') {
    findings.problem(
      node,
      `the phases are ${kindName(node)}`,
      'write a list: - name: …, parallel: [WS1], gates: [lint]',
    );
  } else if (node.kind === 'list') {
    for (const item of node.items) read.push(phaseOf(item, null, findings));
  } else {
    for (const { key, value } of node.entries) read.push(phaseOf(value, key.text.trim(), findings));
  }
  return {
    phases: read.map(({ phase }) => phase),
    workstreams: read.flatMap(({ workstreams }) => workstreams),
    gates: read.flatMap(({ gates }) => gates),
  };
}

function phaseOf(node: SpecNode, key: string | null, findings: Findings): ReadPhase {
  const spot = spotOf(node);
  if (node.kind !== 'map') {
    const workstreams = readList([wrapped(node)], splits.ids, findings);
    return {
      phase: { ...spot, ...calledBy(key), workstreams, gates: [], isSequential: false },
      workstreams: [],
      gates: [],
    };
  }
  const body = shorthand(node);
  const members = membersOf(body.node, phaseNames, findings);
  const parallel = members.first('parallel');
  const isFlag =
    parallel !== undefined && parallel.value.kind === 'scalar' && typeof parallel.value.value === 'boolean';
  const lists = [...(isFlag || parallel === undefined ? [] : [parallel]), ...members.all('workstreams')];
  const chain = members.all('sequential').filter(({ value }) => typeof flagIn(value) !== 'boolean');
  const { names, defined } = readNamedGates(members.all('gates'), spot, findings);
  const inPlace = [...lists, ...chain].filter(({ value }) => definesWorkstreams(value));
  const within = inPlace.map(({ value }) => readWorkstreams(value, findings));
  const own = within.flatMap(({ workstreams }) => workstreams);
  const named = readList(
    [...lists, ...chain].filter((entry) => !inPlace.includes(entry)),
    splits.ids,
    findings,
  );
  const isSequential = isFlag
    ? readFlag(parallel, findings) === false
    : chain.length > 0 || members.all('sequential').some(({ value }) => flagIn(value) === true);
  const called = [readText(members.first('name'), findings), body.name, key, textIn(members.first('number'))].map(
    calledBy,
  );
  return {
    phase: {
      ...spot,
      name: called.find(({ name }) => name !== null)?.name ?? null,
      number: called.findLast(({ number }) => number !== null)?.number ?? null,
      workstreams: [...named, ...own.map((one) => ({ ...spotOf(one), text: one.id }))],
      gates: names,
      isSequential,
    },
    workstreams: own,
    gates: [...defined, ...within.flatMap(({ gates }) => gates)],
  };
}

/** `- Foundation: {parallel: […]}` and `- Foundation: [WS1]` are a phase with its name as the key. */
function shorthand(node: MapNode): { readonly node: MapNode; readonly name: string | null } {
  const [only] = node.entries;
  if (node.entries.length !== 1 || only === undefined || isPhaseKey(only.key.text)) return { node, name: null };
  const name = only.key.text;
  if (only.value.kind === 'map') return { node: only.value, name };
  const key = { ...only.key, text: 'workstreams' };
  return { node: { ...node, entries: [{ key, value: only.value }] }, name };
}

function isPhaseKey(key: string): boolean {
  const name = key.toLowerCase().replace(/[^a-z0-9]/g, '');
  return Object.values<readonly string[]>(phaseNames).some((names) => names.includes(name));
}

/**
 * Reads what a phase is called by: `phase_1` or `2` only numbers it; in `Phase 1 - Foundation` the name comes behind the number.
 * @param text as it stands there
 * @returns its number and its name
 */
export function calledBy(text: string | null): Pick<DraftPhase, 'number' | 'name'> {
  const whole = (text ?? '').trim();
  const [all, digits] =
    /^(?:phase)?[\s_-]*(\d{1,6}\.\d{1,6})$/i.exec(whole) ??
    /^(?:phase)?[\s_-]*(\d{1,6})(?:\s*[-–—:.]\s*|$)/i.exec(whole) ??
    [];
  const name = whole.slice(all?.length ?? 0);
  return { number: digits === undefined ? null : Number(digits), name: name === '' ? null : name };
}

function textIn(entry: Entry | undefined): string | null {
  return entry?.value.kind === 'scalar' ? entry.value.text : null;
}

function flagIn(node: SpecNode): unknown {
  return node.kind === 'scalar' ? node.value : null;
}

function wrapped(node: Exclude<SpecNode, MapNode>): Entry {
  const spot: Spot = spotOf(node);
  return { key: { ...spot, kind: 'scalar', value: '', text: '' }, value: node };
}

/** Whether the workstreams themselves stand there, not only their names. */
function definesWorkstreams(node: SpecNode): boolean {
  if (node.kind === 'map') return node.entries.some(({ value }) => value.kind === 'map' || isEmptyNode(value));
  return node.kind === 'list' && node.items.some(isDefinition);
}

function isDefinition(node: SpecNode): boolean {
  return node.kind === 'map' && (node.entries.length > 1 || node.entries.some(({ value }) => value.kind === 'map'));
}
