// A start over an unfinished run: the decision about that one comes first.

import { pawlLine } from '../../../service/pawl-line.js';
import type { Answer } from '../call.js';
import { exits } from '../exit-codes.js';
import { canAsk, choose, confirm } from '../terminal/ask.js';
import { oneLine } from '../terminal/width.js';
import { act, asideWords, resume, view } from './choices.js';
import { promptFor } from './prompt.js';
import { documentOf } from './document.js';
import type { Scene } from './scene.js';
import { showReasons } from './show.js';

/** Says what is unfinished, and how to go on with it or begin anew. */
function undecided({ call: { out }, decision, stored }: Scene): Answer {
  const { ref, title, from, next_command, progress } = decision;
  const isPipeline = decision.family === 'pipeline';
  const units = isPipeline ? 'workstreams' : 'phases';
  const isMoved = !isPipeline && decision.place === 'live';
  const kept = isMoved ? 'the unfinished one moves to failed/, with its history' : 'its history is kept';
  const fate = stored === null ? `the file is set aside, ${asideWords}` : kept;
  const far = progress === null ? '' : `, ${progress.done} of ${progress.total} ${units} complete`;
  const goesOn = from === null ? '' : `; it goes on with ${from}`;
  const isWhat = stored === null ? `${ref} cannot be read.` : `"${title ?? ref}" is unfinished: ${ref}${far}${goesOn}.`;
  out.line(oneLine(isWhat));
  showReasons(out, decision);
  out.line('Nothing was begun.');
  if (decision.holder !== null) {
    out.line(`  To see it:         ${oneLine(next_command ?? '')}`);
    out.line(`  To take it over:   ${pawlLine('resume', ref ?? '')}, at a terminal`);
  } else if (next_command !== null) {
    const isSeen = next_command.startsWith('pawl show ');
    const to = stored === null ? 'To see why:        ' : isSeen ? 'To see it:         ' : 'To go on with it:  ';
    out.line(`  ${to}${oneLine(next_command)}`);
  }
  if (decision.options.includes('s')) out.line(`  To begin anew:     the same call with --fresh; ${fate}`);
  return { json: documentOf(decision, null), exit: exits.blocked };
}

/**
 * Decides about the unfinished run: by what the call says, by a person at a terminal, or not at all.
 * @param scene the call and the unfinished run
 * @returns the answer that ends the call; null when the start goes on
 */
export async function decideBefore(scene: Scene): Promise<Answer | null> {
  const { call, decision, stored, now } = scene;
  const { out } = call;
  const said = call.flag('fresh') ? 's' : call.text('choice');
  const chosen = decision.options.find((one) => one === said);
  if (chosen === 's') return null;
  if (chosen !== undefined) return act(scene, chosen);
  if (!canAsk(out) || decision.options.length === 0) return undecided(scene);
  const { about, options, question } = promptFor(decision, stored?.state ?? null, now);
  for (const line of about) out.line(line);
  showReasons(out, decision);
  if (decision.holder !== null) {
    if (await confirm('Take it over from them?', false)) return resume(scene, true);
    return undecided(scene);
  }
  for (;;) {
    for (const line of ['', 'Options:', ...options, '']) out.line(line);
    const key = await choose(question, decision.options.join(''));
    if (key === 's') return null;
    const choice = decision.options.find((one) => one === key);
    if (choice !== undefined && choice !== 'v') return act(scene, choice);
    const seen = view(scene);
    if (decision.options.length === 1) return seen;
  }
}
