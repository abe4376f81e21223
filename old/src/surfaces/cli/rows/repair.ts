// The command that examines files and puts them right.

import type { Section } from '../row.js';

export const repair: Section = {
  title: 'Repairing',
  rows: [
    {
      name: 'doctor',
      summary: 'Check every checkpoint file, and repair what can be repaired',
      description:
        'Without --fix and --redact nothing is written: it shows what they would do. Exits with 0 when all is well or was put ' +
        'right, and with 1 when something is left. A file of a project keeps its original as an earlier revision; a file outside of ' +
        'any project is repaired in place, its original stays beside it as FILE.original. No value is dropped, no file renamed or ' +
        'merged. With --json: {root, dry_run, checked, ok, drifted, corrupt, fixed, left_alone, items: [{path, ref, family, kind, ' +
        'message, problems, changes, needs, fixed, todo}]}; ok counts the files that are as they should be, needs is fix, ' +
        'redact, person or null.',
      positionals: [
        {
          name: 'PATH',
          description: 'Files or folders to check, also outside of the project; everything of the project unless given',
          optional: true,
          many: true,
          paths: 'files',
        },
      ],
      options: {
        fix: {
          type: 'boolean',
          description: 'Repair drifted files, damaged logs and the like; every change is listed',
        },
        redact: {
          type: 'boolean',
          description: 'Remove secrets from files, from all their revisions and from copies; that cannot be undone',
        },
        'dry-run': { type: 'boolean', short: 'n', description: 'Only show what would be done' },
      },
      examples: [
        ['pawl doctor', 'what is wrong, and what --fix would do'],
        ['pawl doctor --fix', 'repair it'],
        ['pawl doctor checkpoints/PRD-009.json --json', 'one file, for a script'],
      ],
      file: 'doctor',
    },
  ],
};
