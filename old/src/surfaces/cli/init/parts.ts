// The parts of the set-up: what each writes, and which of them a call is about.

import path from 'node:path';
import { publishedFolders } from '../../../disk/layout.js';
import type { JsonObject } from '../../../rules/json/json.js';
import type { Members } from '../../../service/init/members.js';
import { handoffFile } from '../../../service/init/plan.js';
import { statusLine, utilities, utilsFolder } from '../../../service/init/utilities.js';
import { type InitPart, initParts } from '../rows/setup.js';
import {
  claudeMembers,
  codexMembers,
  hookScript,
  hooksFolder,
  shipMembers,
  shipScript,
  statusLineMembers,
  statusLineScript,
} from './agent-hooks.js';
import { builtFiles } from './built.js';
import type { Surroundings } from './detect.js';

const libFolder = '.claude/scripts/lib';
const stateFolder = `${publishedFolders.command}/`;
const checkpointsFolder = `${publishedFolders.workflow}/`;
const settingsFile = '.claude/settings.json';
const codexFile = '.codex/hooks.json';

/** What a part of the set-up writes, and what git is to ignore for it. */
export interface Part {
  readonly sources: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, Members>>;
  readonly ignored: readonly string[];
  /** What to do with it. */
  readonly next: string;
}

/** The slash commands that the plugin has guides for. */
const skillNames = 'start design reconcile research implement ship review build orchestrate checkpoint'.split(' ');

const asNamed = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));

const hookFiles = (): Readonly<Record<string, string>> => builtFiles('templates', hooksFolder, asNamed(hookScript));

function protocols(): Readonly<Record<string, string>> {
  return {
    ...builtFiles('templates', '.claude/protocols', asNamed('checkpoint-schema.md')),
    ...builtFiles('templates', path.posix.dirname(handoffFile), asNamed('handoff.md')),
    ...builtFiles('templates', publishedFolders.workflow, { 'checkpoints-readme.md': 'README.md' }),
  };
}

/** The plugin's guides; it stands beside the built program. */
function guides(): Readonly<Record<string, string>> {
  const named = skillNames.map((name) => [`${name}/SKILL.md`, `${name}/SKILL.md`]);
  return builtFiles('../plugin/skills', '.claude/skills', Object.fromEntries(named));
}

const parts: { readonly [Name in InitPart]: () => Part } = {
  lib: () => ({
    sources: builtFiles('lib', libFolder, asNamed('checkpoint-manager.cjs', 'token-counter.cjs', 'utils.cjs')),
    members: {},
    ignored: [stateFolder],
    next: `in a script, require('./${libFolder}/checkpoint-manager.cjs')`,
  }),
  utils: () => ({
    sources: utilities,
    members: {},
    ignored: [stateFolder, checkpointsFolder],
    next: `${utilsFolder}/list-checkpoints.sh`,
  }),
  protocols: () => ({
    sources: protocols(),
    members: {},
    ignored: [checkpointsFolder],
    next: `let your agents read .claude/protocols/checkpoint-schema.md`,
  }),
  integrations: () => ({
    sources: builtFiles('templates', '.claude/config', asNamed('integrations.json')),
    members: {},
    ignored: [],
    next: 'look at .claude/config/integrations.json and set what is yours',
  }),
  ship: () => ({
    sources: builtFiles('lib', hooksFolder, asNamed(shipScript)),
    members: { [settingsFile]: shipMembers },
    ignored: [stateFolder],
    next: 'type /ship in Claude Code: it is blocked until a review allows it',
  }),
  hooks: () => ({
    sources: hookFiles(),
    members: { [settingsFile]: claudeMembers },
    ignored: [stateFolder],
    next: 'start Claude Code here.',
  }),
  statusline: () => ({
    sources: { [`${hooksFolder}/${statusLineScript}`]: statusLine },
    members: { [settingsFile]: statusLineMembers },
    ignored: [],
    next: 'start Claude Code here and look at the last line',
  }),
  codex: () => ({
    sources: hookFiles(),
    members: { [codexFile]: codexMembers },
    ignored: [stateFolder],
    next: 'start Codex here, and trust the hooks under /hooks',
  }),
  skills: () => ({
    sources: guides(),
    members: {},
    ignored: [],
    next: 'type /implement and a name in Claude Code',
  }),
};

/**
 * Tells which parts a bare `pawl init` sets up.
 * @param found the agents that are used here
 * @returns all parts but the guides, which the plugin has, and those of an agent that is not; without any agent, those of
 *   Claude Code
 */
export function usualParts(found: Surroundings): readonly InitPart[] {
  const forClaude: readonly InitPart[] = found.claude || !found.codex ? ['hooks', 'statusline'] : [];
  const forCodex: readonly InitPart[] = found.codex ? ['codex'] : [];
  return ['lib', 'utils', 'protocols', 'integrations', 'ship', ...forClaude, ...forCodex];
}

function joinMembers(all: readonly Part['members'][]): Readonly<Record<string, Members>> {
  const joined: Record<string, Members> = {};
  for (const [file, { hooks, values }] of all.flatMap((members) => Object.entries(members))) {
    const before = joined[file] ?? { hooks: {}, values: {} };
    const both: Record<string, readonly JsonObject[]> = { ...before.hooks };
    for (const [event, groups] of Object.entries(hooks)) both[event] = [...(both[event] ?? []), ...groups];
    joined[file] = { hooks: both, values: { ...before.values, ...values } };
  }
  return joined;
}

/**
 * Puts parts together.
 * @param names the parts
 * @param isThere tells whether a file stands in the project
 * @returns all that they write, and what to do next
 */
export function joinParts(names: readonly InitPart[], isThere: (file: string) => boolean = () => false): Part {
  const chosen = names.map((name) => parts[name]());
  const first = names.includes('hooks') ? parts.hooks() : chosen[0];
  const guided = 'For /implement and the other commands, install the plugin or run `pawl init --only skills`';
  const hasGuides = names.includes('skills') || Object.keys(guides()).every(isThere);
  const isGuideless = names.includes('hooks') && !hasGuides;
  return {
    sources: Object.assign({}, ...chosen.map(({ sources }) => sources)),
    members: joinMembers(chosen.map(({ members }) => members)),
    ignored: [...new Set(chosen.flatMap(({ ignored }) => ignored))],
    next: `${first?.next ?? ''}${isGuideless ? ` ${guided}` : ''}`,
  };
}

/**
 * Gives what goes when some parts are taken out: not the files that others need, and the entries in .gitignore with the last part.
 * @param names the parts that go
 * @param isThere tells whether a file stands in the project
 * @returns what goes
 */
export function partsToRemove(names: readonly InitPart[], isThere: (file: string) => boolean): Part {
  const gone = joinParts(names);
  const staying = initParts.filter((name) => !names.includes(name)).map((name) => parts[name]());
  const isInUse = ({ members }: Part): boolean =>
    Object.keys(members).some((file) => !Object.hasOwn(gone.members, file) && isThere(file));
  const needed = new Set(staying.filter(isInUse).flatMap(({ sources }) => Object.keys(sources)));
  const sources = Object.fromEntries(Object.entries(gone.sources).filter(([file]) => !needed.has(file)));
  const left = staying.flatMap((part) => Object.keys(part.sources).concat(Object.keys(part.members)));
  const isLast = !left.some(
    (file) => !Object.hasOwn(sources, file) && !Object.hasOwn(gone.members, file) && isThere(file),
  );
  return { ...gone, sources, ignored: isLast ? joinParts(initParts).ignored : [] };
}
