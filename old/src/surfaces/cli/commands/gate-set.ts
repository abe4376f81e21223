// `pawl gate set`: records the verdict of a review for /ship.

import { badUsage } from '../../../rules/errors.js';
import path from 'node:path';
import { commandFamily } from '../../../families/command/index.js';
import type { ShipVerdict } from '../../../families/command/ship.js';
import { forAnyDocument } from '../../../service/documents.js';
import { readShip, setShip, type ShipDecision } from '../../../service/ship/set.js';
import { bindVerdict, exportVerdict, notesRef, noteVerdict, refuseInContent } from '../../../service/ship/travel.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { shipRef } from '../../../service/ship/gate-ref.js';
import { inputOf, resolveText } from '../terminal/input.js';
import { oneLine } from '../terminal/width.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

/** Nothing counts as approval but --allow; null when no verdict was given. */
function decisionOf(call: Call): ShipDecision | null {
  const blockers = call.texts('block').map((typed) => resolveText(typed));
  const reason = inputOf(call, 'force');
  const given: ShipDecision[] = [
    ...(call.flag('allow') ? [{ is: 'allow' } as const] : []),
    ...(blockers.length > 0 ? [{ is: 'block', blockers } as const] : []),
    ...(reason === undefined ? [] : [{ is: 'force', reason } as const]),
  ];
  const [decision, another] = given;
  if (another !== undefined) throw badUsage('--allow, --block and --force exclude each other', 'Give one of them.');
  if ([...blockers, ...(reason === undefined ? [] : [reason])].some((text) => text.trim() === ''))
    throw badUsage('a reason is empty', 'Say in words what stands in the way, or why it passes.');
  return decision ?? null;
}

const happened = {
  allow: 'this content may be shipped',
  block: 'this content must not be shipped',
  force: 'this content passes, forced',
} as const;

/** Where the verdict went beside its checkpoint. */
function travel(call: Call, root: string, verdict: ShipVerdict): Readonly<Record<string, unknown>> {
  const file = call.text('export');
  if (file === undefined && !call.flag('note')) return { exported: null, note: null };
  const bound = bindVerdict(root, verdict);
  if (file !== undefined) exportVerdict(path.resolve(file), bound);
  if (call.flag('note')) noteVerdict(root, bound);
  const told = [...(file === undefined ? [] : [file]), ...(call.flag('note') ? [notesRef] : [])];
  call.out.line(`  Also in ${oneLine(told.join(' and '))}, for other clones`);
  return { exported: file === undefined ? null : path.resolve(file), note: call.flag('note') ? notesRef : null };
}

/**
 * Records a verdict, and sends it on its way.
 * @param call which gate, the verdict, what was reviewed
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const key = shipRef(call.positionals[0] ?? '');
  const decision = decisionOf(call);
  const isTravel = call.text('export') !== undefined || call.flag('note');
  if (decision === null && (!isTravel || call.text('commit') !== undefined)) {
    throw badUsage(
      'pawl gate set needs --allow, --block REASON or --force REASON',
      'Without one, nothing is recorded.',
    );
  }
  return withBench(call, { command: forAnyDocument(commandFamily) }, async (bench) => {
    const file = call.text('export');
    if (file !== undefined && call.text('commit') === undefined) refuseInContent(bench.root, path.resolve(file));
    if (decision === null) {
      const verdict = await readShip(bench, key);
      return { json: { ok: true, ref: verdict.ref, verdict, ...travel(call, bench.root, verdict) } };
    }
    const options = { ...writeOptionsOf(call), commit: call.text('commit') };
    const { saved, verdict } = await setShip(bench, key.feature, decision, options);
    // First what was stored: if the verdict cannot travel, that is told, and it is recorded all the same.
    const answer = answerSaved(call, bench, key, saved, { what: happened[decision.is], isRemark: true });
    const more = { verdict, ...travel(call, bench.root, verdict) };
    return { json: { ...(typeof answer.json === 'object' ? answer.json : {}), ...more } };
  });
}
