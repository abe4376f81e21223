// `pawl list --json`, as agents and scripts ask: the newest runs, answered from the catalogue.

import { projectRoot } from '../../../service/git.js';
import { glanceAtRuns } from '../../../service/glance.js';
import { answerCall } from '../answer-call.js';
import { shownByDefault } from '../commands/list.js';

/**
 * Answers a call that wants nothing but the document.
 * @param args `--json`
 * @returns false when a file has to be read, or anything else was asked for
 */
export function answer(args: readonly string[]): boolean {
  if (args.length !== 1 || args[0] !== '--json') return false;
  const json = listDocument();
  if (json === null) return false;
  void answerCall(true, async () => ({ json }));
  return true;
}

function listDocument(): unknown {
  try {
    const found = glanceAtRuns(projectRoot(), { limit: shownByDefault + 1 }, Date.now());
    if (found === null) return null;
    return { ok: true, runs: found.slice(0, shownByDefault), more: found.length > shownByDefault, problems: [] };
  } catch {
    return null; // the command itself tells what is wrong
  }
}
