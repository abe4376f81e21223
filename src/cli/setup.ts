// Commands around the installation: `init`, `statusline`, `doctor`.

import readline from 'node:readline/promises';
import { type Part, type Step, applyInit, optionalParts, planInit } from '../agents/init.js';
import { examineHooks, rememberProgram } from '../agents/installed.js';
import { pawl } from '../base/command-line.js';
import { isObject, parseJson } from '../base/json.js';
import { keyText } from '../base/names.js';
import { type Finding, examine } from '../doctor/examine.js';
import { projectRoot } from '../runs/git.js';
import { type RunLine, listRuns } from '../runs/list.js';
import { programFor } from '../runs/program.js';
import { openProject } from '../runs/project.js';
import { boundKey, readSession } from '../runs/session.js';
import { type Command, type Output, command } from './command.js';
import { utilityCommands } from './utilities.js';
import { ageText, columns, plain, style } from './view.js';

const init = command({
  name: 'init',
  group: 'agents',
  about: 'Set up a project: hooks, status line, skills, .gitignore',
  args: [],
  options: {
    yes: { short: 'y', about: 'Do not ask' },
    all: { about: 'Also write drop-in modules, shell utilities, protocol documents and integrations.json' },
    with: {
      value: 'NAME',
      isMultiple: true,
      choices: { of: optionalParts, noun: 'part' },
      about: 'Also write this part',
    },
    codex: { about: 'Also set up Codex' },
    uninstall: { about: 'Remove what init wrote; what you changed stays' },
  },
  details:
    'Shows every file and what it is for. It can be run again at any time: files that you changed are kept, and settings keep ' +
    'your own entries and comments. Outside of a git repository it also allows the hooks to record there.',
  examples: ['init', 'init --yes --with utils', 'init --codex', 'init --uninstall'],
  async run({ values, env, isInteractive, print, project: open }): Promise<Output> {
    const root = projectRoot(process.cwd(), env);
    const { all, uninstall = false, codex, yes } = values;
    const optional: readonly Part[] =
      all === true ? optionalParts : optionalParts.filter((part) => values.with?.includes(part));
    const steps = planInit({
      root,
      parts: ['base', ...optional, ...(codex === true ? ['codex' as const] : [])],
      uninstall,
    });
    const changes = steps.filter(({ action }) => action !== 'same' && action !== 'keep');
    const json = { ok: true, root, files: steps.map(({ path, about, action, why }) => ({ path, about, action, why })) };
    const shown = describe(steps, root);
    const program = uninstall ? null : (process.argv[1] ?? null);
    if (changes.length === 0) {
      rememberProgram(open(), program);
      const rest = uninstall ? 'Nothing of pawl is left here.' : 'Everything is up to date.';
      return { text: [...shown, rest].join('\n'), json };
    }
    if (isInteractive && yes !== true) {
      print(`${shown.join('\n')}\n`);
      if (!(await confirm(uninstall ? 'Remove this?' : 'Write this?'))) return { text: 'Nothing was changed.' };
    }
    applyInit(root, changes, uninstall);
    rememberProgram(open(), program);
    const after = uninstall ? removedText : writtenText(root, env, codex === true);
    return { text: [...(isInteractive && yes !== true ? [] : shown), after].join('\n'), json };
  },
});

function describe(steps: readonly Step[], root: string): string[] {
  const files = steps.filter(({ action }) => action !== 'same');
  const rows = new Map<string, { readonly step: Step; readonly skills: string[] }>();
  for (const step of files) {
    const [skill] = /(?<=\/)[^/]+(?=\/SKILL\.md$)/.exec(step.path) ?? [];
    const place = skill === undefined || step.action === 'keep' ? step.path : step.path.replace(`/${skill}/`, '/*/');
    const row = rows.get(`${step.action} ${place}`) ?? { step: { ...step, path: place }, skills: [] };
    if (skill !== undefined) row.skills.push(skill);
    rows.set(`${step.action} ${place}`, row);
  }
  const table = [...rows.values()].map(({ step: { action, path, about, why }, skills }) => {
    return [action, path, why ?? (skills.length === 0 ? about : `Skills: ${skills.join(', ')}`)];
  });
  return table.length === 0 ? [] : [`In ${root}:`, columns(table), ''];
}

const removedText = 'Removed. Recorded runs stay in .claude/state.';

function writtenText(root: string, env: NodeJS.ProcessEnv, codex: boolean): string {
  const isFound = !programFor(env, 'pawl.cjs', root).startsWith('node ');
  const lines = [
    'Done. Sessions are recorded from the next start of your agent on.',
    ...(isFound
      ? []
      : ['On this machine the hooks call this program, wherever it is; other machines need their own pawl.']),
    ...(codex ? ['Codex runs new hooks only after you have reviewed them: type /hooks in Codex.'] : []),
    `\`${pawl`doctor`}\` shows whether sessions are recorded.`,
  ];
  return lines.join('\n');
}

async function confirm(question: string): Promise<boolean> {
  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(?:y|yes)?$/i.test((await terminal.question(`${question} [Y/n] `)).trim());
  } finally {
    terminal.close();
  }
}

const statusline = command({
  name: 'statusline',
  group: 'agents',
  about: 'Print the status line for Claude Code; reads its JSON from standard input',
  args: [],
  options: {},
  isInternal: true,
  async run({ input, env }) {
    try {
      return { text: await statusLine(await input(), env) };
    } catch {
      return { text: 'pawl' }; // a status line must never fail
    }
  },
});

/** `pawl: implement/auth · validation · 2/4` */
async function statusLine(payload: string, env: NodeJS.ProcessEnv): Promise<string> {
  const parsed = parseJson(payload);
  const { session_id: session, workspace, cwd } = 'value' in parsed && isObject(parsed.value) ? parsed.value : {};
  const started = isObject(workspace) ? workspace['project_dir'] : undefined;
  const folder = [started, cwd, env['CLAUDE_PROJECT_DIR']].find((one) => typeof one === 'string');
  const project = openProject({ folder: typeof folder === 'string' ? folder : undefined, env });
  if (!project.config.capture) return 'pawl: recording is off';
  const own = typeof session === 'string' ? readSession(project.root, session) : null;
  const bound = own === null ? null : boundKey(own);
  const runs = (await listRuns(project)).filter(({ problem }) => problem === undefined);
  const run =
    (bound === null ? undefined : runs.find(({ key }) => keyText(key) === keyText(bound))) ??
    runs.find(({ isFinished }) => !isFinished);
  if (run !== undefined) return lineOf(run, project.now());
  if (own !== null) return 'pawl: recording, nothing to save yet';
  return runs.length === 0 ? 'pawl: nothing recorded yet' : 'pawl: nothing unfinished';
}

function lineOf({ ref, current, status, progress: { done, total }, updatedAt }: RunLine, now: Date): string {
  const what = current ?? status.replaceAll('_', ' ');
  const age = updatedAt === null ? '' : ageText(updatedAt, now);
  return ['pawl: ' + plain(ref, 60), plain(what, 40), `${done}/${total}`, age]
    .filter((part) => part !== '')
    .join(' · ');
}

const doctor = command({
  name: 'doctor',
  group: 'tidy',
  about: 'Find problems with runs, hooks, recording and configuration',
  args: [],
  options: {},
  details: 'Lists every problem with its place and its fix. The exit code is 1 when something needs attention.',
  async run({ project: open, env }) {
    const project = open();
    const { facts, findings: inProject } = await examine(project);
    const hooks = examineHooks(project, env);
    const findings = [...inProject, ...hooks.findings];
    const exitCode = findings.length === 0 ? 0 : 1;
    const known = { ...facts, ...hooks.facts };
    const json = { ok: exitCode === 0, facts: known, problems: findings };
    const count = findings.length === 1 ? '1 problem:' : `${findings.length} problems:`;
    const parts = [
      columns(Object.entries(known).map(([name, text]) => [style('bold', name), text])),
      findings.length === 0 ? style('green', 'No problems.') : style('red', count),
      ...findings.map(findingText),
    ];
    return { text: parts.join('\n\n'), json, exitCode };
  },
});

function findingText({ where, path, message, fix }: Finding): string {
  const place = path === undefined || path === '' ? where : `${where} at ${path}`;
  return [
    `${plain(place, 300)}: ${plain(message, 500)}`,
    ...(fix === undefined ? [] : [`  Fix: ${plain(fix, 500)}`]),
  ].join('\n');
}

export const setupCommands: readonly Command[] = [init, doctor, statusline, ...utilityCommands];
