// What an agent summed up when its context was compacted, kept with the run that it works on.

import { checksumText } from '../../rules/checksum.js';
import { truncateSummary } from '../../rules/text/truncate.js';
import { planNotes } from '../plans/notes.js';
import { boundRun } from '../session/binding.js';
import { write } from '../workbench.js';
import type { SessionScene } from './session-scene.js';

/** Beyond this nothing could be kept anyway. */
const maxChars = 64 * 1024;

/**
 * Keeps a summary, cut at the end of a sentence where it is too long. The same one twice counts once.
 * @param scene the store, and whose session it is
 * @param summary the summary
 */
export async function keepSummary({ bench, session }: SessionScene, summary: string): Promise<void> {
  const key = boundRun(bench.root, session);
  if (key === null || (await bench.store.get(key)) === null) return;
  const { text } = truncateSummary(summary.slice(0, maxChars).trim().toWellFormed(), bench.summaryTokens);
  if (text === '') return;
  const opId = `summary-${checksumText(`${session}\n${summary}`)}`;
  await write(bench, key, planNotes(key, [{ resume_note: text }], bench.root), { opId });
}
