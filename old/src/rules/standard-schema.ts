// Standard Schema, version 1 (https://standardschema.dev), as far as it is needed here: valibot, zod, arktype and others
// keep it. The interface is copied, as its authors intend, so that nothing has to be installed.

import type { Problem } from './errors.js';
import { pointer } from './json/json.js';

/** A schema of any library that keeps the standard. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema makes of a value. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** What a schema found wrong. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Recognises a schema.
 * @param value any value
 * @returns true when it keeps version 1 of the standard
 */
export function isStandardSchema(value: unknown): value is StandardSchema {
  // Some libraries make schemas that are functions.
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard: unknown = Reflect.get(value, '~standard');
  if (typeof standard !== 'object' || standard === null) return false;
  return Reflect.get(standard, 'version') === 1 && typeof Reflect.get(standard, 'validate') === 'function';
}

/**
 * Puts a value through a schema.
 * @param schema the schema
 * @param value the value
 * @returns what the schema makes of it, or its problems
 */
export async function checkBySchema<Output>(
  schema: StandardSchema<unknown, Output>,
  value: unknown,
): Promise<{ readonly ok: true; readonly value: Output } | { readonly ok: false; readonly problems: Problem[] }> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, problems: result.issues.map(({ message, path = [] }) => ({ path: placeOf(path), message })) };
}

function placeOf(path: NonNullable<SchemaIssue['path']>): string {
  return pointer(...path.map((step) => nameOf(typeof step === 'object' ? step.key : step)));
}

function nameOf(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key;
}
