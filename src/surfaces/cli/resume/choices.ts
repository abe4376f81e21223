// What each choice does, and what is said about it.

import { asideFolder } from '../../../disk/layout.js';
import { harmlessLine, harmlessLines } from '../../../rules/text/harmless.js';
import { removeRun, startFresh } from '../../../service/resume/act/discard.js';
import { restartWorkflow } from '../../../service/resume/act/restart.js';
import { resumeRun, takenUpInWords } from '../../../service/resume/act/take-up.js';
import { decideRun } from '../../../service/resume/decide-run.js';
import type { Choice, Decision } from '../../../service/resume/decision.js';
import { leaseOf, takeLease } from '../../../service/lease/leases.js';
import { dueWords, nextCommand } from '../../../service/next-command.js';
import { familyOf, type Workbench } from '../../../service/workbench.js';
import type { Stored } from '../../../store/store.js';
import type { Answer } from '../call.js';
import { exits } from '../exit-codes.js';
import { oneLine } from '../terminal/width.js';
import { rawText } from './raw-text.js';
import { documentOf } from './document.js';
import { type Scene, undecided } from './scene.js';
import { showOthers, showReasons } from './show.js';

/**
 * Does what was chosen.
 * @param scene the call
 * @param choice the key
 * @returns the answer
 */
export async function act(scene: Scene, choice: Choice): Promise<Answer> {
  if (!scene.decision.options.includes(choice)) return undecided(scene, []);
  switch (choice) {
    case 'r':
      return resume(scene);
    case 's':
      return restart(scene);
    case 'v':
      return view(scene);
    default:
      return remove(scene);
  }
}

const done = ({ call: { out } }: Scene, text: string): void => out.line(`${out.paint('green', '✓')} ${oneLine(text)}`);

/**
 * Takes the run up.
 * @param scene the call
 * @param steal also from someone who is at work, because a person said so
 * @returns the answer
 */
export async function resume(scene: Scene, steal = false): Promise<Answer> {
  const { bench, key, owner, decision, call, now } = scene;
  const taken = await resumeRun(bench, key, { owner, steal, redo: true, decided: decision.verdict === 'ask' });
  if (!taken.ok) {
    const reasons = [taken.held.reason ?? 'held by someone else'];
    return undecided({ ...scene, decision: { ...decision, verdict: 'blocked', reasons } }, []);
  }
  const after = await decideRun(bench, taken.stored, leaseOf(bench, key, owner));
  const next_command = stepOf(scene, taken.stored, after.redo);
  done(scene, takenUpInWords(decision.ref, after));
  showReasons(call.out, { ...decision, reasons: [] });
  call.out.line();
  for (const line of (after.brief ?? '').split('\n')) call.out.line(line);
  sayNext(scene, next_command);
  showOthers(call.out, decision.others, now);
  const { revision, from, brief, status, place, path: file } = after;
  return {
    json: documentOf({ ...decision, revision, from, brief, status, place, path: file, next_command }, 'resumed'),
  };
}

function stepOf({ bench }: Scene, { key, state }: Stored, redo: readonly string[] = []): string | null {
  return nextCommand(key, familyOf(bench, key).overview(state), redo);
}

function sayNext({ call: { out } }: Scene, command: string | null): void {
  if (command === null) return;
  out.line();
  out.line(`${dueWords(command, 'Next')}: ${oneLine(command)}`);
}

/** How the run stands after something was done about it. */
function asNow(bench: Workbench, { key, state, place, revision }: Stored): Partial<Decision> {
  const { status, progress, updated_at } = familyOf(bench, key).overview(state);
  const file = bench.store.pathOf?.(key, place) ?? null;
  return { status: harmlessLine(status), place, revision, progress, updated_at, path: file };
}

async function restart(scene: Scene): Promise<Answer> {
  const { bench, key, owner, decision, call } = scene;
  const old = await startFresh(bench, key, { owner });
  if (old === null) return setAside(scene, 'restarted');
  const fresh = key.family === 'workflow' ? await restartWorkflow(bench, old) : old;
  if (fresh === null) {
    done(scene, `${decision.ref} was put away; its history is kept`);
    const line = 'pawl workflow start TYPE PROJECT --description TEXT --phases N';
    call.out.line(`Nothing was begun: it does not tell what it was about. Begin with: ${line}`);
    const next_command = null;
    return { json: documentOf({ ...decision, ...asNow(bench, old), next_command }, 'restarted', { new_ref: null }) };
  }
  takeLease(bench, fresh.key, owner);
  const { ref, from } = await decideRun(bench, fresh);
  const next_command = stepOf(scene, fresh);
  const was = ref === decision.ref ? 'its history is kept' : `${decision.ref} was put away, with its history`;
  done(scene, `${ref} begins from the start; ${was}`);
  sayNext(scene, next_command);
  return { json: documentOf({ ...decision, ...asNow(bench, old), from, next_command }, 'restarted', { new_ref: ref }) };
}

async function remove(scene: Scene): Promise<Answer> {
  const { bench, key, owner, decision } = scene;
  const last = await removeRun(bench, key, { owner });
  if (last === null) return setAside(scene, 'deleted');
  done(scene, `${decision.ref} was removed; its history is kept, to revision ${last.revision}`);
  return { json: documentOf({ ...decision, ...asNow(bench, last), next_command: null }, 'deleted') };
}

/** Where a file is that was set aside. */
export const asideWords = `its bytes are kept in ${asideFolder}`;

function setAside(scene: Scene, acted: 'restarted' | 'deleted'): Answer {
  done(scene, `The file was set aside; ${asideWords}`);
  return { json: documentOf({ ...scene.decision, path: null, next_command: null }, acted, { new_ref: null }) };
}

/**
 * Shows what a checkpoint holds.
 * @param scene the call
 * @returns the answer, with the document
 */
export function view({ call: { out }, decision, stored }: Scene): Answer {
  const document = stored?.state ?? null;
  const text = stored === null ? rawText(decision.path) : JSON.stringify(document, null, 2);
  for (const line of harmlessLines(text ?? 'The file cannot be read.').split('\n')) out.line(line);
  const exit = decision.verdict === 'resume' ? exits.ok : exits.blocked;
  return { json: documentOf(decision, 'viewed', stored === null ? { text } : { document }), exit };
}
