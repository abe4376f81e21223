// What a build begins with: afresh from its spec, or with the run that is there, as its decision or a person says.

import { displayState, type PipelineCheckpoint } from '../../../families/pipeline/index.js';
import type { Key } from '../../../rules/names.js';
import { harmlessLines } from '../../../rules/text/harmless.js';
import { heldByOther } from '../../../service/build/hold-run.js';
import { asDocument } from '../../../service/documents.js';
import { leaseOf, type Owner } from '../../../service/lease/leases.js';
import type { Workbench } from '../../../service/workbench.js';
import type { Answer, Call } from '../call.js';
import { withPlan } from '../../../service/pipeline/with-plan.js';
import { exits } from '../exit-codes.js';
import { act, view } from '../resume/choices.js';
import { promptFor } from '../resume/prompt.js';
import type { Scene } from '../resume/scene.js';
import { showReasons } from '../resume/show.js';
import { canAsk, choose } from '../terminal/ask.js';
import { commandLine } from '../view/command-line.js';
import { buildDocument } from './summary.js';
import type { FoundStart } from './find-run.js';
import type { BuildWishes } from './wish.js';

/** The way that was chosen; or the answer that ends the call. */
export type Beginning = { readonly begin: boolean } | { readonly answer: Answer };

/**
 * Decides how a build begins.
 * @param call the call
 * @param bench the store and the circumstances
 * @param owner who calls
 * @param start what is there
 * @param wishes what the call asks for
 * @returns whether it begins from its spec; or the answer
 */
export async function beginningOf(
  call: Call,
  bench: Workbench,
  owner: Owner,
  start: FoundStart,
  wishes: BuildWishes,
): Promise<Beginning> {
  if (start.is === 'start') return { begin: true };
  const lease = leaseOf(bench, start.key, owner);
  if (lease.state === 'live') throw heldByOther(start.key, lease);
  if (wishes.isFresh) return { begin: true };
  if (start.is === 'again') return { begin: false };
  const { decision } = start;
  const scene = await sceneOf(call, bench, owner, start);
  const mayGoOn =
    decision.verdict === 'resume' || ((wishes.isYes || wishes.accept !== undefined) && decision.options.includes('r'));
  if (decision.verdict === 'blocked') return { answer: undecided(scene, false) };
  if (mayGoOn) {
    showRun(scene);
    return { begin: false };
  }
  if (!canAsk(call.out) || decision.options.length === 0) return { answer: undecided(scene, true) };
  return ask(scene);
}

async function sceneOf(
  call: Call,
  bench: Workbench,
  owner: Owner,
  { key, decision }: { readonly key: Key; readonly decision: Scene['decision'] },
): Promise<Scene> {
  const stored = decision.revision === null ? null : await withPlan(bench, await bench.store.get(key));
  return { call, bench, owner, decision, key, stored, now: new Date(bench.clock()).toISOString() };
}

/** Seed 003's display, and what is good to know. */
function showRun({ call, stored, decision }: Scene): void {
  if (stored === null) return;
  const { out } = call;
  const redo = call.text('accept') === undefined ? decision.redo : [];
  const state = displayState(asDocument<PipelineCheckpoint>(stored.state), redo);
  for (const line of harmlessLines(state).split('\n')) out.line(line);
  out.line();
  showReasons(out, { ...decision, redo });
}

function undecided(scene: Scene, canGoOn: boolean): Answer {
  const { call, decision } = scene;
  const { out } = call;
  showRun(scene);
  const ref = decision.ref ?? '';
  const next = canGoOn ? commandLine(call, 'build', ref, '--resume', '--yes') : decision.next_command;
  if (canGoOn) {
    out.line('A person decides, on a terminal; or say so:');
    out.line(`  To go on:       ${next ?? ''}`);
    out.line(`  To begin anew:  ${commandLine(call, 'build', ref, '--fresh')}`);
  } else if (next !== null) out.line(`Next: ${next}`);
  const { verdict, reasons, options, redo } = decision;
  const about = { prd: ref, end: canGoOn ? 'paused' : 'blocked', reasons, next_command: next } as const;
  return { json: { ...buildDocument(about, scene.stored?.state ?? {}), verdict, options, redo }, exit: exits.blocked };
}

async function ask(scene: Scene): Promise<Beginning> {
  const { call, decision, stored, now } = scene;
  const { out } = call;
  const { about, options, question } = promptFor(decision, stored?.state ?? null, now);
  for (const line of about) out.line(line);
  showReasons(out, decision);
  for (;;) {
    for (const line of ['', 'Options:', ...options, '']) out.line(line);
    const key = await choose(question, decision.options.join(''));
    if (key === 'r') return { begin: false };
    if (key === 's') return { begin: true };
    if (key === 'd') return { answer: await act(scene, 'd') };
    view(scene);
  }
}
