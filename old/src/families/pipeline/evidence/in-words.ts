// How the results of a pipeline are known, in words. Reads drifted documents too.

import { isJsonObject, type JsonObject } from '../../../rules/json/json.js';
import { mapIn, textIn, textsOf } from '../../../rules/json/read-member.js';
import { listed } from '../../../rules/text/listed.js';

/** How one result is known. */
export interface KnownResult {
  readonly kind: 'workstream' | 'gate';
  /** A workstream's id, or the use of a gate. */
  readonly id: string;
  /** e.g. `passed over 12 files, exit code 0, 2.1 s, 2026-01-29 10:30 by ana`. */
  readonly text: string;
}

const maxNamed = 3;

const verdicts: Readonly<Record<string, string>> = {
  pass: 'passed',
  fail: 'failed',
  blocked: 'could not be run',
  approved: 'approved',
  declined: 'declined',
  waived: 'waived',
};

/**
 * Tells how the results of a pipeline are known.
 * @param doc the checkpoint
 * @returns every completed workstream, and every gate that was run, approved or waived
 */
export function evidenceInWords(doc: JsonObject): readonly KnownResult[] {
  const all = mapIn(doc, 'pawl', 'evidence');
  const units = mapIn(all, 'workstreams');
  const ids = textsOf(doc['completed_workstreams']);
  return [
    ...ids.map((id): KnownResult => ({ kind: 'workstream', id, text: unitText(mapIn(units, id)) })),
    ...Object.entries(mapIn(all, 'gates')).map(
      ([id, entry]): KnownResult => ({ kind: 'gate', id, text: gateText(isJsonObject(entry) ? entry : {}) }),
    ),
  ];
}

function unitText(entry: JsonObject): string {
  if (entry['seq'] === undefined) return 'claimed; nothing was recorded about its files';
  const files = counted(entry);
  const code = entry['exit_code'];
  const ran = typeof code === 'number' ? [`ran here, exit code ${code}`] : [];
  const made = files.startsWith('0 ') ? (ran.length > 0 ? [] : [claimed(entry)]) : [files];
  const later = laterInWords(entry['changed_later']);
  return `${[...made, ...ran, witness(entry)].join(', ')}${later === '' ? '' : `; ${later}`}`;
}

function claimed(entry: JsonObject): string {
  const missing = textsOf(entry['missing_files']);
  return missing.length === 0 ? 'claimed, without files' : `claimed, without ${listed(missing, maxNamed)}`;
}

function gateText(entry: JsonObject): string {
  const files = counted(entry);
  const [code, ms] = [entry['exit_code'], entry['duration_ms']];
  const parts = [
    `${verdicts[text(entry, 'verdict')] ?? 'run'}${files.startsWith('0 ') ? '' : ` over ${files}`}`,
    ...(typeof code === 'number' ? [`exit code ${code}`] : []),
    ...(typeof ms === 'number' ? [`${(ms / 1000).toFixed(1)} s`] : []),
    witness(entry),
  ];
  const why = [meanwhileInWords(entry['changed_meanwhile']), text(entry, 'reason')].find((one) => one !== '') ?? '';
  const later = laterInWords(entry['changed_later']);
  return `${parts.join(', ')}${why === '' ? '' : `: ${why}`}${later === '' ? '' : `; ${later}`}`;
}

/**
 * Says which files changed while a gate ran.
 * @param files their paths, of any type
 * @returns e.g. `a.ts changed while it ran`; empty when none did
 */
export function meanwhileInWords(files: unknown): string {
  const paths = textsOf(files);
  return paths.length === 0 ? '' : `${listed(paths, maxNamed)} changed while it ran`;
}

/**
 * Says which files changed after a result, in the time of other work.
 * @param files their paths, of any type
 * @param after e.g. `it passed`
 * @returns e.g. `a.ts was changed or removed after that, while other work ran, and not looked at again`; empty when none was
 */
export function laterInWords(files: unknown, after = 'that'): string {
  const paths = textsOf(files);
  const was = paths.length === 1 ? 'was' : 'were';
  return paths.length === 0
    ? ''
    : `${listed(paths, maxNamed)} ${was} changed or removed after ${after}, while other work ran, and not looked at again`;
}

function witness(entry: JsonObject): string {
  const head = text(entry, 'head_commit').slice(0, 7);
  const at = text(entry, 'at').slice(0, 16).replace('T', ' ');
  return `${at} by ${text(entry, 'by') || 'someone'}${head === '' ? '' : ` at ${head}`}`;
}

function counted({ files, unlisted }: JsonObject): string {
  const count = (Array.isArray(files) ? files.length : 0) + (typeof unlisted === 'number' ? unlisted : 0);
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}

function text(of: JsonObject, name: string): string {
  return textIn(of, name) ?? '';
}
