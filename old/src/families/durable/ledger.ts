// The phases of a program's run, in the order in which it came to them: the list `pawl.phases` of its checkpoint. A
// phase's number is its place there. Read leniently, as people edit files.

import { isJsonObject } from '../../rules/json/json.js';
import type { Fields } from '../../rules/fields.js';
import { mapIn } from '../../rules/json/read-member.js';

/** What is recorded of one phase; its result stands where the family keeps the work. */
export interface PhaseEntry {
  readonly name: string;
  /** ISO 8601: when the program completed it. */
  readonly completed_at?: string | undefined;
  /** Attempts that failed since the run was begun or taken up. */
  readonly attempts?: number | undefined;
  /** Why the last attempt failed. */
  readonly error?: string | undefined;
  /** ISO 8601: when the last attempt failed. */
  readonly failed_at?: string | undefined;
  /** It was begun while another phase was under way. */
  readonly parallel?: boolean | undefined;
  readonly [field: string]: unknown;
}

/** What changes in an entry; null takes a member away. */
export type EntryPatch = { readonly [Member in keyof PhaseEntry]?: PhaseEntry[Member] | null };

/** A phase that the program has come to. */
export interface KnownPhase {
  readonly name: string;
  readonly parallel?: boolean;
}

/**
 * Reads the recorded phases.
 * @param doc a checkpoint
 * @returns one entry for each, by number
 */
export function ledgerOf(doc: Fields): readonly PhaseEntry[] {
  const pawl = doc['pawl'];
  const list = isJsonObject(pawl) && Array.isArray(pawl['phases']) ? pawl['phases'] : [];
  return list.filter(isEntry);
}

/**
 * Finds the entry of a phase.
 * @param doc a checkpoint
 * @param name the phase
 * @returns its entry, or undefined
 */
export function entryOf(doc: Fields, name: string): PhaseEntry | undefined {
  return ledgerOf(doc).find((entry) => entry.name === name);
}

/**
 * Records phases: those that are known keep their place and what is recorded, new ones come behind.
 * @param doc a checkpoint
 * @param known every phase that the program has come to or declared, in order
 * @param change what changes in the entry of one of them
 * @returns the checkpoint with its ledger
 */
export function withLedger<Doc extends Fields>(
  doc: Doc,
  known: readonly KnownPhase[],
  change?: { readonly name: string; readonly patch: EntryPatch },
): Doc {
  const before = ledgerOf(doc);
  const names = new Set(before.map(({ name }) => name));
  const added = known
    .filter(({ name }) => !names.has(name))
    .map(({ name, parallel }): PhaseEntry => (parallel === true ? { name, parallel } : { name }));
  const phases = [...before, ...added].map((entry) =>
    change !== undefined && entry.name === change.name ? patched(entry, change.patch) : entry,
  );
  const pawl = mapIn(doc, 'pawl');
  return phases.length === 0 && pawl['phases'] === undefined ? doc : { ...doc, pawl: { ...pawl, phases } };
}

/**
 * Replaces the ledger, when a program declares its phases anew.
 * @param doc a checkpoint
 * @param names every phase, in order
 * @returns the checkpoint; what is recorded of these phases stays
 */
export function redeclared<Doc extends Fields>(doc: Doc, names: readonly string[]): Doc {
  const phases = names.map((name) => entryOf(doc, name) ?? { name });
  const pawl = mapIn(doc, 'pawl');
  return { ...doc, pawl: { ...pawl, phases } };
}

function patched(entry: PhaseEntry, patch: EntryPatch): PhaseEntry {
  const members = Object.entries({ ...entry, ...patch }).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(members), name: entry.name };
}

function isEntry(value: unknown): value is PhaseEntry {
  return isJsonObject(value) && typeof value['name'] === 'string';
}
