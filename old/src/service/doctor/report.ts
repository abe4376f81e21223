// Puts findings in order and counts. Pure.

import { withoutSecrets } from './secrets.js';
import type { Diagnosis, Finding, FindingKind, Remedy, Report } from './types.js';

const severity: readonly FindingKind[] = [
  'corrupt',
  'damaged',
  'unreadable',
  'symlinked',
  'secret',
  'tracked',
  'unmerged',
  'newer-version',
  'oversized',
  'drifted',
  'misnamed',
  'permissions',
  'orphaned',
  'leftover',
  'stalled',
  'hooks',
  'unusual-id',
  'kept-aside',
];
const urgency: readonly Remedy[] = ['person', 'redact', 'fix', 'none'];

/**
 * Makes the report.
 * @param root the project's root
 * @param diagnoses what was found about each file
 * @param others what was found besides
 * @param isDryRun whether nothing was to be changed
 * @returns the report; nothing in it is a secret
 */
export function reportOf(
  root: string,
  diagnoses: readonly Diagnosis[],
  others: readonly Finding[],
  isDryRun: boolean,
): Report {
  const checked = diagnoses.filter(({ isCheckpoint }) => isCheckpoint);
  const items = [...checked.flatMap(({ findings }) => findings), ...others].map(withoutSecrets).sort(bySeverity);
  const having = (kind: FindingKind): number =>
    checked.filter(({ findings }) => findings.some((one) => one.kind === kind)).length;
  return {
    root,
    isDryRun,
    checked: checked.length,
    ok: checked.filter(({ findings }) => !findings.some(isOpen)).length,
    drifted: having('drifted'),
    corrupt: having('corrupt'),
    fixed: items.filter(({ isFixed }) => isFixed).length,
    leftAlone: diagnoses.length - checked.length,
    items,
  };
}

/**
 * Tells whether something is still to be done about a finding.
 * @param one the finding
 * @returns false for what was put right, and for what is only to be known
 */
export function isOpen(one: Finding): boolean {
  return one.remedy !== 'none';
}

function rankOf({ remedy, isFixed, kind }: Finding): number {
  return urgency.indexOf(remedy) * 100 + (isFixed ? 0 : 50) + severity.indexOf(kind);
}

function bySeverity(a: Finding, b: Finding): number {
  return rankOf(a) - rankOf(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}
