// What is done, and how that is known: gates that pawl ran, files that were there, or only a claim. Pure.

import { filesOfPhase } from '../../families/workflow/touched.js';
import { isJsonObject, type Json, type JsonObject } from '../../rules/json/json.js';
import { listOf, memberIn } from '../../rules/json/read-member.js';
import type { FamilyName } from '../../rules/names.js';

/**
 * Tells finished units with their evidence.
 * @param family the run's family
 * @param doc its document
 * @param units the names of the units, as they are shown
 * @returns e.g. `models (3 files)`, `WS1 (2 files hashed, test-pass pass)`, `api (claimed)`
 */
export function doneWithEvidence(family: FamilyName, doc: JsonObject, units: readonly string[]): readonly string[] {
  return units.map((unit) => `${unit} (${evidenceOf(family, doc, unit.split(' (', 1)[0] ?? unit)})`);
}

function evidenceOf(family: FamilyName, doc: JsonObject, unit: string): string {
  const known = recorded(doc, unit);
  if (known.length > 0) return known.join(', ');
  // Where evidence was looked for and no file was there, names are only a claim.
  const isLookedAt = isJsonObject(memberIn(doc['pawl'], 'evidence', 'workstreams', unit));
  return (isLookedAt ? null : counted(filesOf(family, doc, unit), '')) ?? 'claimed';
}

function counted(files: readonly Json[], what: string): string | null {
  return files.length === 0 ? null : `${files.length} ${files.length === 1 ? 'file' : 'files'}${what}`;
}

/** What `pawl.evidence` says about a workstream and its gates. */
function recorded({ pawl }: JsonObject, unit: string): readonly string[] {
  const evidence = memberIn(pawl, 'evidence');
  if (!isJsonObject(evidence)) return [];
  const own = memberIn(evidence['workstreams'], unit);
  const files = isJsonObject(own) && Array.isArray(own['files']) ? counted(own['files'], ' hashed') : null;
  const gates = isJsonObject(evidence['gates']) ? Object.entries(evidence['gates']) : [];
  const verdicts = gates.flatMap(([label, gate]) => {
    const verdict = memberIn(gate, 'verdict');
    const ending = ` (${unit})`;
    return typeof verdict === 'string' && label.endsWith(ending)
      ? [`${label.slice(0, -ending.length)} ${verdict}`]
      : [];
  });
  return files === null ? verdicts : [files, ...verdicts];
}

function filesOf(family: FamilyName, doc: JsonObject, unit: string): readonly Json[] {
  if (family === 'workflow') return filesOfPhase(doc, Number(unit.slice('Phase '.length)));
  const phase = family === 'command' ? memberIn(doc['phases'], unit) : undefined;
  if (!isJsonObject(phase)) return listOf(memberIn(doc['artifacts'], unit));
  return [...listOf(phase['files_created']), ...listOf(phase['files_modified'])];
}
