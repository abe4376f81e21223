// Repairs one document of any family: unwraps it, reads it by its family's tables, and checks the result. Pure. A document
// is valid afterwards, or there are questions; nothing counts as done that the file does not plainly list.

import type { Problem } from '../../base/errors.js';
import { type Json, type JsonObject, isObject, pointer, stepsOf } from '../../base/json.js';
import { applyPatch } from '../../base/patch.js';
import type { Format } from '../../formats/format.js';
import { type Difference, diffStates } from '../../runs/history.js';
import { repairCommand } from './command.js';
import { repairPipeline } from './pipeline.js';
import { telling, wrappers } from './tables.js';
import { readCount, unquote } from './values.js';
import { type Given, type Question, Source, Work } from './work.js';
import { repairWorkflow } from './workflow.js';

export type Repaired =
  | { readonly outcome: 'valid' }
  | {
      readonly outcome: 'fixed';
      readonly doc: JsonObject;
      readonly changes: readonly Difference[];
      /** Problems that only a person can solve, and that stop nothing: a summary that is too long, an unusual id. */
      readonly left: readonly Problem[];
    }
  | { readonly outcome: 'asked'; readonly questions: readonly Question[] }
  | { readonly outcome: 'cannot'; readonly reason: string };

const families = { command: repairCommand, pipeline: repairPipeline, workflow: repairWorkflow };

/** Repairs what a file holds. */
export function repairDocument(format: Format, raw: Json, given: Given): Repaired {
  const work = new Work(given);
  const inner = unwrap(work, format, raw);
  const reason = inner === null ? 'it does not have the shape of a checkpoint' : 'a newer version of pawl wrote it';
  if (work.questions.length > 0) return { outcome: 'asked', questions: work.questions };
  if (inner === null || isNewer(format, inner)) return { outcome: 'cannot', reason };
  const isDrifted = raw !== inner || !format.isCheckpoint(inner) || !format.check(inner, given.checks).every(isLeft);
  if (!isDrifted) return { outcome: 'valid' };
  const doc = askForRest(work, format, format.settle(families[format.family](work, inner)));
  if (work.questions.length > 0) return { outcome: 'asked', questions: work.questions };
  const all = diffStates(isObject(raw) ? raw : { '': raw }, doc);
  const changes = all.filter(({ before = null, after = null }) => before !== null || after !== null); // null is absent
  return { outcome: 'fixed', doc, changes, left: format.check(doc, given.checks) };
}

/** A version in quotes counts, too. */
function isNewer(format: Format, doc: JsonObject): boolean {
  const version = format.family === 'command' ? readCount(doc['version'])?.count : undefined;
  return format.isNewer(version === undefined ? doc : { ...doc, version });
}

/** Problems that no repair solves; a run that has them can still be written. */
function isLeft({ path }: Problem): boolean {
  return path.endsWith('/context_summary') || path === '/prd';
}

/** Finds the checkpoint in lists of one, in wrappers and in quotes. */
function unwrap(work: Work, format: Format, given: Json): JsonObject | null {
  const raw = unquote(given);
  const tells = (value: Json): boolean =>
    isObject(value) && telling[format.family].some((name) => new Source(value, format.family).look(name).length > 0);
  const isInside = (value: Json): boolean =>
    tells(value) || (isObject(value) && wrappers.some((name) => isInside(unquote(value[name] ?? null))));
  if (Array.isArray(raw) && raw.length === 1) return unwrap(work, format, raw[0] ?? null);
  const isCheckpoint: boolean = format.isCheckpoint(raw);
  if (isObject(raw)) {
    const wrapper = wrappers.find((name) => isInside(unquote(raw[name] ?? null)));
    const { [wrapper ?? '']: box = null, ...beside } = raw;
    if (wrapper !== undefined && !tells(beside)) {
      const inner = unwrap(work, format, box);
      return inner === null ? null : { ...beside, ...inner };
    }
    if (isCheckpoint || tells(raw)) return raw;
  }
  const several = Object.entries(typeof raw === 'object' && raw !== null ? raw : {}).filter(([, member]) =>
    isInside(member),
  );
  if (several.length === 0) return null;
  const message = `it holds ${several.length} checkpoints. Which one is this run's?`;
  const answer = work.ask(
    { path: '', value: null },
    message,
    several.map(([name]) => pointer(name)),
  );
  const chosen = several.find(([name]) => pointer(name) === answer)?.[1];
  return chosen === undefined ? null : unwrap(work, format, chosen);
}

/** What still does not fit is asked, whatever it is. */
function askForRest(work: Work, format: Format, doc: JsonObject): JsonObject {
  const problemsOf = (one: JsonObject): readonly Problem[] =>
    format.check(one, work.given.checks).filter((problem) => !isLeft(problem));
  let answered = doc;
  for (const { path, message, fix } of problemsOf(doc)) {
    const place = placeOf(doc, path);
    if ([...work.asked].some((asked) => `${place.path}/`.startsWith(`${asked}/`))) continue;
    const where = path === place.path ? 'it' : path;
    const text = `${where}${message.startsWith('"') ? ':' : ''} ${message}${fix === undefined ? '' : ` (${fix})`}`;
    const answer = work.ask(place, text, [], true);
    if (answer === null) continue;
    answered = applyPatch(answered, { '=': { [place.path]: toValue(answer) } });
    const again = problemsOf(answered).find((problem) => `${problem.path}/`.startsWith(`${place.path}/`));
    if (again !== undefined)
      work.questions.push({ path: place.path, found: answer, message: again.message, answers: [] });
  }
  return answered;
}

/** The place of a problem; inside of a list, the whole list. */
function placeOf(doc: JsonObject, path: string): { readonly path: string; readonly value: Json } {
  let at: Json = doc;
  const steps: string[] = [];
  for (const step of stepsOf(path)) {
    if (!isObject(at)) break;
    steps.push(step);
    at = at[step] ?? null;
  }
  return { path: pointer(...steps), value: at };
}

/** An answer is JSON where it is JSON, else text. */
function toValue(answer: string): Json {
  try {
    const value: Json = JSON.parse(answer);
    return value;
  } catch {
    return answer;
  }
}
