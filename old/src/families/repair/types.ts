// What a repair takes and gives. `pawl.repaired` in a repaired document lists `{path, was}` for every original value
// that the format has no room for.

import type { Problem } from '../../rules/errors.js';
import type { Json } from '../../rules/json/json.js';
import type { CheckContext } from '../family.js';
import type { LenientText } from './lenient-json.js';
import type { RepeatedKey } from '../../rules/json/repeated-keys.js';

/** Why a value changed. */
export type RepairKind =
  /** The field stood under another name. */
  | 'alias'
  /** The value was written in other words: `COMPLETED`, `"3"`, `Phase 2`. */
  | 'spelling'
  /** The value had another shape: a map for a list, a text for an object. */
  | 'shape'
  /** The value was missing and follows from others. */
  | 'inferred'
  /** The value stands elsewhere now. */
  | 'moved'
  /** The format has no place for the value: it stands in `pawl.repaired`. */
  | 'kept'
  /** The document said two things; the careful one was taken. */
  | 'conflict'
  /** The file had the key more than once. */
  | 'repeated';

/** One change. */
export interface RepairItem {
  readonly kind: RepairKind;
  /** JSON pointer into the original; for what was added, into the result. */
  readonly path: string;
  /** JSON pointer into the result, where it differs. */
  readonly to?: string;
  /** What was there; absent when there was nothing. */
  readonly was?: Json;
  /** What is there now; absent when the value went to `pawl.repaired`. */
  readonly became?: Json;
  /** In words. */
  readonly why: string;
}

/** What kind of decision a person has to make. */
export type UndecidedCode =
  | 'not-a-checkpoint'
  /** More than one checkpoint in the file. */
  | 'several'
  | 'id'
  | 'time'
  | 'newer-version'
  | 'name'
  | 'verdict'
  | 'override-reason'
  | 'too-large'
  | 'unresolved'
  | 'internal';

/** What a person must decide, where, and why. */
export interface Undecided extends Problem {
  readonly code: UndecidedCode;
}

/** What is known about a file beside its content. */
export interface RepairFacts {
  /** When the file last changed, ISO 8601: used when the document knows no time at all. */
  readonly modifiedAt?: string | undefined;
  /** pawl itself wrote the document as it stands: what it carries along beside the format is older than that. */
  readonly isOwn?: boolean | undefined;
  /** Which pipeline ids are accepted. */
  readonly context?: CheckContext | undefined;
  /** Numbers that no number can keep and that `document` holds as texts; JSON pointers. */
  readonly quoted?: readonly string[] | undefined;
  /** Texts and names with half of a surrogate pair, which `document` holds replaced; JSON pointers. */
  readonly halved?: readonly string[] | undefined;
  /** What stood in the file beside JSON, e.g. comments. */
  readonly lenient?: Pick<LenientText, 'extras' | 'comments'> | null | undefined;
  /** What `findRepeatedKeys` found in the file's text. */
  readonly repeated?: readonly RepeatedKey[] | undefined;
  /** What `findKeyOrders` found in the file's text. */
  readonly orders?: readonly (readonly string[])[] | undefined;
}

/** What a repair would do, or did. */
export interface Repaired {
  readonly document: Json;
  readonly items: readonly RepairItem[];
}

export interface RepairResult extends Repaired {
  /** Empty: `document` is valid. Else `document` is the original, untouched, and `items` is empty. */
  readonly undecided: readonly Undecided[];
  /** When a person must decide: what would be done about the rest. */
  readonly proposal?: Repaired | undefined;
}
