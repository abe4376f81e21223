// `pawl brief`: the text about a run that an agent is given. Changes nothing.

import { estimateTokens } from '../../../rules/text/tokens.js';
import { briefReaders } from '../../../service/brief/limits.js';
import { ageLimit } from '../../../service/config/age-limit.js';
import { families } from '../../../service/families.js';
import { decide } from '../../../service/resume/decide.js';
import { ledInWords, ledWorkstream } from '../../../service/session/led-workstream.js';
import { withBench } from '../bench.js';
import type { Answer, Call } from '../call.js';

/**
 * Prints a brief.
 * @param call which run, how long, for whom
 * @returns the text with what it is about; null when nothing is unfinished
 */
export async function run(call: Call): Promise<Answer> {
  const led = ledWorkstream(process.env, call.positionals[0]);
  if (led !== null) {
    const brief = ledInWords(led);
    call.out.line(brief);
    const about = { ref: led.prd, revision: null, verdict: 'blocked', tokens: estimateTokens(brief) };
    return { json: { ok: true, ...about, brief, reason: null, others: [] } };
  }
  const reader = briefReaders.find((one) => one === call.text('for'));
  return withBench(call, families, async (bench) => {
    const decision = await decide(bench, {
      ref: call.positionals[0],
      maxAgeDays: ageLimit(bench.root)(),
      brief: { maxTokens: call.number('max-tokens'), reader },
    });
    const { ref, revision, verdict, others, brief } = decision;
    const reason = brief === null ? (decision.reasons[0] ?? null) : null;
    if (brief !== null) call.out.line(brief);
    else if (reason !== null) call.out.note(reason);
    const tokens = brief === null ? 0 : estimateTokens(brief);
    return { json: { ok: true, ref, revision, verdict, tokens, brief, reason, others } };
  });
}
