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
    'complete completed completes done finished success successful succeeded passed pass passes passing shipped delivered pushed committed verified ' +
    'approved merged deployed released ok yes true x closed resolved implemented validated green landed signed_off fixed solved cleared unblocked finalized met clean okay bestanden aprobado ' +
    'accomplished achieved accepted tested_and_merged all_green fully_implemented feature_complete all_clear ' +
    'all_complete all_completed all_done fully_complete fully_completed fully_done complete_100% 100% done_done ' +
    'fertig erledigt abgeschlossen beendet vollständig umgesetzt fertiggestellt ' +
    'terminé terminée terminés terminées fini finie fait achevé achevée complété complétée réussi ' +
    'hecho hecha completado completada terminado terminada finalizado finalizada ' +
    'concluído concluída feito completato completata fatto finito klaar voltooid afgerond ' +
    'gotowe zrobione ukończone klart färdig färdigt готово сделано завершено выполнено 完了 完成 已完成',
  in_progress:
    'in_progress inprogress in_process progress progressing started running active wip executing ongoing on_going working ' +
    'doing current underway under_way building resumed resuming partial partially partially_complete partially_completed ' +
    'partially_done incomplete not_complete not_completed not_done not_met unmet unfinished almost_done mostly_done almost_complete ' +
    'mostly_complete in_review in_testing testing implementing implementation in_development developing work_in_progress ' +
    'undone half half_done stub stubbed not_implemented reopened reverted rolled_back ' +
    'in_arbeit in_bearbeitung läuft begonnen angefangen unfertig unvollständig teilweise ' +
    'en_cours commencé inachevé incomplet en_curso en_progreso en_proceso empezado incompleto ' +
    'em_andamento in_corso bezig в_работе в_процессе 进行中 進行中 未完了 未完成',
  pending:
    'pending todo to_do open not_started notstarted not_yet_started new queued waiting planned ready scheduled backlog ' +
    'unstarted upcoming next none no false initialized initialised initialised_only init created draft deferred postponed ' +
    'idle not_run not_begun awaiting_start missing unresolved 0% ' +
    'offen ausstehend geplant noch_offen nicht_begonnen noch_nicht_begonnen à_faire non_commencé en_attente ' +
    'pendiente por_hacer sin_empezar pendente da_fare 待办 未着手 未开始',
  failed:
    'failed fail failure error errored broken crashed failing rejected aborted timed_out timeout unsuccessful in_error red violated no_go nogo ' +
    'fehlgeschlagen gescheitert fehler kaputt échoué échec erreur fallido fallida falló fallito',
  blocked:
    'blocked stuck blocking is_blocked blocked_by waiting_on_dependency blockiert bloqué bloquée bloqueado bloqueada',
  paused:
    'paused pause on_hold hold held suspended stopped halted interrupted stalled awaiting awaiting_approval ' +
    'awaiting_review awaiting_gate awaiting_user waiting_for_approval waiting_for_review needs_review needs_approval ' +
    'changes_requested request_changes needs_changes needs_work ready_for_review pending_review pending_approval gate_review at_gate checkpoint pausiert angehalten unterbrochen ' +
    'en_pause suspendu pausado pausada',
  skipped:
    'skipped skip omitted n_a na not_applicable not_needed not_required bypassed waived übersprungen ausgelassen entfällt ' +
    'sauté ignoré omitido omitida',
  abandoned:
    'abandoned cancelled canceled dropped given_up superseded obsolete wont_do wontfix wont_fix will_not_do discarded ' +
    'archived abgebrochen verworfen aufgegeben abandonné annulé abandonado cancelado',
};

/** Every known word, in the form of {@link plainWords}. */
export const statusWords: ReadonlyMap<string, Concept> = new Map(
  concepts().flatMap((concept) => lists[concept].split(' ').map((word) => [plainWords(word), concept] as const)),
);

/** Words that say too little to begin a sentence with: "new gates were added" is not a status. */
export const weakWords: ReadonlySet<string> = new Set(
  (
    'ok yes no true false x new next open none current ready created draft active working testing pass passes passing hold approved green ' +
    'red fixed half fait feito fatto accepted met clean implementation missing stub'
  ).split(' '),
);

/** Words for a status that are as often the name of a piece of work. */
export const titleWords: ReadonlySet<string> = new Set(
  (
    'testing implementing implementation building working current new next open ready created draft checkpoint progress ' +
    'hold init x none no yes stub missing'
  ).split(' '),
);

const gaps = (
  'missing left pending fail fails failed failing failure failures red broken partial partially wip skipped untested todo ' +
  'remain remains remaining incomplete not except without need needs'
).split(' ');

/** Words that leave something open; in brackets even where they are written like a title. */
export const openWords: ReadonlySet<string> = new Set([...gaps, 'open']);

/** Words that take back, or bound, what is said of a piece of work. */
export const reservations: ReadonlySet<string> = new Set([
  ...gaps,
  ...(
    'but minus no tbd reverted reopened rolled unverified unfinished partly half only still maybe probably flaky error ' +
    'errors issue issues blocked waived deferred awaiting waiting stub stubbed mocked faked ' +
    'simulated draft if until almost mostly nearly should ' +
    'progress'
  ).split(' '),
]);

/** These and others take back, or bound, a claim of completion: where nothing but a remark can stand. */
export const hedges: ReadonlySet<string> = new Set([
  ...openWords,
  ...reservations,
  ...(
    'blocker of outstanding however though review phase phases perhaps likely presumably supposedly apparently think ' +
    'hopefully budget limit threshold target false never broke breaks when once unless stubs ish believe theory modulo halfway retrying conflicts ' +
    'nicht noch teilweise fast außer ohne pas presque sauf sans casi salvo sin'
  )
    .split(' ')
    .map((word) => plainWords(word)),
]);

/** Signs that stand for a status. */
export const statusSigns: readonly (readonly [string, Concept])[] = [
  ['[x]', 'complete'],
  ['✅', 'complete'],
  ['☑', 'complete'],
  ['✔', 'complete'],
  ['✓', 'complete'],
  ['🟢', 'complete'],
  ['❌', 'failed'],
  ['✗', 'failed'],
  ['✖', 'failed'],
  ['✘', 'failed'],
  ['❎', 'failed'],
  ['🔴', 'failed'],
  ['💥', 'failed'],
  ['🚫', 'blocked'],
  ['⛔', 'blocked'],
  ['🛑', 'blocked'],
  ['[-]', 'in_progress'],
  ['[~]', 'in_progress'],
  ['[/]', 'in_progress'],
  ['⏳', 'in_progress'],
  ['⌛', 'in_progress'],
  ['🔄', 'in_progress'],
  ['🚧', 'in_progress'],
  ['▶', 'in_progress'],
  ['🟡', 'in_progress'],
  ['🟠', 'in_progress'],
  ['⏸', 'paused'],
  ['[ ]', 'pending'],
  ['[]', 'pending'],
  ['⬜', 'pending'],
  ['☐', 'pending'],
  ['📋', 'pending'],
  ['⏭', 'skipped'],
];

/** Signs that stand for no status, and that no finished thing has. */
export const doubtSigns = /[?？⚠❓❔⁉~≈≠]|🐛|🤔|🤷/u;

function concepts(): readonly Concept[] {
  return ['complete', 'in_progress', 'pending', 'failed', 'blocked', 'paused', 'skipped', 'abandoned'];
}

/**
 * Writes a text in the form of the tables above.
 * @param text any text
 * @returns its first words in lower case, without accents, joined by `_`, without signs
 */
export function plainWords(text: string): string {
  return text
    .slice(0, 400)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’`*\p{M}]/gu, '')
    .replace(/(\d)\s+%/g, '$1%')
    .replace(/[^\p{L}\p{N}%]+/gu, '_')
    .replace(/^_|_$/g, '');
}
