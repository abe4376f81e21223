// `pawl gate check`: asks the ship gate, in a hook, before a push or in CI.

import type { FoundVerdict } from '../../../families/command/ship.js';
import { badUsage, isPawlError } from '../../../rules/errors.js';
import { listed } from '../../../rules/text/listed.js';
import { checkShip, type ShipCheck, type VerdictSource } from '../../../service/ship/check.js';
import { type ContentDifference, differenceFrom } from '../../../service/ship/content.js';
import { parsePushes } from '../../../service/ship/pre-push.js';
import { findNote, parseTravelled } from '../../../service/ship/travel.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { findRoot } from '../root.js';
import { shipRef } from '../../../service/ship/gate-ref.js';
import { resolveText } from '../terminal/input.js';
import type { Output } from '../terminal/output.js';
import { isTerminal } from '../terminal/output.js';
import { oneLine } from '../terminal/width.js';

function readFrom(file: string): readonly FoundVerdict[] {
  try {
    return parseTravelled(file, resolveText(file === '-' ? '-' : `@${file}`));
  } catch (error) {
    // A verdict that is not there blocks like any other that cannot be read.
    if (!isPawlError(error)) throw error;
    return [{ is: 'unreadable', ref: file, problem: error.message }];
  }
}

function sourceOf(call: Call, root: string): VerdictSource | undefined {
  const file = call.text('from');
  if (file !== undefined && call.flag('note'))
    throw badUsage('--from and --note exclude each other', 'Give one of them.');
  if (call.flag('note')) return (content) => findNote(root, content);
  if (file === undefined) return undefined;
  const found = readFrom(file);
  return () => found;
}

/** One thing that is asked about. */
interface Asked {
  readonly commit: string | undefined;
  /** Where it would be pushed. */
  readonly remoteRef: string | null;
}

function askedOf(call: Call): readonly Asked[] {
  const commit = call.text('commit');
  if (!call.flag('pre-push')) {
    if (call.texts('only').length > 0)
      throw badUsage('--only belongs to --pre-push', 'Leave it out, or add --pre-push.');
    return [{ commit, remoteRef: null }];
  }
  if (commit !== undefined) throw badUsage('--pre-push reads the commits from stdin', 'Leave --commit out.');
  if (isTerminal(0))
    throw badUsage('--pre-push reads what git writes to its hook', 'Call it from .git/hooks/pre-push.');
  return parsePushes(resolveText('-'), call.texts('only'));
}

function show(out: Output, title: string, check: ShipCheck, difference: ContentDifference | null): void {
  const [reason = '', ...details] = check.reasons;
  const mark = check.allowed ? out.paint('green', '✓') : out.paint('red', '✗');
  out.line(`${mark} ${oneLine(`${title}${check.allowed ? ' may be shipped' : ' is blocked'}: ${reason}`)}`);
  for (const detail of details) out.line(`  - ${oneLine(detail)}`);
  if (difference !== null) {
    const { files, count } = difference;
    out.line(`  It differs in ${oneLine(listed(files, files.length, count))}`);
  }
  if (check.fix !== null) out.line(`  ${oneLine(check.fix)}`);
}

interface Answered extends ShipCheck {
  readonly remote_ref: string | null;
  readonly differs_in: ContentDifference | null;
}

function ask(call: Call, root: string, { commit, remoteRef }: Asked, source: VerdictSource | undefined): Answered {
  const [gate = ''] = call.positionals;
  const check = checkShip(root, { feature: shipRef(gate).feature, commit }, source);
  const tree = check.state === 'other-content' ? (check.verdict?.tree_sha ?? null) : null;
  const difference = tree === null ? null : differenceFrom(root, tree, { commit });
  show(call.out, remoteRef === null ? gate : `${gate}: the push to ${remoteRef}`, check, difference);
  return { ...check, remote_ref: remoteRef, differs_in: difference };
}

/**
 * Asks the ship gate.
 * @param call which gate, and what would be shipped
 * @returns the answer; exits with 6 when it blocks
 */
export async function run(call: Call): Promise<Answer> {
  shipRef(call.positionals[0] ?? '');
  const asked = askedOf(call);
  const root = findRoot(call);
  const source = sourceOf(call, root);
  const answers = asked.map((one) => ask(call, root, one, source));
  if (answers.length === 0) call.out.line('Nothing that is pushed here is for the ship gate.');
  const allowed = answers.every((answer) => answer.allowed);
  const [only] = answers;
  const json = call.flag('pre-push') ? { ok: allowed, allowed, pushes: answers } : { ok: allowed, ...only };
  return { json, ...(allowed ? {} : { exit: exits.blocked }) };
}
