// Says what is the matter with one file, from what was seen of it and of its log. Pure.

import { beginsLikeCheckpoint, detectFamily, hasCheckpointName, resembles } from '../../families/repair/index.js';
import { typicalPhases } from '../../families/command/index.js';
import type { Problem } from '../../rules/errors.js';
import { inWords } from '../../rules/fields.js';
import { isJsonObject, type Json } from '../../rules/json/json.js';
import { limits } from '../../rules/limits.js';
import { type FamilyName, type Key, keyOfStem, refOf } from '../../rules/names.js';
import type { LogView } from '../../store/file/inspect.js';
import { type Content, readContent } from './content.js';
import { judgeDocument } from './judge-document.js';
import { damageOf } from './judge-log.js';
import { type Diagnosis, type Finding, finding, type Subject } from './types.js';

/** What was seen of a file. */
export type Sight =
  | { readonly is: 'bytes'; readonly bytes: Buffer; readonly hash: string; readonly modifiedAt: string }
  | { readonly is: 'link' }
  | { readonly is: 'folder' }
  | { readonly is: 'unreadable'; readonly message: string }
  | { readonly is: 'oversized'; readonly size: number };

/** A file, and what surrounds it. */
export interface FileFacts {
  /** As it is shown. */
  readonly shown: string;
  /** In full, with `/`. */
  readonly path: string;
  readonly stem: string;
  /** The family of its folder; null outside of those. */
  readonly home: FamilyName | null;
  /** Whether it was asked for by its name. */
  readonly isNamed: boolean;
  /** Whether it stands in `failed/` while one of its name is in use. */
  readonly hasTwin: boolean;
  /** The file beside it whose name differs only in capitals; null when there is none. */
  readonly clashOf: () => string | null;
  /** Whether a file of that name stands beside it. */
  readonly isTaken: (name: string) => boolean;
  readonly sight: Sight;
  /** What the log of a checkpoint says; null where there is no store. */
  readonly logOf: (key: Key) => LogView | null;
  readonly now: number;
  /** From which age on a run in progress counts as stalled. */
  readonly maxAgeDays: () => number;
  readonly idPattern: RegExp | undefined;
}

/**
 * Judges a file.
 * @param facts what is known about it
 * @returns what is the matter, and how it can be put right
 */
export function judgeFile(facts: FileFacts): Diagnosis {
  const { sight, home, stem, shown } = facts;
  const key = home === null ? null : keyOfStem(home, stem);
  const subject: Subject = { path: shown, ref: key === null ? null : refOf(key), family: home };
  if (sight.is !== 'bytes') return alone(subject, key, judgeSight(subject, sight));
  const content = readContent(sight.bytes);
  const log = key === null ? null : facts.logOf(key);
  if (content.is === 'corrupt') return judgeCorrupt(facts, subject, key, log, content);
  const detected = detectFamily(facts.path, content.value);
  if (detected.family === null && (log?.revision ?? 0) === 0) {
    const { lenient } = content;
    if (lenient === null) return judgeStranger(facts, subject, key, content, detected.why);
    // Lists tell it as well: to them it is no JSON.
    const [message, advice] = [`is not JSON: it has ${lenient.extras.join(' and ')}`, 'Take them out'];
    return judgeCorrupt(facts, subject, key, log, { is: 'corrupt', isBlank: false, message, advice });
  }
  const family = detected.family ?? home;
  if (family === null) return { subject, key, isCheckpoint: false, findings: [], plan: null };
  const found = home === null ? null : (detected.key ?? key);
  const named = detected.key ?? key;
  return judgeDocument(facts, {
    subject: { ...subject, family, ref: named === null ? null : refOf(named) },
    family,
    key: found,
    named,
    log: found === null ? null : facts.logOf(found),
    content,
    sight,
  });
}

function alone(subject: Subject, key: Key | null, ...findings: readonly Finding[]): Diagnosis {
  return { subject, key, isCheckpoint: true, findings, plan: null };
}

function judgeSight(subject: Subject, sight: Exclude<Sight, { readonly is: 'bytes' }>): Finding {
  switch (sight.is) {
    case 'link':
      return finding(subject, 'symlinked', 'is a symbolic link, which pawl does not follow', {
        remedy: 'person',
        todo: 'Put the real file in its place.',
      });
    case 'folder':
      return finding(subject, 'unreadable', 'is a folder, where the file of a checkpoint belongs', {
        remedy: 'person',
        todo: 'Give the folder another name; until then nothing can be saved there.',
      });
    case 'oversized':
      return finding(subject, 'oversized', `has ${sight.size} bytes; a checkpoint has at most ${limits.maxBytes}`, {
        remedy: 'person',
        todo: 'Move large parts into files of their own and store their paths.',
      });
    default:
      return finding(subject, 'unreadable', sight.message, {
        remedy: 'person',
        todo: 'Check the permissions of the file; nothing is started over it.',
      });
  }
}

/** Bytes that hold no JSON: with a history the last good revision is put back, else a person has to look. */
function judgeCorrupt(
  facts: FileFacts,
  subject: Subject,
  key: Key | null,
  log: LogView | null,
  content: Extract<Content, { readonly is: 'corrupt' }>,
): Diagnosis {
  const isOwn = key !== null || (facts.home === null ? isMeantElsewhere(facts) : facts.home !== 'command');
  if (!isOwn) return { subject, key, isCheckpoint: false, findings: [], plan: null };
  const findings = damageOf(subject, log);
  if (log !== null && log.revision > 0 && log.damage === null) {
    const aside = content.isBlank ? '' : ', the bytes that are there now are kept aside';
    const todo = `--fix puts revision ${log.revision} back${aside}.`;
    return alone(subject, key, finding(subject, 'corrupt', content.message, { remedy: 'fix', todo }));
  }
  const other = subject.family === 'command' ? ' If another tool keeps it there, leave it.' : '';
  const correct = content.advice ?? 'Correct the file, or bring it back from a copy';
  const todo = `${correct}; its bytes are left as they are.${other}`;
  return alone(subject, key, ...findings, finding(subject, 'corrupt', content.message, { remedy: 'person', todo }));
}

/** No folder says what a file elsewhere is: its name does, what it begins with, or whoever asks about it. */
function isMeantElsewhere({ isNamed, path, sight }: FileFacts): boolean {
  if (isNamed || hasCheckpointName(path)) return true;
  return sight.is === 'bytes' && beginsLikeCheckpoint(path, sight.bytes.toString('utf8', 0, 4_000));
}

/** JSON that is no checkpoint. In the state folder other tools keep theirs as well. */
function judgeStranger(
  facts: FileFacts,
  subject: Subject,
  key: Key | null,
  content: Extract<Content, { readonly is: 'json' }>,
  why: string,
): Diagnosis {
  const isMisplaced = why.startsWith('it looks like');
  const isEmpty = content.original === null || Object.keys(content.original).length === 0;
  const isOurName = facts.home === 'command' ? typicalPhases.has(facts.stem.split('-')[0] ?? '') : facts.home !== null;
  const isTold = facts.home !== null && resembles(facts.home, content.value, facts.stem);
  const isMeant =
    facts.isNamed ||
    (key !== null && (isTold || (isEmpty && isOurName))) ||
    (facts.home === null && isEmpty && hasCheckpointName(facts.path));
  if (isMisplaced)
    return alone(
      subject,
      key,
      finding(subject, 'misnamed', why, { remedy: 'person', todo: 'Move it to the folder of its family.' }),
    );
  if (!isMeant) return { subject, key, isCheckpoint: false, findings: [], plan: null };
  return alone(
    subject,
    key,
    finding(subject, 'drifted', 'holds no checkpoint', {
      problems: [
        isEmpty
          ? { path: '', message: emptyWords(content.value) }
          : isTold
            ? resembling(facts.home)
            : { path: '', message: why },
      ],
      remedy: 'person',
      todo: strangerTodo(facts.home),
    }),
  );
}

/** What stands in a checkpoint's place and has no members at all. */
function emptyWords(value: Json): string {
  return `it is ${isJsonObject(value) ? 'an empty object' : inWords(value)}, and a checkpoint is an object with members`;
}

/** Its name, or what it says, is a checkpoint's: a person knows which member is meant by which. */
function resembling(family: FamilyName | null): Problem {
  return {
    path: '',
    message: 'looks like a checkpoint, but its members have not the names of one',
    fix: `name them as pawl/schemas/${family ?? 'command'}.json does, or let --fix do the rest once the phases or workstreams stand in a member of that name`,
  };
}

function strangerTodo(home: FamilyName | null): string {
  const write = 'Write an object with the members of a checkpoint, or give the file another name.';
  return home === 'command' ? `If another tool keeps it there, leave it. ${write}` : write;
}
