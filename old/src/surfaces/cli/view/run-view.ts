// What is shown of one run, whatever its family: units and facts, without layout. Made from documents that may have drifted.

import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { isSomeText, listOf, memberIn } from '../../../rules/json/read-member.js';
import { shorten } from '../../../rules/text/shorten.js';

/** How a line of a unit looks. */
export type LineKind = 'text' | 'error' | 'created' | 'modified' | 'item';

/** A phase or a workstream. */
export interface UnitView {
  readonly name: string;
  readonly status: string;
  /** ISO 8601, as far as they are known. */
  readonly from?: string | null;
  readonly to?: string | null;
  readonly lines: readonly (readonly [kind: LineKind, text: string])[];
}

/** Something that is known of a run: what, and the text; with a status it has a mark. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  readonly status?: string;
}

export interface ViewSection {
  readonly title: string;
  readonly units?: readonly UnitView[];
  readonly facts?: readonly Fact[];
}

const longestValue = 400;

/**
 * Reads a text member.
 * @param from an object
 * @param name the member
 * @returns the text, or null when it is none, or empty
 */
export function saidIn(from: JsonObject, name: string): string | null {
  const value = memberIn(from, name);
  return isSomeText(value) ? value : null;
}

/**
 * Reads a member that is a list.
 * @param from an object
 * @param name the member
 * @returns its items, in words; empty when it is no list
 */
export function itemsIn(from: JsonObject, name: string): readonly string[] {
  return listOf(memberIn(from, name)).map(inWords);
}

/**
 * Writes any value on one line.
 * @param value a stored value
 * @returns texts as they are, everything else as JSON, cut where it is long
 */
export function inWords(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value) ?? '';
  return shorten(text, longestValue);
}

/**
 * Writes an error, in whichever shape it was stored.
 * @param error a text, or an object with a message and perhaps a place
 * @returns the text, or null when there is none
 */
export function errorWords(error: unknown): string | null {
  if (!isJsonObject(error)) return isSomeText(error) ? error : null;
  const message = saidIn(error, 'message') ?? inWords(error);
  const unit = saidIn(error, 'workstream');
  const file = saidIn(error, 'file');
  const line = typeof error['line'] === 'number' ? `:${error['line']}` : '';
  return `${unit === null ? '' : `${unit}: `}${message}${file === null ? '' : ` (${file}${line})`}`;
}

/**
 * Leaves out sections in which nothing stands.
 * @param sections all of them
 * @returns those with something in them
 */
export function filled(sections: readonly ViewSection[]): readonly ViewSection[] {
  return sections.filter(({ units = [], facts = [] }) => units.length + facts.length > 0);
}

/**
 * Makes facts of texts.
 * @param label what they are
 * @param texts the texts; null ones are left out
 * @returns the facts
 */
export function facts(label: string, ...texts: readonly (string | null)[]): readonly Fact[] {
  return texts.filter((text) => text !== null).map((text) => ({ label, text }));
}

/**
 * Makes the fact of a failure that the run stands at.
 * @param error the error as it is stored
 * @returns the fact; none when there is no error
 */
export function failureFacts(error: unknown): readonly Fact[] {
  const text = errorWords(error);
  return text === null ? [] : [{ label: 'now', text, status: 'failed' }];
}
