// Whether some content may be shipped, given what reviews said about which content. Pure. Whatever is unclear blocks.

import * as v from 'valibot';
import { pawl } from '../base/command-line.js';
import { type JsonObject, isObject, parseJson } from '../base/json.js';
import { counted, shorten } from '../base/text.js';
import { checkBy } from '../formats/schema.js';

const id = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be the id of a git object'));
const gateSchema = v.looseObject({
  ship_allowed: v.boolean(),
  blockers: v.array(v.string()),
  head_commit: v.nullish(id),
});
const reviewSchema = v.looseObject({
  tree: id,
  head_commit: v.nullish(id),
  by: v.string(),
  kind: v.picklist(['person', 'agent']),
  at: v.string(),
  note: v.nullish(v.string()),
});

/** What pawl keeps about a review beside the seeds' `gate`: as `pawl.ship` in the checkpoint, and in the git note. */
export type Review = v.InferOutput<typeof reviewSchema>;

/** What a review said, and about which content. */
export interface Verdict {
  /** The run that holds it, e.g. `ship/auth`. */
  readonly ref: string;
  readonly isAllowed: boolean;
  readonly blockers: readonly string[];
  /** The reviewed content; null where only a commit is known. */
  readonly tree: string | null;
  readonly commit: string | null;
  /** Null when another tool wrote the verdict. */
  readonly review: Review | null;
}

/** A verdict, or why it cannot be read. */
export type Found = Verdict | { readonly ref: string; readonly problem: string };

/** Reads the verdict in a checkpoint; null when there is none. A gate that is not whole is never an approval. */
export function verdictIn(ref: string, { gate, pawl: own, head_commit }: JsonObject): Found | null {
  if (gate === undefined || gate === null) return null;
  const review = isObject(own) ? (own['ship'] ?? null) : null;
  const ownProblem = review === null ? null : firstProblem(reviewSchema, review, 'pawl', 'ship');
  const problem = firstProblem(gateSchema, gate, 'gate') ?? ownProblem;
  if (problem !== null || !v.is(gateSchema, gate)) return { ref, problem: problem ?? 'it has the wrong form' };
  const { ship_allowed: isAllowed, blockers, head_commit: named } = gate;
  // A gate with another commit was written since by a tool that only knows the seeds' members.
  const known = v.is(reviewSchema, review) && (review.head_commit ?? null) === (named ?? null) ? review : null;
  const commit = named ?? (v.is(id, head_commit) ? head_commit : null);
  return { ref, isAllowed, blockers, commit, tree: known?.tree ?? null, review: known };
}

/** Reads a git note: a list of `{ ref, gate, pawl }` with the verdict of each run about this tree. Null when it is not one. */
export function readNote(text: string): readonly JsonObject[] | null {
  const parsed = parseJson(text);
  return 'value' in parsed && Array.isArray(parsed.value) && parsed.value.every(isObject) ? parsed.value : null;
}

function firstProblem(schema: v.GenericSchema, value: unknown, ...at: readonly string[]): string | null {
  const [first] = checkBy(schema, value, at);
  return first === undefined ? null : `${first.path} ${first.message}`;
}

export type ShipState =
  | 'allowed'
  | 'forced'
  | 'no-review'
  | 'other-content'
  | 'blockers'
  | 'unreadable'
  | 'needs-person'
  | 'unknown';

/** The answer of the ship gate. */
export interface ShipAnswer {
  readonly state: ShipState;
  readonly isAllowed: boolean;
  /** One sentence. */
  readonly reason: string;
  /** The way out; null when it is allowed. */
  readonly fix: string | null;
  readonly blockers: readonly string[];
  readonly verdict: Verdict | null;
}

/** Judges whether content may be shipped. Of several verdicts about it, a forced one wins, then one that blocks. */
export function judge(found: readonly Found[], tree: string, needsPerson: boolean): ShipAnswer {
  const verdicts = found.flatMap((one) => ('problem' in one ? [] : [one]));
  const about = verdicts.filter((one) => one.tree === tree);
  const forced = about.find((one) => one.isAllowed && one.blockers.length > 0 && one.review?.kind === 'person');
  if (forced !== undefined) {
    const why = forced.review?.note ? ` (${forced.review.note})` : '';
    return answer('forced', `${whose(forced)} allows it despite ${blockersText(forced)}${why}.`, null, forced);
  }
  const broken = found.find((one) => 'problem' in one);
  if (broken !== undefined && 'problem' in broken) {
    const fix = `\`${pawl`doctor`}\` shows what is wrong with it. ${reviewFix}`;
    return answer('unreadable', `The verdict of ${broken.ref} cannot be read: ${broken.problem}.`, fix, null);
  }
  const blocking = about.find((one) => !one.isAllowed || one.blockers.length > 0);
  if (blocking !== undefined) {
    const what = blocking.blockers.length === 0 ? 'does not allow it' : `found ${blockersText(blocking)}`;
    const why = blocking.review?.note ? ` (${blocking.review.note})` : '';
    return answer('blockers', `${whose(blocking)} ${what}${why}.`, `Resolve it. ${reviewFix}`, blocking);
  }
  const allowing = about.find((one) => one.review?.kind === 'person') ?? about[0];
  if (allowing !== undefined) {
    if (!needsPerson || allowing.review?.kind === 'person')
      return answer('allowed', `${whose(allowing)} allows it.`, null, allowing);
    const reason = `${whose(allowing)} allows it, but ship.person_required is set: a person has to.`;
    return answer('needs-person', reason, personFix(allowing.ref), allowing);
  }
  const other = verdicts.toSorted((a, b) => (a.review?.at ?? '').localeCompare(b.review?.at ?? '')).at(-1);
  if (other === undefined) return answer('no-review', 'No review is recorded.', reviewFix, null);
  const isNowhere = other.tree === null && other.commit === null;
  const what = isNowhere ? 'does not say which commit it is about' : 'is about other content';
  return answer('other-content', `${whose(other)} ${what}.`, reviewFix, other);
}

/** The answer when git could not tell what would be shipped. */
export function cannotTell(why: string): ShipAnswer {
  return answer('unknown', `It is unclear what would be shipped: ${why}.`, 'Correct that, and try again.', null);
}

// An agent reads these, too: it should review, not just allow.
const reviewFix = 'Review this content with /review, which records its verdict.';

function personFix(ref: string): string {
  return `A person reviews it, and runs \`${pawl`gate set ${ref} --allow`}\` in a terminal.`;
}

function answer(state: ShipState, reason: string, fix: string | null, verdict: Verdict | null): ShipAnswer {
  return { state, isAllowed: fix === null, reason, fix, blockers: verdict?.blockers ?? [], verdict };
}

/** What one verdict says, whatever the content is now. */
export function verdictText(found: Found): string {
  if ('problem' in found) return `unreadable: ${found.problem}`;
  const left = found.blockers.length === 0 ? '' : `, ${blockersText(found)}`;
  return `${found.isAllowed ? 'allowed' : 'blocked'} by ${reviewer(found.review) ?? 'another tool'}${left}`;
}

function reviewer(review: Review | null): string | null {
  return review === null ? null : review.kind === 'agent' ? `an agent (${review.by})` : review.by;
}

/** `The review by ada in ship/auth`; an agent is called one. */
function whose({ ref, review }: Verdict): string {
  return `The review${review === null ? '' : ` by ${reviewer(review)}`} in ${ref}`;
}

function blockersText({ blockers }: Verdict): string {
  return `${counted(blockers.length, 'blocker')}: ${shorten(blockers.join('; '), 600)}`;
}
