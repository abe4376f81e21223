// Configuration: defaults, then the repository's file (which may only narrow), the user's own file, the environment.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Json, isObject, parseJson } from '../base/json.js';

export type Source = 'default' | 'repository' | 'user' | 'environment';
export type SettingName =
  | 'capture'
  | 'brief'
  | 'clean.max_age_days'
  | 'clean.failed_days'
  | 'pipeline.id_pattern'
  | 'gates.approve_without_terminal'
  | 'gates.blocked_codes'
  | 'ship.gate'
  | 'ship.person_required';

interface Setting {
  readonly about: string;
  readonly default: Json;
  readonly env?: string;
  /** What is wrong with a value; null when nothing is. */
  readonly check: (value: Json) => string | null;
  /** Whether a repository may set this value: it may restrict what happens on a machine, never widen it. */
  readonly fromRepository: (value: Json) => boolean;
}

const isSwitch = (value: Json): string | null => (typeof value === 'boolean' ? null : 'must be true or false');
const isDays = (value: Json): string | null => {
  const isFine = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 3650;
  return isFine ? null : 'must be a whole number of days from 1 to 3650';
};

const isCodes = (value: Json): string | null => {
  const isFine = Array.isArray(value) && value.every((one) => Number.isInteger(one) && one >= 1 && one <= 255);
  return isFine ? null : 'must be a list of exit codes from 1 to 255';
};

function isPattern(value: Json): string | null {
  if (value === null) return null;
  // Nested repetition can take exponential time on a long id.
  const isSimple = typeof value === 'string' && value.length <= 100 && !/[+*}]\)?[+*{]/.test(value);
  if (!isSimple) return 'must be a simple regular expression';
  try {
    return RegExp(value) instanceof RegExp ? null : 'is not a regular expression';
  } catch {
    return 'is not a regular expression';
  }
}

const settings: Readonly<Record<SettingName, Setting>> = {
  capture: {
    about: 'Record sessions through the hooks',
    default: true,
    env: 'PAWL_CAPTURE',
    check: isSwitch,
    fromRepository: (value) => value === false,
  },
  brief: {
    about: 'Give a starting session the brief of what is unfinished',
    default: true,
    env: 'PAWL_BRIEF',
    check: isSwitch,
    fromRepository: (value) => value === false,
  },
  'clean.max_age_days': {
    about: 'Workflows that did not change for this many days are archived',
    default: 7,
    check: isDays,
    fromRepository: () => true,
  },
  'clean.failed_days': {
    about: 'Failed workflows are kept for this many days',
    default: 30,
    check: isDays,
    fromRepository: () => true,
  },
  'pipeline.id_pattern': {
    about: 'Ids that pipelines may have besides PRD-000: a regular expression for the whole id',
    default: null,
    check: isPattern,
    fromRepository: () => true,
  },
  'gates.approve_without_terminal': {
    about: 'Gates can be approved and waived without a terminal, also by agents',
    default: false,
    check: isSwitch,
    fromRepository: (value) => value === false,
  },
  'gates.blocked_codes': {
    about: 'Exit codes by which the command of a gate says that it could not run; 126 and 127 always do',
    default: [75],
    check: isCodes,
    fromRepository: () => true, // blocked is never passed
  },
  'ship.gate': {
    about: 'Block /ship and pushes until a review allows them (default: where init installed one of their hooks)',
    default: null,
    check: isSwitch,
    fromRepository: (value) => value === true,
  },
  'ship.person_required': {
    about: 'Only a review by a person allows shipping',
    default: false,
    check: isSwitch,
    fromRepository: (value) => value === true,
  },
};

export interface Configured {
  readonly name: string;
  readonly about: string;
  readonly value: Json;
  readonly source: Source;
}

export interface Config {
  readonly capture: boolean;
  readonly brief: boolean;
  readonly maxAgeDays: number;
  readonly failedDays: number;
  readonly pipelineId: RegExp;
  readonly approveWithoutTerminal: boolean;
  readonly blockedCodes: readonly number[];
  /** Whether the ship gate is on; null where nobody said. */
  readonly shipGate: boolean | null;
  readonly shipNeedsPerson: boolean;
  /** Each setting with its value and where that came from. */
  readonly all: readonly Configured[];
  /** What is wrong with the files, in words; wrong values are ignored. */
  readonly problems: readonly string[];
}

export const repositoryConfigFile = '.claude/config/pawl.json';

/** The user's own file: `PAWL_CONFIG`, else `pawl/config.json` in the folder for configuration. */
export function userConfigFile(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env['XDG_CONFIG_HOME'] || path.join(os.homedir(), '.config');
  return env['PAWL_CONFIG'] || path.join(folder, 'pawl/config.json');
}

/** Loads the configuration of a project. */
export function loadConfig(root: string, env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const found = new Map<string, { readonly value: Json; readonly source: Source }>();
  for (const [name, { default: value }] of Object.entries(settings)) found.set(name, { value, source: 'default' });
  const take = (source: Source, from: string, values: readonly (readonly [string, Json])[]): void => {
    for (const [name, value] of values) {
      const problem = problemWith(source, name, value);
      if (problem === null) found.set(name, { value, source });
      else problems.push(`${from}: ${name} ${problem}`);
    }
  };
  const repositoryFile = path.join(root, repositoryConfigFile);
  take('repository', repositoryFile, readSettings(repositoryFile, problems));
  take('user', userConfigFile(env), readSettings(userConfigFile(env), problems));
  take('environment', 'the environment', fromEnvironment(env));

  const of = (name: SettingName): Json => found.get(name)?.value ?? null;
  const pattern = of('pipeline.id_pattern');
  const gate = of('ship.gate');
  return {
    capture: of('capture') === true,
    brief: of('brief') === true,
    maxAgeDays: Number(of('clean.max_age_days')),
    failedDays: Number(of('clean.failed_days')),
    pipelineId: typeof pattern === 'string' ? new RegExp(`^(?:PRD-\\d{3}|${pattern})$`) : /^PRD-\d{3}$/,
    approveWithoutTerminal: of('gates.approve_without_terminal') === true,
    blockedCodes: [126, 127, ...[of('gates.blocked_codes')].flat().map(Number)],
    shipGate: typeof gate === 'boolean' ? gate : null,
    shipNeedsPerson: of('ship.person_required') === true,
    all: Object.entries(settings).map(([name, { about }]) => {
      const { value = null, source = 'default' } = found.get(name) ?? {};
      return { name, about, value, source };
    }),
    problems,
  };
}

function problemWith(source: Source, name: string, value: Json): string | null {
  const setting = Object.entries(settings).find(([known]) => known === name)?.[1];
  if (setting === undefined) return 'is not a setting';
  const problem = setting.check(value);
  if (problem !== null || source !== 'repository' || setting.fromRepository(value)) return problem;
  return 'cannot be set by a repository; set it in your own configuration';
}

/** Reads a file's settings; groups become `group.name`. An absent file has none. */
function readSettings(file: string, problems: string[]): readonly (readonly [string, Json])[] {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const parsed = parseJson(text);
  if ('reason' in parsed || !isObject(parsed.value)) {
    problems.push(`${file}: ${'reason' in parsed ? parsed.reason : 'must be an object'}`);
    return [];
  }
  return Object.entries(parsed.value).flatMap(([name, value]): [string, Json][] => {
    if (name === '$schema' || name === 'project_id') return [];
    return isObject(value) ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one]) : [[name, value]];
  });
}

const words: Readonly<Record<string, boolean>> = {
  '0': false,
  false: false,
  off: false,
  '1': true,
  true: true,
  on: true,
};

function fromEnvironment(env: NodeJS.ProcessEnv): readonly (readonly [string, Json])[] {
  return Object.entries(settings).flatMap(([name, setting]): [string, Json][] => {
    const text = setting.env === undefined ? undefined : env[setting.env];
    return text === undefined || text === '' ? [] : [[name, words[text.toLowerCase()] ?? text]];
  });
}
