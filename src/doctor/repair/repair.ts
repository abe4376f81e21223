// Repairs one document of any family: unwraps it, reads it by its family's tables, and checks the result. Pure. A document
// is valid afterwards, or there are questions; nothing counts as done that the file does not plainly list.

import { type Json, type JsonObject, isObject, pointer, sameJson, stepsOf } from '../../base/json.js';
import type { Problem } from '../../base/errors.js';
import { type Format } from '../../formats/format.js';
import { repairCommand } from './command.js';
import { repairPipeline } from './pipeline.js';
import { commandAliases, commandStateAliases, pipelineAliases, workflowAliases, wrappers } from './tables.js';
import { isNothing, readCount, readText, unquote } from './values.js';
import { type Given, type Question, Source, Work, shown } from './work.js';
import { repairWorkflow } from './workflow.js';

/** One difference between a file and its repaired document. */
export interface Change {
  readonly path: string;
  readonly from?: Json;
  /** Absent when the value went elsewhere, or away. */
  readonly to?: Json;
  /** Where the same value stands now. */
  readonly moved?: string;
}

export type Repaired =
  /** Nothing to do. */
  | { readonly outcome: 'valid' }
  | {
      readonly outcome: 'fixed';
      readonly doc: JsonObject;
      readonly changes: readonly Change[];
      /** Problems that only a person can solve, and that stop nothing: a summary that is too long, an unusual id. */
      readonly left: readonly Problem[];
    }
  | { readonly outcome: 'asked'; readonly questions: readonly Question[]; readonly unknown: readonly string[] }
  | { readonly outcome: 'cannot'; readonly reason: string };

const families = {
  command: {
    repair: repairCommand,
    aliases: { ...commandAliases, ...commandStateAliases },
    telling: ['state', 'phases', 'current_phase', 'completed_phases', 'pending_phases'],
  },
  pipeline: {
    repair: repairPipeline,
    aliases: pipelineAliases,
    telling: [
      'status',
      'completed_workstreams',
      'in_progress_workstreams',
      'pending_workstreams',
      'workstreams',
      'phases',
    ],
  },
  workflow: {
    repair: repairWorkflow,
    aliases: workflowAliases,
    telling: ['status', 'current_phase', 'completed_phases', 'workflow_state', 'phases'],
  },
} as const;

/** Repairs what a file holds. */
export function repairDocument(format: Format, raw: Json, given: Given): Repaired {
  if (isObject(raw) && format.isCheckpoint(raw)) {
    if (isNewer(format, raw)) return { outcome: 'cannot', reason: 'a newer version of pawl wrote it' };
    const problems = format.check(raw, given.checks);
    if (problems.every(isLeft)) return { outcome: 'valid' };
  }
  const work = new Work(given);
  const inner = unwrap(work, format, raw);
  if (inner === null) {
    if (work.questions.length > 0) return { outcome: 'asked', questions: work.questions, unknown: [] };
    return { outcome: 'cannot', reason: 'it does not have the shape of a checkpoint' };
  }
  if (isNewer(format, inner)) return { outcome: 'cannot', reason: 'a newer version of pawl wrote it' };
  const repaired = notesRepaired(families[format.family].repair(work, inner));
  const doc = askForRest(work, format, format.settle(repaired));
  if (work.questions.length > 0) {
    const unknown = [...given.answers.keys()].filter((path) => !work.asked.has(path));
    return { outcome: 'asked', questions: work.questions, unknown };
  }
  const left = format.check(doc, given.checks);
  return { outcome: 'fixed', doc, changes: changesOf(isObject(raw) ? raw : { '': raw }, doc), left };
}

/** A version in quotes counts, too. */
function isNewer(format: Format, doc: JsonObject): boolean {
  const version =
    format.family === 'command' && typeof doc['version'] === 'string' ? readCount(doc['version'])?.count : undefined;
  return format.isNewer(version === undefined ? doc : { ...doc, version });
}

/** Problems that no repair solves; a run that has them can still be written. */
function isLeft({ path }: Problem): boolean {
  return path.endsWith('/context_summary') || path === '/prd';
}

/** Finds the checkpoint in lists of one, in wrappers and in quotes. */
function unwrap(work: Work, format: Format, given: Json): JsonObject | null {
  const raw = unquote(given);
  if (Array.isArray(raw)) {
    const [first, second] = raw;
    if (second === undefined) return first === undefined ? null : unwrap(work, format, first);
    return oneOf(
      work,
      format,
      raw.map((item, n) => [String(n), item]),
    );
  }
  if (!isObject(raw)) return null;
  const wrapper = wrappers.find((name) => isWrapped(format, unquote(raw[name] ?? null)));
  if (wrapper !== undefined && !tells(format, raw, wrapper)) {
    const { [wrapper]: value = null, ...beside } = raw;
    const inner = unwrap(work, format, value);
    return inner === null ? null : { ...beside, ...inner };
  }
  const isCheckpoint: boolean = format.isCheckpoint(raw);
  if (isCheckpoint || tells(format, raw)) return raw;
  const several = Object.entries(raw).filter(([, member]) => isWrapped(format, member));
  return several.length === 0 ? null : oneOf(work, format, several);
}

function isWrapped(format: Format, value: Json): boolean {
  if (!isObject(value)) return false;
  return tells(format, value) || wrappers.some((name) => isWrapped(format, unquote(value[name] ?? null)));
}

/** True for an object that says something about progress, besides a wrapper. */
function tells(format: Format, value: JsonObject, wrapper?: string): boolean {
  const { aliases, telling } = families[format.family];
  const { [wrapper ?? '']: _inner, ...own } = value;
  const source = new Source(wrapper === undefined ? value : own, aliases);
  const known = telling.filter((name) =>
    source.look(name).some((place) => !isNothing(place.value) || typeof place.value === 'object'),
  );
  return known.length > 1 || (known.length === 1 && known[0] !== 'status');
}

function oneOf(work: Work, format: Format, items: readonly (readonly [string, Json])[]): JsonObject | null {
  const message = `it holds ${items.length} checkpoints. Which one is this run's? The others stay in its first revision or in quarantine.`;
  const answer = work.ask({ path: '', found: null, message, answers: items.map(([name]) => pointer(name)) });
  const chosen = items.find(([name]) => pointer(name) === answer)?.[1];
  return chosen === undefined ? null : unwrap(work, format, chosen);
}

/** The member `pawl` in the form that pawl writes. */
function notesRepaired(doc: JsonObject): JsonObject {
  const { pawl } = doc;
  if (pawl === undefined || pawl === null) return doc;
  if (!isObject(pawl)) return { ...doc, pawl: { note: pawl } };
  const texts = (value: Json | undefined): Json | undefined =>
    Array.isArray(value)
      ? value.map((item) =>
          isObject(item) && typeof item['text'] === 'string'
            ? item
            : { ...(isObject(item) ? item : {}), text: readText(item) ?? '' },
        )
      : value;
  const next: Record<string, Json> = { ...pawl };
  for (const name of ['decisions', 'rejected']) if (Array.isArray(next[name])) next[name] = texts(next[name]) ?? [];
  for (const name of ['goal', 'next_action', 'branch', 'folder', 'spec'])
    if (next[name] !== undefined) next[name] = readText(next[name]);
  return sameJson(next, pawl) ? doc : { ...doc, pawl: next };
}

/** What still does not fit is asked, whatever it is. */
function askForRest(work: Work, format: Format, doc: JsonObject): JsonObject {
  let answered = doc;
  for (const { path, message, fix } of format.check(doc, work.given.checks).filter((problem) => !isLeft(problem))) {
    if ([...work.asked].some((asked) => `${path}/`.startsWith(`${asked}/`) && asked !== '')) continue;
    const found =
      stepsOf(path).reduce<Json | undefined>(
        (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
        doc,
      ) ?? null;
    const question = {
      path,
      found,
      message: `${found === null ? '' : `${shown(found)}: `}${message}${fix === undefined ? '' : ` (${fix})`}`,
      answers: [],
    };
    const answer = work.ask(question, true);
    if (answer === null) continue;
    answered = withValue(answered, stepsOf(path), toValue(answer));
    if (format.check(answered, work.given.checks).some((problem) => problem.path === path))
      work.questions.push(question);
  }
  return answered;
}

/** An answer is JSON where it is JSON other than text, else text. */
function toValue(answer: string): Json {
  try {
    const value: Json = JSON.parse(answer);
    return value;
  } catch {
    return answer;
  }
}

function withValue(at: Json | undefined, [step, ...rest]: readonly string[], value: Json): JsonObject {
  const box = isObject(at) ? at : {};
  if (step === undefined) return isObject(value) ? value : box;
  const inner = box[step];
  if (rest.length > 0 && Array.isArray(inner)) {
    const list = inner.map((item, n) =>
      String(n) !== rest[0] ? item : rest.length === 1 ? value : withValue(item, rest.slice(1), value),
    );
    return { ...box, [step]: list };
  }
  return { ...box, [step]: rest.length === 0 ? value : withValue(inner, rest, value) };
}

/** Lists the differences; a value that stands elsewhere now has moved. */
function changesOf(before: JsonObject, after: JsonObject): Change[] {
  const added: { path: string; value: Json }[] = [];
  const gone: { path: string; from: Json; to?: Json }[] = [];
  const walk = (a: JsonObject, b: JsonObject, at: readonly string[]): void => {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [from, to, path] = [a[name], b[name], [...at, name]];
      if (from === undefined && to !== undefined) added.push({ path: pointer(...path), value: to });
      else if (isObject(from) && isObject(to)) walk(from, to, path);
      else if (from !== undefined && !sameJson(from, to))
        gone.push({ path: pointer(...path), from, ...(to === undefined ? {} : { to }) });
    }
  };
  walk(before, after, []);
  const taken = new Set<string>();
  const changes = gone.map((change): Change => {
    const target =
      change.to === undefined
        ? added.find(({ path, value }) => !taken.has(path) && sameJson(value, change.from))
        : undefined;
    if (target === undefined) return change;
    taken.add(target.path);
    return { path: change.path, from: change.from, moved: target.path };
  });
  return [...changes, ...added.filter(({ path }) => !taken.has(path)).map(({ path, value }) => ({ path, to: value }))];
}
