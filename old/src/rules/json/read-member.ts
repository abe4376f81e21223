// Reads members of JSON whose shape is not known yet. What is not of the wanted kind counts as not there.

import { isJsonObject, type Json, type JsonObject } from './json.js';

/**
 * Reads a member, or one further down.
 * @param of any value
 * @param names the names that lead to it
 * @returns undefined where it has no such member of its own
 */
export function memberIn(of: unknown, ...names: readonly string[]): Json | undefined {
  let member: Json | undefined = isJsonObject(of) ? of : undefined;
  for (const name of names) member = isJsonObject(member) && Object.hasOwn(member, name) ? member[name] : undefined;
  return member;
}

/**
 * Reads a member that is an object.
 * @param of any value
 * @param names the names that lead to it
 * @returns the object; empty when it is none
 */
export function mapIn(of: unknown, ...names: readonly string[]): JsonObject {
  const member = memberIn(of, ...names);
  return isJsonObject(member) ? member : {};
}

/**
 * Reads a member that is a text.
 * @param of any value
 * @param names the names that lead to it
 * @returns null when it is none
 */
export function textIn(of: unknown, ...names: readonly string[]): string | null {
  const member = memberIn(of, ...names);
  return typeof member === 'string' ? member : null;
}

/**
 * Reads a list.
 * @param value any value
 * @returns its items; none when it is no list
 */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Reads a list of texts.
 * @param value any value
 * @returns its items that are texts; none when it is no list
 */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * Tells whether a value is a list of nothing but texts.
 * @param value any value
 * @returns true for the empty list, too
 */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/**
 * Tells whether a value is a text that says something.
 * @param value any value
 * @returns false for spaces alone
 */
export function isSomeText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
