// Repairs pipelines: workstreams and gates from lists, maps and phases; artifacts and failures. Pure.

import { type Json, type JsonObject, isObject } from '../../base/json.js';
import { pipelineFormat, pipelineSchema, unitLists } from '../../formats/pipeline.js';
import type { State } from './tables.js';
import { isNothing, ownState, readTexts, readTime, splitNames } from './values.js';
import { type Place, Source, type Work, fitMembers, present, shown } from './work.js';
import { type Said, isUnits, namesOf, openNames, resolveUnits, unitsIn } from './units.js';

const ownMembers = [...unitLists, 'gates_passed', 'gates_pending', 'artifacts'];

export function repairPipeline(work: Work, raw: JsonObject): JsonObject {
  const { key, checks, modifiedAt } = work.given;
  const source = new Source(raw, 'pipeline');
  const phases = phasesIn(work, source);
  const listed = (name: string, state: State): Said[] =>
    source.all(name, isUnits).flatMap((place) => unitsIn(work, place, state));
  const said = [
    ...listed('completed_workstreams', 'done'),
    ...listed('in_progress_workstreams', 'running'),
    ...listed('pending_workstreams', 'pending'),
    ...source.look('open_workstreams', isUnits).flatMap((place) => unitsIn(work, place, 'failed')),
    ...source.look('workstreams', isUnits).flatMap((place) => unitsIn(work, place, null)),
    ...phases.said,
  ];
  const gates = gatesIn(work, source);
  const artifacts = source.one('artifacts', (value) => typeof value === 'object');
  const [statusPlace] = source.look('status', (value) => !isNothing(value));
  const members = fitMembers(work, pipelineSchema, source, 'pipeline', ownMembers);
  const units = resolveUnits(work, said, members['status'] === 'complete');
  const completed = namesOf(units, 'done');
  const open = openNames(units);
  const implied =
    namesOf(units, 'running').length > 0 ? 'in_progress' : completed.length > 0 ? 'paused' : 'initialized';
  const doc: Record<string, Json> = {
    ...pipelineFormat.fill(present({ status: implied, ...present(members) }), key, modifiedAt),
    completed_workstreams: completed,
    in_progress_workstreams: namesOf(units, 'running'),
    pending_workstreams: open,
    ...gates,
    ...artifactsOf(artifacts?.value ?? {}, completed, members['pawl']),
  };
  const isId = (id: Json | undefined): boolean => typeof id === 'string' && checks.pipelineId.test(id);
  if (key.family === 'pipeline' && !isId(doc['prd']) && isId(key.id)) {
    doc['prd_title'] = members['prd_title'] ?? doc['prd'] ?? key.id; // "PRD-010: Cashier" is no id, but a good title
    doc['prd'] = key.id;
  }
  if (phases.finished !== null && typeof members['current_phase'] !== 'number') doc['current_phase'] = phases.finished;
  const failed = [namesOf(units, 'failed'), namesOf(units, 'running'), open].find((names) => names.length === 1)?.[0];
  if (isObject(doc['error']))
    doc['error'] = present({ workstream: failed ?? (doc['status'] === 'failed' ? null : ''), ...doc['error'] });
  return askForEnd(work, doc, statusPlace ?? { path: '/status', value: null });
}

/** Asks where a file would count as complete and does not plainly say so. */
function askForEnd(work: Work, doc: JsonObject, status: Place): JsonObject {
  const { error } = doc;
  if (work.asked.has(status.path) && !work.given.answers.has(status.path)) return doc;
  if (doc['status'] === 'complete' && isObject(error) && error['resolved'] !== true) {
    const message = `It is complete, and it has an error: ${shown(error['message'] ?? null)}. Which one is right?`;
    return { ...doc, status: work.ask(status, message, ['failed', 'complete']) ?? 'complete' };
  }
  const isEmpty = unitLists.every((list) => isNothing(doc[list]));
  const isNew = doc['status'] === 'initialized' && !isEmpty;
  const settled = pipelineFormat.settle(doc)['status'];
  if (doc['status'] === 'complete' || isNew || (settled !== 'complete' && !isEmpty)) return doc;
  const said = status.value === null ? 'It has no status' : `Its status is ${shown(status.value)}`;
  const message = `${said}, and it lists nothing that is left to do. Which workstreams are left? Write names with commas, or "none" if it is complete.`;
  const answer = work.ask({ path: '/pending_workstreams', value: [] }, message, ['none'], true);
  const left = splitNames(answer ?? '');
  if (answer === null || left.length > 0) return { ...doc, pending_workstreams: left };
  return { ...doc, status: 'complete' };
}

/** The member of a phase that lists its workstreams. */
function listOf(phase: Json): string | undefined {
  return isObject(phase) ? ['workstreams', 'parallel', 'items'].find((name) => Array.isArray(phase[name])) : undefined;
}

/** What phases say about their workstreams, and how many of them, from the first one on, are done. A phase without any is a unit. */
function phasesIn(work: Work, source: Source): { readonly said: Said[]; readonly finished: number | null } {
  const [place] = source.look('phases', Array.isArray);
  const phases: readonly Json[] = Array.isArray(place?.value) ? place.value : [];
  const states = phases.map((phase) => (isObject(phase) ? ownState(phase) : undefined));
  const hasUnits = ['completed_workstreams', 'workstreams'].some((name) => source.look(name).length > 0);
  const said = phases.flatMap((phase, n) => {
    const [path, list] = [`${place?.path}/${n}`, listOf(phase)];
    if (isObject(phase) && list !== undefined)
      return unitsIn(work, { path: `${path}/${list}`, value: phase[list] ?? null }, states[n] ?? null);
    if (hasUnits || phases.some((one) => listOf(one) !== undefined)) return [];
    const { phase: _number, ...named } = Object(phase);
    return unitsIn(work, { path, value: [typeof named.name === 'string' ? named : phase] }, null);
  });
  const open = states.findIndex((state) => state !== 'done');
  return { said, finished: states.every((state) => state === undefined) ? null : open < 0 ? phases.length : open };
}

/** Gates from the two lists, and from a map of results; a gate that is only described is left out. */
function gatesIn(work: Work, source: Source): JsonObject {
  const read = (places: readonly Place[], own: State | null): Said[] =>
    places.flatMap((place) => unitsIn(work, place, own)).map(gateLabel);
  const said = [
    ...read(source.all('gates_passed', isUnits), 'done'),
    ...read(source.all('gates_pending', isUnits), 'pending'),
    ...read(source.look('gates', isUnits), null).filter(({ state }) => state !== null),
  ];
  const units = resolveUnits(work, said);
  return {
    gates_passed: namesOf(units, 'done'),
    gates_pending: [...openNames(units), ...namesOf(units, 'running', 'skipped')],
  };
}

/** `type-check (WS2)` for an object that names what the gate was passed for. */
function gateLabel(said: Said): Said {
  const { gate, name, workstream, phase } = Object(said.value);
  const own = [gate, name].find((one) => typeof one === 'string');
  const about =
    typeof workstream === 'string' ? ` (${workstream})` : typeof phase === 'number' ? ` (Phase ${phase})` : '';
  return own === undefined ? said : { ...said, name: `${own}${about}` };
}

/** Files of completed workstreams; what belongs to none of them is kept in `pawl.artifacts`. */
function artifactsOf(value: Json, completed: readonly string[], pawl: Json | undefined): JsonObject {
  const known: Record<string, Json> = {};
  const rows: [string, Json][] = isObject(value)
    ? Object.entries(value)
    : [value]
        .flat()
        .map((row: Json, n) =>
          isObject(row) && typeof row['workstream'] === 'string'
            ? [row['workstream'], row['files'] ?? null]
            : [String(n), row],
        );
  const other = rows.filter(([name, files]) => {
    const texts = typeof files === 'boolean' || readTime(files) !== null ? null : readTexts(files);
    const isKnown = texts !== null && completed.includes(name);
    if (isKnown) known[name] = texts;
    return !isKnown && files !== null;
  });
  if (other.length === 0) return { artifacts: known };
  return { artifacts: known, pawl: { ...(isObject(pawl) ? pawl : {}), artifacts: Object.fromEntries(other) } };
}
