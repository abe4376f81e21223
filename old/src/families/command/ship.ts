// The ship gate's judgement: what a checkpoint says about a review, and whether that lets some content pass. Pure, and
// loads next to nothing, as hooks ask at each `/ship`. Whatever cannot be told blocks.

import { isJsonObject } from '../../rules/json/json.js';
import { inWords } from '../../rules/fields.js';
import { isSomeText, isTextList, memberIn, textIn } from '../../rules/json/read-member.js';

/** Why content passes, or does not. */
export type ShipState =
  | 'approved'
  | 'forced'
  | 'no-review'
  | 'unreadable'
  | 'other-content'
  | 'blockers'
  /** It could not be found out what would be shipped. */
  | 'unknown';

/** Who let content pass without the review's approval. */
export interface ShipForce {
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/** What a review said, and about which content. Also the form in which it travels: as a file, or as a git note. */
export interface ShipVerdict {
  /** Whose it is, e.g. `ship/auth`. */
  readonly ref: string;
  readonly ship_allowed: boolean;
  readonly blockers: readonly string[];
  /** HEAD when it was reviewed. */
  readonly head_commit: string | null;
  /** The tree of the reviewed content; null: that of `head_commit`. */
  readonly tree_sha: string | null;
  readonly by: string | null;
  readonly at: string | null;
  readonly forced: ShipForce | null;
}

/** What one checkpoint, file or note says. */
export type FoundVerdict =
  | { readonly is: 'verdict'; readonly verdict: ShipVerdict }
  | { readonly is: 'unreadable'; readonly ref: string; readonly problem: string }
  | { readonly is: 'none'; readonly ref: string };

/** What would be shipped. */
export interface ShipContent {
  /** The commit; null for the working tree. */
  readonly commit: string | null;
  /** Its tree, without the files that pawl keeps. */
  readonly tree: string;
}

/** The answer of the ship gate. */
export interface ShipCheck {
  readonly allowed: boolean;
  readonly state: ShipState;
  /** In words; the first one says it all, the others are its details. */
  readonly reasons: readonly string[];
  /** What to do, when it blocks. */
  readonly fix: string | null;
  readonly content: ShipContent | null;
  /** The verdict that decided. */
  readonly verdict: ShipVerdict | null;
}

const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const maxBlockers = 1_000;

/**
 * Reads the verdict that a checkpoint of the command `ship` holds.
 * @param ref how the checkpoint is called
 * @param doc its document
 * @returns the verdict; a gate that is not whole is unreadable, never an approval
 */
export function verdictIn(ref: string, doc: { readonly gate?: unknown; readonly pawl?: unknown }): FoundVerdict {
  const { gate, pawl } = doc;
  if (gate === undefined) return { is: 'none', ref };
  const unreadable = (problem: string): FoundVerdict => ({ is: 'unreadable', ref, problem });
  if (!isJsonObject(gate)) return unreadable(`gate must be an object, but is ${inWords(gate)}`);
  const { ship_allowed, blockers, head_commit = null } = gate;
  const own = memberIn(pawl, 'ship');
  if (own !== undefined && !isJsonObject(own)) return unreadable(`pawl.ship must be an object, but is ${inWords(own)}`);
  // A gate with another commit was written since, by something that knows the seeds' fields only: it stands for itself.
  const bound = own?.['head_commit'] === head_commit ? own : undefined;
  return parseVerdict(ref, { ...bound, ship_allowed, blockers, head_commit });
}

/**
 * Reads a verdict that came as a file or a note.
 * @param ref how it is called where it does not say so itself
 * @param value what was read
 * @returns the verdict, or what is wrong with it
 */
export function parseVerdict(ref: string, value: unknown): FoundVerdict {
  const unreadable = (problem: string): FoundVerdict => ({ is: 'unreadable', ref, problem });
  if (!isJsonObject(value)) return unreadable(`a verdict is an object, but this is ${inWords(value)}`);
  const { ship_allowed, blockers, head_commit = null, tree_sha = null, forced = null } = value;
  if (typeof ship_allowed !== 'boolean')
    return unreadable(
      `ship_allowed must be true or false, but is ${ship_allowed === undefined ? 'missing' : inWords(ship_allowed)}`,
    );
  if (!isTextList(blockers) || blockers.length > maxBlockers)
    return unreadable(
      `blockers must be a list of texts, but is ${blockers === undefined ? 'missing' : inWords(blockers)}`,
    );
  if (!isId(head_commit)) return unreadable(`head_commit must be a commit id, but is ${inWords(head_commit)}`);
  if (!isId(tree_sha)) return unreadable(`tree_sha must be a tree id, but is ${inWords(tree_sha)}`);
  const force = forceIn(forced);
  if (force === undefined) return unreadable('forced must be an object with reason, by and at');
  const name = typeof value['ref'] === 'string' && value['ref'] !== '' ? value['ref'] : ref;
  const [by, at] = [textIn(value, 'by'), textIn(value, 'at')];
  return {
    is: 'verdict',
    verdict: { ref: name, ship_allowed, blockers, head_commit, tree_sha, by, at, forced: force },
  };
}

const isId = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && objectId.test(value));

/** Undefined when it is no whole record: what was forced must say why and by whom. */
function forceIn(value: unknown): ShipForce | null | undefined {
  if (value === null) return null;
  if (!isJsonObject(value)) return undefined;
  const { reason, by, at } = value;
  return isSomeText(reason) && isSomeText(by) && isSomeText(at) ? { reason, by, at } : undefined;
}

const review = 'Have this content reviewed; the review records its verdict with `pawl gate set`.';

/**
 * Judges whether content may be shipped. Of several verdicts on the same content, a forced one wins, then one that cannot
 * be read, then one that blocks.
 * @param found what was found; trees that are null cover nothing
 * @param content what would be shipped
 * @returns the answer
 */
export function judgeShip(found: readonly FoundVerdict[], content: ShipContent): ShipCheck {
  const verdicts = found.flatMap((one) => (one.is === 'verdict' ? [one.verdict] : []));
  const covering = verdicts.filter(({ tree_sha }) => tree_sha === content.tree);
  const forced = covering.find((verdict) => verdict.forced !== null);
  if (forced?.forced != null) {
    const { reason, by } = forced.forced;
    return { ...passed('forced', content, forced), reasons: [`forced by ${by}: ${reason}`, ...forced.blockers] };
  }
  const broken = found.find((one) => one.is === 'unreadable');
  if (broken !== undefined) {
    return blocked('unreadable', content, null, {
      reasons: [`the verdict of ${broken.ref} cannot be read: ${broken.problem}`],
      fix: 'Run `pawl doctor` to see what is wrong with it, then have this content reviewed again.',
    });
  }
  const blocking = covering.find(({ ship_allowed, blockers }) => !ship_allowed || blockers.length > 0);
  if (blocking !== undefined) {
    const { blockers } = blocking;
    const headline =
      blockers.length === 0 ? 'the review did not allow it' : `the review found ${counted(blockers.length)}`;
    return blocked('blockers', content, blocking, {
      reasons: [`${headline} (${blocking.ref})`, ...blockers],
      fix: 'Resolve what blocks, then have the result reviewed again.',
    });
  }
  const [approved] = covering;
  if (approved !== undefined)
    return { ...passed('approved', content, approved), reasons: [`approved ${origin(approved)}`] };
  const other = verdicts.at(-1);
  if (other === undefined) {
    return blocked('no-review', content, null, { reasons: ['no review was recorded for it'], fix: review });
  }
  const what = content.commit === null ? 'the working tree' : `commit ${short(content.commit)}`;
  const isNowhere = other.tree_sha === null && other.head_commit === null;
  const why = isNowhere
    ? `the review ${origin(other)} names no commit, so it does not count for ${what}`
    : `what was reviewed ${origin(other)} is not the content of ${what}`;
  return blocked('other-content', content, other, { reasons: [why], fix: review });
}

/**
 * Answers for content that nobody could determine.
 * @param why what went wrong
 * @param fix what to do
 * @returns an answer that blocks
 */
export function cannotTell(why: string, fix: string): ShipCheck {
  return blocked('unknown', null, null, { reasons: [`it cannot be told what would be shipped: ${why}`], fix });
}

function passed(state: ShipState, content: ShipContent, verdict: ShipVerdict): ShipCheck {
  return { allowed: true, state, reasons: [], fix: null, content, verdict };
}

function blocked(
  state: ShipState,
  content: ShipContent | null,
  verdict: ShipVerdict | null,
  words: Pick<ShipCheck, 'reasons' | 'fix'>,
): ShipCheck {
  return { allowed: false, state, content, verdict, ...words };
}

function origin({ ref, by, at, head_commit }: ShipVerdict): string {
  const on = head_commit === null ? '' : ` at commit ${short(head_commit)}`;
  return `in ${ref}${by === null ? '' : ` by ${by}`}${on}${at === null ? '' : ` on ${at}`}`;
}

const short = (id: string): string => id.slice(0, 8);
const counted = (number: number): string => (number === 1 ? '1 blocker' : `${number} blockers`);
