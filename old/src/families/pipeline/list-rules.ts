// The rules that tie the lists of a pipeline checkpoint to each other and to its spec. Each reads leniently, so that
// all of them run on any document.

import type { Problem } from '../../rules/errors.js';
import { isJsonObject, type Json, type JsonObject, pointer } from '../../rules/json/json.js';
import { limits, reservedNames } from '../../rules/limits.js';
import { brief, gateLists, texts, unitLists } from './lists.js';
import { gateIdOf, planOf } from './plan.js';

/** Every rule about lists. */
export const listRules: readonly ((doc: JsonObject) => Problem[])[] = [
  mapsAreNoLists,
  namesAreSafe,
  nothingTwice,
  unitsFollowSpec,
  gatesFollowSpec,
  artifactsAreOfCompleted,
];

/** A schema takes a list for an object without members. */
function mapsAreNoLists(doc: JsonObject): Problem[] {
  const pawl = isJsonObject(doc.pawl) ? doc.pawl : {};
  const spec = isJsonObject(pawl.spec) ? pawl.spec : {};
  const maps: readonly (readonly [string, Json | undefined, string])[] = [
    [pointer('artifacts'), doc.artifacts, 'write {"WS1": ["src/a.ts"]}, or {} when there are none'],
    [pointer('pawl'), doc.pawl, 'write {}, or leave it out'],
    [pointer('pawl', 'spec'), pawl.spec, 'write {}, or leave it out'],
    [pointer('pawl', 'spec', 'workstreams'), spec.workstreams, 'write {"WS1": {"name": "Database Layer"}}'],
  ];
  return maps.flatMap(([path, value, fix]) =>
    Array.isArray(value)
      ? [{ path, message: `${path.slice(path.lastIndexOf('/') + 1)} is a list, not an object`, fix }]
      : [],
  );
}

function namesAreSafe(doc: JsonObject): Problem[] {
  const listed = unitLists.flatMap((key) =>
    texts(doc[key]).map(({ text, index }) => ({ text, path: pointer(key, index) })),
  );
  const artifacts = isJsonObject(doc.artifacts) ? Object.keys(doc.artifacts) : [];
  const spec = isJsonObject(doc.pawl) && isJsonObject(doc.pawl.spec) ? doc.pawl.spec.workstreams : undefined;
  const planned = isJsonObject(spec) ? Object.keys(spec) : [];
  const names = [
    ...listed,
    ...artifacts.map((text) => ({ text, path: pointer('artifacts', text) })),
    ...planned.map((text) => ({ text, path: pointer('pawl', 'spec', 'workstreams', text) })),
  ];
  const problems: Problem[] = names
    .filter(({ text }) => reservedNames.has(text))
    .map(({ text, path }) => ({
      path,
      message: `${text} cannot be the name of a workstream`,
      fix: 'use another id, such as "WS1"',
    }));
  if (listed.length > limits.maxUnits) {
    const message = `there are ${listed.length} workstreams; at most ${limits.maxUnits} are possible`;
    problems.push({ path: '', message, fix: 'split the PRD' });
  }
  return problems;
}

function nothingTwice(doc: JsonObject): Problem[] {
  const problems: Problem[] = [];
  const placed = new Map<string, string>();
  for (const key of [...unitLists, ...gateLists]) {
    const inside = new Set<string>();
    const isUnits = !key.startsWith('gates');
    for (const { text, index } of texts(doc[key])) {
      const other = isUnits ? placed.get(text) : undefined;
      if (inside.has(text)) {
        problems.push({
          path: pointer(key, index),
          message: `${text} stands twice in ${key}`,
          fix: 'remove one of them',
        });
      } else if (other !== undefined) {
        problems.push({
          path: pointer(key, index),
          message: `${text} stands in ${key} and in ${other}`,
          fix: `keep it in one list only: remove it from ${key} if ${other} is right`,
        });
      }
      inside.add(text);
    }
    if (isUnits) for (const text of inside) if (!placed.has(text)) placed.set(text, key);
  }
  return problems;
}

function unitsFollowSpec(doc: JsonObject): Problem[] {
  const plan = planOf(doc);
  if (plan === null) return [];
  const listed = unitLists.flatMap((key) => texts(doc[key]).map(({ text, index }) => ({ text, index, key })));
  const present = new Set(listed.map(({ text }) => text));
  const problems: Problem[] = listed
    .filter(({ text }) => !plan.workstreams.has(text))
    .map(({ text, index, key }) => ({
      path: pointer(key, index),
      message: `${text} is not a workstream of the spec`,
      fix: `known: ${brief([...plan.workstreams.keys()])}`,
    }));
  for (const id of plan.workstreams.keys()) {
    if (present.has(id)) continue;
    const message = `${id} of the spec is in none of the three lists`;
    problems.push({
      path: pointer('pending_workstreams'),
      message,
      fix: `add "${id}" to the list that fits its state`,
    });
  }
  if (typeof doc.current_phase === 'number' && doc.current_phase > plan.phases.length) {
    const message = `current_phase is ${doc.current_phase}, but the spec has ${plan.phases.length} phases`;
    problems.push({ path: pointer('current_phase'), message, fix: `write at most ${plan.phases.length}` });
  }
  return problems;
}

function gatesFollowSpec(doc: JsonObject): Problem[] {
  const plan = planOf(doc);
  if (plan === null) return [];
  const known = new Set(plan.gates);
  const listed = gateLists.flatMap((key) => texts(doc[key]).map(({ text, index }) => ({ text, index, key })));
  const present = new Set(listed.map(({ text }) => gateIdOf(text)));
  const problems: Problem[] = listed
    .filter(({ text }) => !known.has(gateIdOf(text)))
    .map(({ text, index, key }) => ({
      path: pointer(key, index),
      message: `${gateIdOf(text)} is not a gate of the spec`,
      fix: `known: ${brief(plan.gates)}`,
    }));
  for (const gate of plan.gates) {
    if (present.has(gate)) continue;
    const message = `gate ${gate} of the spec is neither passed nor pending`;
    problems.push({ path: pointer('gates_pending'), message, fix: `add "${gate}" to gates_pending` });
  }
  return problems;
}

function artifactsAreOfCompleted(doc: JsonObject): Problem[] {
  const completed = new Set(texts(doc.completed_workstreams).map(({ text }) => text));
  return Object.keys(isJsonObject(doc.artifacts) ? doc.artifacts : {})
    .filter((id) => !completed.has(id))
    .map((id) => ({
      path: pointer('artifacts', id),
      message: `artifacts names ${id}, which is not in completed_workstreams`,
      fix: `add "${id}" to completed_workstreams if it is done, else remove it from artifacts`,
    }));
}
