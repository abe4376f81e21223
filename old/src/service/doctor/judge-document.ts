// Says what is the matter with a document: drift, names, secrets, standstill. Pure.

import { pawlLine } from '../pawl-line.js';
import { repair, type RepairResult, type Undecided } from '../../families/repair/index.js';
import type { Problem } from '../../rules/errors.js';
import { isJsonObject, type JsonObject } from '../../rules/json/json.js';
import type { FamilyName, Key } from '../../rules/names.js';
import { shorten } from '../../rules/text/shorten.js';
import type { LogView } from '../../store/file/inspect.js';
import { families } from '../families.js';
import { isAllDone } from '../next-command.js';
import { ageDays } from '../overview.js';
import type { Content } from './content.js';
import type { FileFacts, Sight } from './judge-file.js';
import { withFixes } from './fixes-of.js';
import { damageOf } from './judge-log.js';
import { isReachable, judgeNames } from './judge-names.js';
import { redactDocument } from './secrets.js';
import { type Diagnosis, type Finding, finding, type FindingKind, type Subject } from './types.js';

/** A file that holds a checkpoint. */
export interface Held {
  readonly subject: Subject;
  readonly family: FamilyName;
  /** Its key in the store; null where there is none. */
  readonly key: Key | null;
  /** What its file name says. */
  readonly named: Key | null;
  readonly log: LogView | null;
  readonly content: Extract<Content, { readonly is: 'json' }>;
  readonly sight: Extract<Sight, { readonly is: 'bytes' }>;
}

/** Any id of a PRD or of something like it: read with a warning, as new ones could not have it. */
const anyId = /[A-Za-z0-9][A-Za-z0-9._-]*/;

/**
 * Reads a state as a repair would leave it.
 * @param key the run
 * @param state a state that was only found
 * @returns the state; null when a person has to decide something first
 */
export function repairedState(key: Key, state: JsonObject): JsonObject | null {
  const { document, undecided } = repair(key.family, key, state, { context: { idPattern: anyId } });
  return undecided.length === 0 && isJsonObject(document) ? document : null;
}

/**
 * Judges a document.
 * @param facts what is known about its file
 * @param held the document
 * @returns what is the matter, and how it can be put right
 */
export function judgeDocument(facts: FileFacts, held: Held): Diagnosis {
  const { subject, key, log, content, sight } = held;
  const isWhole = content.lenient === null && families[held.family].recognises(content.original);
  const damage = damageOf(subject, log, isWhole);
  const state = newestState(held);
  const result = repairHeld(facts, held, state);
  const document = isJsonObject(result.document) ? result.document : null;
  const names = judgeNames(facts, held, document);
  const canBeKept = facts.home === null || (isReachable(facts, held) && ![...damage, ...names].some(isInTheWay));
  const isDrifted = result.undecided.length + result.items.length > 0;
  const drift = isDrifted ? [driftOf(facts, held, result, canBeKept, problemsOf(held, state, facts))] : [];
  const findings: Finding[] = [...damage, ...drift, ...names];
  if (document !== null) findings.push(...secretsIn(subject, document));
  if (document !== null && (key !== null || facts.home === null)) findings.push(...standstillOf(facts, held, document));
  const original = state ?? content.original;
  const isRepairable = result.undecided.length === 0 && result.items.length > 0;
  const plan =
    isRepairable && canBeKept && document !== null && original !== null
      ? {
          key,
          original,
          isExact: state !== null || content.isExact,
          document,
          changes: result.items,
          hash: sight.hash,
        }
      : null;
  return { subject, key, isCheckpoint: true, findings, plan };
}

function isInTheWay({ kind, remedy }: Finding): boolean {
  return kind === 'newer-version' || (remedy === 'person' && ['damaged', 'orphaned', 'unreadable'].includes(kind));
}

/** After a crash before publishing, the log knows more than the file; null when the file counts. */
function newestState({ log, sight }: Held): JsonObject | null {
  const { marker = null, revision = 0, state = null } = log ?? {};
  return marker !== null && marker.b === sight.hash && marker.r < revision ? state : null;
}

function repairHeld(facts: FileFacts, held: Held, state: JsonObject | null): RepairResult {
  const { family, named, content, sight } = held;
  const value = state ?? content.value;
  const repeated = state === null ? content.repeated : [];
  const quoted = state === null ? content.quoted : [];
  const halved = state === null ? content.halved : [];
  const lenient = state === null ? content.lenient : null;
  const orders = state === null ? content.orders : [];
  const run = (idPattern: RegExp | undefined): RepairResult =>
    repair(family, named, value, {
      modifiedAt: sight.modifiedAt,
      isOwn: state !== null || isOwn(held),
      repeated,
      quoted,
      halved,
      lenient,
      orders,
      context: { idPattern },
    });
  const strict = run(facts.idPattern);
  if (!strict.undecided.some(({ code }) => code === 'id') || family !== 'pipeline') return strict;
  const tolerant = run(anyId);
  return tolerant.undecided.some(({ code }) => code === 'id') ? strict : tolerant;
}

/** Whether pawl itself wrote what stands in the file, and did not only take it in. */
function isOwn({ log, sight }: Held): boolean {
  const isPublished = log?.marker?.b === sight.hash;
  return isPublished && log.event !== null && !['adopted', 'edited', 'switched'].includes(log.event);
}

function problemsOf(held: Held, state: JsonObject | null, facts: FileFacts): readonly Problem[] {
  const document = state ?? held.content.original;
  const found = document === null ? [] : families[held.family].check(document, { idPattern: facts.idPattern });
  const repeated = held.content.repeated.map(({ path, values }) => ({
    path,
    message: `stands there ${values.length} times: ${values.map((value) => shorten(JSON.stringify(value), 200)).join(', then ')}`,
    fix: 'the last one counts; --fix keeps the others in pawl.repaired',
  }));
  const inexact = held.content.inexact.map((written) => ({
    path: '',
    message: `holds the number ${shorten(written, 200)}, which has more digits than are kept`,
    fix: 'write it as a text; --fix does, but for fractions, and keeps the bytes of the file aside',
  }));
  return [...repeated, ...inexact, ...found];
}

const decisions: Partial<Record<Undecided['code'], FindingKind>> = {
  'newer-version': 'newer-version',
  'too-large': 'oversized',
};

function driftOf(
  facts: FileFacts,
  held: Held,
  result: RepairResult,
  canBeKept: boolean,
  problems: readonly Problem[],
): Finding {
  const { home, path } = facts;
  const { subject } = held;
  const { undecided, items } = result;
  if (undecided.length > 0) {
    const kind = undecided.map(({ code }) => decisions[code]).find((one) => one !== undefined) ?? 'drifted';
    const what = undecided.length === 1 ? 'one thing' : `${undecided.length} things`;
    const left = result.proposal?.items.length ?? 0;
    const rest = left === 0 ? '' : `; --fix then does the other ${left === 1 ? 'change' : `${left} changes`}`;
    const isNewer = kind === 'newer-version';
    const message = isNewer ? 'was written by a newer version' : `a person has to decide ${what}`;
    return finding(subject, kind, message, {
      problems: undecided.map(isNewer ? withoutFix : toProblem),
      remedy: 'person',
      todo: isNewer ? 'Update pawl; this one reads it and changes nothing.' : `Correct what is listed${rest}.`,
    });
  }
  const { lenient } = held.content;
  const spelled = lenient === null ? '' : `is JSON but for ${lenient.extras.join(' and ')}; `;
  const count = `${spelled}${items.length} ${items.length === 1 ? 'change makes' : 'changes make'} it valid`;
  const changes = { problems: withFixes(problems, items), changes: items };
  if (!canBeKept) {
    const isNameless = !isReachable(facts, held);
    const todo = isNameless
      ? 'Rename it first; then --fix makes these changes.'
      : 'Put right what else is said about it first; then --fix makes these changes.';
    return finding(subject, 'drifted', count, { ...changes, remedy: 'person', todo });
  }
  const beside = `stays beside it as ${path.slice(path.lastIndexOf('/') + 1)}.original`;
  const todo = `--fix makes these changes; the original ${home === null ? beside : 'stays as an earlier revision'}.`;
  return finding(subject, 'drifted', count, { ...changes, remedy: 'fix', todo });
}

/** What a newer version wrote is not for this one to correct. */
function withoutFix({ path, message }: Undecided): Problem {
  return { path, message };
}

function toProblem({ path, message, fix }: Undecided): Problem {
  return fix === undefined ? { path, message } : { path, message, fix };
}

function secretsIn(subject: Subject, document: JsonObject): readonly Finding[] {
  const { found } = redactDocument(document);
  if (found.length === 0) return [];
  const todo = '--redact removes it, history included. Revoke it as well: others may have seen it.';
  const message = `${found.length} ${found.length === 1 ? 'value looks' : 'values look'} like a secret`;
  return [finding(subject, 'secret', message, { problems: found, remedy: 'redact', todo })];
}

/** In progress, and nobody touched it for long: nothing is wrong with the file. */
function standstillOf({ now, maxAgeDays }: FileFacts, held: Held, document: JsonObject): readonly Finding[] {
  const { subject, family } = held;
  const overview = families[family].overview(document);
  if (overview.finished || !/^(?:in_progress|stalled|running)$/.test(overview.status)) return [];
  if (isAllDone(overview)) return []; // it waits for nobody: only completing it is left
  const days = Math.floor(ageDays(overview.updated_at, now));
  const isIdle = overview.status === 'stalled';
  if (!isIdle && days < maxAgeDays()) return [];
  const why = isIdle ? 'is in progress, but nothing of it runs' : `is in progress, and untouched for ${days} days`;
  const resume = held.named === null ? 'pawl resume' : pawlLine('resume', held.named);
  return [finding(subject, 'stalled', why, { todo: `\`${resume}\` says where to go on.` })];
}
