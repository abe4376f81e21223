// The commands that show what is there. They change nothing.

import type { Section } from '../row.js';

export const families = ['command', 'pipeline', 'workflow'] as const;
export const counters = ['words', 'estimate', 'exact'] as const;

export const see: Section = {
  title: 'Seeing',
  rows: [
    {
      name: 'status',
      summary: 'Every unfinished run: where it stands and how to go on',
      description:
        'This is also what pawl alone does. Shows progress, the unit that is worked on, the age, what stands in the way and ' +
        'the command that goes on; and which files need a look. A run is stale when nothing happened to it for a week.',
      examples: [
        ['pawl status', 'everything unfinished, on one screen'],
        ['pawl status --json', 'for hooks and prompts: {"ok":true,"runs":[…],"problems":[…]}'],
      ],
      file: 'status',
    },
    {
      name: 'list',
      summary: 'Runs in one line each, newest first',
      description:
        'Shows live runs, finished ones included; --all also shows those that were archived, moved to failed/ or removed. ' +
        'Files that came, went or were replaced are always noticed. Edits in place are noticed among the newest 100 of the ' +
        'list and among unfinished runs; of other finished runs the list says what pawl knows. --exact looks at every file.',
      options: {
        family: { type: 'string', value: 'FAMILY', choices: families, description: 'Only runs of this family' },
        status: { type: 'string', value: 'STATUS', description: 'Only runs with this status, e.g. failed' },
        all: { type: 'boolean', short: 'a', description: 'Also runs that were archived, failed or removed' },
        limit: { type: 'number', short: 'n', description: 'At most so many, 50 unless given; 0 for all' },
        exact: { type: 'boolean', description: 'Look at every file' },
      },
      examples: [
        ['pawl list', 'the newest 50'],
        ['pawl list --family pipeline --status failed', 'pipelines that stand at a failure'],
        ['pawl list --all --limit 0 --json', 'everything there ever was, for a script'],
        ['pawl list --limit 0 --exact', 'the same of live runs, each file looked at'],
      ],
      file: 'list',
    },
    {
      name: 'show',
      summary: 'One run: its units, summaries, files, gates and notes',
      description: 'With --json it is the document itself, as it is stored.',
      positionals: [{ name: 'REF', description: 'The run, e.g. implement/auth or PRD-009', refs: 'any' }],
      options: {
        revision: { type: 'number', min: 1, short: 'r', description: 'As it was at this revision' },
      },
      examples: [
        ['pawl show implement/auth', 'a command and its feature'],
        ['pawl show workflow:orchestrate/auth_system', 'the newest workflow of a project'],
        ['pawl show PRD-009 --revision 3 --json', 'the document at its third revision'],
      ],
      file: 'show',
    },
    {
      name: 'tokens',
      summary: 'Count the tokens of a text',
      description:
        'Three counters: words, which is what the limit of 500 for context summaries counts; estimate, which errs high; and ' +
        'exact, which needs the package gpt-tokenizer in the project. Without --counter, words and estimate are shown. With ' +
        '--check or --limit the exit code is 1 when the text is over the limit; the counter is words unless given.',
      positionals: [{ name: 'FILE', description: 'The text; stdin unless given', optional: true, paths: 'files' }],
      options: {
        counter: { type: 'string', short: 'c', value: 'COUNTER', choices: counters, description: 'How to count' },
        check: { type: 'boolean', description: 'Hold the text to the limit of context summaries' },
        limit: { type: 'number', short: 'n', min: 1, description: 'Hold the text to this limit' },
      },
      examples: [
        ['pawl tokens notes.md', 'words, and what a model may see'],
        ['git diff | pawl tokens --counter estimate', 'only the number'],
        ['pawl tokens summary.txt --check', 'exits with 1 above 500 words'],
      ],
      file: 'tokens',
    },
    {
      name: 'config',
      summary: 'Every setting and where it comes from',
      description:
        'Later ones win: built-in defaults, .claude/config/pawl.json in the repository, which may only narrow, your own ' +
        'pawl/config.json in the configuration folder of your system, and the environment.',
      examples: [
        ['pawl config', 'the settings here'],
        ['pawl config --json', 'the same for a script'],
      ],
      file: 'config',
    },
  ],
};
