// The resume decision as tools. Where a person has to decide, the client's person is asked; where it cannot ask, the model
// is told what to ask them.

import { pawlLine } from '../../../service/pawl-line.js';
import { cannotAsk } from '../decide/person-only.js';
import { PawlError } from '../../../rules/errors.js';
import { parseKey } from '../../../rules/names.js';
import { overtaken } from '../../../service/change.js';
import { ageLimit } from '../../../service/config/age-limit.js';
import { readKey } from '../../../service/refs.js';
import { decideFully } from '../../../service/resume/claimed-end.js';
import { readNewest } from '../../../service/workbench.js';
import { confirmation, decisionQuestion } from '../decide/questions.js';
import { decisionOutput, decisionReply, undecided } from '../decide/reply.js';
import { putAway, resumeIt, takeAnswer } from '../decide/act.js';
import * as f from '../fields.js';
import { discards, tool, type ToolRow, writes } from '../tool.js';

const resume = tool({
  name: 'resume',
  title: 'Resume unfinished work',
  description:
    'Decides about unfinished work and takes it up when that is safe. Call it before you begin anything. The verdict is ' +
    'resume (it is yours now: continue as the brief says), ask (a person decides: they are asked, or you ask them and call ' +
    'again with choice and expected_revision), blocked (someone else works on it, or it cannot be read) or nothing.',
  hints: writes,
  input: {
    ref: f.optional(f.ref),
    take: f.optional(f.flag('false only shows the decision and takes nothing.')),
    choice: f.optional(
      f.choice('The answer of a person to the verdict ask; needs ref and expected_revision.', ['resume']),
    ),
    expected_revision: f.optional(f.seenRevision('The revision that the person decided about.')),
  },
  output: decisionOutput,
  run: async ({ ref, take = true, choice, expected_revision: expect }, scene) =>
    scene.withBench(async (bench) => {
      const { owner } = scene;
      const decision = await decideFully(bench, { ref, owner, maxAgeDays: ageLimit(bench.root)() });
      const key = parseKey(decision.id ?? '');
      const { verdict, revision } = decision;
      if (verdict === 'nothing' || key === null || !take) return decisionReply(decision);
      if (choice !== undefined && (ref === undefined || expect === undefined)) {
        const hint = 'Give ref and expected_revision of the run that the person decided about.';
        throw new PawlError('bad-usage', 'choice needs ref and expected_revision', { hint });
      }
      if (expect !== undefined && expect !== revision) throw overtaken(key, expect, await bench.store.get(key));
      const at = { bench, owner, key, decision };
      if (verdict === 'resume') return resumeIt(at);
      if (choice !== undefined && decision.options.includes('r')) return resumeIt(at);
      const question = decisionQuestion(decision);
      if (question === null) return undecided(decision, null);
      const answer = scene.answerTo(question.key);
      if (answer.is === 'chosen') return takeAnswer(at, answer.choice);
      if (answer.is === 'none' && scene.canAsk) return { question };
      return undecided(decision, answer.is === 'declined' ? 'declined' : 'cannot-ask');
    }),
});

const startFreshTool = tool({
  name: 'start_fresh',
  title: 'Start a run afresh',
  description:
    'Begins an unfinished run again from its start. Its progress is put away; its history is kept. Only when a person wants ' +
    'that: they are asked, and where the client cannot ask, nothing happens.',
  hints: discards,
  input: f.exactly,
  output: decisionOutput,
  run: async ({ ref, expected_revision: expect }, scene) =>
    scene.withBench(async (bench) => {
      const key = await readKey(bench.store, ref, 'Call status to see what is unfinished.');
      const stored = await readNewest(bench.store, key);
      if (stored.revision !== expect) throw overtaken(key, expect, stored);
      const decision = await decideFully(bench, { ref, owner: scene.owner, maxAgeDays: ageLimit(bench.root)() });
      const question = confirmation(decision);
      const answer = scene.answerTo(question.key);
      if (answer.is === 'none' && scene.canAsk) return { question };
      const typed = `${pawlLine('resume', ref)} --choice s`;
      if (answer.is === 'none') throw cannotAsk(`tell them; on the command line, \`${typed}\` does it.`);
      const isRefused = answer.is === 'declined' || answer.choice !== 'start_fresh';
      return isRefused ? undecided(decision, 'declined') : putAway({ bench, owner: scene.owner, key, decision }, 's');
    }),
});

export const resumeTools: readonly ToolRow[] = [resume, startFreshTool];
