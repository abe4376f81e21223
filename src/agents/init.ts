// `pawl init`: what it writes into a project, and how it takes that out again. Files that pawl wrote end with a line that
// holds their checksum: while it fits, nobody changed the file, and init may update or remove it.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checksum } from '../base/checksum.js';
import { PawlError } from '../base/errors.js';
import type { JsonObject } from '../base/json.js';
import { findGitRoot } from '../runs/git.js';
import { addPrePush, hasPrePush, prePushFile, prePushProblem, removePrePush } from '../ship/pre-push.js';
import { shipHookFile } from '../ship/ship.js';
import { ownFolder } from '../store/file/publish.js';
import { extendHandoff, revertHandoff } from './handoff-edits.js';
import { addToSettings, hookedEvents, launcher, parseSettings, removeFromSettings } from './settings.js';

/** What can be had beyond hooks, status line, skills and `.gitignore`. */
export const optionalParts = ['lib', 'utils', 'protocols', 'ship', 'integrations', 'pre-push'] as const;
export type Part = 'base' | 'codex' | (typeof optionalParts)[number];

/** What happens to one file. */
export interface Step {
  readonly path: string;
  readonly about: string;
  readonly action: 'create' | 'update' | 'remove' | 'keep' | 'same';
  /** Why a file is kept as it is. */
  readonly why?: string | undefined;
  /** The new text; null removes the file. */
  readonly after: string | null;
  readonly isExecutable?: boolean;
}

/** How a file is made: whole from a template, or by an edit that can be reverted. */
type Change =
  | { readonly template: string }
  | { readonly add: (text: string) => string; readonly remove: (text: string) => string | null };

interface Entry {
  readonly part: Part;
  readonly path: string;
  readonly about: string;
  readonly change: Change;
  /** Why the file cannot be changed. */
  readonly problem?: string | null;
}

export interface InitOptions {
  readonly root: string;
  readonly parts: readonly Part[];
  readonly uninstall?: boolean | undefined;
  /** The folder of the templates; the build puts it beside the program. */
  readonly templates?: string | undefined;
}

export const hookFile = `.claude/hooks/${launcher}`;
const handoffFile = '.claude/sub-agents/protocols/handoff.md';

/** Plans what to do with every file; nothing is written. Parts that are there already are updated, too. */
export function planInit({ root, parts, uninstall = false, templates = besideProgram() }: InitOptions): Step[] {
  if (path.resolve(root) === path.resolve(os.homedir())) {
    const hint = 'Change to a project first. For all projects, install the plugin instead.';
    throw new PawlError('not-allowed', 'this is your home folder, where settings count for every project', { hint });
  }
  const read = (file: string): string | null => readText(path.join(root, file));
  const hook = prePushFile(root);
  if (hook === null && parts.includes('pre-push')) {
    const hint = 'Call `pawl gate check ship --pre-push` in your own pre-push hook, with its input.';
    throw new PawlError('not-allowed', 'this is not a git repository, or its hooks are shared with others', { hint });
  }
  const all = [...entriesOf(templates, read), ...(hook === null ? [] : [prePush(root, hook)])];
  const entries = all.filter(({ path: file }) => file !== '.gitignore' || isRepository(root));
  const steps = entries.map((entry) => ({ entry, step: planFile(entry, read(entry.path), templates, uninstall) }));
  if (uninstall) return steps.flatMap(({ step }) => step ?? []);
  const isThere = ({ part, path: file }: Entry): boolean =>
    part !== 'base' && (isUnchanged(file, read(file) ?? '') || hasPrePush(read(file) ?? ''));
  const present = new Set(entries.filter(isThere).map(({ part }) => part));
  if (parts.includes('ship')) present.add('lib'); // its hook uses utils.cjs
  const wanted = steps.filter(({ entry }) => parts.includes(entry.part) || present.has(entry.part));
  return wanted.flatMap(({ step }) => step ?? []);
}

/** The events that Claude Code should call pawl for. */
export function wantedEvents(templates: string = besideProgram()): readonly string[] {
  return hookedEvents(parseSettings('hooks.json', readTemplate(templates, 'hooks/hooks.json')));
}

/** Carries the steps out. */
export function applyInit(root: string, steps: readonly Step[], uninstall = false): void {
  for (const { path: file, action, after, isExecutable } of steps) {
    if (action === 'same' || action === 'keep') continue;
    const full = path.join(root, file);
    if (after === null) removeFile(root, full);
    else {
      fs.mkdirSync(path.dirname(full), { recursive: true });
      fs.writeFileSync(full, after);
      if (isExecutable === true) fs.chmodSync(full, 0o755);
    }
  }
  // Outside of repositories this folder tells the hooks that they may record.
  if (!uninstall && !isRepository(root)) fs.mkdirSync(path.join(root, ownFolder), { recursive: true, mode: 0o700 });
}

const isRepository = (root: string): boolean => findGitRoot(root) !== null;
const besideProgram = (): string => path.join(__dirname, 'templates');

function entriesOf(templates: string, read: (file: string) => string | null): readonly Entry[] {
  const template = (name: string): string => readTemplate(templates, name);
  const all = (part: Part, folder: string, from: string, about: (name: string) => string): Entry[] =>
    fs
      .readdirSync(path.join(templates, from), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => path.posix.extname(name) !== '')
      .sort()
      .map((name) => whole(part, `${folder}/${name}`, `${from}/${name}`, about(name)));
  const handoff = template('handoff.md');
  const ownHandoff = read(handoffFile);
  const isTheirs = ownHandoff !== null && !isUnchanged(handoffFile, ownHandoff);
  return [
    {
      part: 'base',
      path: '.claude/settings.json',
      about: 'Hooks that record sessions and brief new ones, and the status line',
      change: inSettings('.claude/settings.json', () => claudeSettings(template('hooks/hooks.json'))),
    },
    whole('base', hookFile, `hooks/${launcher}`, 'Finds pawl and runs it, for the hooks and the status line'),
    {
      part: 'base',
      path: '.gitignore',
      about: 'Keeps checkpoints out of commits',
      change: { add: addIgnored, remove: removeIgnored },
    },
    ...all('base', '.claude/skills', 'skills', skill),
    {
      part: 'codex',
      path: '.codex/hooks.json',
      about: 'The same hooks for Codex',
      change: inSettings('.codex/hooks.json', () => codexHooks(template('hooks/codex.json'))),
    },
    ...all('codex', '.agents/skills', 'skills', (name) => `${skill(name)} for Codex`),
    ...all('lib', '.claude/scripts/lib', 'lib', (name) =>
      name.includes('.test.') ? 'Its tests, for node --test' : 'Drop-in module for your own scripts',
    ),
    ...all('utils', '.claude/utils', 'utils', () => 'Shell utility for checkpoints of workflows'),
    whole('utils', '.claude/checkpoints/README.md', 'checkpoints-readme.md', 'Explains the checkpoints of workflows'),
    whole(
      'protocols',
      '.claude/protocols/checkpoint-schema.md',
      'checkpoint-schema.md',
      'Explains the checkpoint format',
    ),
    isTheirs
      ? {
          part: 'protocols',
          path: handoffFile,
          about: 'Your hand-off protocol, with mode, previous_summary and the limit for summaries',
          change: { add: (text) => extendHandoff(text, handoff), remove: (text) => revertHandoff(text, handoff) },
        }
      : whole('protocols', handoffFile, 'handoff.md', 'How orchestrators and sub-agents exchange work'),
    whole('ship', shipHookFile, 'user-prompt-ship.cjs', 'Turns the ship gate on: /ship and pushes need a review'),
    whole('integrations', '.claude/config/integrations.json', 'integrations.json', 'Settings for Linear and Vercel'),
  ];
}

function prePush(root: string, hook: string): Entry {
  return {
    part: 'pre-push',
    path: path.relative(root, hook).replaceAll('\\', '/'),
    about: 'Turns the ship gate on: git asks pawl before it pushes',
    change: { add: addPrePush, remove: removePrePush },
    problem: prePushProblem(hook),
  };
}

const skill = (name: string): string => `Skill /${name.split('/')[0]}`;

function whole(part: Part, file: string, template: string, about: string): Entry {
  return { part, path: file, about, change: { template } };
}

function inSettings(file: string, wanted: () => JsonObject): Change {
  return {
    add: (text) => addToSettings(file, text, wanted()),
    remove: (text) => removeFromSettings(file, text),
  };
}

/** The plugin's hooks, with the launcher in the project, and the status line. */
function claudeSettings(hooks: string): JsonObject {
  const statusLine = { type: 'command', command: `node "\${CLAUDE_PROJECT_DIR}/${hookFile}" statusline` };
  const own = hooks.replaceAll(`\${CLAUDE_PLUGIN_ROOT}/hooks/${launcher}`, `\${CLAUDE_PROJECT_DIR}/${hookFile}`);
  return { ...parseSettings('hooks.json', own), statusLine };
}

/** Codex runs hooks through a shell, in the folder of the session. */
function codexHooks(hooks: string): JsonObject {
  const root = '$(git rev-parse --show-toplevel 2>/dev/null || pwd)';
  return parseSettings('codex.json', hooks.replaceAll(`\${PLUGIN_ROOT}/hooks/${launcher}`, `${root}/${hookFile}`));
}

/** What happens to one file; null when there is nothing to say about it. */
function planFile(
  { path: file, about, change, problem }: Entry,
  before: string | null,
  templates: string,
  uninstall: boolean,
): Step | null {
  const step = (action: Step['action'], after: string | null, why?: string): Step => {
    return { path: file, about, action, after, why, isExecutable: /\.sh$|\/pre-push$/.test(file) };
  };
  if ('add' in change) {
    if (uninstall && before === null) return null;
    if (!uninstall && problem != null) return step('keep', before, problem);
    const after = uninstall ? change.remove(before ?? '') : change.add(before ?? '');
    if (after === before) return uninstall ? null : step('same', before);
    return step(before === null ? 'create' : after === null ? 'remove' : 'update', after);
  }
  const ours = sign(file, readTemplate(templates, change.template));
  if (before === null) return uninstall ? null : step('create', ours);
  const isOwn = sameText(before, ours) || isUnchanged(file, before);
  if (uninstall)
    return isOwn ? step('remove', null) : step('keep', before, 'it was not written by pawl, or you changed it');
  if (sameText(before, ours)) return step('same', before);
  if (isOwn) return step('update', ours);
  return step('keep', before, 'it was not written by pawl, or you changed it; delete it to get the new one');
}

const comments: Readonly<Record<string, readonly [string, string]>> = {
  '.md': ['<!-- ', ' -->'],
  '.cjs': ['// ', ''],
  '.sh': ['# ', ''],
};

/** Adds the line by which pawl knows its own file. JSON has no comments: it is known by its content. */
function sign(file: string, text: string): string {
  const [open, close] = comments[path.posix.extname(file)] ?? [];
  if (open === undefined) return text;
  return `${text}${open}Written by pawl init (${sumOf(text)}). If you change this file, init leaves it alone.${close}\n`;
}

function isUnchanged(file: string, text: string): boolean {
  const plain = text.replaceAll('\r\n', '\n');
  const body = plain.slice(0, plain.trimEnd().lastIndexOf('\n') + 1);
  return comments[path.posix.extname(file)] !== undefined && plain.includes(`Written by pawl init (${sumOf(body)}).`);
}

const sumOf = (text: string): string => checksum(text).slice(0, 12);
const sameText = (a: string, b: string): boolean => a.replaceAll('\r\n', '\n') === b;

const ignoreHeader = '# Checkpoints of coding agents (pawl): they stay on this machine.';
const ignored = [
  '.claude/state/',
  '.claude/checkpoints/*.json',
  '.claude/checkpoints/failed/',
  '.claude/skills/build-pipeline/checkpoints/',
];

/** Appends what is missing. The newline in front belongs to the block, so that removing it restores the file exactly. */
function addIgnored(text: string): string {
  const missing = ignored.filter((line) => !text.split(/\r?\n/).includes(line));
  if (missing.length === 0) return text;
  return `${text}${text === '' ? '' : '\n'}${[ignoreHeader, ...missing].join('\n')}\n`;
}

function removeIgnored(text: string): string | null {
  const lines = ignored.map((line) => `(?:${line.replaceAll('.', '\\.').replaceAll('*', '\\*')}\\r?\\n)?`).join('');
  const header = ignoreHeader.replaceAll(/[.()]/g, '\\$&');
  const rest = text.replaceAll(new RegExp(`(?:\\r?\\n|^)${header}\\r?\\n${lines}`, 'g'), '');
  return rest === '' && text !== '' ? null : rest;
}

function readText(file: string): string | null {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

function readTemplate(templates: string, name: string): string {
  return fs.readFileSync(path.join(templates, name), 'utf8');
}

/** Removes a file, and the folders that it leaves empty. */
function removeFile(root: string, file: string): void {
  fs.rmSync(file, { force: true });
  for (let folder = path.dirname(file); folder !== root; folder = path.dirname(folder)) {
    try {
      fs.rmdirSync(folder);
    } catch {
      return; // it is not empty
    }
  }
}
