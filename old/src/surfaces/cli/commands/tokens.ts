// `pawl tokens [FILE]`: counts a text, and holds it to a limit.

import { badUsage } from '../../../rules/errors.js';
import { MAX_SUMMARY_TOKENS, countTokens, estimateTokens } from '../../../rules/text/tokens.js';
import { loadConfig } from '../../../service/config/load.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { findRoot } from '../root.js';
import { counters } from '../rows/see.js';
import { loadExactCounter } from '../terminal/exact-tokens.js';
import { canAsk } from '../terminal/ask.js';
import { resolveText } from '../terminal/input.js';

type Counter = (typeof counters)[number];

function readInput(call: Call): string {
  const [file] = call.positionals;
  if (file !== undefined) return resolveText(file === '-' ? '-' : `@${file}`);
  if (canAsk(call.out)) throw badUsage('there is no text to count', 'Name a file, or pipe a text in.');
  return resolveText('-');
}

/** `--check` holds a text to what context summaries are held to here; `--limit` to any number. */
function limitOf(call: Call): number | null {
  const given = call.number('limit');
  if (given !== undefined) return given;
  if (!call.flag('check')) return null;
  const { values } = loadConfig(findRoot(call));
  return Math.min(MAX_SUMMARY_TOKENS, values.limits.summary_tokens);
}

/**
 * Counts a text.
 * @param call the file, the counter and the limit
 * @returns the counts; exits with 1 when the text is over the limit
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const chosen: Counter | undefined = counters.find((name) => name === call.text('counter'));
  const exact = chosen === 'exact' ? loadExactCounter(findRoot(call)) : null;
  const text = readInput(call);
  const counts = {
    words: countTokens(text),
    estimate: estimateTokens(text),
    exact: exact === null ? null : exact(text),
  };
  const counter = chosen ?? 'words';
  const count = counts[counter] ?? 0;
  const limit = limitOf(call);
  const fits = limit === null || count <= limit;
  if (limit !== null) {
    const verdict = fits ? out.paint('green', '✓ fits') : out.paint('red', `✗ ${count - limit} over`);
    out.line(`${count} of ${limit} ${counter === 'words' ? 'words' : `tokens (${counter})`}  ${verdict}`);
  } else if (chosen !== undefined) out.line(String(count));
  else {
    out.line(`${String(counts.words).padStart(7)}  words`);
    out.line(`${String(counts.estimate).padStart(7)}  tokens, estimated`);
  }
  return { json: { ok: fits, counter, count, limit, fits, counts }, ...(fits ? {} : { exit: exits.failed }) };
}
