// Reads workstreams: a map or a list of definitions, or of names.

import type { Findings } from '../source/findings.js';
import { type Entry, jsonOf, type MapNode, type SpecNode } from '../source/tree.js';
import type { SpecCommand } from '../types.js';
import { inPlace, placeNames } from './command-place.js';
import { readCommands } from './commands.js';
import type { DraftGate, DraftWorkstream } from './draft.js';
import { readTimeout, timeoutNames } from './durations.js';
import { readNamedGates } from './named-gates.js';
import { type Item, itemsOf } from './items.js';
import { type Members, membersOf } from './members.js';
import { type Named, readFlag, readList, readText, splits, spotOf } from './values.js';

const workstreamNames = {
  id: ['id', 'ws', 'workstream', 'workstreamid', 'wsid'],
  name: ['name', 'title', 'label'],
  description: ['description', 'desc', 'goal', 'objective', 'summary'],
  executor: ['executor', 'agent', 'skill', 'assignee'],
  executor_type: ['executortype', 'agenttype', 'executorkind'],
  command: ['command', 'cmd', 'run', 'commands'],
  shell: ['shell'],
  ...placeNames,
  timeout: timeoutNames,
  depends_on: [
    'dependson',
    'dependencies',
    'depends',
    'deps',
    'needs',
    'requires',
    'after',
    'blockedby',
    'dependsupon',
  ],
  phase: ['phase', 'executionphase', 'stage'],
  outputs: ['outputs', 'output', 'produces', 'artifacts', 'outputfiles'],
  inputs: ['inputs', 'input', 'reads', 'inputfiles'],
  gate: ['gate', 'gates', 'validationgate', 'validationgates', 'qualitygate', 'qualitygates'],
  estimated_complexity: ['estimatedcomplexity', 'complexity', 'estimate', 'effort'],
} as const;

type Name = keyof typeof workstreamNames;

/** Workstreams, and the gates that are defined where they are named. */
export interface ReadWorkstreams {
  readonly workstreams: readonly DraftWorkstream[];
  readonly gates: readonly DraftGate[];
}

/**
 * Reads workstreams.
 * @param node the map or list that holds them
 * @param findings takes what is wrong with them
 * @returns the workstreams in order
 */
export function readWorkstreams(node: SpecNode, findings: Findings): ReadWorkstreams {
  const read = itemsOf(node, ['id', 'ws', 'workstream', 'key', 'name'], findings).flatMap((item) =>
    workstreamOf(item, findings),
  );
  return { workstreams: read.map(({ workstream }) => workstream), gates: read.flatMap(({ gates }) => gates) };
}

interface ReadWorkstream {
  readonly workstream: DraftWorkstream;
  readonly gates: readonly DraftGate[];
}

function workstreamOf({ id, value, spot }: Item, findings: Findings): readonly ReadWorkstream[] {
  if (id === null) {
    findings.problem(spot, 'this workstream has no id', 'write e.g. id: WS1');
    return [];
  }
  const node: MapNode = value?.kind === 'map' ? value : { ...spotOf(spot), kind: 'map', entries: [] };
  const members = membersOf(node, workstreamNames, findings);
  const { names, defined } = readNamedGates(members.all('gate'), id, findings);
  const workstream: DraftWorkstream = {
    ...spotOf(id),
    path: node.path,
    id: id.text,
    title: value?.kind === 'scalar' ? value.text.trim() : readText(members.first('name'), findings),
    description: readText(members.first('description'), findings) ?? '',
    dependsOn: readList(members.all('depends_on'), splits.ids, findings),
    ...executorOf(id, members, findings),
    timeoutMs: readTimeout(members.first('timeout'), findings),
    outputs: readList(members.all('outputs'), splits.paths, findings),
    inputs: readList(members.all('inputs'), splits.paths, findings),
    gates: names,
    complexity: complexityOf(members.first('estimated_complexity')),
    details: Object.fromEntries(
      [...members.others, ...toldPlace(members)].map(({ key, value: other }) => [key.text, jsonOf(other)]),
    ),
    phase: phaseOf(members.first('phase')),
  };
  return [{ workstream, gates: defined }];
}

function executorOf(
  id: Named,
  members: Members<Name>,
  findings: Findings,
): { readonly executor: string | null; readonly executorType: string | null; readonly command: SpecCommand | null } {
  const entry = members.first('command');
  const read = readCommands(entry, readFlag(members.first('shell'), findings), findings);
  const isCommand = read.length > 0;
  const commands = isCommand ? inPlace(read, members.first('cwd'), members.first('env'), findings) : read;
  const executor = readText(members.first('executor'), findings);
  const given = readText(members.first('executor_type'), findings)?.toLowerCase() ?? null;
  const [command = null] = commands;
  if (commands.length > 1) {
    findings.problem(
      entry?.value ?? id,
      `${id.text} has more than one command`,
      'put them into a script, or join them with &&',
    );
  }
  if (command !== null && given !== null && given !== 'command') {
    const message = `${id.text} has a command, but its executor_type is ${given}`;
    findings.problem(entry?.value ?? id, message, 'write executor_type: command, or remove the command');
  }
  if (given === 'command' && entry === undefined) {
    const message = `${id.text} is to be run by a command and has none`;
    findings.problem(members.first('executor_type')?.value ?? id, message, 'write e.g. command: npm run generate');
  }
  return { executor, executorType: command === null ? given : 'command', command };
}

/** Where an agent works is for its brief to say. */
function toldPlace(members: Members<Name>): readonly Entry[] {
  return members.first('command') === undefined ? [...members.all('cwd'), ...members.all('env')] : [];
}

function complexityOf(entry: Entry | undefined): string | number | null {
  if (entry?.value.kind !== 'scalar') return null;
  const { value, text } = entry.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : text.trim();
}

function phaseOf(entry: Entry | undefined): Named | null {
  return entry?.value.kind === 'scalar' ? { ...spotOf(entry.value), text: entry.value.text.trim() } : null;
}
