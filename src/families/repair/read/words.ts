// The words and signs that people and models write for a status, as data.

/** What a word for a status means, before a family puts it into its own words. */
export type Concept =
  | 'complete'
  | 'in_progress'
  | 'pending'
  | 'failed'
  | 'blocked'
  | 'paused'
  | 'skipped'
  | 'abandoned';

const lists: Readonly<Record<Concept, string>> = {
  complete:
    'complete completed completes done finished success successful succeeded passed pass shipped delivered verified ' +
    'approved merged deployed released ok yes true x ' +
    'all_complete all_completed all_done fully_complete fully_completed complete_100% 100% 100%_complete done_done',
  in_progress:
    'in_progress inprogress in_process progress progressing started running active wip executing ongoing on_going working ' +
    'doing current underway under_way building resumed resuming partial partially partially_complete partially_completed ' +
    'partially_done incomplete not_complete not_completed not_done unfinished almost_done mostly_done almost_complete ' +
    'mostly_complete in_review in_testing testing implementing implementation in_development developing work_in_progress',
  pending:
    'pending todo to_do open not_started notstarted not_yet_started new queued waiting planned ready scheduled backlog ' +
    'unstarted upcoming next none no false initialized initialised initialised_only init created draft deferred postponed ' +
    'idle not_run not_begun awaiting_start',
  failed:
    'failed fail failure error errored broken crashed failing rejected aborted timed_out timeout unsuccessful in_error',
  blocked: 'blocked stuck blocking is_blocked blocked_by waiting_on_dependency',
  paused:
    'paused pause on_hold hold held suspended stopped halted interrupted stalled awaiting awaiting_approval ' +
    'awaiting_review awaiting_gate awaiting_user waiting_for_approval waiting_for_review needs_review needs_approval ' +
    'ready_for_review pending_review pending_approval gate_review at_gate checkpoint',
  skipped: 'skipped skip omitted n_a na not_applicable not_needed not_required bypassed waived',
  abandoned: 'abandoned cancelled canceled dropped given_up superseded obsolete wont_do will_not_do discarded archived',
};

/** Every known word, in the form of {@link plainWords}. */
export const statusWords: ReadonlyMap<string, Concept> = new Map(
  concepts().flatMap((concept) => lists[concept].split(' ').map((word) => [word, concept] as const)),
);

/** Words that say too little to begin a sentence with: "new gates were added" is not a status. */
export const weakWords: ReadonlySet<string> = new Set(
  'ok yes no true false x new next open none current ready created draft active working testing pass hold approved'.split(
    ' ',
  ),
);

/** Words that take back, or bound, a claim of completion. */
export const hedges: ReadonlySet<string> = new Set(
  (
    'except but pending remaining remains partial partially not without awaiting need needs todo blocked blocker fail ' +
    'failed fails failing wip deferred still until minus of left only mostly almost waiting skipped tbd unverified ' +
    'untested incomplete open outstanding however though missing review progress phase phases maybe perhaps probably likely ' +
    'presumably supposedly apparently should think hopefully'
  ).split(' '),
);

/** Signs that stand for a status. */
export const statusSigns: readonly (readonly [string, Concept])[] = [
  ['[x]', 'complete'],
  ['[ ]', 'pending'],
  ['✅', 'complete'],
  ['☑', 'complete'],
  ['✔', 'complete'],
  ['✓', 'complete'],
  ['❌', 'failed'],
  ['✗', 'failed'],
  ['✖', 'failed'],
  ['⏳', 'in_progress'],
  ['🔄', 'in_progress'],
  ['🚧', 'in_progress'],
  ['▶', 'in_progress'],
  ['⏸', 'paused'],
  ['🚫', 'blocked'],
  ['⛔', 'blocked'],
  ['⬜', 'pending'],
  ['☐', 'pending'],
  ['📋', 'pending'],
  ['⏭', 'skipped'],
];

function concepts(): readonly Concept[] {
  return ['complete', 'in_progress', 'pending', 'failed', 'blocked', 'paused', 'skipped', 'abandoned'];
}

/**
 * Writes a text in the form of the tables above.
 * @param text any text
 * @returns its first words in lower case, joined by `_`, without signs
 */
export function plainWords(text: string): string {
  return text
    .slice(0, 400)
    .toLowerCase()
    .replace(/['’`*]/g, '')
    .replace(/[^a-z0-9%]+/g, '_')
    .replace(/^_|_$/g, '');
}
