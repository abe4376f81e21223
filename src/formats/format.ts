// What the three families have in common. Each describes its documents by a schema and a few pure rules (`FormatRules`);
// `defineFormat` makes of them what the rest of the house uses, with or without the document's type. Pure.

import type * as v from 'valibot';
import { PawlError, type Problem } from '../base/errors.js';
import { type Json, type JsonObject, isObject } from '../base/json.js';
import { type FamilyName, type Key, type Named, refOf } from '../base/names.js';
import { MAX_SUMMARY_TOKENS } from '../base/tokens.js';
import { type Decoded, decodeBy, encodeOver } from './schema.js';

/** Settings that a check depends on. */
export interface CheckOptions {
  readonly maxSummaryTokens: number;
  /** What a pipeline's id must look like. */
  readonly pipelineId: RegExp;
}
export const defaultChecks: CheckOptions = { maxSummaryTokens: MAX_SUMMARY_TOKENS, pipelineId: /^PRD-\d{3}$/ };

export type UnitStatus = 'pending' | 'in_progress' | 'complete' | 'failed' | 'skipped';

/** A phase or workstream, as lists and briefs show it. */
export interface Unit {
  readonly name: string;
  readonly status: UnitStatus;
  readonly summary?: string | undefined;
  readonly files: readonly string[];
  readonly error?: string | undefined;
}

/** A run on one line. */
export interface Overview {
  readonly title: string;
  readonly status: string;
  readonly isFinished: boolean;
  readonly units: readonly Unit[];
  readonly progress: { readonly done: number; readonly total: number };
  /** The unit that is worked on now. */
  readonly current: string | null;
  readonly startedAt: string | null;
  readonly updatedAt: string | null;
}

/** Where to continue. Nulls when nothing is left to do. */
export interface ResumePoint {
  readonly unit: string | null;
  /** Summary of the last completed unit that has one. */
  readonly summary: string | null;
}

/** The rules of one family over its schema. */
export interface FormatRules<D> {
  readonly family: FamilyName;
  /** Tells a checkpoint of this family, drifted or not, from other JSON. */
  readonly isCheckpoint: (value: JsonObject) => boolean;
  /** True for a format version that is newer than this pawl. */
  readonly isNewer: (value: JsonObject) => boolean;
  /** Adds what a document of that name must have and lacks. */
  readonly fill: (raw: JsonObject, key: Key, now: string) => JsonObject;
  /** What a document says about its own name. */
  readonly named: (doc: D) => Named;
  /** What the schema cannot say. */
  readonly rules: (doc: D, options: CheckOptions) => readonly Problem[];
  /** Makes lists and counters follow from units; the same object when nothing changes. */
  readonly settle: (doc: D) => D;
  /** Sets the time of the last change, and HEAD where the format has it. */
  readonly stamp: (doc: D, now: string, head: string | null) => D;
  /** JSON pointers of what every save sets itself: these places never conflict. */
  readonly derived: readonly string[];
  readonly overview: (doc: D) => Overview;
  readonly resumePoint: (doc: D) => ResumePoint;
}

/** A format whose documents are handled without knowing their type: by the store, by lists, by whole saves. */
export interface Format {
  readonly family: FamilyName;
  readonly derived: readonly string[];
  isCheckpoint(value: Json): value is JsonObject;
  isNewer(raw: JsonObject): boolean;
  fill(raw: JsonObject, key: Key, now: string): JsonObject;
  named(raw: JsonObject): Named;
  check(raw: JsonObject, options?: CheckOptions): readonly Problem[];
  /** False when a list or map has the wrong type: a write could lose what stands there. */
  isWritable(raw: JsonObject): boolean;
  settle(raw: JsonObject): JsonObject;
  stamp(raw: JsonObject, now: string, head: string | null): JsonObject;
  overview(raw: JsonObject): Overview;
  resumePoint(raw: JsonObject): ResumePoint;
}

/** A format with its document type. */
export interface TypedFormat<D extends object> extends Format {
  decode(raw: JsonObject): Decoded<D>;
  /** Writes a changed document over the stored one, if any; what did not change keeps its stored value, wrong or not. */
  encode(raw: JsonObject | null, before: D | null, after: D): JsonObject;
}

export function defineFormat<S extends v.GenericSchema<object>>(
  schema: S,
  rules: FormatRules<v.InferInput<S>>,
): TypedFormat<v.InferInput<S>> {
  type D = v.InferInput<S>;
  // One change asks for the same document several times. Only what is frozen stays what it was.
  const known = new WeakMap<JsonObject, Decoded<D>>();
  const decode = (raw: JsonObject): Decoded<D> => {
    const decoded = known.get(raw) ?? decodeBy(schema, raw);
    if (Object.isFrozen(raw)) known.set(raw, decoded);
    return decoded;
  };
  const rewrite = (raw: JsonObject, change: (doc: D) => D): JsonObject => {
    const { doc } = decode(raw);
    const after = change(doc);
    return after === doc ? raw : encodeOver(raw, doc, after);
  };
  return {
    family: rules.family,
    derived: rules.derived,
    isCheckpoint: (value): value is JsonObject => isObject(value) && rules.isCheckpoint(value),
    isNewer: rules.isNewer,
    fill: rules.fill,
    named: (raw) => rules.named(decode(raw).doc),
    check(raw, options = defaultChecks) {
      const { doc, problems } = decode(raw);
      return [...problems, ...rules.rules(doc, options)];
    },
    isWritable: (raw) => decode(raw).isWritable,
    settle: (raw) => rewrite(raw, rules.settle),
    stamp: (raw, now, head) => rewrite(raw, (doc) => rules.stamp(doc, now, head)),
    overview: (raw) => rules.overview(decode(raw).doc),
    resumePoint: (raw) => rules.resumePoint(decode(raw).doc),
    decode,
    encode: encodeOver,
  };
}

/** The error for a document of a newer format: it is read, never written. */
export function newerVersion(key: Key): PawlError {
  const hint = 'Update pawl; this version reads the run but does not write it.';
  return new PawlError('newer-version', `${refOf(key)} was written by a newer version of pawl`, { hint });
}
