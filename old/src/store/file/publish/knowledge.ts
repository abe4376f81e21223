// What the log knows about bytes that were found in a published file.

import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../../rules/json/json.js';
import { parseJson } from '../../../rules/json/parse-json.js';
import type { Key } from '../../../rules/names.js';
import type { Chain } from '../log/chain.js';
import { type Replayed, replay } from '../log/replay.js';
import type { Knowledge } from './judge.js';
import { publishedFolders } from '../../../disk/layout.js';
import type { Notice } from '../../store.js';
import type { Log } from '../log/log.js';
import { unpackState } from '../log/pack-codec.js';
import { render } from './published.js';
import { readHistory } from '../log/segments.js';
import { type DocumentView, type FileSpace, viewOf } from '../space.js';

/** Who has emptied a file to write it has done so by then. */
const freshMs = 5_000;

/**
 * Replays a log from its beginning.
 * @param log a refreshed log
 * @returns every readable revision, oldest first
 */
export function replayLog(log: Log): Replayed[] {
  return replay(readHistory(log), unpackState);
}

/**
 * Reads a checkpoint out of bytes.
 * @param space the store's space
 * @param key which checkpoint it should be
 * @param bytes what stands in the file
 * @returns the document, or null when the bytes hold no checkpoint of that family
 */
export function parseCheckpoint(space: FileSpace, key: Key, bytes: Buffer): JsonObject | null {
  if (!isUtf8(bytes)) return null; // decoded leniently, damaged text would pass for an edit
  const parsed = parseJson(bytes.toString('utf8'));
  return parsed.ok && viewOf(space, key.family).recognises(parsed.value) ? parsed.value : null;
}

/**
 * Tells whether git has left the marks of a merge conflict in a file.
 * @param bytes what stands in it
 * @returns true when both ends of one are there
 */
export function hasConflictMarks(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  return /^<{7} /m.test(text) && /^>{7} /m.test(text);
}

/**
 * Says what stands where a checkpoint should be and is none: broken, drifted, or something else's whole JSON.
 * @param key which checkpoint it should be
 * @param file the file
 * @param bytes what stands in it
 * @param view tells drifted checkpoints from other tools' files
 * @returns what to say, with the file's path
 */
export function describeStranger(
  key: Key,
  file: string,
  bytes: Buffer,
  view?: Pick<DocumentView, 'resembles'>,
): Notice {
  const parsed = isUtf8(bytes) ? parseJson(bytes.toString('utf8')) : null;
  if (parsed?.ok !== true) {
    const isJson = parsed !== null && !parsed.message.startsWith('is not JSON');
    const broken = hasConflictMarks(bytes) ? 'holds the marks of a merge conflict' : 'is corrupt';
    const message = isJson ? `cannot be used: ${file} ${parsed.message}` : `${broken}: ${file}`;
    return { code: 'corrupt', message: `Checkpoint file exists but ${message}` };
  }
  if (view?.resembles?.(parsed.value, path.basename(file, '.json')) === true) {
    return { code: 'drifted', message: `${file} has not the form of a ${key.family} checkpoint, but looks like one` };
  }
  const message = `${file} holds JSON, but no ${key.family} checkpoint; another tool may keep it there`;
  return { code: 'not-a-checkpoint', message };
}

/**
 * Tells when a log was written last.
 * @param log the log
 * @returns the time by its file system's clock; a time that never comes when it is gone
 */
export function writtenMsOf(log: Log): number {
  return fs.statSync(log.file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

/**
 * Names a pipeline's file as git does.
 * @param log its log
 * @returns the path from the project's root
 */
export function pathInGit(log: Log): string {
  return `${publishedFolders.pipeline}/${log.stem}.json`;
}

/**
 * Answers the judge's questions.
 * @param space the store's space
 * @param key the checkpoint
 * @param log its log
 * @param chain the log's newest state
 * @returns the answers, found when they are asked for
 */
export function knowledgeOf(space: FileSpace, key: Key, log: Log, chain: Chain): Knowledge {
  const view = viewOf(space, key.family);
  return {
    parse: (bytes) => parseCheckpoint(space, key, bytes),
    isNewest: (sight) => render(chain.state).equals(sight.bytes),
    isOlder: (sight) => {
      const doc = parseCheckpoint(space, key, sight.bytes);
      if (doc === null) return false;
      const stamp = view.stampOf(doc);
      const isSame = (one: { readonly state: JsonObject }): boolean =>
        view.stampOf(one.state) === stamp && render(one.state).equals(sight.bytes);
      return chain.recent.some(isSame) || replayLog(log).some(isSame);
    },
    isYoungerThanLog: ({ writtenMs }) => writtenMs !== undefined && writtenMs > writtenMsOf(log),
    putBackAs: (sight) => {
      if (key.family === 'pipeline') return 'switched'; // git may track it: a stash, a restore
      const all = replayLog(log);
      const then = all.findLastIndex(
        ({ event: [, args], state }) => args?.['bytes'] === sight.hash || render(state).equals(sight.bytes),
      );
      // Work that was saved since is not taken back like that: `pawl restore` is there for it.
      return then >= 0 && all.slice(then + 1).every(({ event: [name] }) => name === 'edited') ? 'edited' : null;
    },
    // A time far ahead of the clock, which was set back since, says nothing.
    isFresh: ({ writtenMs }) => writtenMs !== undefined && Math.abs(Date.now() - writtenMs) < freshMs,
    isFromGit: (bytes) => key.family === 'pipeline' && space.isFromGit(pathInGit(log), bytes, writtenMsOf(log)),
  };
}
