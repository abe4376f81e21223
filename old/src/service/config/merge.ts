// Merges what the sources say into one configuration. Pure; whatever does not fit is reported and left out.

import { isJsonObject } from '../../rules/json/json.js';
import { textsOf } from '../../rules/json/read-member.js';
import { nearest } from '../../rules/near.js';
import { readExecutors } from './executors.js';
import { type ConfigValues, pushGuards, type Setting, type Source, settings } from './settings.js';

/** What is wrong with a source. */
export interface ConfigProblem {
  readonly source: Source;
  /** e.g. `retention.max_age_days`, or the name of an environment variable. */
  readonly key: string;
  readonly message: string;
}

/** A setting with where it comes from. */
export interface SettingValue {
  readonly key: string;
  readonly value: unknown;
  /** More than one only where values add up. */
  readonly from: readonly Source[];
}

export interface Config {
  readonly values: ConfigValues;
  readonly settings: readonly SettingValue[];
  readonly problems: readonly ConfigProblem[];
}

/** What each source says: parsed files, and the environment. */
export interface ConfigInput {
  readonly repository?: unknown;
  readonly user?: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Said {
  readonly source: Source;
  readonly key: string;
  readonly value: unknown;
}

/** Nothing that a repository could use to reach out or to run something. */
const reachesOut = /store|space|host|url|command|hook|webhook|token|secret|password|key|actor|exec|shell|path/i;

/**
 * Merges the sources.
 * @param input what they say
 * @returns every setting, where it comes from, and what was left out and why
 */
export function mergeConfig(input: ConfigInput): Config {
  const problems: ConfigProblem[] = [];
  const said = [
    ...flatten('repository', input.repository, problems),
    ...flatten('user', input.user, problems),
    ...fromEnvironment(input.env),
  ]
    .filter((one) => isFit(one, problems))
    .map((one) => withUsableEntries(one, problems));
  const merged = settings.map((setting) => choose(setting, said));
  return { values: valuesOf(merged), settings: merged, problems };
}

function flatten(source: Source, file: unknown, problems: ConfigProblem[]): readonly Said[] {
  if (file === undefined) return [];
  if (!isJsonObject(file)) {
    problems.push({ source, key: '', message: 'is no JSON object' });
    return [];
  }
  return Object.entries(file)
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, value]) =>
      isJsonObject(value) && settings.find(({ key }) => key === name)?.map === undefined
        ? Object.entries(value).map(([inner, one]) => ({ source, key: `${name}.${inner}`, value: one }))
        : [{ source, key: name, value }],
    );
}

function fromEnvironment(env: ConfigInput['env']): readonly Said[] {
  return settings.flatMap(({ key, env: variable }) => {
    const text = variable === undefined ? undefined : env[variable.name];
    return text === undefined || text === ''
      ? []
      : [{ source: 'environment' as const, key, value: variable?.parse(text) }];
  });
}

function isFit({ source, key, value }: Said, problems: ConfigProblem[]): boolean {
  const setting = settings.find((one) => one.key === key);
  const message = setting === undefined ? unknownKey(source, key) : flawOf(setting, source, value);
  if (message !== null) problems.push({ source, key, message });
  return message === null;
}

/** Of a map, only what is wrong is left out. */
function withUsableEntries(said: Said, problems: ConfigProblem[]): Said {
  const { source, key, value } = said;
  const map = settings.find((one) => one.key === key)?.map;
  if (map === undefined || !isJsonObject(value)) return said;
  for (const [name, entry] of Object.entries(value)) {
    const message = map.check(name, entry);
    if (message !== null) problems.push({ source, key: `${key}.${name.slice(0, 60)}`, message });
  }
  return { ...said, value: map.read(value) };
}

function unknownKey(source: Source, key: string): string {
  if (source === 'repository' && reachesOut.test(key)) return 'a repository may not set this; it is ignored';
  const near = nearest(
    key,
    settings.map((setting) => setting.key),
    1,
  );
  return `is no setting${near.length === 0 ? '' : `, did you mean ${near[0]}?`}`;
}

function flawOf(setting: Setting, source: Source, value: unknown): string | null {
  if (source === 'repository' && setting.fromRepository === 'no') return 'a repository may not set this; it is ignored';
  const flaw = setting.check(value);
  if (flaw !== null) return flaw;
  const isWider = typeof value === 'number' && typeof setting.fallback === 'number' && value > setting.fallback;
  return source === 'repository' && setting.fromRepository === 'lower' && isWider
    ? `a repository may only lower this (at most ${String(setting.fallback)}); it is ignored`
    : null;
}

function choose({ key, fallback, unites }: Setting, said: readonly Said[]): SettingValue {
  const own = said.filter((one) => one.key === key);
  const last = own.at(-1);
  if (last === undefined) return { key, value: fallback, from: ['default'] };
  if (unites !== true) return { key, value: last.value, from: [last.source] };
  const all = own.flatMap(({ value }) => (Array.isArray(value) ? value : []));
  return { key, value: [...new Set(all)], from: [...new Set(own.map(({ source }) => source))] };
}

function valuesOf(merged: readonly SettingValue[]): ConfigValues {
  const at = (key: string): unknown => merged.find((one) => one.key === key)?.value;
  const number = (key: string): number => Number(at(key));
  const textOrNull = (key: string): string | null => {
    const value = at(key);
    return typeof value === 'string' ? value : null;
  };
  const texts = (key: string): readonly string[] => {
    const value = at(key);
    return textsOf(value);
  };
  return {
    retention: { max_age_days: number('retention.max_age_days'), failed_days: number('retention.failed_days') },
    limits: { summary_tokens: number('limits.summary_tokens') },
    pipeline: { id_pattern: textOrNull('pipeline.id_pattern'), spec_patterns: texts('pipeline.spec_patterns') },
    gate: { push: pushGuards.find((one) => one === at('gate.push')) ?? 'ship' },
    executors: readExecutors(at('executors')),
    actor: textOrNull('actor'),
    off: texts('off'),
  };
}
