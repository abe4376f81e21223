// `pawl init`: shows what it will do, asks, and does it.

import fs from 'node:fs';
import path from 'node:path';
import { PawlError } from '../../../rules/errors.js';
import { findGitRoot, projectRoot } from '../../../service/git.js';
import { applyStep, type InitStep, libFolder, planInit, planUninstall, projectLoader } from '../../../service/init.js';
import { canAsk, confirm } from '../ask.js';
import type { Answer, Call } from '../call.js';
import { version } from '../version.js';

const dropins = ['checkpoint-manager.cjs', 'token-counter.cjs', 'utils.cjs'];

/** The built drop-ins stand beside the program. */
function readSources(): Record<string, string> {
  const folder = path.join(__dirname, '..', '..', 'lib');
  return Object.fromEntries(dropins.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));
}

function findRoot(): string {
  const root = projectRoot();
  if (fs.statSync(root, { throwIfNoEntry: false })?.isDirectory() === true) return root;
  throw new PawlError('not-found', `the project's folder ${root} does not exist`, {
    hint: 'GIT_ROOT or CLAUDE_PROJECT_DIR names it; correct or unset it.',
  });
}

function show(call: Call, steps: readonly InitStep[]): void {
  const { out } = call;
  const longest = Math.max(...steps.map((step) => step.path.length));
  for (const step of steps) {
    const colour = step.action === 'keep' ? 'dim' : step.action === 'remove' ? 'red' : 'green';
    out.line(
      `  ${out.paint(colour, step.action.padEnd(6))}  ${step.path.padEnd(longest)}  ${out.paint('dim', step.why)}`,
    );
  }
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

function conclude(call: Call, changes: readonly InitStep[], done: readonly InitStep[]): void {
  const { out } = call;
  if (call.flag('dry-run')) out.line('Nothing was changed: this was a dry run.');
  else if (changes.length === 0) out.line(`${out.paint('green', '✓')} Everything is in place; nothing to do.`);
  else if (done.length === 0) out.line('Nothing was changed.');
  else out.line(`${out.paint('green', '✓')} ${done.length} ${done.length === 1 ? 'file' : 'files'} changed.`);
  const left = changes.filter((step) => step.needsConsent && !done.includes(step));
  for (const step of left) {
    out.line(
      `${step.path} is yours and was left alone. To have getStateDir added to it, run: pawl init --only lib --yes`,
    );
  }
  if (done.length > 0 && !call.flag('uninstall')) {
    out.line(`Next: in a script, require('./${libFolder}/checkpoint-manager.cjs')`);
  }
}

/**
 * Sets up a project, or takes it back.
 * @param call the options
 * @returns the plan, and which of its steps were carried out
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const root = findRoot();
  const isGit = findGitRoot(root) !== null;
  const input = { version, sources: readSources(), load: projectLoader(root) };
  const steps = call.flag('uninstall') ? planUninstall(input) : planInit(input);
  const changes = steps.filter((step) => step.action !== 'keep');
  out.line(`${out.paint('bold', 'pawl init')} in ${root}`);
  if (!isGit) out.line(out.paint('yellow', 'This is no git repository: pawl takes the folder itself as the project.'));
  out.line();
  show(call, steps);
  const chosen = changes.length === 0 ? [] : await decide(call, changes);
  for (const step of chosen) applyStep(root, step);
  conclude(call, changes, chosen);
  const described = steps.map((step) => {
    const { path: file, action, why, needsConsent } = step;
    return { path: file, action, why, needs_consent: needsConsent, done: chosen.includes(step) };
  });
  return { json: { ok: true, root, git: isGit, dry_run: call.flag('dry-run'), steps: described } };
}
