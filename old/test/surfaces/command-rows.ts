// Questions about runs of slash commands.

import type { PhaseData } from '../../src/families/command/index.js';
import type { Question, Row } from './surfaces.js';

const ref = 'implement/phases';
const named = { command: 'implement', feature: 'phases' };

/** A phase in the words of each surface. */
function phase(
  name: string,
  data: PhaseData,
  flags: readonly string[] = [],
  args: Readonly<Record<string, unknown>> = {},
): Question {
  const { status } = data;
  return {
    library: ({ commands }) => commands.phase(named, name, data),
    cli: ['phase', ref, name, status ?? '', ...flags],
    mcp: ['phase', { ref, phase: name, status, ...args }],
  };
}

const begin = phase('design', { status: 'in_progress' });
const finished: PhaseData = {
  status: 'complete',
  context_summary: 'drawn',
  files_created: ['README.md'],
  tasks: { T1: { status: 'done' } },
};

export const commandRows: readonly Row[] = [
  {
    name: 'phases of a run are reported',
    ref,
    questions: [
      begin,
      begin,
      phase('design', finished, ['--summary', 'drawn', '--created', 'README.md', '--task', 'T1=done'], {
        summary: 'drawn',
        files_created: ['README.md'],
        tasks: { T1: 'done' },
      }),
      phase('api', { status: 'failed', error: 'it broke' }, ['--error', 'it broke'], { error: 'it broke' }),
      {
        library: ({ commands }) => commands.note(named, { decision: 'Sessions stay.' }),
        cli: ['note', ref, '--decision', 'Sessions stay.'],
        mcp: ['note', { ref, decisions: ['Sessions stay.'] }],
      },
      {
        library: ({ commands }) => commands.complete(named),
        cli: ['complete', ref],
        mcp: ['complete', { ref }],
      },
      begin,
      {
        library: ({ commands }) => commands.phase(named, 'design', { status: 'complete' }, { expect: 1 }),
        cli: ['phase', ref, 'design', 'complete', '--expect', '1'],
        mcp: ['phase', { ref, phase: 'design', status: 'complete', expected_revision: 1 }],
        refused: 'conflict',
      },
    ],
  },
  {
    name: 'a phase is reported together with what comes next',
    ref: 'implement/next',
    questions: [
      {
        cli: ['phase', 'implement/next', 'design', 'in_progress', '--next', 'Draw it.', '--modified', 'gone.ts'],
        mcp: [
          'phase',
          {
            ref: 'implement/next',
            phase: 'design',
            status: 'in_progress',
            next_action: 'Draw it.',
            files_modified: ['gone.ts'],
          },
        ],
      },
    ],
  },
];
