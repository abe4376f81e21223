// Saves a workflow's whole state, as seed 004's utilities do: status, phases, error and description are lifted from it.

import {
  applyWorkflow,
  idsOf,
  isWorkflowCheckpoint,
  pastErrors,
  presentForm,
  parseWorkflowId,
  planPathOf,
  settleWorkflow,
  type WorkflowCheckpoint,
  withPlanRecord,
} from '../families/workflow/index.js';
import { type Json, type JsonObject, sameJson } from '../rules/json/json.js';
import { isSomeText, memberIn } from '../rules/json/read-member.js';
import { limits } from '../rules/limits.js';
import { type Place, refOf } from '../rules/names.js';
import type { Stored } from '../store/store.js';
import type { Plan } from './change.js';
import type { Saved } from './checkpoint.js';
import { asDocument, asState } from './documents.js';
import { readPlan } from './plans/plan-file.js';
import type { Decision } from './resume/decision.js';
import { inTurn } from './start-turn.js';
import { startedBefore, writeWithFreeId } from './start-workflow.js';
import { type Replaced, type SaidBefore, settleBefore } from './workflow/out-of-sight.js';
import { type Workbench, write, type WriteOptions } from './workbench.js';

/**
 * Lists the workflows of a type whose file is in use, the one that changed last first.
 * @param bench the store and the circumstances
 * @param type the workflow's type; all types unless given
 * @param project the project's name, all of it; all projects unless given
 * @returns their newest revisions
 */
export async function workflowsOf(bench: Workbench, type?: string, project?: string): Promise<readonly Stored[]> {
  const isMeant = idsOf(type, project);
  return (await bench.store.list({ family: 'workflow' }))
    .filter(({ key }) => isMeant(refOf(key)))
    .sort((a, b) => (usedAt(a) < usedAt(b) ? 1 : -1));
}

/** The second in an id may be one that was free, not when the workflow began. */
function usedAt({ key, state }: Stored): string {
  const { updated_at: updated } = state;
  return `${typeof updated === 'string' ? updated : ''} ${parseWorkflowId(refOf(key))?.at ?? ''}`;
}

/** How a state is saved. */
export interface RecordOptions extends WriteOptions {
  /** What happens to an unfinished workflow whose file is not in use. */
  readonly said?: SaidBefore | undefined;
}

/** What was stored; or the decision about an unfinished workflow, when somebody has to make it first. */
export type Recorded =
  | { readonly saved: Saved<WorkflowCheckpoint>; readonly replaced: Replaced | null }
  | { readonly undecided: Decision };

interface Named {
  readonly type: string;
  readonly project: string;
}

/**
 * Saves a state: into the project's unfinished workflow of that type, or as a new one.
 * @param bench the store and the circumstances
 * @param named the workflow's type, and the project's name
 * @param state the whole state
 * @param options expectations of the caller
 * @returns the stored checkpoint; `complete` with the last phase still open completes that one as well
 */
export async function recordWorkflow(
  bench: Workbench,
  named: Named,
  state: JsonObject,
  { said = null, ...options }: RecordOptions = {},
): Promise<Recorded> {
  const into = async (stored: Stored): Promise<Recorded> => {
    const saved = await write<WorkflowCheckpoint>(bench, stored.key, planRecord(state, bench.root), options);
    return { saved, replaced: null };
  };
  const going = await goingOf(bench, named);
  if (going !== undefined) return into(going);
  // Beginnings of one project follow each other: each must see what the one before it began.
  return inTurn(bench.root, named.project, async () => {
    const begun = await goingOf(bench, named);
    if (begun !== undefined) return into(begun);
    const { opId } = options;
    const isRepeated = opId !== undefined && (await startedBefore(bench, named.type, named.project, opId)) !== null;
    const before = isRepeated ? null : await settleBefore(bench, named, said);
    if (before !== null && 'undecided' in before) return before;
    if (before !== null && before.goOn !== null) return into(before.goOn);
    return { saved: await begin(bench, named, state, opId), replaced: before?.replaced ?? null };
  });
}

async function goingOf(bench: Workbench, { type, project }: Named): Promise<Stored | undefined> {
  return (await workflowsOf(bench, type, project)).find((one) => !isOver(one.state));
}

async function begin(
  bench: Workbench,
  { type, project }: Named,
  state: JsonObject,
  opId: string | undefined,
): Promise<Saved<WorkflowCheckpoint>> {
  const text = state['workflow_description'] ?? state['description'];
  const description = isSomeText(text) ? text : `${type} ${project}`;
  const first = (id: string): Plan => {
    const start = { type: 'start', id, workflow_type: type, project, description, total_phases: 1 } as const;
    return (_, now, current) =>
      planRecord({ project_name: project, ...state }, bench.root)(
        asState(applyWorkflow(null, start, now)),
        now,
        current,
      );
  };
  return writeWithFreeId(bench, type, project, first, opId);
}

function isOver({ status }: JsonObject): boolean {
  return status === 'complete' || status === 'abandoned';
}

function planRecord(state: JsonObject, root: string): Plan {
  return (doc, now) => {
    const before = presentForm(doc ?? {});
    const phases = phasesIn(state, before);
    const next = { ...before, ...phases, ...courseIn(state, before, now), workflow_state: keptName(before, state) };
    const settled = settleWorkflow(asDocument<WorkflowCheckpoint>({ ...next, updated_at: now }));
    const file = planPathOf(settled);
    const record = file === null ? null : readPlan(root, file);
    const made = record === null ? settled : withPlanRecord(settled, record);
    return { state: asState(made), place: placeOf(made.status), event: { name: 'saved' } };
  };
}

/** A state is whole: one that tells of no error has none. The one that was known before stays in history. */
function courseIn(state: JsonObject, before: JsonObject, now: string): JsonObject {
  const last_error = state['last_error'] ?? null;
  const known = {
    status: state['status'] ?? 'in_progress',
    last_error,
    workflow_description: state['workflow_description'] ?? before['workflow_description'] ?? '',
  };
  if (sameJson(before['last_error'] ?? null, last_error) || !isWorkflowCheckpoint(before)) return known;
  const notes = asState(pastErrors(before));
  const pawl = last_error === null ? notes : { ...notes, failed_at: now };
  return Object.keys(pawl).length === 0 ? known : { ...known, pawl };
}

/**
 * How many phases there are is not told each time. A current phase tells that those before it are done, and no others, unless
 * they are listed.
 */
function phasesIn(state: JsonObject, before: JsonObject): JsonObject {
  const current_phase = state['current_phase'] ?? before['current_phase'] ?? 1;
  const current = Number(state['current_phase'] ?? 0);
  const isPhase = Number.isInteger(current) && current > 0 && current <= limits.maxUnits;
  const known = numbersIn(before['completed_phases']);
  const completed =
    state['completed_phases'] ?? (isPhase ? Array.from({ length: current - 1 }, (_, at) => at + 1) : known);
  const phases = [...numbersIn([before['total_phases']]), ...numbersIn(completed), ...(isPhase ? [current] : [])];
  const total_phases = state['total_phases'] ?? Math.max(1, ...phases.slice(0, limits.maxUnits));
  return { total_phases, current_phase, completed_phases: withLast(completed, state['status'], total_phases) };
}

/** As in `finish`: a workflow that is complete but for its last phase is complete with it. More open phases are refused. */
function withLast(completed: Json, status: Json | undefined, total: Json): Json {
  if (status !== 'complete' || !Array.isArray(completed)) return completed;
  if (typeof total !== 'number' || !(total >= 1 && total <= limits.maxUnits)) return completed;
  const done = new Set(numbersIn(completed));
  const earlier = Array.from({ length: Math.floor(total) - 1 }, (_, at) => at + 1);
  return done.has(total) || !earlier.every((phase) => done.has(phase)) ? completed : [...completed, total];
}

function numbersIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

/** A state without the project's name keeps the one that is known. */
function keptName(before: JsonObject, state: JsonObject): JsonObject {
  const old = before['workflow_state'];
  const name = memberIn(old, 'project_name');
  return name === undefined ? state : { project_name: name, ...state };
}

function placeOf(status: unknown): Place {
  return status === 'complete' ? 'archived' : status === 'abandoned' ? 'failed' : 'live';
}
