// Command lines that are shown to be run: they work as they stand, whatever is in a ref.

import { parseKey } from '../../../rules/names.js';
import { shellWords } from '../../../rules/text/shell-quote.js';
import { printableRef, projectName } from '../../../service/resume/printable-ref.js';
import type { Overview } from '../../../service/overview.js';
import type { Arguments } from '../call.js';

/**
 * Writes a command line for the same project.
 * @param args the call that it is an answer to: its `--root` is repeated
 * @param words the words behind `pawl`
 * @returns e.g. `pawl resume 'implement/my feature'`
 */
export function commandLine(args: Pick<Arguments, 'text'>, ...words: readonly string[]): string {
  const root = args.text('root');
  return shellWords(['pawl', ...(root === undefined ? [] : ['-C', root]), ...words]);
}

/**
 * Names each run so that nothing else is meant: by its ref, or with its family where two share one.
 * @param runs the runs
 * @returns gives the name of a run
 */
export function namesOf(runs: readonly Pick<Overview, 'ref' | 'id'>[]): (run: Pick<Overview, 'ref' | 'id'>) => string {
  const counts = new Map<string, number>();
  const count = (name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { ref, id } of runs) {
    count(ref);
    const key = parseKey(id);
    const project = key?.family === 'workflow' ? projectName(key.id) : null;
    if (project !== null) count(project);
  }
  return ({ ref, id }) => {
    const key = parseKey(id);
    return counts.get(ref) === 1 && key !== null && printableRef(key) === ref ? ref : id;
  };
}
