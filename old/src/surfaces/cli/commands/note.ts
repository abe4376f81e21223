// `pawl note`: records what the next agent must know, on a run of any family.

import { badUsage } from '../../../rules/errors.js';
import type { NoteTexts } from '../../../families/notes.js';
import { families } from '../../../service/families.js';
import { planNotes } from '../../../service/plans/notes.js';
import { readKey } from '../../../service/refs.js';
import { write } from '../../../service/workbench.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';
import { resolveText } from '../terminal/input.js';
import { answerSaved, writeOptionsOf } from '../write/saved.js';

/** Each text is a note of its own; an empty next action takes the old one away. */
function notesOf(call: Call): readonly NoteTexts[] {
  const texts = (name: string): readonly string[] => call.texts(name).map((typed) => resolveText(typed));
  const next = texts('next').at(-1);
  const notes: NoteTexts[] = [
    ...(next === undefined ? [] : [{ next_action: next === '' ? null : next }]),
    ...texts('decision').map((decision) => ({ decision })),
    ...texts('reject').map((reject) => ({ reject })),
    ...texts('supersede').map((supersede) => ({ supersede })),
  ];
  if (notes.length > 0) return notes;
  throw badUsage('pawl note needs --next, --decision, --reject or --supersede', 'Give at least one of them a text.');
}

/**
 * Records notes.
 * @param call which run, and the texts
 * @returns what was stored
 */
export async function run(call: Call): Promise<Answer> {
  const [ref = ''] = call.positionals;
  const notes = notesOf(call);
  return withBench(call, families, async (bench) => {
    const key = await readKey(
      bench.store,
      ref,
      'A run is begun by `pawl phase`, `pawl workflow start`, `pawl pipeline init` or `pawl save`.',
    );
    const saved = await write(bench, key, planNotes(key, notes, bench.root), writeOptionsOf(call));
    const what = notes.length === 1 ? 'noted' : `${notes.length} notes taken`;
    return answerSaved(call, bench, key, saved, { what, isRemark: true });
  });
}
