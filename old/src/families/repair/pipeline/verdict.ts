// Reads whether a gate passed. Only what says so plainly, and says nothing else, is a pass.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { snakeCase } from '../fields.js';
import { isHarmless, readStatus } from '../read/status.js';
import { readTime } from '../read/times.js';

/** What a value says about a gate: that it passed, that it is open, or no more than the list that it stands in. */
export type Verdict = 'passed' | 'open' | 'unsaid';

const badSigns = /[?❌✗✖⏳🔄🚧▶⏸🚫⛔⬜☐📋⏭⚠❓🟡🔴]|\[ \]/u;
/** Said with nothing else, this is a pass. */
const clean =
  /\b(?:0|no|zero|without) (?:\w+ )?(?:errors?|failures?|failed|failing|issues?|problems?|findings)\b|\b(?:exit\w*|rc)\b[\s\w:=]*\b0\b/i;

const verdictFields = new Set(
  'status state result outcome value verdict passed pass ok success successful complete completed done green'.split(
    ' ',
  ),
);
const exitFields = new Set('exit_code exit exit_status code rc return_code'.split(' '));
const faultFields = new Set(
  'failures failed failing errors error failure error_count failed_count failure_count failed_tests blockers'.split(
    ' ',
  ),
);
const dropFields = new Set('waived skipped pending blocked flaky overridden'.split(' '));
const passTimes = new Set(['passed_at', 'completed_at', 'verified_at', 'approved_at']);
const times = new Set(['at', 'time', 'timestamp', 'date', 'ran_at', 'run_at', 'when']);

/**
 * Reads what is said about a gate.
 * @param value what stands beside its name
 * @returns the verdict; a time says no more than that the gate stands in its list
 */
export function readVerdict(value: Json | undefined): Verdict {
  if (value === undefined) return 'unsaid';
  if (value === true) return 'passed';
  if (typeof value === 'number') return readTime(value) === null ? 'open' : 'unsaid';
  if (typeof value === 'string') return readTime(value) === null ? (isPlainPass(value) ? 'passed' : 'open') : 'unsaid';
  if (!isJsonObject(value)) return 'open';
  const said = new Set(Object.entries(value).map(([name, member]) => memberSays(snakeCase(name), member)));
  // {"passed": 12, "failed": 0}: all of the tests that were run.
  const { passed, failed, total } = value;
  if (typeof passed === 'number' && passed > 0 && (failed === 0 || passed === total)) said.add('passed');
  return said.has('open') ? 'open' : said.has('passed') ? 'passed' : 'unsaid';
}

/**
 * Tells whether an object says when its gate was run.
 * @param value what stands beside the name of a gate
 * @returns true when one of its members is a time
 */
export function isTimed(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, member]) => times.has(snakeCase(name)) && readTime(member) !== null);
}

function memberSays(name: string, member: Json): Verdict {
  if (verdictFields.has(name)) {
    // {"passed": 12, "failed": 0}: how many tests did.
    if (typeof member === 'number' && /^(?:pass|completed?|success|done)/.test(name))
      return member > 0 ? 'unsaid' : 'open';
    return member === null ? 'open' : readVerdict(member);
  }
  if (exitFields.has(name)) return numberIn(member) === 0 ? 'passed' : 'open';
  if (faultFields.has(name)) return isNoFault(member) ? 'unsaid' : 'open';
  // How many tests were left out says nothing of the others.
  if (dropFields.has(name))
    return isNoFault(member) || (name === 'skipped' && typeof member === 'number') ? 'unsaid' : 'open';
  return passTimes.has(name) && readTime(member) !== null ? 'passed' : 'unsaid';
}

function numberIn(member: Json): number | null {
  if (typeof member === 'number') return member;
  return typeof member === 'string' && /^\s*\d{1,6}\s*$/.test(member) ? Number(member) : null;
}

function isNoFault(member: Json): boolean {
  if (member === null || member === false || member === '' || numberIn(member) === 0) return true;
  if (typeof member === 'string') return /^\s*(?:none|no|n\/a|false|nil|-|keine?)\s*$/i.test(member);
  return typeof member === 'object' && Object.keys(member).length === 0;
}

/** `passed`, `PASS ✅`, `0 errors`, `passed on 2026-01-11`; not `passed with 3 errors`, `was passing`, `passed locally`. */
function isPlainPass(text: string): boolean {
  if (text.length > 400 || badSigns.test(text)) return false;
  return readStatus(text) === 'complete' || (clean.test(text) && isHarmless(text));
}
