// What the program's exit code says. Scripts rely on these: they never change their meaning.

import type { ErrorCode } from '../../rules/errors.js';

export const exits = { ok: 0, failed: 1, usage: 2, notFound: 3, conflict: 4, unavailable: 5, blocked: 6 } as const;

export type ExitCode = (typeof exits)[keyof typeof exits];

/** What each exit code says, for the reference. */
export const exitMeanings: Readonly<Record<ExitCode | 130, string>> = {
  0: 'done',
  1: 'failed: the input, the state of the run or a write to stdout did not allow it',
  2: 'wrong usage: nothing was read or written',
  3: 'not found',
  4: 'conflict: someone else saved in between',
  5: 'the store is unavailable, unreadable or full',
  6: 'blocked: a gate, or a decision that a person has to make',
  130: 'interrupted by Ctrl-C; a question changed nothing, a build is paused',
};

/** The exit code of every error. */
export const exitCodes: Readonly<Record<ErrorCode, ExitCode>> = {
  'bad-input': exits.failed,
  'bad-spec': exits.failed,
  'bad-name': exits.usage,
  'bad-usage': exits.usage,
  'not-found': exits.notFound,
  'ambiguous-ref': exits.failed,
  conflict: exits.conflict,
  busy: exits.conflict,
  held: exits.blocked,
  undecided: exits.blocked,
  'not-allowed': exits.failed,
  'needs-person': exits.blocked,
  'already-complete': exits.failed,
  'newer-version': exits.failed,
  damaged: exits.unavailable,
  corrupt: exits.unavailable,
  unreadable: exits.unavailable,
  'unsafe-path': exits.failed,
  'disk-full': exits.unavailable,
  unclear: exits.unavailable,
  'store-unavailable': exits.unavailable,
  'too-large': exits.failed,
  'git-failed': exits.failed,
  closed: exits.failed,
  internal: exits.failed,
};
