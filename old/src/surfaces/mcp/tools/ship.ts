// The ship gate as tools: asked by anyone, set by a review; what passes in spite of it is a person's word.

import * as v from 'valibot';
import { PawlError } from '../../../rules/errors.js';
import { harmlessLine } from '../../../rules/text/harmless.js';
import { checkShip, type ShipCheck } from '../../../service/ship/check.js';
import { setShip, type ShipDecision } from '../../../service/ship/set.js';
import { shipRef } from '../../../service/ship/gate-ref.js';
import { personOnly } from '../decide/person-only.js';
import * as f from '../fields.js';
import { answerSaved, writeOptions } from '../saved.js';
import { reads, settles, tool, type ToolRow } from '../tool.js';

const feature = f.optional(f.text('The feature whose verdict it is; the one without a feature unless given.', 'auth'));
const commit = f.optional(f.text('A commit by any of its names; the whole working tree unless given.', 'HEAD'));

const check = tool({
  name: 'ship_gate_check',
  title: 'May this be shipped?',
  description:
    'Asks the ship gate whether the working tree, or a commit, may be shipped: only content that a review allowed passes. ' +
    'Call it before you commit for a release, push or deploy; when it blocks, do not ship.',
  hints: reads,
  input: { feature, commit },
  output: {
    allowed: v.boolean(),
    state: v.string(),
    reasons: f.words,
    fix: f.textOrNull,
    tree: f.textOrNull,
    verdict_ref: f.textOrNull,
  },
  run: async ({ feature: of, commit: at }, scene) => {
    const found = checkShip(scene.root, { feature: of, commit: at });
    return { data: documentOf(found), text: linesOf(found), isRecorded: true };
  },
});

function documentOf({ allowed, state, reasons, fix, content, verdict }: ShipCheck): {
  readonly allowed: boolean;
  readonly state: string;
  readonly reasons: readonly string[];
  readonly fix: string | null;
  readonly tree: string | null;
  readonly verdict_ref: string | null;
} {
  return { allowed, state, reasons, fix, tree: content?.tree ?? null, verdict_ref: verdict?.ref ?? null };
}

function linesOf({ allowed, reasons, fix }: ShipCheck): readonly string[] {
  const [reason = '', ...details] = reasons;
  return [
    `${allowed ? 'May be shipped' : 'Blocked'}: ${reason}`,
    ...details.map((detail) => `- ${detail}`),
    ...(fix === null ? [] : [fix]),
  ];
}

const set = tool({
  name: 'ship_gate_set',
  title: 'Record the verdict of a review',
  description:
    'Records whether the reviewed content may be shipped, bound to exactly that content: allow, or block with what stands in ' +
    'the way. To let content pass in spite of a block is a person’s decision: force asks them.',
  hints: settles,
  input: {
    verdict: f.choice('What the review came to.', ['allow', 'block', 'force']),
    blockers: f.optional(f.texts('For block: what stands in the way, in words.', ['the login has no tests'])),
    reason: f.optional(f.text('For force: why it passes, in the words of the person.', 'accepted by Ana for the demo')),
    feature,
    commit,
    ...f.change,
  },
  output: { ...f.savedOutput, tree: f.textOrNull },
  run: async (args, scene) => {
    const key = shipRef(args.feature === undefined ? 'ship' : `ship/${args.feature}`);
    const decision = decisionOf(args);
    if (decision.is === 'force') {
      const { content, reasons } = checkShip(scene.root, { feature: args.feature, commit: args.commit });
      const asking = personOnly(scene, {
        key: `force ${key.feature ?? ''} ${content?.tree ?? 'unknown'}`,
        message: [`May this be shipped all the same?`, ...reasons, `The reason given: ${decision.reason}`]
          .map((line) => harmlessLine(line).slice(0, 300))
          .join('\n'),
        yes: 'Let exactly this content pass, on the record',
        otherwise: 'tell them what blocks; they can let it pass on the command line, with a reason.',
      });
      if (asking !== null) return asking;
    }
    return scene.withBench(async (bench) => {
      const { saved, verdict } = await setShip(bench, key.feature, decision, {
        ...writeOptions(args),
        commit: args.commit,
      });
      const reply = answerSaved(scene, bench, key, saved, happened[decision.is], { isRemark: true });
      return { data: { ...reply.data, tree: verdict.tree_sha }, text: reply.text };
    });
  },
});

const happened = {
  allow: 'this content may be shipped',
  block: 'this content must not be shipped',
  force: 'this content passes, forced',
} as const;

interface VerdictArgs {
  readonly verdict: ShipDecision['is'];
  readonly blockers?: readonly string[] | undefined;
  readonly reason?: string | undefined;
}

function decisionOf({ verdict, blockers = [], reason }: VerdictArgs): ShipDecision {
  if (verdict === 'allow' && blockers.length === 0) return { is: 'allow' };
  if (verdict === 'block' && blockers.length > 0) return { is: 'block', blockers };
  if (verdict === 'force' && reason !== undefined && blockers.length === 0) return { is: 'force', reason };
  const hints = {
    allow: 'A verdict with blockers is no allow: leave them out, or write block.',
    block: 'Give blockers: what stands in the way, in words.',
    force: 'Give reason, in the words of the person, and no blockers.',
  };
  throw new PawlError('bad-usage', `the verdict ${verdict} does not fit what is given with it`, {
    hint: hints[verdict],
  });
}

export const shipTools: readonly ToolRow[] = [check, set];
