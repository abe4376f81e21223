// What an agent summed up when its context was compacted, kept with the run that it works on.

import { checksumText } from '../../rules/checksum.js';
import { limits } from '../../rules/limits.js';
import { cutAtSentence } from '../../rules/text/cut-at-sentence.js';
import { estimateTokens, MAX_SUMMARY_TOKENS } from '../../rules/text/tokens.js';
import { boundRun } from '../session/binding.js';
import { planNotes } from '../plans/notes.js';
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
  const maxTokens = bench.summaryTokens ?? MAX_SUMMARY_TOKENS;
  const fits = (text: string): boolean =>
    text.length <= limits.maxSummaryBytes / 4 && estimateTokens(text) <= maxTokens;
  const resume_note = cutAtSentence(summary.slice(0, maxChars), fits);
  if (resume_note === '') return;
  const opId = `summary-${checksumText(`${session}\n${summary}`)}`;
  await write(bench, key, planNotes(key, [{ resume_note }], bench.root), { opId });
}
