// What callers pass, checked where it comes in: every problem at once, each with its place. What a method takes stands
// beside the method, as rules.

import { badInput, isPawlError, type Problem } from '../../rules/errors.js';
import { anyMap, anyText, type Fields, optional } from '../../rules/fields.js';
import { isJsonObject, pointer } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { checkMembers, type MemberRule, type MemberRules } from '../../rules/members.js';
import { asDocument } from '../../service/documents.js';
import { plainInput } from '../../service/input.js';

/** A whole number, e.g. a revision. */
export const wholeNumber: MemberRule = {
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  wanted: 'a whole number from 0',
  example: '3',
};

export const trueOrFalse: MemberRule = {
  fits: (value) => typeof value === 'boolean',
  wanted: 'true or false',
  example: 'true',
};

export const aFunction: MemberRule = {
  fits: (value) => typeof value === 'function',
  wanted: 'a function',
  example: '(notice) => console.error(notice.message)',
};

/** The name of a checkpoint of any family. */
export const refRule: MemberRule = {
  ...anyText,
  wanted: 'a ref: the name of a checkpoint',
  example: '"implement/auth"',
};

/**
 * Makes the rule for an argument with options.
 * @param wanted what it is, in words
 * @param example one, as JSON
 * @param members what it takes
 * @returns the rule
 */
export function optionsOf(wanted: string, example: string, members: MemberRules): MemberRule {
  return { ...optional(anyMap), wanted, example, members };
}

/** What `WriteOptions` takes. */
export const writeMembers: MemberRules = {
  expect: optional({ ...wholeNumber, wanted: 'the number of a revision, or 0 for a checkpoint that must not exist' }),
  opId: optional({
    fits: (value) => typeof value === 'string' && value !== '' && value.length <= limits.maxNameChars,
    wanted: `a text of 1 to ${limits.maxNameChars} characters`,
    example: '"deploy-17"',
  }),
};

/** How a single change is made: see `WriteOptions`. */
export const writeOptions: MemberRule = optionsOf('an object with "expect" or "opId"', '{"expect": 3}', writeMembers);

/** A whole checkpoint. */
export const wholeDocument: MemberRule = { ...anyMap, wanted: "a checkpoint: an object in its family's format" };

/**
 * Makes the rule for an id. What a text must be to become a name is said by rules/names.ts.
 * @param what what it names
 * @param example an id, as JSON
 * @returns the rule
 */
export function idOf(what: string, example: string): MemberRule {
  return { ...anyText, wanted: `the id of a ${what}, a text`, example };
}

/**
 * Checks what a method was called with.
 * @param method its name, for the message
 * @param given the arguments by name
 * @param rules what each must be
 * @returns nothing; throws `bad-input` with every problem
 */
export function checkArguments(method: string, given: Fields, rules: MemberRules): void {
  const problems = readable(method, () => checkMembers(given, rules));
  if (problems.length > 0) throw badInput(method, problems);
}

/** An event as a method was called with it. */
export interface EventCall {
  /** The event's type. */
  readonly type: string;
  /** Members that are arguments of their own. */
  readonly named?: Fields;
  /** The argument with all other members: its name, and what was passed. */
  readonly details?: readonly [name: string, value: unknown];
  /** Arguments that are no part of the event, with their rules. */
  readonly beside: readonly [given: Fields, rules: MemberRules];
}

/**
 * Reads an event from the arguments of a method.
 * @param method its name, for the message
 * @param call what it was called with
 * @param problemsOf finds every problem of the event
 * @returns the event as plain JSON; throws `bad-input` with every problem of event and arguments
 */
export function readEvent<Event extends object>(
  method: string,
  call: EventCall,
  problemsOf: (event: Event) => readonly Problem[],
): Event {
  const { type, named = {}, details: [name, details] = ['details', {}] } = call;
  const isObject = readable(method, () => isJsonObject(details));
  const asked: Fields = readable(method, () => (isJsonObject(details) ? { ...details } : {}));
  const event = asDocument<Event>(plainInput(method, { ...asked, ...named, type }));
  const problems = [
    ...readable(method, () => checkMembers(...call.beside)),
    ...(isObject ? [] : checkMembers({ [name]: details }, { [name]: anyMap })),
    ...foreignMembers({ type, ...named }, asked),
    ...unstorable({ ...asked, ...named }),
    ...problemsOf(event),
  ];
  if (problems.length > 0) throw badInput(method, problems);
  return event;
}

/** What the method itself decides cannot be overruled from inside. */
function foreignMembers(decided: Fields, asked: Fields): Problem[] {
  return Object.keys(decided)
    .filter((name) => asked[name] !== undefined)
    .map((name) => ({
      path: pointer(name),
      message: `"${name}" follows from the call itself`,
      fix: 'leave it out here',
    }));
}

/** JSON leaves functions and symbols out in silence; here they are mistakes. */
function unstorable(asked: Fields): Problem[] {
  return Object.keys(asked)
    .filter((name) => typeof asked[name] === 'function' || typeof asked[name] === 'symbol')
    .map((name) => ({
      path: pointer(name),
      message: `is a ${typeof asked[name]}, which cannot be stored`,
      fix: 'pass texts, numbers, lists and objects',
    }));
}

/** Objects with getters and proxies may throw when they are looked at. */
function readable<T>(method: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (isPawlError(error)) throw error;
    throw badInput(method, [{ path: '', message: 'the arguments could not be read', fix: 'pass plain objects' }]);
  }
}
