// Lifts workflow checkpoints of older schema versions, one version after the other. Adds fields, never takes one away.

import { badInput, PawlError } from '../../rules/errors.js';
import { isJsonObject } from '../../rules/json/json.js';
import { type Fields, inWords } from '../../rules/fields.js';
import { copyJson } from '../../rules/json/merge-patch.js';

export const latestSchemaVersion = '2.1';

/** One version and the fields that it brought. What is not known is null: an unknown test status is not a passing one. */
interface SchemaStep {
  readonly version: string;
  readonly adds: Fields;
}

const steps: readonly SchemaStep[] = [
  {
    version: '1.1',
    adds: { replanning_count: 0, last_replan_reason: null, replan_phase_counts: {}, replan_history: [] },
  },
  {
    version: '1.2',
    adds: {
      debug_report_path: null,
      user_last_choice: null,
      debug_iteration_count: 0,
      tests_passing: null,
      plan_modification_time: null,
    },
  },
  {
    version: '1.3',
    adds: {
      topic_directory: null,
      topic_number: null,
      template_source: null,
      template_variables: null,
      context_preservation: {},
    },
  },
  { version: '2.0', adds: { state_machine: null, phase_data: {}, supervisor_state: {}, error_state: null } },
  { version: latestSchemaVersion, adds: { classification: null } },
];

/** A lifted document, and how it came there. */
export interface MigratedWorkflow<Doc> {
  readonly doc: Doc;
  readonly from: string;
  readonly to: string;
  /** The versions that were passed through, in order; empty when there was nothing to do. */
  readonly steps: readonly string[];
}

/**
 * Reads a document's schema version.
 * @param doc the checkpoint
 * @returns e.g. `1.2`; `1.0` when the document has none
 */
export function schemaVersionOf(doc: Fields): string {
  const version = doc['schema_version'];
  if (version === undefined || version === null) return '1.0';
  if (typeof version === 'number') return Number.isInteger(version) ? `${version}.0` : String(version);
  return typeof version === 'string' ? version : JSON.stringify(version);
}

/**
 * Tells whether a document was written by a newer version; such documents are read, never written.
 * @param doc the checkpoint
 * @returns true when its schema version is above the latest that is known
 */
export function isNewerThanKnown(doc: Fields): boolean {
  const version = parseVersion(schemaVersionOf(doc));
  return version !== null && isAbove(version, latest);
}

/**
 * Tells whether a document must be lifted before it is written.
 * @param doc the checkpoint
 * @returns true for older schema versions; false without one, since that is the seed's own format
 */
export function needsMigration(doc: Fields): boolean {
  const version = parseVersion(schemaVersionOf(doc));
  return doc['schema_version'] !== undefined && version !== null && isAbove(latest, version);
}

/**
 * Tells whether a document's schema version can be understood at all.
 * @param doc the checkpoint
 * @returns true for none, and for versions such as `1.2`
 */
export function hasReadableVersion(doc: Fields): boolean {
  return parseVersion(schemaVersionOf(doc)) !== null;
}

/**
 * Lifts a document to the latest schema version. Fields that exist keep their value and place; a field that the
 * workflow's state already holds is taken from there.
 * @param doc the checkpoint; it is not changed
 * @returns the lifted document, the same object when it is up to date
 */
export function migrateWorkflow<Doc extends Fields>(doc: Doc): MigratedWorkflow<Doc> {
  const given: unknown = doc;
  if (!isJsonObject(given)) {
    const message = `a workflow checkpoint is an object, but this is ${inWords(given)}`;
    throw badInput('migrateWorkflow', [
      { path: '', message, fix: 'pass a checkpoint, e.g. what workflows.load gives' },
    ]);
  }
  const from = schemaVersionOf(doc);
  const version = parseVersion(from);
  if (version === null) {
    throw new PawlError(
      'bad-input',
      `The schema version ${from.slice(0, 40)} is not one such as "${latestSchemaVersion}".`,
    );
  }
  if (isAbove(version, latest)) {
    throw new PawlError(
      'newer-version',
      `The checkpoint has schema version ${from}; this pawl knows ${latestSchemaVersion}.`,
      {
        hint: 'Update pawl to write it; reading works.',
      },
    );
  }
  const due = steps.filter((step) => isAbove(parseVersion(step.version) ?? latest, version));
  const lifted = due.reduce(lift, doc);
  return { doc: lifted, from, to: latestSchemaVersion, steps: due.map((step) => step.version) };
}

/**
 * Gives a document in the form in which it is written: with every change, an older schema is migrated.
 * @param doc the checkpoint; it is not changed
 * @returns the lifted document, the same object when it need not be
 */
export function presentForm<Doc extends Fields>(doc: Doc): Doc {
  return needsMigration(doc) ? migrateWorkflow(doc).doc : doc;
}

function lift<Doc extends Fields>(doc: Doc, { version, adds }: SchemaStep): Doc {
  const state = doc['workflow_state'];
  const missing = Object.entries(adds)
    .filter(([field]) => !Object.hasOwn(doc, field))
    .map(([field, unknown]): [string, unknown] => [
      field,
      isJsonObject(state) && Object.hasOwn(state, field) ? state[field] : copyJson(unknown),
    ]);
  return { ...doc, ...Object.fromEntries(missing), schema_version: version };
}

type Version = readonly [major: number, minor: number];
const latest: Version = [2, 1];

function parseVersion(text: string): Version | null {
  const parts = /^(\d{1,6})(?:\.(\d{1,6}))?(?:\.\d{1,6})?$/.exec(text);
  return parts === null ? null : [Number(parts[1]), Number(parts[2] ?? 0)];
}

function isAbove([major, minor]: Version, [otherMajor, otherMinor]: Version): boolean {
  return major === otherMajor ? minor > otherMinor : major > otherMajor;
}
