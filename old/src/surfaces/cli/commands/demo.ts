// `pawl demo`: the main job in miniature. Three runs are killed in the middle, found again and completed.

import { openProject } from '../../library/project.js';
import type { Answer, Call } from '../call.js';
import { acts, play } from '../demo/actors.js';
import { killAll } from '../demo/child.js';
import { openStage, type Stage } from '../demo/stage.js';
import { playAct, type Result } from '../demo/story.js';
import { exits } from '../exit-codes.js';

/** An interrupted demo leaves nothing behind either. */
function onInterrupt(stage: Stage, isKept: boolean): () => void {
  const stop = (signal: NodeJS.Signals): void => {
    killAll();
    if (!isKept) stage.remove();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  return () => signals.forEach((signal) => process.off(signal, stop));
}

async function playAll(call: Call, stage: Stage): Promise<readonly Result[]> {
  const { out } = call;
  const project = await openProject({ root: stage.root, actor: 'demo, audience' });
  const results: Result[] = [];
  try {
    for (const [index, act] of acts.entries()) {
      out.line();
      out.line(`${out.paint('bold', `${index + 1}/${acts.length}`)}  ${out.paint('bold', act.title)}`);
      results.push(await playAct(act, project, out));
    }
  } finally {
    await project.close();
  }
  return results;
}

const sum = (results: readonly Result[], of: (result: Result) => number): number =>
  results.reduce((total, result) => total + of(result), 0);

/**
 * Plays the demo, or one part of it in a process of its own.
 * @param call `--keep`, or the part
 * @returns what came of it; exits with 1 when a claim did not hold
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const role = call.text('role');
  if (role !== undefined) {
    await play(role, call.text('root') ?? '');
    return { json: null };
  }
  const began = performance.now();
  const stage = openStage();
  const isKept = call.flag('keep');
  const off = onInterrupt(stage, isKept);
  try {
    out.line(`${out.paint('bold', 'pawl demo')}: three runs are killed in the middle, found again and completed.`);
    out.line(out.paint('dim', `In ${stage.root}${stage.hasGit ? '' : ', without git, which was not found'}`));
    const results = await playAll(call, stage);
    const problems = results.flatMap((result) => result.problems);
    const acknowledged = sum(results, (result) => result.acknowledged);
    const kept = sum(results, (result) => result.kept);
    const completed = results.filter((result) => result.completed).length;
    const ms = Math.round(performance.now() - began);
    const ok = problems.length === 0;
    out.line();
    out.line(
      `${ok ? out.paint('green', '✓') : out.paint('red', '✗')} ${out.paint('bold', `${kept} of ${acknowledged}`)} acknowledged saves kept, ` +
        `${out.paint('bold', `${completed} of ${acts.length}`)} runs resumed and completed, in ${(ms / 1000).toFixed(1)} s.`,
    );
    for (const problem of problems) out.line(out.paint('red', `  ${problem}`));
    if (isKept) out.line(`Left for a look around: ${stage.root}`);
    else if (ok)
      out.line(
        out.paint('dim', 'Next, in a project of yours: `pawl phase implement/auth schema in_progress`, then `pawl`.'),
      );
    const json = {
      ok,
      acknowledged,
      kept,
      completed,
      git: stage.hasGit,
      ms,
      folder: isKept ? stage.root : null,
      acts: results,
    };
    return { json, exit: ok ? exits.ok : exits.failed };
  } finally {
    off();
    if (!isKept) stage.remove();
  }
}
