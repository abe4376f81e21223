// `pawl resume`: the decision about what is unfinished, and what follows from it.

import { pawlLine } from '../../../service/pawl-line.js';
import { alreadyComplete } from '../../../families/pipeline/index.js';
import { loadConfig } from '../../../service/config/load.js';
import { badUsage, PawlError } from '../../../rules/errors.js';
import { isJsonObject } from '../../../rules/json/json.js';
import { parseKey } from '../../../rules/names.js';
import { completeAnswer } from '../complete-error.js';
import { ledInWords, ledWorkstream } from '../../../service/session/led-workstream.js';
import { families } from '../../../service/families.js';
import { currentOwner } from '../../../service/lease/leases.js';
import { withPlan } from '../../../service/pipeline/with-plan.js';
import { withOpenBench } from '../../../service/with-open-bench.js';
import { decideFully } from '../../../service/resume/claimed-end.js';
import type { Decision } from '../../../service/resume/decision.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Answer, Call } from '../call.js';
import { tidyUp } from '../daily.js';
import { exits } from '../exit-codes.js';
import { act, resume, view } from '../resume/choices.js';
import { promptFor } from '../resume/prompt.js';
import { documentOf } from '../resume/document.js';
import { type Scene, undecided } from '../resume/scene.js';
import { showOthers, showReasons } from '../resume/show.js';
import { acceptFor } from '../gate/accept.js';
import { findRoot } from '../root.js';
import { resumeChoices } from '../rows/resume.js';
import { canAsk, choose, confirm } from '../terminal/ask.js';

async function nothing(call: Call, bench: Workbench, decision: Decision): Promise<Answer> {
  const { out } = call;
  const [reason] = decision.reasons;
  if (reason?.endsWith('already complete') === true) {
    if (decision.family === 'pipeline') throw await complete(call, bench, decision);
    throw new PawlError('already-complete', reason, { hint: 'Nothing is left to do in it.' });
  }
  out.line(reason ?? (decision.notes.length === 0 ? 'Nothing is unfinished here.' : 'No run here is unfinished.'));
  showReasons(out, { ...decision, reasons: [] });
  if (decision.place !== 'removed') return { json: documentOf(decision, null) };
  const restore = `${pawlLine('restore', decision.ref ?? '')} --revision ${decision.revision}`;
  const command = decision.next_command ?? restore;
  out.line(`${command === restore ? 'Bring it back with' : 'Go there with'}: ${command}`);
  return { json: { ...documentOf(decision, null), next_command: command }, exit: exits.notFound };
}

/** Nothing is left to do in it; but its spec may say more since. */
async function complete(call: Call, bench: Workbench, { id, ref }: Decision): Promise<PawlError> {
  const key = parseKey(id ?? '');
  const stored = key === null ? null : await bench.store.get(key);
  return stored === null ? alreadyComplete(ref ?? '') : completeAnswer(call, bench, stored);
}

async function sceneOf(call: Call, bench: Workbench, decision: Decision, owner: Scene['owner']): Promise<Scene> {
  const key = parseKey(decision.id ?? '');
  const stored = key === null || decision.revision === null ? null : await withPlan(bench, await bench.store.get(key));
  if (key === null) throw new TypeError('a decision about no run');
  return { call, bench, owner, decision, key, stored, now: new Date(bench.clock()).toISOString() };
}

/** Off a terminal a safe run is only shown: who wants it says so. */
function show(scene: Scene, about: readonly string[]): Answer {
  const { call, decision, now } = scene;
  for (const line of about) call.out.line(line);
  showReasons(call.out, decision);
  call.out.line();
  for (const line of (decision.brief ?? '').split('\n')) call.out.line(line);
  call.out.line();
  call.out.line(`Next: ${decision.next_command ?? ''}`);
  showOthers(call.out, decision.others, now);
  return { json: documentOf(decision, null) };
}

/** Written out as the options are. */
const answers = ['yes', 'no', 'resume', 'start', 'start fresh', 'view', 'view details', 'delete'];

async function askPerson(scene: Scene): Promise<Answer> {
  const { call, decision, now } = scene;
  const { out } = call;
  const { about, options, question } = promptFor(decision, scene.stored?.state ?? null, now);
  for (const line of about) out.line(line);
  out.line();
  showReasons(out, decision);
  showOthers(out, decision.others, now);
  if (decision.holder !== null) {
    out.line();
    if (await confirm('Take it over from them?', false)) return resume(scene, true);
    out.line('Nothing was changed.');
    return { json: documentOf(decision, null), exit: exits.blocked };
  }
  if (options.length === 0) return { json: documentOf(decision, null), exit: exits.blocked };
  for (;;) {
    out.line();
    out.line('Options:');
    for (const line of options) out.line(line);
    out.line();
    // Whoever reads "Is it fixed?" answers that.
    const isYesOrNo = question.startsWith('Is it fixed?');
    const key = await choose(question, decision.options.join('') + (isYesOrNo ? 'yn' : ''), undefined, answers);
    if (key === 'n') {
      out.line('Nothing was changed.');
      return { json: documentOf(decision, null), exit: exits.blocked };
    }
    const choice = decision.options.find((one) => one === (key === 'y' ? 'r' : key));
    if (choice !== undefined && choice !== 'v') return act(scene, choice);
    const seen = view(scene);
    if (decision.options.length === 1) return seen;
  }
}

/** What is done follows from the options, the terminal and the verdict; nothing waits for input that cannot come. */
async function proceed(scene: Scene): Promise<Answer> {
  const { call, decision } = scene;
  const { about } = promptFor(decision, scene.stored?.state ?? null, scene.now);
  const choice = resumeChoices.find((key) => key === call.text('choice'));
  if (choice !== undefined) return act(scene, choice);
  if (call.flag('auto')) return decision.verdict === 'resume' ? resume(scene) : undecided(scene, about);
  if (!canAsk(call.out)) return decision.verdict === 'resume' ? show(scene, about) : undecided(scene, about);
  if (decision.verdict !== 'resume') return askPerson(scene);
  for (const line of about) call.out.line(line);
  call.out.line();
  return resume(scene);
}

function hasActed({ json }: Answer): boolean {
  const acted = isJsonObject(json) ? json['acted'] : null;
  return acted === 'resumed' || acted === 'restarted' || acted === 'deleted';
}

/**
 * Decides about unfinished runs, and does what follows.
 * @param call which run, and the answer when it is known
 * @returns the decision, and what was done
 */
export async function run(call: Call): Promise<Answer> {
  if (call.flag('auto') && call.text('choice') !== undefined) {
    throw badUsage('--auto and --choice exclude each other', 'Give the answer, or let pawl resume when that is safe.');
  }
  const led = ledWorkstream(process.env, call.positionals[0]);
  if (led !== null) throw new PawlError('not-allowed', 'a workstream takes no run up', { hint: ledInWords(led) });
  const root = findRoot(call);
  // What is the matter with files stands in the decision.
  return withOpenBench({ root, families, cwd: call.text('root') === undefined ? undefined : root }, async (bench) => {
    const owner = currentOwner();
    const wish = { ref: call.positionals[0], owner, maxAgeDays: loadConfig(root).values.retention.max_age_days };
    let decision = await decideFully(bench, wish);
    const isOver = decision.verdict === 'nothing';
    // Results of a run that is complete may be kept as well.
    const mayKeep = !isOver || (decision.family === 'pipeline' && decision.status === 'complete');
    if (isOver && (!mayKeep || call.text('accept') === undefined)) return nothing(call, bench, decision);
    const kept = call.text('accept') === undefined ? [] : await acceptFor(call, bench, decision);
    if (kept.length > 0) decision = await decideFully(bench, { ...wish, ref: decision.ref ?? wish.ref });
    if (decision.verdict === 'nothing') return { json: { ...documentOf(decision, null), accepted: kept } };
    const done = await proceed(await sceneOf(call, bench, decision, owner));
    const answer =
      kept.length === 0 || !isJsonObject(done.json) ? done : { ...done, json: { ...done.json, accepted: kept } };
    // A mere look changes nothing, and what was taken up is held: cleaning up leaves it alone.
    if (hasActed(answer)) await tidyUp(call, bench.root);
    return answer;
  });
}
