// The commands that go on with what was interrupted.

import { briefReaders, maxBriefTokens, minBriefTokens } from '../../../service/brief/limits.js';
import type { Section } from '../row.js';

/** Seed 004's answers. */
export const resumeChoices = ['r', 's', 'v', 'd'] as const;

export const resume: Section = {
  title: 'Resuming',
  rows: [
    {
      name: 'resume',
      summary: 'Decide about what is unfinished, and go on with it',
      description:
        'Looks at every unfinished run, or at the one named: is it safe to go on, from where, why not, and what comes next. ' +
        'On a terminal a safe run is taken up at once, and for any other you choose: (r)esume, (s)tart fresh, (v)iew ' +
        'details, (d)elete. Without a terminal nothing is asked: the decision is printed, and the exit code is 6 when ' +
        'someone has to decide. Starting fresh and deleting keep the history. Results of a pipeline whose files or section of ' +
        'the spec have changed are named, in the order in which they have to be done again; to resume returns them to be ' +
        'done, and --accept keeps them, on the record.',
      positionals: [
        { name: 'REF', description: 'The run; the newest unfinished one unless given', optional: true, refs: 'any' },
      ],
      options: {
        choice: {
          type: 'string',
          value: 'KEY',
          choices: resumeChoices,
          description: 'The answer, without a question: resume, start fresh, view, delete',
        },
        accept: {
          type: 'string',
          value: 'REASON',
          description: 'Keep results of a pipeline although what they were about has changed, and say why',
        },
        auto: { type: 'boolean', description: 'Resume if that is safe; else change nothing and exit with 6' },
      },
      examples: [
        ['pawl resume', 'the newest unfinished run'],
        ['pawl resume PRD-009 --choice r', 'a person said: go on'],
        ['pawl resume --auto --json', 'for scripts and hooks'],
        ['pawl resume PRD-009 --accept "only a comment changed"', 'nothing of it has to be done again'],
      ],
      file: 'resume',
    },
    {
      name: 'brief',
      summary: 'What an agent is told about a run, in a few hundred tokens',
      description:
        'Made from what is stored, the most important first: the run, what is done and how that is known, what was ' +
        'rejected, the open unit, the next action and command, gates and errors, what is stale, files that matter. Without a ' +
        "ref: the run of this agent's session, else the newest unfinished one, and the others in one line. Hooks inject the " +
        'same text. Recorded text is fenced by a random mark, and nothing in it steers a terminal. When nothing is ' +
        'unfinished, nothing is printed.',
      positionals: [{ name: 'REF', description: 'The run', optional: true, refs: 'any' }],
      options: {
        'max-tokens': {
          type: 'number',
          min: minBriefTokens,
          description: `At most so many tokens by the estimate that errs high; ${maxBriefTokens} unless given`,
        },
        for: {
          type: 'string',
          value: 'AGENT',
          choices: briefReaders,
          description: "Whose way of calling commands is used: Claude Code's unless given",
        },
      },
      examples: [
        ['pawl brief', 'the run at hand'],
        ['pawl brief implement/auth --max-tokens 300', 'shorter'],
        ['pawl brief --for codex --json', 'for a script'],
      ],
      file: 'brief',
    },
  ],
};
