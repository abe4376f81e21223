// A decision as the answer of a tool.

import * as v from 'valibot';
import type { Acted, Decision } from '../../../service/resume/decision.js';
import * as f from '../fields.js';
import { asRecorded } from '../recorded.js';
import type { Reply } from '../tool.js';

const other = v.object({
  ref: v.string(),
  family: f.family,
  title: v.string(),
  status: v.string(),
  progress: f.progress,
  updated_at: f.textOrNull,
});

export const decisionOutput = {
  verdict: v.picklist(['resume', 'ask', 'blocked', 'nothing']),
  acted: v.nullable(v.picklist(['resumed', 'restarted', 'deleted'])),
  /** A person has to decide, and has not. */
  decision_needed: v.boolean(),
  ref: f.textOrNull,
  new_ref: f.textOrNull,
  family: v.nullable(f.family),
  title: f.textOrNull,
  status: f.textOrNull,
  revision: v.nullable(v.number()),
  progress: v.nullable(f.progress),
  from: f.textOrNull,
  reasons: f.words,
  notes: f.words,
  redo: f.words,
  holder: v.nullable(f.holder),
  next_command: f.textOrNull,
  brief: f.textOrNull,
  others: f.list(other),
};

/** What a decision looks like to a program. */
export type DecisionDocument = v.InferOutput<v.ObjectSchema<typeof decisionOutput, undefined>>;

function documentOf(decision: Decision, acted: Acted, more: Partial<DecisionDocument>): DecisionDocument {
  const { verdict, ref, family, title, status, revision, progress, from, holder, next_command, brief } = decision;
  return {
    verdict,
    acted,
    decision_needed: false,
    ref,
    new_ref: null,
    family,
    title,
    status,
    revision,
    progress,
    from,
    reasons: [...decision.reasons],
    notes: [...decision.notes],
    redo: [...decision.redo],
    holder,
    next_command,
    brief,
    others: decision.others.map((one) => ({ ...one })),
    ...more,
  };
}

/**
 * Presents a decision, and what was done.
 * @param decision the decision
 * @param acted what was done
 * @param said a sentence about it; the verdict unless given
 * @param more members that differ
 * @returns the reply
 */
export function decisionReply(
  decision: Decision,
  acted: Acted = null,
  said: string = verdictText(decision),
  more: Partial<DecisionDocument> = {},
): Reply<DecisionDocument> {
  const recorded = [
    ...decision.reasons.map((reason) => `! ${reason}`),
    ...decision.redo.map((unit) => `do again: ${unit}`),
    ...decision.notes.map((note) => `i ${note}`),
    ...decision.others.map((one) => `also unfinished: ${one.ref}, ${one.status}, ${one.title}`),
  ];
  const text = [
    said,
    ...(recorded.length === 0 ? [] : [asRecorded(recorded)]),
    ...(decision.brief === null ? [] : [decision.brief]),
  ];
  return { data: documentOf(decision, acted, more), text };
}

function verdictText({ verdict, ref, from }: Decision): string {
  if (verdict === 'nothing') return 'Nothing is left to resume.';
  if (verdict === 'resume') return `${ref} can be resumed safely${from === null ? '' : `, from ${from}`}.`;
  return verdict === 'ask' ? `${ref}: a person has to decide.` : `${ref} is blocked.`;
}

/**
 * Presents a decision that nobody made.
 * @param decision the decision
 * @param why the person did not want to, or the client cannot ask; null when there is nothing to choose
 * @returns the reply, with what to do instead
 */
export function undecided(decision: Decision, why: 'declined' | 'cannot-ask' | null): Reply<DecisionDocument> {
  const { ref, revision, options } = decision;
  const again =
    options.includes('r') && revision !== null
      ? ` When they want to go on with it, call resume with ref ${ref}, choice "resume" and expected_revision ${revision}.`
      : '';
  const said = {
    declined: 'The person was asked and chose nothing; nothing was changed. Do not go on with this run.',
    'cannot-ask': `A person has to decide, and this client cannot ask them: tell them the reasons and ask.${again}`,
  };
  const sentence = why === null ? verdictText(decision) : said[why];
  return decisionReply(decision, null, sentence, { decision_needed: why !== null });
}
