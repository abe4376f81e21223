// What git tells its pre-push hook on stdin: one line for each ref that is about to be pushed. Pure.

import { PawlError } from '../../rules/errors.js';

/** A ref that is about to be pushed. */
export interface PushedRef {
  /** Where it goes, e.g. `refs/heads/main`. */
  readonly remoteRef: string;
  /** What is pushed there. */
  readonly commit: string;
}

const idPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Reads the refs that ship something. Removing a branch ships nothing, and neither do notes.
 * @param text what git wrote
 * @param only names of branches, `*` for any part of one; all refs unless given
 * @returns the refs; throws `bad-input` for lines that are not git's
 */
export function parsePushes(text: string, only: readonly string[] = []): readonly PushedRef[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  return lines.flatMap((line, at): PushedRef[] => {
    const fields = line.split(' ');
    const [localRef = '', commit = '', remoteRef = '', remoteId = ''] = fields;
    if (
      fields.length !== 4 ||
      localRef === '' ||
      remoteRef === '' ||
      !idPattern.test(commit) ||
      !idPattern.test(remoteId)
    ) {
      throw new PawlError('bad-input', `line ${at + 1} of stdin is not what git tells a pre-push hook`, {
        hint: 'Call it from .git/hooks/pre-push, which passes git’s input on.',
      });
    }
    const isRemoval = /^0+$/.test(commit);
    return isRemoval || remoteRef.startsWith('refs/notes/') || !isMeant(remoteRef, only) ? [] : [{ remoteRef, commit }];
  });
}

function isMeant(remoteRef: string, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  return only.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    const isWhole = new RegExp(`^${parts.join('.*')}$`);
    return isWhole.test(remoteRef) || isWhole.test(remoteRef.replace(/^refs\/(?:heads|tags)\//, ''));
  });
}
