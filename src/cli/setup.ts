// Commands around the installation: `init`, `statusline`, `doctor`.

import readline from 'node:readline/promises';
import { type Part, type Step, applyInit, optionalParts, planInit } from '../agents/init.js';
import { examineHooks, rememberProgram } from '../agents/installed.js';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { isObject, parseJson } from '../base/json.js';
import { keyText } from '../base/names.js';
import type { FixResult, Fixed } from '../doctor/doctor.js';
import type { Finding } from '../doctor/examine.js';
import { projectRoot } from '../runs/git.js';
import type { Difference } from '../runs/history.js';
import { type RunLine, listRuns } from '../runs/list.js';
import { programFor } from '../runs/program.js';
import { openProject } from '../runs/project.js';
import { boundKey, readSession } from '../runs/session.js';
import { type Command, type Output, command } from './command.js';
import { ref } from './see.js';
import { utilityCommands } from './utilities.js';
import { ageText, columns, plain, style } from './view.js';

const init = command({
  name: 'init',
  group: 'agents',
  about: 'Set up a project: hooks, status line, skills, .gitignore',
  args: [],
  options: {
    yes: { short: 'y', about: 'Do not ask' },
    all: {
      about: 'Also write drop-in modules, shell utilities, protocol documents, integrations.json and the /ship hook',
    },
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
    'The parts ship and pre-push turn the ship gate on: /ship, and a git push, need a review that allows exactly this content.\n' +
    'Shows every file and what it is for. It can be run again at any time: files that you changed are kept, and settings keep ' +
    'your own entries and comments. Outside of a git repository it also allows the hooks to record there.',
  examples: ['init', 'init --yes --with utils', 'init --with pre-push', 'init --codex', 'init --uninstall'],
  async run({ values, env, isInteractive, print, project: open }): Promise<Output> {
    const root = projectRoot(process.cwd(), env);
    const { all, uninstall = false, codex, yes } = values;
    const optional: readonly Part[] = optionalParts.filter(
      (part) => (all === true && part !== 'pre-push') || values.with?.includes(part),
    );
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
    const isGated = steps.some(({ about }) => about.startsWith('Turns the ship gate on'));
    const after = uninstall ? removedText : writtenText(root, env, { codex: codex === true, isGated });
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

function writtenText(
  root: string,
  env: NodeJS.ProcessEnv,
  { codex, isGated }: { readonly codex: boolean; readonly isGated: boolean },
): string {
  const isFound = !programFor(env, 'pawl.cjs', root).startsWith('node ');
  const lines = [
    'Done. Sessions are recorded from the next start of your agent on.',
    ...(isFound
      ? []
      : ['On this machine the hooks call this program, wherever it is; other machines need their own pawl.']),
    ...(codex ? ['Codex runs new hooks only after you have reviewed them: type /hooks in Codex.'] : []),
    isGated
      ? `The ship gate is on: \`${pawl`gate check ship`}\` says whether a review allows what is here.`
      : `\`${pawl`init --with pre-push`}\` makes every push need a review that allows it.`,
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
  about: 'Find problems with runs, hooks, recording and configuration, and repair runs',
  args: [{ ...ref, isOptional: true, about: 'With --fix: only this run' }],
  options: {
    fix: { about: 'Repair what can be repaired; ask about what is not clear' },
    'dry-run': { about: 'With --fix: only say what would be done' },
    answer: { value: 'PATH=VALUE', isMultiple: true, about: 'With --fix REF: the answer to a question' },
  },
  details:
    'Lists every problem with its place and its fix, and whether --fix repairs it. The exit code is 1 when something needs ' +
    'attention, and 6 when --fix has a question. --fix renames members, unwraps and converts what it knows, keeps all ' +
    'other fields and the file as it was, and never counts more as done than the file plainly lists.',
  examples: [
    'doctor',
    'doctor --fix',
    'doctor --fix PRD-009 --dry-run',
    'doctor --fix PRD-009 --answer /status=paused',
  ],
  async run({ args: [ref], values, project: open, env }) {
    const project = open();
    const { examine, fix } = await import('../doctor/doctor.js'); // no other command pays for it
    const { fix: isFix, 'dry-run': isDryRun = false, answer: answers = [] } = values;
    if (isFix === true) return fixOutput(await fix(project, { ref, answers, isDryRun, env }));
    if (ref !== undefined || isDryRun || answers.length > 0)
      throw new PawlError('bad-usage', 'REF, --dry-run and --answer belong to --fix');
    const { facts, findings: inProject } = await examine(project, env);
    const hooks = examineHooks(project, env);
    const findings = [...inProject, ...hooks.findings];
    const exitCode = findings.length === 0 ? 0 : 1;
    const known = { ...facts, ...hooks.facts };
    const json = { ok: exitCode === 0, facts: known, problems: findings };
    const count = findings.length === 1 ? '1 problem:' : `${findings.length} problems:`;
    const canFix = findings.some(({ repair }) => repair === 'fix' || repair === 'ask');
    const parts = [
      columns(Object.entries(known).map(([name, text]) => [style('bold', name), text])),
      findings.length === 0 ? style('green', 'No problems.') : style('red', count),
      ...findings.map(findingText),
      ...(canFix ? [`Repair: \`${pawl`doctor --fix`}\``] : []),
    ];
    return { text: parts.join('\n\n'), json, exitCode };
  },
});

const repairTexts = {
  fix: '--fix repairs it.',
  ask: '--fix asks about it.',
  cannot: '--fix cannot repair it.',
} as const;

function findingText({ where, path, message, fix, repair }: Finding): string {
  const place = path === undefined || path === '' ? where : `${where} at ${path}`;
  return [
    `${plain(place, 300)}: ${plain(message, 500)}`,
    ...(fix === undefined ? [] : [`  Fix: ${plain(fix, 500)}`]),
    ...(repair === undefined ? [] : [`  ${repairTexts[repair]}`]),
  ].join('\n');
}

function fixOutput({ runs, tidied }: FixResult): Output {
  const isAsked = runs.some(({ outcome }) => outcome === 'asked');
  const isStuck = runs.some(({ outcome }) => outcome === 'cannot');
  const lines = [
    ...runs.flatMap(fixedText),
    ...tidied.map((line) => `${line.slice(0, 1).toUpperCase()}${plain(line.slice(1))}.`),
  ];
  const exitCode = isAsked ? 6 : isStuck ? 1 : 0;
  return {
    text: lines.length === 0 ? 'Nothing to repair.' : lines.join('\n'),
    json: { ok: exitCode === 0, runs, tidied },
    exitCode,
  };
}

function fixedText({ ref, outcome, actions, changes, questions, command }: Fixed): string[] {
  const colour = { fixed: 'green', asked: 'yellow', cannot: 'red' } as const;
  const word = { fixed: '', asked: ' has questions', cannot: ' cannot be repaired' }[outcome];
  return [
    `${style(colour[outcome], plain(ref))}${word}${actions.length === 0 ? '' : `: ${plain(actions.join('; '), 600)}`}`,
    ...changes.map((change) => `  ${plain(changeText(change), 300)}`),
    ...questions.flatMap(({ path, found, message, answers }) => [
      `  ${path === '' ? 'the file' : plain(path)}: ${plain(message, 400)}`,
      `    ${found === null ? 'Nothing stands there.' : `There stands ${plain(JSON.stringify(found), 200)}.`}${answers.length === 0 ? '' : ` Possible answers: ${plain(answers.join(' | '), 400)}`}`,
    ]),
    ...(command === undefined ? [] : [`  Answer: \`${plain(command, 2_000)}\``]),
  ];
}

function changeText({ path, before, after }: Difference): string {
  if (before === undefined) return `${path}: added ${JSON.stringify(after)}`;
  return `${path}: ${JSON.stringify(before)} ${after === undefined ? 'went' : `became ${JSON.stringify(after)}`}`;
}

export const setupCommands: readonly Command[] = [init, doctor, statusline, ...utilityCommands];
