// Where data from outside comes in: it becomes plain JSON here, or is refused with every problem named.

import { badInput, PawlError, type Problem } from '../rules/errors.js';
import { isJsonObject, type JsonObject } from '../rules/json/json.js';
import { toPlain } from '../rules/json/plain.js';
import { limits } from '../rules/limits.js';

/**
 * Makes a plain copy of an object that a caller passed.
 * @param what what it is, for the message
 * @param value the value
 * @returns a fresh JSON object; throws `bad-input`, or `too-large` for what no checkpoint can hold
 */
export function plainInput(what: string, value: unknown): JsonObject {
  const plain = toPlain(value);
  if (!plain.ok) throw plain.problems.some(isSize) ? tooLarge(what, plain.problems) : badInput(what, plain.problems);
  if (!isJsonObject(plain.value)) throw badInput(what, [{ path: '', message: 'must be an object', fix: 'pass { … }' }]);
  return plain.value;
}

const sizeMessage = `is larger than ${limits.maxBytes} bytes`;

function isSize({ path, message }: Problem): boolean {
  return path === '' && message === sizeMessage;
}

function tooLarge(what: string, problems: readonly Problem[]): PawlError {
  return new PawlError('too-large', `${what} ${sizeMessage}; nothing was changed`, {
    problems,
    hint: 'Store large parts in files of their own and name their paths.',
  });
}
