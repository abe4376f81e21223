// What happened to the evidence of a pipeline: runs of gates, and what people decided about results.

import { isJsonObject, type JsonObject, sameJson } from '../../rules/json/json.js';
import { listOf, mapIn, textsOf } from '../../rules/json/read-member.js';
import { laterInWords, meanwhileInWords } from '../pipeline/evidence/in-words.js';
import { type Change, shortly, takenAway } from './change.js';

const ownOf = (doc: JsonObject): JsonObject => mapIn(doc, 'pawl');

const runWords: Readonly<Record<string, string>> = {
  pass: 'passed again',
  fail: 'failed',
  blocked: 'could not be run',
};

/**
 * Finds the workstream that a use of a gate covers: `type-check (WS2)` covers one, `build (Phase 3)` a phase.
 * @param gate the use
 * @returns the workstream, or null
 */
export function unitOf(gate: string): string | null {
  const covered = /\(([^()]+)\)$/.exec(gate)?.[1];
  return covered === undefined || /^Phase \d+$/.test(covered) ? null : covered;
}

/**
 * Tells of runs that did not let a gate pass, and of passes that were seen again; a first pass is told by the list.
 * @param before the state before
 * @param after the state after
 * @returns a line for each run
 */
export function gateRuns(before: JsonObject, after: JsonObject): Change[] {
  const was = mapIn(mapIn(ownOf(before), 'evidence'), 'gates');
  const passed = textsOf(before['gates_passed']);
  return Object.entries(mapIn(mapIn(ownOf(after), 'evidence'), 'gates')).flatMap(([gate, run]): Change[] => {
    if (!isJsonObject(run) || sameJson(run, was[gate])) return [];
    // A result that was kept is told as such, not as another run.
    if (run['kept_at'] !== undefined && run['kept_at'] !== mapIn(was, gate)['kept_at']) return [];
    const words = runWords[shortly(run['verdict'])];
    const unit = unitOf(gate);
    // What happened to its files since is no other run.
    if (run['seq'] !== undefined && run['seq'] === mapIn(was, gate)['seq']) {
      const later = laterInWords(run['changed_later'], 'it passed');
      const isNews = later !== '' && !sameJson(run['changed_later'], mapIn(was, gate)['changed_later']);
      return isNews ? [{ unit, text: `gate ${gate}: ${shortly(later)}` }] : [];
    }
    const files = meanwhileInWords(run['changed_meanwhile']);
    const also: Change[] = files === '' ? [] : [{ unit, text: `gate ${gate}: ${shortly(files)}` }];
    const isPass = run['verdict'] === 'pass';
    if (words === undefined || (isPass && !passed.includes(gate))) return also;
    const why = typeof run['reason'] === 'string' && !isPass ? `: ${shortly(run['reason'])}` : '';
    return [{ unit, text: `gate ${gate}: ${words}${why}` }].concat(also);
  });
}

/**
 * Tells what people decided: waivers, answers, and results that they kept.
 * @param before the state before
 * @param after the state after
 * @returns a line for each decision
 */
export function decisionChanges(before: JsonObject, after: JsonObject): Change[] {
  const told = (list: string, tell: (one: JsonObject) => readonly Change[]): readonly Change[] => {
    const [old, now] = [before, after].map((doc) => listOf(ownOf(doc)[list]).filter(isJsonObject));
    const gone = without(old, now).flatMap(tell);
    return [...without(now, old).flatMap(tell), ...gone.map(({ unit, text }) => ({ unit, text: takenAway(text) }))];
  };
  const awaits = ownOf(after)['awaits'];
  const was = ownOf(before)['awaits'];
  const wait =
    awaits === 'evidence'
      ? 'it is not complete: results no longer hold'
      : awaits === undefined
        ? was === 'evidence'
          ? 'its results were looked at again'
          : 'its completion is approved'
        : 'its completion waits for a person';
  return [
    ...told('waivers', waived),
    ...told('approvals', (one) => [answered(one)]),
    ...told('accepted', kept),
    ...(sameJson(awaits, was) ? [] : [{ unit: null, text: wait }]),
  ];
}

function without(list: readonly JsonObject[] = [], other: readonly JsonObject[] = []): readonly JsonObject[] {
  return list.filter((one) => !other.some((same) => sameJson(one, same)));
}

function waived({ gates, by, reason, issue }: JsonObject): readonly Change[] {
  return textsOf(gates).map((gate) => ({
    unit: unitOf(gate),
    text: `gate ${gate}: waived by ${shortly(by)}, ${shortly(issue)}: ${shortly(reason)}`,
  }));
}

function answered({ about, answer, by, note }: JsonObject): Change {
  const unit = typeof about === 'string' ? unitOf(about) : null;
  const why = note === undefined ? '' : ` (${shortly(note)})`;
  return { unit, text: `${shortly(about)}: ${shortly(by)} said ${shortly(answer)}${why}` };
}

function kept({ kept: names, changes, by, reason }: JsonObject): readonly Change[] {
  const why = `kept by ${shortly(by)}: ${shortly(reason)}`;
  const results = textsOf(names).map((name) => ({ unit: unitOf(name) ?? name, text: `${name}: ${why}` }));
  return results.concat(textsOf(changes).map((text) => ({ unit: results[0]?.unit ?? '', text: `although ${text}` })));
}
