// What `pawl init` tells a person: the plan, what became of it, and what was left alone.

import { shellQuote } from '../../../rules/text/shell-quote.js';
import { type InitStep, isChange } from '../../../service/init/step.js';
import type { Call } from '../call.js';
import type { Format } from '../terminal/colour.js';
import { tableLines, wrap } from '../terminal/layout.js';
import type { Surroundings } from './detect.js';

const colours: Readonly<Record<InitStep['action'], Format>> = {
  create: 'green',
  update: 'green',
  extend: 'green',
  keep: 'dim',
  differs: 'yellow',
  stuck: 'red',
  remove: 'red',
};

/**
 * Shows where it is done, and for whom.
 * @param call the call
 * @param root the project's root
 * @param found the agents that are used here
 */
export function showPlace({ out }: Call, root: string, found: Surroundings): void {
  out.line(`${out.paint('bold', 'pawl init')} in ${root}`);
  if (!found.git) {
    out.line(out.paint('yellow', 'This is no git repository: pawl takes the folder itself as the project.'));
  }
  const agents = [...(found.claude ? ['Claude Code'] : []), ...(found.codex ? ['Codex'] : [])];
  out.line(out.paint('dim', `Found: ${[...(found.git ? ['git'] : []), ...agents].join(', ') || 'no agent'}`));
  out.line();
}

/**
 * Shows the plan.
 * @param call the call
 * @param all its steps
 */
export function showPlan(call: Call, all: readonly InitStep[]): void {
  // What is not there needs no words when things are taken back.
  const steps = call.flag('uninstall') ? all.filter(({ action, before }) => action !== 'keep' || before !== null) : all;
  if (steps.length === 0) return;
  const { out } = call;
  const columns = [
    { paint: (cell: string, row: number) => out.paint(colours[steps[row]?.action ?? 'keep'], cell) },
    {},
    { paint: (cell: string) => out.paint('dim', cell) },
  ];
  const rows = steps.map((step) => [step.action.padEnd(7), step.path, step.why]);
  for (const line of tableLines(columns, rows, Infinity)) out.line(`  ${line}`); // a reason is never cut
  out.line();
}

function say({ out }: Call, text: string): void {
  for (const line of wrap(text, out.width)) out.line(line);
}

function nothingToDo(call: Call, steps: readonly InitStep[]): string {
  if (call.flag('uninstall')) {
    const isLeft = steps.some(({ action, kept }) => action === 'stuck' || kept === 'changed');
    return isLeft ? 'Nothing was taken back:' : "Nothing of pawl's own is left to take back.";
  }
  const isWhole = steps.every((step) => step.action === 'keep');
  return `${call.out.paint('green', '✓')} Everything ${isWhole ? '' : 'else '}is in place; nothing to do.`;
}

/** A file that a person changed is theirs; they are told that there would be another one, and how to come to it. */
function tellKept(call: Call, steps: readonly InitStep[]): void {
  const kept = steps.filter((step) => step.kept !== null);
  const whole = kept.filter((step) => !step.why.includes('your own'));
  for (const step of whole) say(call, `${step.path} ${step.why} and is kept as it is.`);
  for (const step of kept) if (!whole.includes(step)) say(call, `In ${step.path}, ${step.why}.`);
  if (whole.length === 0 || call.flag('uninstall')) return;
  say(
    call,
    `To get pawl's own, give your ${whole.length === 1 ? 'file' : 'files'} another name and run \`pawl init\` again; ` +
      'then carry over what you need from yours.',
  );
}

/**
 * Tells how it ended.
 * @param call the call
 * @param steps the plan
 * @param done the steps that were carried out
 * @param next what to do with it
 */
export function showEnd(call: Call, steps: readonly InitStep[], done: readonly InitStep[], next: string): void {
  const { out } = call;
  const changes = steps.filter(isChange);
  if (call.flag('dry-run')) out.line('Nothing was changed: this was a dry run.');
  else if (changes.length === 0) out.line(nothingToDo(call, steps));
  else if (done.length === 0) out.line('Nothing was changed.');
  else out.line(`${out.paint('green', '✓')} ${done.length} ${done.length === 1 ? 'file' : 'files'} changed.`);
  tellKept(call, steps);
  const left = call.flag('dry-run') ? [] : changes.filter((step) => step.question !== null && !done.includes(step));
  const again = ['pawl init', ...call.texts('only').map((part) => `--only ${shellQuote(part)}`), '--yes'].join(' ');
  for (const step of left) say(call, `${step.path} is yours and was left alone. To have it extended, run: ${again}`);
  for (const step of steps.filter(({ action }) => action === 'stuck')) say(call, `${step.path} ${step.why}.`);
  if (done.length > 0 && !call.flag('uninstall')) say(call, `Next: ${next}`);
}

/**
 * Tells that hooks need a pawl that stays.
 * @param call the call
 * @param found what was found here
 */
export function showMissing(call: Call, found: Surroundings): void {
  if (found.pawl) return;
  say(call, 'The hooks need pawl in the project or in PATH, and it is in neither: npm install --save-dev pawl');
}
