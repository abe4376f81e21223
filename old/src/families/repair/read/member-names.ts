// What a member is about, by the words of its name: units of the work, proofs of it, something open, or an aside.
// Names are no closed list: they are taken apart into words, so that `gates_status` and `validation_gates` are one thing.

import { isJsonObject, type Json } from '../../../rules/json/json.js';
import { snakeCase } from '../fields.js';

/** Words of names that are about the units of the work, whatever else stands there. */
const units =
  'phases? stages? steps? waves? workstreams? ws tasks? subtasks? todos? milestones stories checklist state_machine';
/** The same, where no other word says that it is about something else: `ui_states`, `import_result` are. */
const vagueUnits = 'units? items? work execution pipeline workflow plan states? progress percent\\w* pct completion';
/** Words of names that are about whether the work is good. */
const proofs =
  'gates? checks? verif\\w* validat\\w* tests? lint typecheck type_check reviews? qa ci acceptance criteria verdicts? dod ' +
  'definition_of_done approvals? sign_?offs?';
const vagueProofs = 'e2e build types? quality results? outcomes? conclusion status report summary overview health';
/** Words of names that say that something is open. */
const opens =
  'not_(?:started|done|complete|run|passed|met|verified) queued incomplete upcoming ongoing partial paused failed failing failures ' +
  'blocked blockers? blocked_by pending open unresolved in_progress active wip doing todo left reverted rolled_back reopened ' +
  'rework redo to_do hold on_hold awaiting still_needed leftovers to_fix must_fix waiting_for waiting_on halted cancell?ed ' +
  'action_required steps_required missing regressions regression_found unmet unfixed unverified offene\\w*';
/** Those that say so of a list, whatever is in it. */
const lefts = 'remaining outstanding unfinished';
/** Words of names that say that something is good. */
const goods =
  'pass passed passing complete completed done success successful succeeded ok verified approved green valid finished met given ' +
  'applied signed_off shippable';
/** Words for what must not stay as it is. */
const graves = 'critical p[01]s? blocking';
/** Words that leave a name about the work. */
const fillers =
  'all any list ids? counts? number total overall final current\\w* actual real now still yet so far human user owner manual ' +
  'the of to do in on is are has have been since reason message details? override needs? requires? required found unit integration ' +
  'smoke points? punkte errors? issues? findings? problems? bugs? migrations? endpoints? routes? screens? pages? components? ' +
  'deliverables? requirements? parts? things? run post high last await\\w* waiting cancel\\w* abandoned superseded discarded \\d+';
/** Words of names under which people keep what says nothing about how far the work is now. */
const asides =
  'next future follow_?ups? ideas? decisions? questions? risks? lessons history histories log ' +
  'logs attempts? retries previous earlier old past resolved fixed known warnings? debt metrics? config settings env environment ' +
  'coverage git branch files? artifacts? outputs? at date time timestamp duration minutes seconds author by model version ' +
  'id ids name title path links? urls? tokens? commands? dependencies depends_on reason instructions deferred backlog transition\\w* active_form ' +
  // what is over, or another's
  'before baseline initial\\w* pre_?existing existing former\\w* was were prior first recovered transient handled encountered retry ' +
  'retried expected unrelated related optional non_?blocking cosmetic minor nits? p[23] low legacy main_branch ' +
  // what measures something else
  'defaults? executor\\w* commits? policy policies guardrails alternatives severity level priority complexity imports? ' +
  'scores? rating grade confidence threshold target rollout budget usage rate accuracy adoption context capacity';
/** The same, where what stands there is words. */
const remarks =
  'notes? comments? descriptions? summary summaries details? message title text body subject bug problem cause';
/** Words for what the work is a part of, or is told in. */
const others = 'mvp epic roadmap sprint milestone sessions? events?';

function anyOf(...words: readonly string[]): RegExp {
  return new RegExp(`(?:^|_)(?:${words.join(' ').split(' ').join('|')})(?=_|$)`);
}

const [ofUnits, ofProofs] = [anyOf(units, vagueUnits), anyOf(proofs, vagueProofs)];
const [ofPlain, ofVague, ofGraves] = [anyOf(units, proofs), anyOf(vagueUnits, vagueProofs), anyOf(graves)];
const [ofOpens, ofLefts, ofGoods] = [anyOf(opens, lefts), anyOf(lefts), anyOf(goods)];
const [ofAsides, ofOthers, ofRemarks, ofNotes] = [
  anyOf(asides),
  anyOf(others),
  anyOf(remarks),
  anyOf('notes? comments?'),
];
const ofWork = new RegExp(
  anyOf(units, vagueUnits, proofs, vagueProofs, opens, lefts, goods, graves, fillers).source,
  'g',
);
/** Of names that hold what went wrong, where anything does. */
const ofFaults = /(?:^|_)(?:errors?|exceptions?|failures?(?:_(?:reason|message|details?))?|blocked_(?:by|on|reason))$/;
/** Of names that say where the work is taken up. */
const ofReturns = /^(?:resume|restart|continue|redo|rerun)_(?:from|at|with)$/;

/**
 * Tells whether a member is about the units of the work, whatever it is called.
 * @param name its name
 * @returns true for `waves`, `phase_status`, `queued_workstreams`
 */
export function isAboutUnits(name: string): boolean {
  const plain = snakeCase(name);
  return ofUnits.test(plain) && !ofAsides.test(plain) && !ofRemarks.test(plain);
}

/**
 * Tells whether a member is about gates, tests or other proofs of the work, whatever it is called.
 * @param name its name
 * @returns true for `validation_gates`, `verification`
 */
export function isAboutProof(name: string): boolean {
  const plain = snakeCase(name);
  return ofProofs.test(plain) && !ofAsides.test(plain);
}

/**
 * Tells whether a member can say how the work stands.
 * @param name its name, in snake case
 * @param value what stands there
 * @returns false for asides, and for names that are about something else
 */
export function isAboutWork(name: string, value: Json): boolean {
  if (isBeside(name, value)) return false;
  if (isNamedOpen(name, value) || ofPlain.test(name) || ofReturns.test(name)) return true;
  return (ofVague.test(name) || ofGraves.test(name) || (value === false && ofGoods.test(name))) && isOnlyWork(name);
}

/**
 * Tells whether a member of a map of units is none of them.
 * @param name its name, in snake case
 * @param value what stands there
 * @returns true for asides, for what the work is a part of, and for what comes before it
 */
export function isBeside(name: string, value: Json): boolean {
  return isAside(name, value) || ofOthers.test(name) || isDependency(name, value);
}

/**
 * Tells whether a member says nothing about how far the work is now.
 * @param name its name
 * @param value what stands there: words are more often an aside than anything else
 * @returns true for `metrics`, `git`, `error_history`, a text under `notes`
 */
export function isAside(name: string, value: Json = ''): boolean {
  const plain = snakeCase(name);
  const isWords = isText(value) || (Array.isArray(value) && value.every(isText));
  if (ofAsides.test(plain) || (isWords && ofRemarks.test(plain))) return true;
  return isJsonObject(value) && ofNotes.test(plain) && Object.values(value).every(isText);
}

/**
 * Tells whether a name says that what it holds is open, or went wrong.
 * @param name the name, in snake case
 * @param value what stands there
 * @returns false where the words are about something else: `open_hours`, `blocked_countries`
 */
export function isNamedOpen(name: string, value: Json): boolean {
  if (ofFaults.test(name)) return true;
  if (ofGraves.test(name) && isOnlyWork(name)) return isGrave(name, value);
  if (/(?:^|_)unresolved(?:_|$)/.test(name)) return true;
  if (!ofOpens.test(name) || ofGoods.test(name.replaceAll(/(?:^|_)not_[a-z]+/g, ''))) return false;
  return isOnlyWork(name) || (Array.isArray(value) && ofLefts.test(name));
}

/** How many, or which, are open that must not be. */
function isGrave(name: string, value: Json): boolean {
  return !/p1/.test(name) && (typeof value === 'number' || (Array.isArray(value) && value.every(isText)));
}

/**
 * Tells whether the members of a member are words of the product.
 * @param name its name, in snake case
 * @returns true for `enums`, `state_machine`
 */
export function isVocabulary(name: string): boolean {
  return /(?:^|_)(?:enums?|state_machine|states|transitions|data_model|columns|flags|glossary|fixtures)$|_data$/.test(
    name,
  );
}

/**
 * Tells whether no word of a name is about something else than the work.
 * @param name the name, in snake case
 * @returns true for `open_p0_findings`, `blocked_by_ops`
 */
export function isOnlyWork(name: string): boolean {
  return name.replace(/_(?:by|on|for|until)(?:_.*|$)/, '').replaceAll(ofWork, '') === '';
}

/**
 * Tells whether a name is about a proof.
 * @param name the name, in snake case
 * @returns true for `test_pass`
 */
export function isProofName(name: string): boolean {
  return ofProofs.test(name);
}

/**
 * Tells whether a name says that something is good.
 * @param name the name, in snake case
 * @returns true for `verified`
 */
export function isGoodName(name: string): boolean {
  return ofGoods.test(name);
}

/**
 * Tells whether a member only divides a document, so that its members are as those of the document.
 * @param name its name, in snake case
 * @returns true for `report`, `completion_summary`
 */
export function isSection(name: string): boolean {
  return /(?:^|_)(?:report|summary|overview|details?|quality)$/.test(name) && !ofPlain.test(name);
}

/**
 * Tells whether a member says where the work is taken up.
 * @param name its name, in snake case
 * @returns true for `resume_from`
 */
export function isReturn(name: string): boolean {
  return ofReturns.test(name);
}

/**
 * Tells whether a member says what comes before a unit, and not what holds it up.
 * @param name the member
 * @param value what stands there
 * @returns true for `{"blockedBy": ["T2"]}`
 */
export function isDependency(name: string, value: Json): boolean {
  return (
    name === 'blocked_by' &&
    Array.isArray(value) &&
    value.every((one: Json) => typeof one !== 'object' && !/\s/.test(String(one)))
  );
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}
