// Reads the words of an error, whatever it is written as. What was resolved is none.

import { isJsonObject, type Json, type JsonObject } from '../../../rules/json/json.js';
import { isNoError } from '../../workflow/resume.js';
import { snakeCase } from '../fields.js';
import { saysAnything } from '../read/claims.js';
import { isAside, isDependency } from '../read/member-names.js';
import { readCount } from '../read/numbers.js';
import { readStatus } from '../read/status.js';

const ofErrors =
  /(?:^|_)(?:errors?|failures?|exceptions?|blockers?|blocked_(?:by|on|reason)|failed_(?:reason|because))$|^(?:error|failure)_(?:state|info|details?|message)$/;
const messageFields =
  'message msg error last_error error_message reason description detail details text title issue blocker'.split(' ');
const maxDepth = 3;

/**
 * Reads an error out of a member that is named after one.
 * @param name the member
 * @param value what stands there
 * @param isOver whether what is said of a phase is over, as it is done
 * @returns the words; null when there is none, or when it was resolved
 */
export function errorIn(name: string, value: Json, isOver: (phase: number) => boolean = () => false): string | null {
  const plain = snakeCase(name);
  if (isDependency(plain, value) || !ofErrors.test(plain)) return null;
  const named = plain.replace(/_(?:by|on|reason)$/, '');
  return isAside(named) || /(?:^|_)(?:ignored|count)(?:_|$)/.test(named) ? null : wordsOf(value, isOver);
}

/**
 * Reads the words of an error.
 * @param value a text, an object with a message, or a list of which the last one counts
 * @param isOver whether what is said of a phase is over
 * @param depth how deep it stands
 * @returns the words; null when there are none
 */
export function wordsOf(value: Json, isOver: (phase: number) => boolean = () => false, depth = 0): string | null {
  if (!saysAnything(value)) return null;
  if (typeof value === 'string') return isNoError(value) || readStatus(value) === 'complete' ? null : value.trim();
  if (typeof value !== 'object' || value === null || depth > maxDepth) return null;
  if (!isJsonObject(value)) {
    return (
      value
        .toReversed()
        .map((item: Json) => wordsOf(item, isOver, depth + 1))
        .find((words) => words !== null) ?? null
    );
  }
  const phase = readCount(value['phase']);
  if (isResolved(value) || (phase !== null && isOver(phase))) return null;
  const field = messageFields.find((member) => (value[member] ?? null) !== null);
  if (field !== undefined) return wordsOf(value[field] ?? null, isOver, depth + 1);
  const [first] = Object.entries(value).flatMap(([member, inner]) => {
    const words = isAside(member) || typeof inner !== 'string' ? null : wordsOf(inner, isOver, depth + 1);
    return words === null ? [] : [`${member}: ${words}`];
  });
  return first ?? null;
}

/**
 * Tells whether an error is over.
 * @param error the error
 * @returns true when it says so
 */
export function isResolved(error: JsonObject): boolean {
  return ['resolved', 'fixed', 'handled', 'recovered', 'status', 'state', 'resolution'].some((member) => {
    const said = error[member];
    return member === 'resolution' ? typeof said === 'string' && said !== '' : readStatus(said) === 'complete';
  });
}
