// Evidence, as every save records it: what the files of a unit, and its section of the spec, looked like when the unit was
// completed, or when a gate that covers it passed. What follows from it is in resume/evidence.ts.

import fs from 'node:fs';
import path from 'node:path';
import { checksum } from '../base/checksum.js';
import { type JsonObject, isObject, sameJson, toJsonObject } from '../base/json.js';
import type { Unit } from '../formats/format.js';
import { type RecordedEvidence, evidenceIn } from '../formats/evidence.js';
import { type PipelinePlan, aboutOf, gateUses } from '../formats/pipeline.js';
import type { Proving } from './change.js';

const maxBytes = 64 * 1024 * 1024;

/** What a file of the project is now: a hash, or `absent`; null for what is not a file in the project, or very large. */
export function fileState(root: string, file: string): string | null {
  const to = path.resolve(root, file);
  if (!to.startsWith(root + path.sep)) return null;
  try {
    const stat = fs.statSync(to, { throwIfNoEntry: false });
    if (stat === undefined) return 'absent';
    return stat.isFile() && stat.size <= maxBytes ? checksum(fs.readFileSync(to)) : null;
  } catch {
    return null;
  }
}

/** The hash of a workstream's own section; undefined where the spec is not known. */
export function sectionState(plan: PipelinePlan | null | undefined, id: string): string | undefined {
  const section = plan == null || !Object.hasOwn(plan.workstreams, id) ? undefined : plan.workstreams[id]?.section;
  return section === undefined ? undefined : checksum(section);
}

/** Adds to the next state of a run what it proves beyond the state before. */
export function addEvidence(
  root: string,
  next: JsonObject,
  before: JsonObject | null,
  { format, event, plan }: Proving,
): JsonObject {
  if (format.family === 'workflow') return next;
  const old = new Map((before === null ? [] : format.overview(before).units).map((unit) => [unit.name, unit]));
  const { units } = format.overview(next);
  const { workstream, phase, gate } = event.args ?? {};
  const labels = newPasses(next, before, gate);
  const covered = new Set(labels.flatMap((label) => coveredBy(label, units, plan)));
  const isProved = ({ name, status, files }: Unit): boolean => {
    if (status !== 'complete') return false;
    const was = old.get(name);
    const isSaid = name === workstream || name === phase; // also said again, after a look at what has changed
    return isSaid || covered.has(name) || was?.status !== 'complete' || !sameJson(was.files, files);
  };
  const proved = units.filter(isProved);
  const known = evidenceIn(next);
  const evidence: RecordedEvidence = { ...known };
  for (const [member, value] of [
    ['files', statesOf(known.files, units, proved, root)],
    ['sections', sectionsOf(known.sections, units, proved, plan)],
    ['interrupted', interruptedIn(known.interrupted, units, old)],
  ] as const) {
    delete evidence[member];
    if (Object.keys(value).length > 0) Object.assign(evidence, { [member]: value });
  }
  if (sameJson(evidence, known)) return next;
  const pawl = isObject(next['pawl']) ? next['pawl'] : {};
  return { ...next, pawl: { ...pawl, evidence: toJsonObject('evidence', evidence) } };
}

/** Gates that passed just now, for the first time or again. */
function newPasses(next: JsonObject, before: JsonObject | null, said: unknown): string[] {
  const earlier = passesIn(before);
  return passesIn(next).filter((label) => label === said || !earlier.includes(label));
}

function passesIn(state: JsonObject | null): string[] {
  const labels = state?.['gates_passed'];
  return Array.isArray(labels) ? labels.filter((label) => typeof label === 'string') : [];
}

/** The units that a gate covers; one for a phase, without a spec, covers all that is complete. */
function coveredBy(label: string, units: readonly Unit[], plan: PipelinePlan | undefined): readonly string[] {
  const use = plan === undefined ? undefined : gateUses(plan).find((one) => one.label === label);
  const about = aboutOf(label);
  const named = units.filter(({ name }) => name === about).map(({ name }) => name);
  return use?.covers ?? (named.length > 0 ? named : units.map(({ name }) => name));
}

function statesOf(
  known: RecordedEvidence['files'],
  units: readonly Unit[],
  proved: readonly Unit[],
  root: string,
): Record<string, string> {
  const listed = new Set(units.flatMap(({ files }) => files));
  const states = Object.fromEntries(Object.entries(known ?? {}).filter(([file]) => listed.has(file)));
  for (const file of new Set(proved.flatMap(({ files }) => files))) {
    const state = fileState(root, file);
    if (state !== null) states[file] = state;
  }
  return states;
}

function sectionsOf(
  known: RecordedEvidence['sections'],
  units: readonly Unit[],
  proved: readonly Unit[],
  plan: PipelinePlan | undefined,
): Record<string, string> {
  const names = new Set(units.map(({ name }) => name));
  const sections = Object.fromEntries(Object.entries(known ?? {}).filter(([name]) => names.has(name)));
  for (const { name } of proved) {
    const state = sectionState(plan, name);
    if (state !== undefined) sections[name] = state;
  }
  return sections;
}

/** Units that stopped in the middle: what differs now may be their work. */
function interruptedIn(
  known: RecordedEvidence['interrupted'],
  units: readonly Unit[],
  old: ReadonlyMap<string, Unit>,
): string[] {
  const isStopped = (name: string): boolean => (known ?? []).includes(name) || old.get(name)?.status === 'in_progress';
  const open = units.filter(({ status }) => status === 'pending' || status === 'failed');
  return open.map(({ name }) => name).filter(isStopped);
}
