// `resume` and `brief`: what is unfinished, whether it can be continued, and a person's choice about it.

import readline from 'node:readline';
import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { keyText } from '../base/names.js';
import { pipelineDisplay } from '../formats/pipeline.js';
import { resumePrompt } from '../formats/workflow.js';
import { capturePhase } from '../formats/command.js';
import { briefOf } from '../resume/brief.js';
import { checkChoice, deleteRun, resumeRun, startFresh, viewRun } from '../resume/choice.js';
import { type Choice, type Decision, decide } from '../resume/decision.js';
import { type Facts, type Who, factsOf, findAnyRun, unfinished } from '../resume/facts.js';
import { noteWrite } from '../runs/fold.js';
import { type Project, sessionOf } from '../runs/project.js';
import { type Command, type Output, type Surroundings, command } from './command.js';
import { ref } from './see.js';
import { ageText, plain, statusText, style } from './view.js';

const needsDecision = 6;
const maxListed = 20;

/** One run under decision. */
interface Case {
  readonly project: Project;
  readonly facts: Facts;
  readonly decision: Decision;
  readonly takeOver: boolean;
}

const resume = command({
  name: 'resume',
  group: 'resume',
  about: 'Show what is unfinished, whether it can be continued, and how',
  args: [{ ...ref, isOptional: true }],
  options: {
    choice: {
      value: 'r|s|v|d',
      choices: { of: ['r', 's', 'v', 'd'], noun: 'choice' },
      about: 'What to do: resume, start fresh, view or delete; without it a look changes nothing',
    },
    'take-over': { about: 'Also when a build works on the run now' },
  },
  details:
    'Exits with 0 when the run can be resumed or nothing is left to do, and with 6 when a person has to decide first.\n' +
    'On a terminal it asks; elsewhere it never waits. History stays, whatever is chosen.',
  examples: ['resume', 'resume implement/auth', 'resume PRD-009 --choice r'],
  async run({ args: [name], values, project: open, ...around }) {
    const project = open();
    const who = { session: sessionOf(around.env) };
    const takeOver = values['take-over'] === true;
    const all =
      name === undefined
        ? await unfinished(project, who)
        : [await factsOf(project, await findAnyRun(project, name), who)];
    const cases = all.map(
      (facts): Case => ({ project, facts, takeOver, decision: decide(facts, project.now(), takeOver) }),
    );
    const [first, second] = cases;
    const choice = toChoice(values.choice);
    if (first === undefined) return { text: 'Nothing is unfinished.', json: { ok: true, action: 'nothing', runs: [] } };
    if (second === undefined) return choice === null ? decideOne(first, around) : act(first, choice, around.env);
    if (choice !== null)
      throw new PawlError('bad-usage', `${cases.length} runs are unfinished; name one`, {
        hint: `\`${pawl`resume`}\` lists them.`,
      });
    return listOf(cases, first);
  },
});

const brief = command({
  name: 'brief',
  group: 'resume',
  about: 'Print the brief that an agent is given about a run',
  args: [{ ...ref, isOptional: true }],
  options: {},
  async run({ args: [name], project: open, env }) {
    const project = open();
    const who: Who = { session: sessionOf(env) };
    const facts =
      name === undefined
        ? (await unfinished(project, who))[0]
        : await factsOf(project, await findAnyRun(project, name), who);
    if (facts === undefined) return { text: 'Nothing is unfinished.', json: { ok: true, ref: null, brief: '' } };
    const text = briefOf(facts, decide(facts, project.now()), project.now());
    return { text, json: { ok: true, ref: facts.ref, brief: text } };
  },
});

export const resumeCommands: readonly Command[] = [resume, brief];

function toChoice(given: string | undefined): Choice | null {
  return given === 'r' || given === 's' || given === 'v' || given === 'd' ? given : null;
}

/** All unfinished runs; the exit code is about the one to continue. */
function listOf(cases: readonly Case[], first: Case): Output {
  const now = first.project.now();
  const shown = cases.slice(0, maxListed).map(({ facts, decision }) => {
    const { ref, overview } = facts;
    const head = [
      style('bold', plain(ref)),
      plain(overview.title, 80),
      statusText(overview.status),
      ageText(overview.updatedAt, now),
    ];
    const how = decision.command === null ? '' : `: \`${decision.command}\``;
    const told = [...decision.reasons, ...decision.information].map((line) => `  - ${plain(line, 300)}`);
    return [head.filter((part) => part !== '').join('  '), `  ${verdict(decision)}${how}`, ...told].join('\n');
  });
  const more = cases.length > maxListed ? [`… and ${cases.length - maxListed} more`] : [];
  const json = { ok: true, action: first.decision.action, runs: cases.map((one) => toJson(one)) };
  return { text: [...shown, ...more].join('\n\n'), json, exitCode: exitOf(first.decision) };
}

function exitOf({ action }: Decision): number {
  return action === 'ask' || action === 'blocked' ? needsDecision : 0;
}

function verdict({ action, unit }: Decision): string {
  if (action === 'resume' && unit === capturePhase)
    return style('green', 'can be resumed: open your agent here and type "continue"');
  const where = unit === null || unit === capturePhase ? '' : ` with ${plain(unit, 80)}`;
  if (action === 'resume') return style('green', `can be resumed${where}`);
  if (action === 'ask') return style('yellow', `needs a decision before it continues${where}`);
  return action === 'blocked' ? style('red', 'cannot be resumed now') : 'has nothing left to do';
}

/** A decision as data that an agent can act on. */
function toJson({ facts, decision }: Case): Record<string, unknown> {
  const { key, overview, notes, failure, openTasks, others } = facts;
  const { title, status, progress, updatedAt } = overview;
  return {
    ...decision,
    key: keyText(key),
    title,
    status,
    progress,
    updated_at: updatedAt,
    next_action: notes.next_action ?? null,
    failure,
    open_tasks: openTasks.map(({ text }) => text),
    open_sessions: others.map(({ id, since, lastEdited }) => ({ id, since, last_edited: lastEdited })),
  };
}

/** One run: asks a person where there is one, and else only tells. */
async function decideOne(one: Case, around: Pick<Surroundings, 'env' | 'isInteractive' | 'print'>): Promise<Output> {
  const { decision, facts } = one;
  const canChoose = decision.choices.some((choice) => choice !== 'v');
  if (around.isInteractive && canChoose && exitOf(decision) === needsDecision) return askPerson(one, around);
  if (decision.action === 'resume') await noteWrite(one.project, around.env, one.facts.key); // works on it from here on
  return told(one, `${plain(facts.ref)} ${verdict(decision)}`, {}, exitOf(decision));
}

/** What is known about the run, behind a line about what was decided or done. */
function told(one: Case, line: string, more: object, exitCode = 0): Output {
  const { project, facts, decision } = one;
  const { run, plan } = facts;
  const text = briefOf(facts, decision, project.now());
  const display = run.family === 'pipeline' ? [pipelineDisplay(run.doc, plan ?? undefined)] : [];
  const shown =
    decision.action === 'nothing' ? decision.reasons.map((one) => plain(one, 600)) : [line, ...display, text];
  const runs = [{ ...toJson(one), brief: text }];
  return { text: shown.join('\n\n'), json: { ok: true, action: decision.action, ...more, runs }, exitCode };
}

async function act(one: Case, choice: Choice, env: NodeJS.ProcessEnv): Promise<Output> {
  const { project, facts, decision } = one;
  checkChoice(facts, decision, choice);
  if (choice === 'v') {
    const text = viewRun(project, facts);
    return { text, json: { ok: true, choice, ref: facts.ref, checkpoint: facts.stored?.state ?? null, text } };
  }
  if (choice === 'r') {
    await resumeRun(project, facts);
    await noteWrite(project, env, facts.key);
    const after = await factsOf(project, facts.key, { session: sessionOf(env) });
    const again: Decision = { ...decide(after, project.now(), one.takeOver), action: 'resume', reasons: [] };
    return told({ ...one, facts: after, decision: again }, `${plain(facts.ref)} ${verdict(again)}`, { choice });
  }
  const { restore, begun } = choice === 's' ? await startFresh(project, facts) : await deleteRun(project, facts);
  const lines = [
    choice === 'd'
      ? `Deleted ${plain(facts.ref)}.`
      : begun === null
        ? `Put away ${plain(facts.ref)}; it can begin anew.`
        : `Started fresh: ${plain(begun)}.`,
    restore === null ? 'Its bytes are in quarantine.' : `\`${restore}\` brings the old one back.`,
  ];
  return { text: lines.join('\n'), json: { ok: true, choice, ref: facts.ref, begun, restore } };
}

async function askPerson(one: Case, { env, print }: Pick<Surroundings, 'env' | 'print'>): Promise<Output> {
  const { choices } = one.decision;
  const last = `Choice [${choices.join('/')}]:`;
  let question = promptText(one);
  for (;;) {
    const answer = await askLine(question);
    if (answer === null) return { text: '\nNothing was changed.', exitCode: needsDecision };
    const choice = choices.find((letter) => isMeant(answer, letter));
    if (choice !== undefined && choice !== 'v') return act(one, choice, env);
    print(choice === 'v' ? `${viewRun(one.project, one.facts)}\n\n` : `Type one of ${choices.join(', ')}.\n`);
    question = last;
  }
}

const optionNames: Readonly<Record<Choice, string>> = { r: 'resume', s: 'start fresh', v: 'view details', d: 'delete' };

function isMeant(answer: string, choice: Choice): boolean {
  const word = answer.trim().toLowerCase();
  return word !== '' && optionNames[choice].startsWith(word);
}

/** What a person sees before choosing: the reasons, and the question of the run's family. */
function promptText({ project, facts, decision }: Case): string {
  const { run, plan, overview, trouble } = facts;
  const now = project.now();
  const why = [...decision.reasons, ...decision.information].map((line) => plain(line, 300));
  const reasons = why.length === 0 ? '' : `${why.map((line) => `- ${line}`).join('\n')}\n\n`;
  if (run.family === 'workflow' && trouble === null) return reasons + resumePrompt(run.doc, now.toISOString());
  const options = decision.choices.map((choice) => `  ${optionText(choice, decision)}`);
  const question = `Options:\n${options.join('\n')}\n\nChoice [${decision.choices.join('/')}]:`;
  if (trouble !== null) return `${plain(facts.ref)}\n${reasons}${question}`;
  if (run.family === 'pipeline') return `${pipelineDisplay(run.doc, plan ?? undefined)}\n\n${reasons}${question}`;
  const { done, total } = overview.progress;
  const changed = `Last changed: ${ageText(overview.updatedAt, now) || 'unknown'}`;
  return `Found existing checkpoint for "${plain(overview.title)}"\n${changed}\nProgress: ${done} of ${total} phases completed\n\n${reasons}${question}`;
}

function optionText(choice: Choice, { unit }: Decision): string {
  const about: Readonly<Record<Choice, string>> = {
    r: unit === null ? '(r)esume - Finish; everything is completed' : `(r)esume - Continue with ${plain(unit, 80)}`,
    s: '(s)tart fresh - Delete checkpoint and restart',
    v: '(v)iew details - Show checkpoint contents',
    d: '(d)elete - Remove checkpoint without starting',
  };
  return about[choice];
}

/** Reads a line from the terminal, which edits it itself; null when the person ends the input. */
function askLine(question: string): Promise<string | null> {
  const lines = readline.createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  return new Promise((resolve) => {
    lines.once('close', () => resolve(null));
    lines.question(`${question} `, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
