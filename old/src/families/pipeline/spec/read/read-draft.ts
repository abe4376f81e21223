// Reads the whole front matter into a draft.

import type { Findings } from '../source/findings.js';
import { type Entry, isEmptyNode, type MapNode, type SpecNode } from '../source/tree.js';
import type { Draft } from './draft.js';
import { readGates } from './gates.js';
import { membersOf } from './members.js';
import { readPhases } from './phases.js';
import { kindName, type Named, readText, spotOf } from './values.js';
import { readWorkstreams } from './workstreams.js';

const specNames = {
  prd: ['prd', 'prdid', 'specid', 'id'],
  prd_title: ['prdtitle', 'title', 'name'],
  service: ['service'],
  mvp_phase: ['mvpphase'],
  workstreams: ['workstreams', 'workstream', 'streams'],
  execution_phases: ['executionphases', 'phases', 'executionphase'],
  gates: ['gates', 'validationgates', 'qualitygates'],
} as const;

/**
 * Reads the front matter of a spec.
 * @param node its tree
 * @param findings takes what is wrong with it
 * @returns the draft; null when it is no map
 */
export function readDraft(node: SpecNode, findings: Findings): Draft | null {
  if (node.kind !== 'map') {
    findings.problem(node, `the front matter is ${kindName(node)}, not a map`, 'begin with e.g. prd: PRD-009');
    return null;
  }
  const members = membersOf(node, specNames, findings);
  const identity = identityOf(members.first('prd'), findings);
  const phases = members.first('execution_phases');
  const inPhases = phases === undefined ? null : readPhases(phases.value, findings);
  const given = members.all('workstreams').map(({ value }) => readWorkstreams(value, findings));
  const declared = readGates(members.all('gates'), findings);
  return {
    id: identity.id,
    title: readText(members.first('prd_title'), findings) ?? identity.title,
    service: scalarOf(members.first('service')),
    mvpPhase: scalarOf(members.first('mvp_phase')),
    workstreams: [...given.flatMap(({ workstreams }) => workstreams), ...(inPhases?.workstreams ?? [])],
    phases: inPhases === null || inPhases.phases.length === 0 ? null : inPhases.phases,
    gates: [...declared, ...given.flatMap(({ gates }) => gates), ...(inPhases?.gates ?? [])],
    declaresGates: declared.length > 0,
  };
}

/** `PRD-009`, `PRD-009: Cashier Workflows`, or `{id: PRD-009, title: …}`. */
function identityOf(
  entry: Entry | undefined,
  findings: Findings,
): { readonly id: Named | null; readonly title: string | null } {
  if (entry === undefined) return { id: null, title: null };
  const { value } = entry;
  if (value.kind === 'map') return identityIn(value);
  const text = readText(entry, findings);
  if (text === null) return { id: null, title: null };
  const [, id, title] = /^([A-Z]+-\d+)(?:\s*[:–—]\s*|\s+-?\s*)(\S.*)$/.exec(text) ?? [];
  return { id: { ...spotOf(value), text: id ?? text }, title: title ?? null };
}

function identityIn({ entries }: MapNode): { readonly id: Named | null; readonly title: string | null } {
  const find = (name: string): Named | null => {
    const value = entries.find(({ key }) => key.text.toLowerCase() === name)?.value;
    return value?.kind === 'scalar' && !isEmptyNode(value) ? { ...spotOf(value), text: value.text.trim() } : null;
  };
  return { id: find('id'), title: (find('title') ?? find('name'))?.text ?? null };
}

/** Members that pawl only remembers are never a reason to refuse a spec. */
function scalarOf(entry: Entry | undefined): string | null {
  return entry?.value.kind === 'scalar' ? entry.value.text.trim() : null;
}
