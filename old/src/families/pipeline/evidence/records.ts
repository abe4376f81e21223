// Reads the recorded evidence of a pipeline: which state of each file counts for whom. Also of drifted documents.

import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { mapIn, textsOf } from '../../../rules/json/read-member.js';
import { gateIdOf, type PlanView, planOf } from '../plan.js';
import { fileStates } from './file-lines.js';
import { knownSum } from './record.js';
import { type GateVerdict, gateVerdicts } from './types.js';

/** The evidence of one result that stands. */
export interface Recorded {
  /** A workstream's id, or the use of a gate. */
  readonly id: string;
  readonly seq: number;
  readonly specHash: string | null;
  /** What it made, or covered. */
  readonly files: ReadonlyMap<string, string>;
  /** What it was made from. */
  readonly inputs: ReadonlyMap<string, string>;
}

export interface RecordedGate extends Recorded {
  readonly gate: string;
  readonly verdict: GateVerdict | null;
  /** The workstreams that the use is about. */
  readonly units: readonly string[];
  /** From 1; 0 when nobody knows. */
  readonly phase: number;
  readonly hasPassed: boolean;
}

/** All that is recorded, and the plan. */
export interface Records {
  readonly plan: PlanView | null;
  /** The completed workstreams, with evidence or without. */
  readonly units: readonly Recorded[];
  /** Every gate that passed, and those whose last run did not. */
  readonly gates: readonly RecordedGate[];
  /** The workstreams that recorded a file as theirs. */
  readonly makers: ReadonlyMap<string, readonly Recorded[]>;
  /** The file in which the workstream failed that the run stands at: others made it, and whoever repairs it begins there. */
  readonly complaint: string | null;
}

/**
 * Reads what a checkpoint has recorded.
 * @param doc the checkpoint, also a drifted one
 * @returns the results that stand, with what is known of them
 */
export function recordsOf(doc: JsonObject): Records {
  const evidence = mapIn(doc, 'pawl', 'evidence');
  const [ofUnits, ofGates] = [mapIn(evidence, 'workstreams'), mapIn(evidence, 'gates')];
  const plan = planOf(doc);
  const passed = new Set(textsOf(doc['gates_passed']));
  const ids = textsOf(doc['completed_workstreams']);
  const units = ids.map((id) => {
    return recorded(id, mapIn(ofUnits, id), plan?.workstreams.get(id)?.hash ?? null);
  });
  const labels = new Set([...passed, ...Object.keys(ofGates)]);
  const gates = [...labels].map((label) => recordedGate(label, mapIn(ofGates, label), plan, passed, ids));
  const { workstream, file } = mapIn(doc, 'error');
  const isOpen = typeof workstream === 'string' && !ids.includes(workstream);
  const complaint = isOpen && typeof file === 'string' ? file : null;
  return { plan, units, gates, makers: makersOf(units), complaint };
}

/**
 * Tells whether any workstream or gate recorded a file: a build asks after each of them.
 * @param doc the checkpoint, also a drifted one
 * @returns false when there is nothing to compare
 */
export function hasRecordedFiles(doc: JsonObject): boolean {
  const evidence = mapIn(doc, 'pawl', 'evidence');
  const known = knownSum(evidence);
  if (known !== undefined) return known.hasFiles;
  return [mapIn(evidence, 'workstreams'), mapIn(evidence, 'gates')].some((all) => {
    for (const id in all) {
      const entry = Object.hasOwn(all, id) ? all[id] : undefined;
      if (isJsonObject(entry) && (isThere(entry['files']) || isThere(entry['input_paths']))) return true;
    }
    return false;
  });
}

function isThere(list: Json | undefined): boolean {
  return Array.isArray(list) && list.length > 0;
}

function makersOf(units: readonly Recorded[]): ReadonlyMap<string, readonly Recorded[]> {
  const makers = new Map<string, Recorded[]>();
  for (const unit of units) {
    for (const path of unit.files.keys()) {
      const known = makers.get(path);
      if (known === undefined) makers.set(path, [unit]);
      else known.push(unit);
    }
  }
  return makers;
}

function recordedGate(
  label: string,
  entry: JsonObject,
  plan: PlanView | null,
  passed: ReadonlySet<string>,
  completed: readonly string[],
): RecordedGate {
  const use = plan?.uses.find((one) => one.label === label);
  return {
    ...recorded(label, entry, null),
    gate: gateIdOf(label),
    verdict: verdictOf(entry),
    units: use?.covers ?? (plan === null ? toldUnits(label, completed) : []),
    phase: use?.phase ?? 0,
    hasPassed: passed.has(label),
  };
}

/** Without a plan a label tells what its gate was about; one that does not may be about any of them. */
function toldUnits(label: string, completed: readonly string[]): readonly string[] {
  const told = label
    .slice(gateIdOf(label).length)
    .replace(/^ \(|\)$/g, '')
    .split(/,\s*/);
  const named = completed.filter((id) => told.includes(id));
  return named.length > 0 ? named : completed;
}

/** A build reads all entries after each workstream; those of frozen documents do not change. */
const known = new WeakMap<JsonObject, { readonly planned: string | null; readonly one: Recorded }>();

function recorded(id: string, entry: JsonObject, planned: string | null): Recorded {
  const before = known.get(entry);
  if (before?.one.id === id && before.planned === planned) return before.one;
  const one = {
    id,
    seq: typeof entry['seq'] === 'number' ? entry['seq'] : 0,
    specHash: typeof entry['spec_hash'] === 'string' ? entry['spec_hash'] : planned,
    files: fileStates(textsOf(entry['files'])),
    inputs: fileStates(textsOf(entry['input_paths'])),
  };
  if (Object.isFrozen(entry)) known.set(entry, { planned, one });
  return one;
}

function verdictOf(entry: JsonObject): GateVerdict | null {
  return gateVerdicts.find((one) => one === entry['verdict']) ?? null;
}

/**
 * Lists every file whose present state the judgement needs.
 * @param records what is recorded
 * @returns paths from the root, each once
 */
export function pathsIn({ units, gates }: Records): readonly string[] {
  const all = new Set<string>();
  for (const { files, inputs } of [...units, ...gates]) {
    for (const path of files.keys()) all.add(path);
    for (const path of inputs.keys()) all.add(path);
  }
  return [...all];
}
