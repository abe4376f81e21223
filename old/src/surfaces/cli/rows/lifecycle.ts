// The commands that put runs away.

import type { Section } from '../row.js';
import { anyRun, changeOptions } from './write-options.js';

const evenIfHeld = {
  'even-if-held': { type: 'boolean', description: 'Also while someone else works on it' },
} as const;

export const lifecycle: Section = {
  title: 'Cleaning up',
  rows: [
    {
      name: 'clean',
      summary: 'Put old workflows away, pack old histories, remove leftovers',
      description:
        'Workflows that nobody touched for a week are archived: their files go, `pawl resume` still offers what is unfinished. ' +
        'Files in failed/ go after 30 days. All histories are kept. Commands and pipelines never expire. The long ' +
        'histories of runs that are over are packed, old snapshots of code and leftovers of killed processes removed. A run that ' +
        'someone works on is never touched. pawl does this by itself at most once a day. With --json: {ok, dry_run, limits, ' +
        'moved: [{ref, from, to, age_days, reason}], packed, code, swept, kept: [{ref, why}]}.',
      options: {
        'max-age-days': {
          type: 'number',
          value: 'DAYS',
          description: 'How long a workflow may be untouched; 7 unless given',
        },
        'failed-days': { type: 'number', value: 'DAYS', description: 'How long it stays in failed/; 30 unless given' },
        'dry-run': { type: 'boolean', short: 'n', description: 'Only show what would be done' },
      },
      examples: [
        ['pawl clean --dry-run', 'what would be put away'],
        ['pawl clean --max-age-days 14', 'be more patient'],
      ],
      file: 'clean',
    },
    {
      name: 'archive',
      summary: 'Put a run away; it can still be resumed',
      description:
        "A workflow's file moves to failed/; that of a complete one, of a command or a pipeline goes away. The history stays: `pawl restore` " +
        'brings the run back.',
      positionals: [anyRun],
      options: { ...changeOptions, ...evenIfHeld },
      examples: [['pawl archive orchestrate_auth_system_20251003_184530', 'its file moves to failed/']],
      file: 'archive',
    },
    {
      name: 'delete',
      summary: 'Delete runs; their history is kept unless --purge is given',
      description:
        'Deleted runs are no longer listed or offered, but `pawl history` and `pawl restore` still know them. With --purge no ' +
        'trace is left, e.g. before a project is shared: neither file nor history nor kept code. That cannot be undone: it asks ' +
        'first, and needs --yes where nobody can be asked. What was committed to git stays there. --all also takes torn and ' +
        'drifted checkpoints and bytes that were kept aside; it leaves runs that someone else works on, and files of other ' +
        'tools, and says so. With --json: {ok, purged, runs: [{ref, family, …}], files, left: [{path, ref, why}]}; ok is ' +
        'false when something of a run may be left.',
      positionals: [{ ...anyRun, optional: true, many: true }],
      options: {
        ...changeOptions,
        purge: { type: 'boolean', description: 'Leave no trace: the history goes as well' },
        all: { type: 'boolean', description: 'All runs of the project; only with --purge' },
        yes: { type: 'boolean', short: 'y', description: 'Agree to --purge without a question' },
        ...evenIfHeld,
      },
      examples: [
        ['pawl delete implement/auth', 'its history is kept'],
        ['pawl delete --purge --all', 'before the project is shared; asks first'],
      ],
      file: 'delete',
    },
  ],
};
