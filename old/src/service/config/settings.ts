// The settings there are: what each may be, what it is by default, and who may set it. Pure.

import { isSomeText } from '../../rules/json/read-member.js';
import { checkExecutor, checkExecutors, type Executors, readExecutors } from './executors.js';
import { defaultSpecPatterns } from '../spec/default-patterns.js';

/** Where a value comes from; later ones win. */
export type Source = 'default' | 'repository' | 'user' | 'environment';

export const sources: readonly Source[] = ['default', 'repository', 'user', 'environment'];

/** Which pushes are held to the ship gate; the later one is the narrower. */
export const pushGuards = ['ship', 'always'] as const;
export type PushGuard = (typeof pushGuards)[number];

/** All settings. */
export interface ConfigValues {
  readonly retention: {
    /** Workflows that nothing happened to for so many days are archived by `clean`. */
    readonly max_age_days: number;
    /** So long failed workflows are kept. */
    readonly failed_days: number;
  };
  readonly limits: {
    /** Words of a context summary. */
    readonly summary_tokens: number;
  };
  readonly pipeline: {
    /** Which ids pipelines may have beside `PRD-` and three digits; a regular expression for the whole id. */
    readonly id_pattern: string | null;
    /** Where specs are looked for by their id, which `{id}` stands for. */
    readonly spec_patterns: readonly string[];
  };
  readonly gate: {
    /** Which pushes of agents are held to the ship gate: those of an open ship run, or all. */
    readonly push: PushGuard;
  };
  /** How workstreams are run whose executor is named so. Commands: never from a repository. */
  readonly executors: Executors;
  /** Who is named in the history; null for the user and the process. */
  readonly actor: string | null;
  /** Names of what is switched off. */
  readonly off: readonly string[];
}

/** One setting. */
export interface Setting {
  /** e.g. `retention.max_age_days`. */
  readonly key: string;
  readonly fallback: unknown;
  /** What is wrong with a value, or null. */
  check(value: unknown): string | null;
  /** Whether a repository may set it: `no`, any value, or only one that narrows the default. */
  readonly fromRepository: 'no' | 'any' | 'lower';
  /** The environment variable that sets it, and how it is read. */
  readonly env?: { readonly name: string; parse(text: string): unknown };
  /** Values of several sources add up instead of replacing each other. */
  readonly unites?: boolean;
  /** Its value is a map of its own, not a group of settings: an entry that is wrong leaves the others as they are. */
  readonly map?: {
    /** What is wrong with an entry, or null. */
    check(name: string, value: unknown): string | null;
    /** The map with what can be used of it. */
    read(value: unknown): unknown;
  };
}

const wholeNumber =
  (max: number) =>
  (value: unknown): string | null =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
      ? null
      : `must be a whole number from 1 to ${max}`;

const text = (value: unknown): string | null =>
  isSomeText(value) && value.length <= 500 ? null : 'must be a text that is not empty';

const asText = { parse: (value: string): unknown => value };
const maxPatternChars = 200;
/** Each one more multiplies the work that a hostile pattern can cause on a long id. */
const maxVariable = 3;

/** A pattern may come with a clone: one that could take for ever is refused. */
function checkPattern(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > maxPatternChars) {
    return `must be a regular expression of at most ${maxPatternChars} characters`;
  }
  try {
    // oxlint-disable-next-line no-new -- whether it compiles is the question
    new RegExp(`^(?:${value})$`, 'u');
  } catch {
    return 'is no regular expression';
  }
  const shape = value.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, 'x');
  const isTricky = /\)[*+{]|\(\?[=!<]/.test(shape) || /\\[1-9k]/.test(value);
  const variable = shape.replaceAll('(?', '(').match(/[*+?]|\{\d+,\d*\}/g)?.length ?? 0;
  if (isTricky || variable > maxVariable) {
    return `must be simple: no repeated groups, and at most ${maxVariable} parts of variable length`;
  }
  return null;
}

function checkOff(value: unknown): string | null {
  const isList = Array.isArray(value) && value.length <= 50;
  return isList && value.every((name) => typeof name === 'string' && /^[a-z][a-z-]{0,40}$/.test(name))
    ? null
    : 'must be a list of names, e.g. ["clean"]';
}

/** Patterns name files to read, and only inside the repository: harmless, so that a repository may set them. */
function isSpecPattern(one: unknown): boolean {
  const isText = typeof one === 'string' && one.length <= maxPatternChars;
  return isText && one.includes('{id}') && !/^[/~]|\.\.|\\|^[A-Za-z]:/.test(one);
}

function checkSpecPatterns(value: unknown): string | null {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= 20;
  if (isList && value.every(isSpecPattern)) return null;
  return 'must be a list of patterns in the repository, e.g. ["specs/**/{id}*.md"]';
}

/** Every setting, in the order in which they are shown. */
export const settings: readonly Setting[] = [
  { key: 'retention.max_age_days', fallback: 7, check: wholeNumber(3650), fromRepository: 'lower' },
  { key: 'retention.failed_days', fallback: 30, check: wholeNumber(3650), fromRepository: 'lower' },
  { key: 'limits.summary_tokens', fallback: 500, check: wholeNumber(500), fromRepository: 'lower' },
  { key: 'pipeline.id_pattern', fallback: null, check: checkPattern, fromRepository: 'any' },
  { key: 'pipeline.spec_patterns', fallback: defaultSpecPatterns, check: checkSpecPatterns, fromRepository: 'any' },
  {
    key: 'gate.push',
    fallback: 'ship',
    check: (value) => (pushGuards.some((one) => one === value) ? null : `must be ${pushGuards.join(' or ')}`),
    fromRepository: 'any', // `always` only narrows
    env: { name: 'PAWL_GATE_PUSH', ...asText },
  },
  {
    key: 'executors',
    fallback: {},
    check: checkExecutors,
    fromRepository: 'no',
    map: { check: checkExecutor, read: readExecutors },
  },
  { key: 'actor', fallback: null, check: text, fromRepository: 'no', env: { name: 'PAWL_ACTOR', ...asText } },
  {
    key: 'off',
    fallback: [],
    check: checkOff,
    fromRepository: 'any',
    unites: true,
    env: {
      name: 'PAWL_OFF',
      parse: (list) =>
        list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
    },
  },
];
