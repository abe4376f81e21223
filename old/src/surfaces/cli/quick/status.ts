// `pawl status --json`, as prompts ask for it: answered from the catalogue.

import { hasFiles } from '../../../service/config/files.js';
import { glanceAtRuns } from '../../../service/glance.js';
import { hasTrouble } from '../../../service/hooks/has-trouble.js';
import { answerCall } from '../answer-call.js';
import { quickRoot } from './quick-root.js';

/**
 * Answers a call that wants nothing but the document.
 * @param args `--json`
 * @returns false when a file has to be read, or anything else was asked for
 */
export function answer(args: readonly string[]): boolean {
  if (args.length !== 1 || args[0] !== '--json') return false;
  const json = statusDocument();
  if (json === null) return false;
  void answerCall(true, async () => ({ json }));
  return true;
}

function statusDocument(): unknown {
  try {
    const root = quickRoot();
    const { env } = process;
    const isMore = hasTrouble(root) || hasFiles(root, env) || (env['PAWL_GATE_PUSH'] || env['PAWL_OFF'] || '') !== '';
    const runs = isMore ? null : glanceAtRuns(root, { unfinished: true }, Date.now());
    return runs === null ? null : { ok: true, runs, problems: [] };
  } catch {
    return null;
  }
}
