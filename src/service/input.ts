// Where data from outside comes in: it becomes plain JSON here, or is refused with every problem named.

import { badInput } from '../rules/errors.js';
import { isJsonObject, type JsonObject } from '../rules/json/json.js';
import { toPlain } from '../rules/json/plain.js';

/**
 * Makes a plain copy of an object that a caller passed.
 * @param what what it is, for the message
 * @param value the value
 * @returns a fresh JSON object
 */
export function plainInput(what: string, value: unknown): JsonObject {
  const plain = toPlain(value);
  if (!plain.ok) throw badInput(what, plain.problems);
  if (!isJsonObject(plain.value)) throw badInput(what, [{ path: '', message: 'must be an object', fix: 'pass { … }' }]);
  return plain.value;
}
