// What a check of checkpoint files tells: findings about files, and the report over all of them.

import type { RepairItem } from '../../families/repair/types.js';
import type { Problem } from '../../rules/errors.js';
import type { JsonObject } from '../../rules/json/json.js';
import type { FamilyName, Key } from '../../rules/names.js';

/** What is the matter with a file. */
export type FindingKind =
  /** Not JSON, not UTF-8, or empty. */
  | 'corrupt'
  /** JSON that does not obey its family's format. */
  | 'drifted'
  /** The log is damaged in the middle. */
  | 'damaged'
  | 'unreadable'
  | 'symlinked'
  /** Beyond the caps on documents. */
  | 'oversized'
  | 'newer-version'
  /** What stands inside belongs to another file name, or the name cannot be a checkpoint's. */
  | 'misnamed'
  | 'secret'
  /** git has it, although it is not meant to. */
  | 'tracked'
  /** git waits to hear how a merge of it ended. */
  | 'unmerged'
  /** Others than the owner may read pawl's own folder, or it may not be written. */
  | 'permissions'
  /** A log without its file, a second file, a lease without a holder. */
  | 'orphaned'
  /** A temp file of a process that is gone. */
  | 'leftover'
  /** Bytes that stood in a checkpoint's file and were replaced. */
  | 'kept-aside'
  /** In progress, and untouched for long. */
  | 'stalled'
  /** A pipeline id that new pipelines could not have. */
  | 'unusual-id'
  /** Hooks that had trouble; they never fail the agent. */
  | 'hooks';

/** Who can help: `pawl doctor --fix`, `--redact`, a person; or nobody has to. */
export type Remedy = 'fix' | 'redact' | 'person' | 'none';

/** One thing about one file. */
export interface Finding {
  /** From the project's root, or absolute outside of it. */
  readonly path: string;
  readonly ref: string | null;
  readonly family: FamilyName | null;
  readonly kind: FindingKind;
  /** What is the matter, in words. */
  readonly message: string;
  /** What is wrong inside, each with its place. */
  readonly problems: readonly Problem[];
  /** What a repair changes, or changed. */
  readonly changes: readonly RepairItem[];
  readonly remedy: Remedy;
  /** What to do, in words; empty when nothing has to be done. */
  readonly todo: string;
  readonly isFixed: boolean;
}

/** The file that findings are about. */
export type Subject = Pick<Finding, 'path' | 'ref' | 'family'>;

/**
 * Makes a finding.
 * @param subject the file
 * @param kind what kind of thing it is
 * @param message in words
 * @param rest remedy, problems, changes; nothing has to be done unless given
 * @returns the finding
 */
export function finding(
  subject: Subject,
  kind: FindingKind,
  message: string,
  rest: Partial<Pick<Finding, 'problems' | 'changes' | 'remedy' | 'todo' | 'isFixed'>> = {},
): Finding {
  const { path, ref, family } = subject;
  const { problems = [], changes = [], remedy = 'none', todo = '', isFixed = false } = rest;
  return { path, ref, family, kind, message, problems, changes, remedy, todo, isFixed };
}

/** How a drifted file is made valid. */
export interface RepairPlan {
  readonly key: Key | null;
  /** What the file says, as it is taken in; the store keeps the bytes beside it when it does not recognise them. */
  readonly original: JsonObject;
  /** Whether the bytes say no more than `original`. */
  readonly isExact: boolean;
  readonly document: JsonObject;
  readonly changes: readonly RepairItem[];
  /** The checksum of the bytes that were judged. */
  readonly hash: string;
}

/** What is known about one file. */
export interface Diagnosis {
  readonly subject: Subject;
  readonly key: Key | null;
  /** False for another tool's file, which is left alone. */
  readonly isCheckpoint: boolean;
  readonly findings: readonly Finding[];
  readonly plan: RepairPlan | null;
}

/** The report over all files. */
export interface Report {
  readonly root: string;
  /** Whether nothing was to be changed. */
  readonly isDryRun: boolean;
  /** How many checkpoint files were looked at. */
  readonly checked: number;
  /** How many of them are as they should be, or are now. */
  readonly ok: number;
  readonly drifted: number;
  readonly corrupt: number;
  /** How many findings were put right. */
  readonly fixed: number;
  /** Files of other tools. */
  readonly leftAlone: number;
  /** The most serious first. */
  readonly items: readonly Finding[];
}

/** What is examined, and what is put right. */
export interface DoctorOptions {
  /** Files and folders; the whole project when none are given. */
  readonly paths?: readonly string[];
  /** Whether what can be put right without a person is put right. */
  readonly fix?: boolean;
  /** Whether secrets are removed, history included. */
  readonly redact?: boolean;
  /** Told how far it is. */
  readonly onProgress?: (done: number, total: number) => void;
}
