// The commands of the ship gate.

import type { CommandRow, Options, PositionalRow } from '../row.js';
import { changeOptions } from './write-options.js';

const gate: PositionalRow = {
  name: 'GATE',
  description: 'ship, or ship/FEATURE for the verdict of one feature',
  refs: 'command',
};

const commit: Options = {
  commit: {
    type: 'string',
    value: 'COMMIT',
    description: 'This commit: an id, a branch or a tag; the whole working tree unless given',
  },
};

const set: CommandRow = {
  name: 'gate set',
  summary: "Record a review's verdict for /ship",
  description:
    'The verdict counts for the content that was reviewed and for nothing else: the working tree as a commit of everything ' +
    'would have it (ignored files left out), or a commit. It stands in the checkpoint of ship, or of ship/FEATURE. With ' +
    '--note or --export alone, the verdict that is there travels, and nothing new is recorded.',
  positionals: [gate],
  options: {
    allow: { type: 'boolean', description: 'The review found nothing that stands in the way' },
    block: { type: 'string', list: true, value: 'REASON', input: true, description: 'What stands in the way' },
    force: {
      type: 'string',
      value: 'REASON',
      input: true,
      description: 'Let this content pass without approval; who did it and why stays on the record',
    },
    ...commit,
    note: { type: 'boolean', description: 'Also keep the verdict as a git note in refs/notes/pawl, for clones and CI' },
    export: { type: 'string', value: 'FILE', paths: 'files', description: 'Also write the verdict to a file, for CI' },
    ...changeOptions,
  },
  examples: [
    ['pawl gate set ship --allow', 'what is in the working tree may be shipped'],
    ['pawl gate set ship/auth --block "2 tests fail" "no migration"', 'not before these are resolved'],
    ['pawl gate set ship --allow --commit HEAD --note', 'for CI, which reads the note'],
  ],
  file: 'gate-set',
};

const check: CommandRow = {
  name: 'gate check',
  summary: 'Ask whether something may be shipped',
  description:
    'Exits with 0 when a review allowed exactly this content, and with 6 when there was no review, when it cannot be read, ' +
    'is of other content, or found blockers. ship alone counts the verdicts of all features; ship/FEATURE its own and the ' +
    'one without a feature.',
  positionals: [gate],
  options: {
    ...commit,
    'pre-push': { type: 'boolean', description: "Check what git's pre-push hook is told on stdin" },
    only: {
      type: 'string',
      list: true,
      value: 'BRANCH',
      description: 'With --pre-push: only pushes to these branches, * for any part of a name',
    },
    note: { type: 'boolean', description: 'Take the verdict from the git note in refs/notes/pawl' },
    from: { type: 'string', value: 'FILE', paths: 'files', description: 'Take the verdict from an exported file' },
  },
  examples: [
    ['pawl gate check ship', 'may the working tree be shipped?'],
    ['pawl gate check ship --commit HEAD --note --json', 'in CI, by the note that came with the clone'],
    ['pawl gate check ship --pre-push --only main "release/*"', 'in .git/hooks/pre-push'],
  ],
  file: 'gate-check',
};

export const shipGateRows: readonly CommandRow[] = [set, check];
