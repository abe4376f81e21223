// What each choice does, and what is said about it.

import { asideFolder } from '../../../disk/layout.js';
import { harmlessLines } from '../../../rules/text/harmless.js';
import { actOn, type Outcome } from '../../../service/resume/act/act.js';
import { takenUpInWords } from '../../../service/resume/act/take-up.js';
import type { Choice } from '../../../service/resume/decision.js';
import { dueWords } from '../../../service/next-command.js';
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
  if (choice === 'v') return view(scene);
  return choice === 'r' ? resume(scene) : putAway(scene, await actOn(scene, choice));
}

const done = ({ call: { out } }: Scene, text: string): void => out.line(`${out.paint('green', '✓')} ${oneLine(text)}`);

/**
 * Takes the run up.
 * @param scene the call
 * @param steal also from someone who is at work, because a person said so
 * @returns the answer
 */
export async function resume(scene: Scene, steal = false): Promise<Answer> {
  const { call, now } = scene;
  const { acted, decision } = await actOn(scene, 'r', steal);
  if (acted === null) return undecided({ ...scene, decision }, []);
  done(scene, takenUpInWords(decision.ref, decision));
  showReasons(call.out, decision);
  call.out.line();
  for (const line of (decision.brief ?? '').split('\n')) call.out.line(line);
  sayNext(scene, decision.next_command);
  showOthers(call.out, decision.others, now);
  return { json: documentOf(decision, acted) };
}

function sayNext({ call: { out } }: Scene, command: string | null): void {
  if (command === null) return;
  out.line();
  out.line(`${dueWords(command, 'Next')}: ${oneLine(command)}`);
}

/** Where a file is that was set aside. */
export const asideWords = `its bytes are kept in ${asideFolder}`;

/** Tells what became of a run that was put away, and what was begun in its place. */
function putAway(scene: Scene, { acted, decision, kept, newRef }: Outcome): Answer {
  const { ref, revision, next_command } = decision;
  if (kept === 'aside') {
    done(scene, `The file was set aside; ${asideWords}`);
  } else if (acted === 'deleted') {
    done(scene, `${ref} was removed; its history is kept, to revision ${revision}`);
  } else if (newRef === null) {
    done(scene, `${ref} was put away; its history is kept`);
    const line = 'pawl workflow start TYPE PROJECT --description TEXT --phases N';
    scene.call.out.line(`Nothing was begun: it does not tell what it was about. Begin with: ${line}`);
  } else {
    const was = newRef === ref ? 'its history is kept' : `${ref} was put away, with its history`;
    done(scene, `${newRef} begins from the start; ${was}`);
    sayNext(scene, next_command);
  }
  return { json: documentOf(decision, acted, { new_ref: newRef }) };
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
