// Checks objects that take a fixed set of members, such as options and events: a misspelt member is told, never ignored.

import type { Problem } from './errors.js';
import { checkFields, type FieldRule, type Fields, inWords, type Steps } from './fields.js';
import { isJsonObject, pointer } from './json/json.js';
import { didYouMean } from './near.js';

/** What a member must be; with `members`, an object that takes those and no others. */
export interface MemberRule extends FieldRule {
  readonly members?: MemberRules;
}
export type MemberRules = Readonly<Record<string, MemberRule>>;

/**
 * Checks an object and the objects in it that have a fixed set of members.
 * @param object the object
 * @param rules the rule for each member that it takes
 * @param steps where the object stands
 * @returns every problem: wrong, missing and unknown members
 */
export function checkMembers(object: Fields, rules: MemberRules, steps: Steps = []): Problem[] {
  const problems = checkFields(object, rules, steps);
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value === undefined) continue;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) problems.push(unknownMember(name, Object.keys(rules), steps));
    else if (rule.members !== undefined && isJsonObject(value)) {
      problems.push(...checkMembers(value, rule.members, [...steps, name]));
    }
  }
  return problems;
}

/**
 * Describes a member that nobody asked for.
 * @param name its name
 * @param known the names that are taken
 * @param steps where its object stands
 * @returns the problem, with the name that was probably meant
 */
export function unknownMember(name: string, known: readonly string[], steps: Steps = []): Problem {
  return {
    path: pointer(...steps, name),
    message: `${inWords(name)} is not known here`,
    fix: knownNames(name, known),
  };
}

/**
 * Says which names are known, and which of them was probably meant.
 * @param name what was written
 * @param known what there is
 * @returns e.g. `did you mean feature? known: command, feature`
 */
export function knownNames(name: string, known: readonly string[]): string {
  const question = didYouMean(name, known);
  const list = known.length === 0 ? 'nothing is taken here' : `known: ${known.join(', ')}`;
  return question === undefined ? list : `${question} ${list}`;
}
