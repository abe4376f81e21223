// `pawl` and `pawl status`: every unfinished run on one screen.

import { loadConfig } from '../../../service/config/load.js';
import { troubleLine } from '../../../service/hooks/trouble.js';
import type { Overview } from '../../../service/overview.js';
import type { Decision } from '../../../service/resume/decision.js';
import type { Answer, Call } from '../call.js';
import { findRoot } from '../root.js';
import { type FileProblem, findRuns } from '../runs.js';
import { runsInFull, statusScreen } from '../view/status-screen.js';

/** A setting that is ignored is worth a word: someone counts on it. */
function configProblems(root: string): readonly FileProblem[] {
  const { problems } = loadConfig(root);
  if (problems.length === 0) return [];
  const settings = problems.length === 1 ? 'a setting is' : `${problems.length} settings are`;
  return [{ code: 'config', message: `${settings} ignored; \`pawl config\` says why` }];
}

/** Hooks never fail the agent: this is where their trouble shows. */
function hookProblems(root: string): readonly FileProblem[] {
  const message = troubleLine(root, Date.now());
  return message === null ? [] : [{ code: 'hooks', message: `${message}; \`pawl doctor\` tells more` }];
}

/** People are told what stands in the way; programs ask `resume`, which looks at all files. */
async function decided(root: string, runs: readonly Overview[]): Promise<ReadonlyMap<string, Decision>> {
  if (runs.length === 0) return new Map();
  const { decidedRuns } = await import('../lazy/decided-runs.js');
  return decidedRuns(root, runs);
}

/** What was put away unfinished is in no use, but `resume` offers it. */
async function putAway(root: string): Promise<number> {
  const { runs } = await findRuns(root, { unfinished: true, all: true });
  if (!runs.some(({ place }) => place === 'failed' || place === 'archived')) return 0;
  const { countPutAway } = await import('../lazy/put-away.js');
  return countPutAway(root);
}

/**
 * Shows the status.
 * @param call the call
 * @returns the unfinished runs, newest first, and what is wrong with files
 */
export async function run(call: Call): Promise<Answer> {
  const { out } = call;
  const root = findRoot(call);
  const seen = await findRuns(root, { unfinished: true });
  const found = { ...seen, problems: [...seen.problems, ...hookProblems(root), ...configProblems(root)] };
  if (!out.isJson) {
    const scene = {
      call,
      root,
      now: Date.now(),
      columns: out.columns,
      paint: out.paint,
      decided: await decided(root, runsInFull(found.runs)),
      away: await putAway(root),
    };
    for (const line of statusScreen(found, scene)) out.line(line);
  }
  return { json: { ok: true, ...found } };
}
