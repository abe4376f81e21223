// Compares what a document calls itself with its file's name. Files are never renamed or merged. Pure.

import { defaultIdPattern } from '../../families/pipeline/index.js';
import { parseWorkflowId } from '../../families/workflow/index.js';
import type { JsonObject } from '../../rules/json/json.js';
import { commandKey, type Key, stemsOf } from '../../rules/names.js';
import type { Held } from './judge-document.js';
import type { FileFacts } from './judge-file.js';
import { type Finding, finding } from './types.js';

/**
 * Judges the names of a checkpoint.
 * @param facts what is known about its file
 * @param held the file
 * @param document what it says, repaired
 * @returns what does not fit
 */
export function judgeNames(facts: FileFacts, held: Held, document: JsonObject | null): readonly Finding[] {
  const { subject } = held;
  const findings: Finding[] = [];
  if (facts.hasTwin) {
    const todo = 'Keep the one that counts and move the other away.';
    findings.push(
      finding(subject, 'orphaned', 'a file of the same name is in use as well', { remedy: 'person', todo }),
    );
  }
  if (facts.home !== null && !isReachable(facts, held)) {
    findings.push(nameless(facts, held, document));
  }
  if (document === null) return findings;
  const other = facts.home === null || held.key === null ? null : otherName(held.key, document);
  if (other !== null && isSaid(held, other)) findings.push(misnamed(facts, held, other, document));
  const { prd } = document;
  const isUsual = typeof prd !== 'string' || matches(facts.idPattern ?? defaultIdPattern, prd);
  if (held.family === 'pipeline' && !isUsual) {
    const message = `its id ${JSON.stringify(prd)} is read, but a new pipeline could not have it: see pipeline.id_pattern`;
    findings.push(finding(subject, 'unusual-id', message));
  }
  return findings;
}

/** On some disks, names that differ in nothing but capitals are one: the first that pawl met has the history. */
function nameless(facts: FileFacts, { subject, key, family }: Held, document: JsonObject | null): Finding {
  const clash = facts.clashOf();
  if (key !== null && clash !== null) {
    const todo = `Give one of the two a name that differs in more than capitals.`;
    const message = `has the name of ${clash} but for capitals; of the two, only that one has a history`;
    return finding(subject, 'misnamed', message, { remedy: 'person', todo });
  }
  const better = family === 'command' ? fittingName(facts, document) : null;
  const example = better === null ? '' : `, e.g. ${better}`;
  const form = family === 'command' ? 'COMMAND-FEATURE.json, both of' : 'a name of';
  const todo = `Rename it first: ${form} letters, digits, “-”, “_” and “.”${example}. Only then --fix can repair it.`;
  return finding(subject, 'misnamed', 'has a name under which pawl keeps no history', { remedy: 'person', todo });
}

/** What a command's file could be called: as pawl calls the run that it names, else much like it is called now. */
function fittingName({ path, isTaken }: FileFacts, document: JsonObject | null): string | null {
  const own = commandIn(document);
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/i, '');
  const [first = '', ...rest] = stem.split(/[-_ ]/);
  const [command, word] = [plainWord(first), plainWord(rest.join('-'))];
  const names = [
    ...(own === null ? [] : [`${stemsOf(own)[0]}.json`]),
    ...(command === '' ? [] : [`${command}-${word === '' ? 'checkpoint' : word}.json`]),
  ];
  return names.find((name) => !isTaken(name)) ?? null;
}

/** The run that a command's document names. */
function commandIn(document: JsonObject | null): Key | null {
  const { command, feature } = document ?? {};
  try {
    return typeof command === 'string' ? commandKey(command, typeof feature === 'string' ? feature : null) : null;
  } catch {
    return null; // names that no run can have
  }
}

function plainWord(text: string): string {
  const ascii = text.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
  return ascii
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
}

function matches(pattern: RegExp, id: string): boolean {
  return defaultIdPattern.test(id) || new RegExp(`^(?:${pattern.source})$`, pattern.flags).test(id);
}

/**
 * Tells whether the store would publish a checkpoint exactly where its file is.
 * @param facts what is known about the file
 * @param held the file
 * @returns false where it has no history
 */
export function isReachable({ path }: FileFacts, { key, log }: Held): boolean {
  if (key === null) return false;
  if (log === null || log.isUnreadable === true) return true;
  const file = path.slice(path.lastIndexOf('/') + 1);
  return Object.values(log.published).some((other) => other?.replaceAll('\\', '/').endsWith(`/${file}`) === true);
}

/** A name that a repair would give it is not what it calls itself. */
function isSaid({ content, family }: Held, name: string): boolean {
  return family !== 'workflow' || JSON.stringify(content.value).includes(JSON.stringify(name));
}

/** What the document calls itself, where that is not what its file is called. */
function otherName(key: Key, document: JsonObject): string | null {
  if (key.family === 'command') {
    const { command, feature } = document;
    const isOther = typeof command === 'string' && command !== key.command;
    const isOtherFeature = key.feature !== null && typeof feature === 'string' && feature !== key.feature;
    return isOther || isOtherFeature ? [command, feature].filter((part) => typeof part === 'string').join('/') : null;
  }
  const id = key.family === 'pipeline' ? document['prd'] : document['checkpoint_id'];
  return typeof id === 'string' && id !== key.id ? id : null;
}

/**
 * Of real pipeline files every sixth has another id inside: that is said, and nothing has to be done about it. Nor where
 * the name of a workflow's file is no workflow's id, so that the one inside has to be another.
 */
function misnamed({ isTaken }: FileFacts, { subject, key }: Held, other: string, document: JsonObject): Finding {
  const message = `calls itself ${JSON.stringify(other)} inside`;
  const isNote = key?.family === 'pipeline' || (key?.family === 'workflow' && parseWorkflowId(key.id) === null);
  if (isNote) return finding(subject, 'misnamed', `${message}; its file name is what counts`);
  const name = key === null ? '' : (stemsOf(key)[0] ?? '');
  const own = key?.family === 'command' ? commandIn(document) : null;
  const better = own === null ? '' : `${stemsOf(own)[0]}.json`;
  const isFree = better !== '' && !isTaken(better);
  const todo = `If it was copied, correct the names inside; if ${name}.json is the wrong name, ${isFree ? `rename it to ${better}` : 'give it another'}.`;
  return finding(subject, 'misnamed', message, { remedy: 'person', todo });
}
