// The one way in: a drifted document becomes a valid one, or a person is told exactly what to decide.

import { isJsonObject, type Json, type JsonObject, sameJson, valueAt } from '../../rules/json/json.js';
import { toPlain } from '../../rules/json/plain.js';
import type { FamilyName, Key } from '../../rules/names.js';
import { listed } from '../../rules/text/listed.js';
import { shorten } from '../../rules/text/shorten.js';
import { checkCommand } from '../command/check.js';
import type { CheckContext } from '../family.js';
import { checkPipeline } from '../pipeline/check.js';
import { checkWorkflow } from '../workflow/check.js';
import { commandAliases } from './command/fields.js';
import { contradictsItself, repairCommand } from './command/index.js';
import { severalIn } from './detect.js';
import type { Draft } from './draft.js';
import type { Aliases } from './fields.js';
import { countLeaves, missingLeaves } from './leaves.js';
import { pipelineAliases } from './pipeline/fields.js';
import { timesIn } from './read/times.js';
import { repairPipeline, saysOtherwise } from './pipeline/index.js';
import type { RepairFacts, RepairResult, Undecided } from './types.js';
import { isTooDeep, unpack } from './unpack.js';
import { workflowAliases } from './workflow/fields.js';
import { repairWorkflow, workflowContradicts } from './workflow/index.js';

interface Repairer {
  readonly aliases: Aliases;
  check(document: unknown, context: CheckContext | undefined): readonly unknown[];
  /** Whether a document that obeys its format says two things about a unit. */
  contradicts?(document: Json): boolean;
  repair(draft: Draft, key: Key | null, facts: RepairFacts): void;
}

const repairers: Readonly<Record<FamilyName, Repairer>> = {
  command: {
    aliases: commandAliases,
    check: (document) => checkCommand(document),
    contradicts: contradictsItself,
    repair: repairCommand,
  },
  pipeline: {
    aliases: pipelineAliases,
    check: checkPipeline,
    contradicts: saysOtherwise,
    repair: repairPipeline,
  },
  workflow: {
    aliases: workflowAliases,
    check: (document) => checkWorkflow(document),
    contradicts: workflowContradicts,
    repair: repairWorkflow,
  },
};

/**
 * Repairs a document. Deterministic, and never throws. A valid document is returned as it is; repairing the result
 * once more changes nothing. Every leaf value of the original is found again in the result: in its place, in the
 * format's place for it, or in `pawl.repaired` as `{path, was}`.
 * @param family the family that the document belongs to
 * @param key what the file's name says; null when it says nothing
 * @param document the parsed file; any JSON
 * @param facts what else is known about the file
 * @returns the valid document with every change as an item; or the original, with what a person must decide
 */
export function repair(family: FamilyName, key: Key | null, document: Json, facts: RepairFacts = {}): RepairResult {
  try {
    return repairSafely(repairers[family], key, document, facts);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    return untouched(document, [
      { code: 'internal', path: '', message: `the document could not be repaired: ${reason}` },
    ]);
  }
}

function repairSafely(repairer: Repairer, key: Key | null, document: Json, facts: RepairFacts): RepairResult {
  if (isTooDeep(document)) {
    const fix = 'store the deep part flatter, or in a file of its own';
    return untouched(document, [
      { code: 'too-large', path: '', message: 'the document is nested too deep to be stored', fix },
    ]);
  }
  const repeated = facts.repeated ?? [];
  const isFormed = (value: Json): boolean => repairer.check(value, facts.context).length === 0 && toPlain(value).ok;
  // What pawl itself stored was weighed by whoever stored it.
  const isValid = (value: Json): boolean =>
    isFormed(value) && (facts.isOwn === true || repairer.contradicts?.(value) !== true);
  const quoted = facts.quoted ?? [];
  const halved = facts.halved ?? [];
  if (repeated.length === 0 && isAsWritten(facts) && isValid(document)) return { document, items: [], undecided: [] };
  const several = severalIn(document);
  if (several.length > 0) return untouched(document, [tooMany(several)]);
  const draft = unpack(document, repairer.aliases);
  if (draft === null || Object.keys(draft.root).length === 0) {
    const message = `a checkpoint is an object with members; this is ${Array.isArray(document) ? 'a list' : 'none'}`;
    return untouched(document, [
      {
        code: 'not-a-checkpoint',
        path: '',
        message,
        fix: 'write an object with the members of a checkpoint, or restore an earlier revision',
      },
    ]);
  }
  for (const { path, values } of repeated) {
    const why = 'the file has this key more than once; the last value counts, the others are kept';
    for (const value of values.slice(0, -1)) draft.keepBeside(path, value, why, 'repeated');
  }
  for (const path of quoted) {
    const became = valueAt(document, path);
    const why = 'a number has not so many digits; as a text it keeps them all';
    draft.items.push({ kind: 'spelling', path, ...(became === undefined ? {} : { became }), why });
  }
  for (const path of halved) {
    const became = valueAt(document, path);
    const why = 'half of a surrogate pair is no character; only the original still has it';
    draft.items.push({ kind: 'spelling', path, ...(became === undefined ? {} : { became }), why });
  }
  if (facts.lenient != null) {
    const why = `${facts.lenient.extras.join(' and ')}: JSON has none; the bytes of the file are kept aside`;
    draft.items.push({ kind: 'spelling', path: '', why });
    for (const comment of facts.lenient.comments)
      draft.keepBeside('', comment, 'a comment has no place in JSON', 'kept');
  }
  const pawl = draft.get('pawl');
  if (pawl !== undefined && !isJsonObject(pawl)) draft.setAside(['pawl'], 'pawl is an object of pawl’s own');
  if (repeated.length > 0 || !isValid(draft.root)) repairer.repair(draft, key, facts);
  draft.finish();
  return conclude(document, draft, facts, { isFormed, isValid });
}

/** Which of several is meant, a person has to say. */
function tooMany(several: readonly JsonObject[]): Undecided {
  const named = several.map(({ command, feature, prd, checkpoint_id: id }) =>
    typeof command === 'string' ? [command, feature].filter((part) => typeof part === 'string').join('/') : (prd ?? id),
  );
  const names = [...new Set(named.filter((name) => typeof name === 'string'))];
  const told = names.length === 0 ? '' : ` of ${listed(names, 3)}`;
  const times = several.map((one) => timesIn(one)?.last ?? '');
  const newest = [...times].sort().at(-1) ?? '';
  const isAlone = newest !== '' && times.indexOf(newest) === times.lastIndexOf(newest);
  const which = isAlone ? `number ${times.indexOf(newest) + 1}, the newest (${newest})` : 'the newest';
  const fix =
    names.length > 1
      ? 'give each a file of its own, named after it'
      : `keep ${which} alone in the file, without what is around it, and the others elsewhere`;
  return {
    code: 'several',
    path: '',
    message: `holds ${several.length} checkpoints${told}; a file has one`,
    fix,
  };
}

function conclude(
  document: Json,
  draft: Draft,
  facts: RepairFacts,
  { isFormed, isValid }: Readonly<Record<'isFormed' | 'isValid', (value: Json) => boolean>>,
): RepairResult {
  const result: Json = draft.root;
  const undecided: Undecided[] = [...draft.undecided];
  const plain = toPlain(result);
  if (!plain.ok) for (const problem of plain.problems) undecided.push({ ...problem, code: 'too-large' });
  else if (undecided.length === 0 && isFormed(result) && !isValid(result)) {
    undecided.push({
      code: 'unresolved',
      path: draft.items[0]?.path ?? '/status',
      message: 'the file says two things about its work, and it cannot be told which of them holds',
      fix: 'correct the one that is wrong',
    });
  } else if (undecided.length === 0 && !isValid(result)) {
    undecided.push({
      code: 'internal',
      path: '',
      message: 'the repaired document is not valid',
      fix: 'please report this',
    });
  }
  const leaves = countLeaves(document);
  for (const { values } of facts.repeated ?? []) for (const value of values.slice(0, -1)) countLeaves(value, leaves);
  const lost = missingLeaves(leaves, result);
  if (lost.length > 0) {
    const message = `repairing would lose ${shorten(listed(lost, 3), 200)}; nothing was changed`;
    undecided.push({ code: 'internal', path: '', message, fix: 'please report this' });
  }
  const proposal = { document: result, items: draft.items };
  if (undecided.length > 0) return { ...untouched(document, undecided), proposal };
  const isSame = isAsWritten(facts) && sameJson(result, document);
  return isSame ? { document, items: [], undecided: [] } : { ...proposal, undecided: [] };
}

/** Whether a document says in the words of its file what that says. */
function isAsWritten({ quoted = [], halved = [], lenient }: RepairFacts): boolean {
  return quoted.length + halved.length === 0 && lenient == null;
}

function untouched(document: Json, undecided: readonly Undecided[]): RepairResult {
  return { document, items: [], undecided };
}
