// Plain JSON values: their types, freezing, equality and pointers. Knows nothing about checkpoints.

export type JsonScalar = string | number | boolean | null;
export type Json = JsonScalar | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Tells whether a value is a JSON object (not null, not an array).
 * @param value any value
 * @returns true for objects with named members
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Freezes a JSON value in depth. Stops at parts that are frozen already, so that the cost follows what is new,
 * not the size of the document.
 * @param value the value; it is frozen in place
 * @returns the same value
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

/**
 * Sets a member, whatever became of the prototype that has one of that name: `__proto__` and `toString` are members, too.
 * @param target a plain object; it is changed
 * @param name the member's name
 * @param value its value
 */
export function setMember<T>(target: Record<string, T>, name: string, value: T): void {
  if (name in target && !Object.hasOwn(target, name)) {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else target[name] = value;
}

/**
 * Compares two JSON values by content. Shared parts are recognised by identity.
 * @param a one value
 * @param b the other
 * @returns true when both would print the same JSON, whatever the order of their members
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, item]) => right.has(key) && sameJson(item, right.get(key)));
}

const special = /[~/]/;

/**
 * Writes one step of a JSON pointer (RFC 6901).
 * @param step a member's name or an index
 * @returns the step with `~` and `/` escaped
 */
export function pointerStep(step: string | number): string {
  const text = String(step);
  return special.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/**
 * Writes a JSON pointer (RFC 6901).
 * @param steps member names and indexes from the root
 * @returns e.g. `/phases/design/status`; the empty string is the root
 */
export function pointer(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${pointerStep(step)}`).join('');
}

/**
 * Takes a JSON pointer apart.
 * @param path e.g. `/phases/design/status`
 * @returns its steps from the root; indexes of lists as texts
 */
export function stepsOf(path: string): string[] {
  const steps = path.split('/').slice(1);
  return path.includes('~') ? steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) : steps;
}

/**
 * Reads the value at a JSON pointer.
 * @param root a JSON value
 * @param path the pointer
 * @returns undefined when nothing is there
 */
export function valueAt(root: Json, path: string): Json | undefined {
  let value: Json | undefined = root;
  for (const step of stepsOf(path)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}
