// `pawl init`: shows what it will do, asks, and does it.

import fs from 'node:fs';
import path from 'node:path';
import { findGitRoot } from '../../../service/git.js';
import { applyStep, projectLoader } from '../../../service/init/apply.js';
import { type InitStep, planInit, planUninstall } from '../../../service/init/plan.js';
import { utilities, utilsFolder } from '../../../service/init/utilities.js';
import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';
import { initParts } from '../rows/setup.js';
import { canAsk, confirm } from '../terminal/ask.js';
import { tableLines, wrap } from '../terminal/layout.js';
import { version } from '../version.js';

const dropins = ['checkpoint-manager.cjs', 'token-counter.cjs', 'utils.cjs'];

const libFolder = '.claude/scripts/lib';
const stateFolder = '.claude/state/';

/** What a part of the set-up writes, and what git is to ignore for it. */
interface Part {
  readonly sources: Readonly<Record<string, string>>;
  readonly ignored: readonly string[];
  /** What to do with it. */
  readonly next: string;
}

/** The built drop-ins stand beside the program. */
function readDropins(): Record<string, string> {
  const folder = path.join(__dirname, '..', '..', 'lib');
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
  return Object.fromEntries(dropins.map((name) => [`${libFolder}/${name}`, read(name)]));
}

const parts: { readonly [Name in (typeof initParts)[number]]: () => Part } = {
  lib: () => ({
    sources: readDropins(),
    ignored: [stateFolder],
    next: `in a script, require('./${libFolder}/checkpoint-manager.cjs')`,
  }),
  utils: () => ({
    sources: utilities,
    ignored: [stateFolder, '.claude/checkpoints/'],
    next: `${utilsFolder}/list-checkpoints.sh`,
  }),
};

/** All parts, unless some are named. */
function partsOf(call: Call): readonly Part[] {
  const only = call.texts('only');
  return initParts.filter((name) => only.length === 0 || only.includes(name)).map((name) => parts[name]());
}

function show({ out }: Call, steps: readonly InitStep[]): void {
  const colour = (row: number): 'dim' | 'red' | 'green' => {
    const action = steps[row]?.action;
    return action === 'keep' ? 'dim' : action === 'remove' ? 'red' : 'green';
  };
  const columns = [
    { paint: (cell: string, row: number) => out.paint(colour(row), cell) },
    {},
    { paint: (cell: string) => out.paint('dim', cell) },
  ];
  const rows = steps.map((step) => [step.action.padEnd(6), step.path, step.why]);
  for (const line of tableLines(columns, rows, Infinity)) out.line(`  ${line}`); // a reason is never cut
  out.line();
}

/** Decides which steps are carried out; asks where someone can answer. */
async function decide(call: Call, changes: readonly InitStep[]): Promise<readonly InitStep[]> {
  if (call.flag('dry-run')) return [];
  if (call.flag('yes')) return changes;
  const free = changes.filter((step) => !step.needsConsent);
  const asking = changes.filter((step) => step.needsConsent);
  if (!canAsk(call.out)) return free; // new files and pawl's own: nothing of a person's is touched
  const agreed = free.length > 0 && (await confirm('Do this?', true)) ? [...free] : [];
  if (free.length > 0 && agreed.length === 0) return [];
  for (const step of asking) if (await confirm(`Add getStateDir to ${step.path}?`, false)) agreed.push(step);
  return agreed;
}

function nothingToDo(call: Call, steps: readonly InitStep[]): string {
  if (call.flag('uninstall')) return "Nothing of pawl's own is left to take back.";
  const isWhole = steps.every((step) => step.kept === null);
  return `${call.out.paint('green', '✓')} Everything ${isWhole ? '' : 'else '}is in place; nothing to do.`;
}

/** A file that a person changed is theirs; they are told that there would be another one, and how to come to it. */
function tellKept(call: Call, steps: readonly InitStep[]): void {
  const { out } = call;
  const kept = steps.filter((step) => step.kept !== null);
  for (const step of kept) {
    for (const line of wrap(`${step.path} ${step.why} and is kept as it is.`, out.width)) out.line(line);
  }
  if (kept.length === 0 || call.flag('uninstall')) return;
  const advice =
    `To get pawl's own, give your ${kept.length === 1 ? 'file' : 'files'} another name and run \`pawl init\` again; ` +
    'then carry over what you need from yours.';
  for (const line of wrap(advice, out.width)) out.line(line);
}

function conclude(call: Call, steps: readonly InitStep[], done: readonly InitStep[], next: string): void {
  const { out } = call;
  const changes = steps.filter((step) => step.action !== 'keep');
  if (call.flag('dry-run')) out.line('Nothing was changed: this was a dry run.');
  else if (changes.length === 0) out.line(nothingToDo(call, steps));
  else if (done.length === 0) out.line('Nothing was changed.');
  else out.line(`${out.paint('green', '✓')} ${done.length} ${done.length === 1 ? 'file' : 'files'} changed.`);
  tellKept(call, steps);
  const left = changes.filter((step) => step.needsConsent && !done.includes(step));
  for (const step of left) {
    out.line(
      `${step.path} is yours and was left alone. To have getStateDir added to it, run: pawl init --only lib --yes`,
    );
  }
  if (done.length > 0 && !call.flag('uninstall')) {
    out.line(`Next: ${next}`);
  }
}

/**
 * Sets up a project, or takes it back.
 * @param call the options
 * @returns the plan, and which of its steps were carried out
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const root = findRoot(call);
  const isGit = findGitRoot(root) !== null;
  const chosenParts = partsOf(call);
  const sources = Object.assign({}, ...chosenParts.map((part) => part.sources));
  const ignored = [...new Set(chosenParts.flatMap((part) => part.ignored))];
  const input = { version, sources, ignored, load: projectLoader(root) };
  const steps = call.flag('uninstall') ? planUninstall(input) : planInit(input);
  const changes = steps.filter((step) => step.action !== 'keep');
  out.line(`${out.paint('bold', 'pawl init')} in ${root}`);
  if (!isGit) out.line(out.paint('yellow', 'This is no git repository: pawl takes the folder itself as the project.'));
  out.line();
  show(call, steps);
  const chosen = changes.length === 0 ? [] : await decide(call, changes);
  for (const step of chosen) applyStep(root, step);
  conclude(call, steps, chosen, chosenParts[0]?.next ?? '');
  const described = steps.map((step) => {
    const { path: file, action, why, kept, needsConsent } = step;
    return { path: file, action, why, kept, needs_consent: needsConsent, done: chosen.includes(step) };
  });
  return { json: { ok: true, root, git: isGit, dry_run: call.flag('dry-run'), steps: described } };
}
