// The commands that look back, and bring back.

import type { Section } from '../row.js';
import { anyRun, changeOptions } from './write-options.js';

export const history: Section = {
  title: 'History',
  rows: [
    {
      name: 'history',
      summary: 'List the revisions of a run: who, when, what',
      description:
        'Newest first. Every save is a revision, also what people did to the file by hand. With --json: ' +
        '{ok, ref, family, revisions: [{revision, at, actor, place, event, what, code}]}; `code` is the commit of the ' +
        'working tree that was kept with the revision, or null.',
      positionals: [anyRun],
      options: {
        limit: { type: 'number', description: 'At most so many, the newest; 20 on a terminal, else all; 0 for all' },
        before: { type: 'number', min: 1, value: 'N', description: 'Only revisions below N' },
      },
      examples: [
        ['pawl history implement/auth', 'what happened lately'],
        ['pawl history PRD-009 --limit 5 --json', 'the last five, for a script'],
      ],
      file: 'history',
    },
    {
      name: 'diff',
      summary: 'Show what changed between two revisions',
      description:
        'Without A and B: the last change. With A: from A to the newest. 0 stands for the time before the run began. In ' +
        'words by default; with --json: {ok, ref, from, to, changes: [{unit, text}], patch}, where `patch` is a JSON Patch ' +
        '(RFC 6902) that turns the document of `from` into that of `to`.',
      positionals: [
        anyRun,
        { name: 'A', description: 'The revision before', optional: true },
        { name: 'B', description: 'The revision after; the newest unless given', optional: true },
      ],
      examples: [
        ['pawl diff implement/auth', 'the last change'],
        ['pawl diff implement/auth 3 7', 'from revision 3 to 7'],
        ['pawl diff PRD-009 1 --json', 'everything since the first revision, as a JSON Patch'],
      ],
      file: 'diff',
    },
    {
      name: 'why',
      summary: 'Explain how a run, or one unit of it, came to be as it is',
      description:
        'Lists the recorded events that changed something, oldest first, with what each changed. For a pipeline also how ' +
        'its results are known, and which of them no longer hold. With --json: {ok, ref, unit, revision, status, progress, ' +
        'current, next, reasons: [{revision, at, actor, what, changes}], evidence, stale: [{kind, id, reasons, isOwn}]}.',
      positionals: [
        anyRun,
        {
          name: 'UNIT',
          description: 'A phase, a workstream or a gate; for workflows also its number',
          optional: true,
        },
      ],
      examples: [
        ['pawl why PRD-009 WS2', 'what happened to WS2'],
        ['pawl why PRD-009 type-check', 'how a gate came to its verdict'],
        ['pawl why implement/auth', 'the whole story'],
      ],
      file: 'why',
    },
    {
      name: 'restore',
      summary: 'Bring a run back to an earlier revision',
      description:
        'Stores that revision once more, as a new one with a change time of its own: nothing of the history is lost, and ' +
        'restore can itself be taken back. The file of a run that was archived or deleted is there again. With --code, the ' +
        'working tree that was kept with the revision comes back as a new branch or worktree, never over what is there.',
      positionals: [anyRun],
      options: {
        revision: { type: 'number', min: 1, required: true, value: 'N', description: 'The revision to bring back' },
        ...changeOptions,
        code: { type: 'boolean', description: 'Also bring back the code that was kept with it' },
        branch: {
          type: 'string',
          value: 'NAME',
          description: 'The new branch for the code; pawl/REF-rN unless --worktree is given',
        },
        worktree: {
          type: 'string',
          value: 'DIR',
          paths: 'folders',
          description: 'A new folder for the code, as a linked worktree of the repository',
        },
      },
      examples: [
        ['pawl restore implement/auth --revision 4', 'as it was at revision 4'],
        ['pawl restore implement/auth --revision 4 --code --worktree ../auth-4', 'with its code, in a folder beside'],
      ],
      file: 'restore',
    },
    {
      name: 'fork',
      summary: 'Begin a new run from the state of another',
      description:
        'The new run has the same state under its own name, and a history of its own that begins with where it came from. ' +
        'For a workflow NEW is a project, whose id gets the present time, or a whole id.',
      positionals: [
        anyRun,
        { name: 'NEW', description: 'The new run, of the same family, e.g. implement/auth-v2; it must not exist' },
      ],
      options: {
        revision: {
          type: 'number',
          min: 1,
          value: 'N',
          description: 'The revision to begin from; the newest unless given',
        },
      },
      examples: [
        ['pawl fork implement/auth implement/auth-v2', 'try another way'],
        ['pawl fork PRD-009 PRD-010 --revision 3', 'from an earlier state'],
      ],
      file: 'fork',
    },
  ],
};
