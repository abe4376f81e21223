// Puts evidence into a checkpoint, and takes it out with what it was about.

import { limits } from '../../../rules/limits.js';
import type { PipelineCheckpoint, PipelinePawl } from '../types.js';
import { fileLine, fileStates } from './file-lines.js';
import {
  type GateEvidence,
  type GateFinding,
  type GateVerdict,
  isRefusal,
  type PipelineEvidence,
  type UnitFinding,
} from './types.js';

/**
 * Remembers how a workstream is known to be done.
 * @param doc the checkpoint
 * @param id the workstream
 * @param finding what is known; nothing changes without
 * @param at the time, ISO 8601
 * @returns the checkpoint with the evidence, later than all that it has
 */
export function withUnitEvidence(
  doc: PipelineCheckpoint,
  id: string,
  finding: UnitFinding | undefined,
  at: string,
): PipelineCheckpoint {
  if (finding === undefined) return doc;
  const evidence = doc.pawl?.evidence ?? {};
  const { seq: last, hasFiles } = sumOf(evidence);
  const seq = last + 1;
  const next = { ...evidence, workstreams: { ...evidence.workstreams, [id]: { ...finding, seq, at } } };
  sums.set(next, { seq, hasFiles: hasFiles || namesFiles(finding) });
  return withEvidence(doc, next, finding.branch);
}

/**
 * Remembers how uses of a gate came to their verdict.
 * @param doc the checkpoint
 * @param labels the uses, e.g. `type-check (WS2)`
 * @param findings what is known: about all of them, or by label
 * @param verdict the verdict
 * @param at the time, ISO 8601
 * @returns the checkpoint with the evidence, later than all that it has
 */
export function withGateEvidence(
  doc: PipelineCheckpoint,
  labels: readonly string[],
  findings: Readonly<Record<string, GateFinding>> | undefined,
  verdict: GateVerdict,
  at: string,
): PipelineCheckpoint {
  const evidence = doc.pawl?.evidence ?? {};
  const seq = sumOf(evidence).seq + 1;
  const added = labels.flatMap((label) => {
    const finding = findings !== undefined && Object.hasOwn(findings, label) ? findings[label] : undefined;
    return finding === undefined ? [] : [[label, { ...finding, seq, at, verdict }] as const];
  });
  if (added.length === 0) return doc;
  const repaired = added.reduce((at, [label, now]) => withRepairs(at, evidence.gates?.[label], now), evidence);
  const gates = { ...evidence.gates, ...Object.fromEntries(added) };
  return withEvidence(doc, { ...repaired, gates }, added[0]?.[1].branch);
}

/**
 * What a gate mends itself, and what is repaired after it has failed or was declined, is no change to the work that it judges:
 * the workstreams that made these files are known by them as the gate found them.
 */
function withRepairs(
  evidence: PipelineEvidence,
  before: GateEvidence | undefined,
  now: GateEvidence,
): PipelineEvidence {
  if (now.verdict === 'waived') return evidence;
  const mended = new Set(now.changed_meanwhile);
  const failed = fileStates(before !== undefined && isRefusal(before.verdict) ? before.files : []);
  if (mended.size + failed.size === 0) return evidence;
  const makers = Object.entries(evidence.workstreams ?? {}).map(([id, { seq, files }]) => ({
    id,
    seq,
    states: new Map(fileStates(files)),
  }));
  const changed = new Set<string>();
  for (const [path, state] of fileStates(now.files)) {
    const last = makers.filter(({ states }) => states.has(path)).toSorted((a, b) => b.seq - a.seq)[0];
    const known = last?.states.get(path);
    if (last === undefined || known === state || (!mended.has(path) && known !== failed.get(path))) continue;
    last.states.set(path, state);
    changed.add(last.id);
  }
  if (changed.size === 0) return evidence;
  const units = makers.flatMap(({ id, states }) => {
    const one = evidence.workstreams?.[id];
    const files = [...states].map(([path, hash]) => fileLine({ path, hash }));
    return one === undefined || !changed.has(id) ? [] : [[id, { ...one, files }] as const];
  });
  return { ...evidence, workstreams: { ...evidence.workstreams, ...Object.fromEntries(units) } };
}

/**
 * Forgets the evidence of what is to be done again.
 * @param doc the checkpoint
 * @param ids workstreams
 * @param labels uses of gates
 * @returns the checkpoint without; revisions keep it
 */
export function withoutEvidence(
  doc: PipelineCheckpoint,
  ids: readonly string[],
  labels: readonly string[],
): PipelineCheckpoint {
  const evidence = doc.pawl?.evidence;
  if (evidence === undefined) return doc;
  return withEvidence(doc, {
    ...evidence,
    ...(evidence.workstreams === undefined ? {} : { workstreams: without(evidence.workstreams, ids) }),
    ...(evidence.gates === undefined ? {} : { gates: without(evidence.gates, labels) }),
  });
}

function without<T>(map: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(map).filter(([name]) => !names.includes(name)));
}

/** What evidence comes to. */
interface EvidenceSum {
  /** The largest number that it has. */
  readonly seq: number;
  /** Whether any workstream or gate recorded a file. */
  readonly hasFiles: boolean;
}

// Of evidence that was put together here: a build adds to it again and again.
const sums = new WeakMap<object, EvidenceSum>();

/**
 * Tells what evidence comes to, as far as that is known without a look at all of it.
 * @param evidence the evidence, also drifted
 * @returns its sum; undefined when it was not put together here
 */
export function knownSum(evidence: object): EvidenceSum | undefined {
  return sums.get(evidence);
}

/**
 * Finds the number of the last evidence.
 * @param doc the checkpoint
 * @returns the number; 0 when there is none
 */
export function lastSeq(doc: PipelineCheckpoint): number {
  return sumOf(doc.pawl?.evidence ?? {}).seq;
}

function sumOf(evidence: PipelineEvidence): EvidenceSum {
  const known = knownSum(evidence);
  if (known !== undefined) return known;
  const [units, gates] = [Object.values(evidence.workstreams ?? {}), Object.values(evidence.gates ?? {})];
  const seq = [...units, ...gates].reduce((most, one) => Math.max(most, one.seq), 0);
  return { seq, hasFiles: [...units, ...gates].some(namesFiles) };
}

function namesFiles({ files, input_paths: inputs }: Pick<UnitFinding, 'files' | 'input_paths'>): boolean {
  return files.length > 0 || (inputs?.length ?? 0) > 0;
}

function withEvidence(doc: PipelineCheckpoint, evidence: PipelineEvidence, branch?: string): PipelineCheckpoint {
  return { ...doc, pawl: { ...doc.pawl, ...(branch === undefined ? {} : { branch }), evidence } };
}

/**
 * Adds an entry to one of pawl's lists; of very many the newest stay.
 * @param doc the checkpoint
 * @param list the list
 * @param entry the entry
 * @returns the checkpoint with it
 */
export function withEntry<List extends 'waivers' | 'approvals' | 'accepted'>(
  doc: PipelineCheckpoint,
  list: List,
  entry: NonNullable<PipelinePawl[List]>[number],
): PipelineCheckpoint {
  const entries = [...(doc.pawl?.[list] ?? []), entry].slice(-limits.maxUnits);
  return { ...doc, pawl: { ...doc.pawl, [list]: entries } };
}
