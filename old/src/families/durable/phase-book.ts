// What a program's run asks of the family that keeps it: which phases are done and with which result, and how a
// checkpoint becomes the next one. Pure; one implementation for each family.

import { PawlError } from '../../rules/errors.js';
import type { Fields } from '../../rules/fields.js';
import type { Json, JsonObject } from '../../rules/json/json.js';
import { type KnownPhase, ledgerOf } from './ledger.js';

/** What is known of a phase. `known` is false when someone marked it as done, and nobody stored a result. */
export type FoundPhase =
  | { readonly done: false }
  | { readonly done: true; readonly known: boolean; readonly result?: Json };

/** A phase that ended well. */
export interface DonePhase {
  readonly name: string;
  /** Undefined when it gave nothing. */
  readonly result: Json | undefined;
  readonly known: readonly KnownPhase[];
  /** Whether the known phases are all that there will be. */
  readonly isWhole: boolean;
}

/** A phase whose attempt failed. */
export interface FailedPhase {
  readonly name: string;
  readonly error: string;
  /** How many attempts have failed. */
  readonly attempts: number;
  readonly known: readonly KnownPhase[];
  /** `again`: there will be another attempt. `stop`: the run can be taken up later. `give-up`: it is over. */
  readonly outcome: 'again' | 'stop' | 'give-up';
}

/** How a family keeps the phases of a program. */
export interface PhaseBook<Doc extends Fields> {
  /** Where a result stands, as the member that it becomes: secrets are found by it, too. */
  resultMember(phase: string): string;
  find(doc: Fields, phase: string): FoundPhase;
  /** The family's own data that goes with a phase. */
  dataOf(doc: Fields, phase: string): JsonObject;
  done(doc: Doc, phase: DonePhase, now: string): Doc;
  failed(doc: Doc, phase: FailedPhase, now: string): Doc;
  /** Merges data that a phase wants to keep before it is done. */
  keep(doc: Doc, phase: string, data: Fields, known: readonly KnownPhase[], now: string): Doc;
  finish(doc: Doc, isWhole: boolean, now: string): Doc;
}

/**
 * Sees to it that a run is finished only when its phases are.
 * @param doc the checkpoint
 * @param find tells whether a phase is done
 */
export function refuseOpenPhases(doc: Fields, find: PhaseBook<never>['find']): void {
  const open = ledgerOf(doc).filter(({ name }) => !find(doc, name).done);
  if (open.length === 0) return;
  const names = open.map(({ name }) => `"${name}"`).join(', ');
  throw new PawlError('not-allowed', `${names} ${open.length === 1 ? 'is' : 'are'} not completed.`, {
    hint: 'Complete every phase before the run is finished, or give the run up.',
  });
}
