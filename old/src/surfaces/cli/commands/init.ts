// `pawl init`: shows what it will do, asks, and does it.

import { findGitRoot } from '../../../service/git.js';
import { applySteps, closeLook, folderQuestion, projectLoader } from '../../../service/init/apply.js';
import { planInit, planManifest, planUninstall } from '../../../service/init/plan.js';
import { type InitStep, isChange } from '../../../service/init/step.js';
import type { Answer, Call } from '../call.js';
import { exits } from '../exit-codes.js';
import { detect } from '../init/detect.js';
import { joinParts, partsToRemove, usualParts } from '../init/parts.js';
import { showEnd, showMissing, showPlace, showPlan } from '../init/show.js';
import { findRoot } from '../root.js';
import { initParts } from '../rows/setup.js';
import { canAsk, confirm } from '../terminal/ask.js';
import { version } from '../../../service/version.js';

/** Parts that call the program, or its hook. */
const needsProgram: ReadonlySet<string> = new Set(['utils', 'hooks', 'statusline', 'codex', 'skills']);

/** Decides which steps are carried out; asks where someone can answer. */
async function decide(call: Call, changes: readonly InitStep[]): Promise<readonly InitStep[]> {
  if (call.flag('dry-run')) return [];
  if (call.flag('yes')) return changes;
  const free = changes.filter((step) => step.question === null);
  if (!canAsk(call.out)) return free; // new files and pawl's own: nothing of a person's is touched
  const agreed = free.length > 0 && (await confirm('Do this?', true)) ? [...free] : [];
  if (free.length > 0 && agreed.length === 0) return [];
  for (const step of changes) {
    if (step.question !== null && (await confirm(step.question, false))) agreed.push(step);
  }
  return agreed;
}

/** What cannot be worked on does not keep the rest from being set up, but it is not a success either. */
function failure(steps: readonly InitStep[]): Record<string, unknown> {
  const found = steps.filter(({ action }) => action === 'stuck');
  if (found.length === 0) return { ok: true };
  const message = found.map(({ path, why }) => `${path} ${why}`).join('; ');
  return { ok: false, error: { code: 'bad-input', message, hint: 'All other steps were carried out.' } };
}

/** What comes first where the agent's own file was left as it is. */
function withoutHooks(missing: readonly InitStep[]): string {
  const files = missing.map(({ path }) => path).join(' and ');
  return `see to ${files}, as said above: as long as pawl's hooks do not stand there, the agent calls none of them.`;
}

/**
 * Sets up a project, or takes it back.
 * @param call the options
 * @returns the plan, and which of its steps were carried out
 */
export async function run(call: Call): Promise<Answer> {
  const root = findRoot(call);
  const isUninstall = call.flag('uninstall');
  const found = detect(root, findGitRoot(root) !== null);
  const only = call.texts('only');
  const usual = isUninstall ? initParts : usualParts(found);
  const names = only.length === 0 ? usual : initParts.filter((name) => only.includes(name));
  const load = projectLoader(root);
  const isPartial = isUninstall && only.length > 0;
  const isThere = (path: string): boolean => load(path) !== null;
  const { next, ...wanted } = isPartial ? partsToRemove(names, isThere) : joinParts(names, isThere);
  const input = { version, load, look: closeLook(root), holdsRuns: folderQuestion(root), ...wanted };
  const planned = isUninstall ? planUninstall(input) : planInit(input);
  const manifest = planManifest(load, planned);
  const steps = manifest === null ? planned : [...planned, manifest];
  showPlace(call, root, found);
  showPlan(call, steps);
  const files = planned.filter(isChange);
  const changes = files.length === 0 && manifest !== null ? [manifest] : files; // all but that, before it was killed
  const chosen = changes.length === 0 ? [] : await decide(call, changes);
  const forgotten = isUninstall ? planned.filter((step) => !isChange(step)) : []; // what is gone is not remembered
  const carriedOut = planned.filter((step) => chosen.includes(step) || forgotten.includes(step));
  if (chosen.length > 0) applySteps(root, carriedOut, { isUninstall });
  const missing = planned.filter(
    (step) =>
      Object.hasOwn(wanted.members, step.path) &&
      (step.action === 'stuck' || (isChange(step) && !chosen.includes(step))),
  );
  // What is remembered is written with the first of them.
  const isDone = (step: InitStep): boolean => chosen.includes(step) || (step === manifest && chosen.length > 0);
  showEnd(call, steps, steps.filter(isDone), missing.length === 0 ? next : withoutHooks(missing));
  if (!isUninstall && names.some((name) => needsProgram.has(name))) showMissing(call, found);
  const described = steps.map((step) => {
    const { path, action, why, kept, question } = step;
    return { path, action, why, kept, needs_consent: question !== null, done: isDone(step) };
  });
  const outcome = failure(steps);
  return {
    json: { ...outcome, root, git: found.git, found, parts: names, dry_run: call.flag('dry-run'), steps: described },
    ...(outcome['ok'] === true ? {} : { exit: exits.failed }),
  };
}
