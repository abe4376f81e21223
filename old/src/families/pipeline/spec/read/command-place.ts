// Where a command runs and with which variables: written in front of it, so that whoever confirms it sees all of it.

import { shellQuote } from '../../../../rules/text/shell-quote.js';
import { whyOutside } from '../../outside.js';
import type { Findings } from '../source/findings.js';
import type { Entry } from '../source/tree.js';
import type { SpecCommand } from '../types.js';
import { readText } from './values.js';

/** The names of these members, for gates and workstreams alike. */
export const placeNames = {
  cwd: ['cwd', 'workingdirectory', 'workingdir', 'workdir'],
  env: ['env', 'envvars'],
} as const;

/**
 * Puts commands into their place.
 * @param commands the commands
 * @param cwd the member that names a folder of the repository
 * @param env the member that holds variables
 * @param findings takes what is no folder, or no variable
 * @returns the commands, in a shell where there is anything to say
 */
export function inPlace(
  commands: readonly SpecCommand[],
  cwd: Entry | undefined,
  env: Entry | undefined,
  findings: Findings,
): readonly SpecCommand[] {
  const before = [...folderOf(cwd, findings), ...variablesOf(env, findings)].join('');
  return before === '' ? commands : commands.map(({ text }) => ({ text: `${before}${text}`, words: [], shell: true }));
}

function folderOf(cwd: Entry | undefined, findings: Findings): readonly string[] {
  const folder = readText(cwd, findings)?.replaceAll('\\', '/') ?? '';
  const why = whyOutside(folder);
  if (cwd !== undefined && why !== null) findings.problem(cwd.value, `${cwd.key.text} ${why}`, 'name a folder of it');
  return folder === '' || folder === '.' || why !== null ? [] : [`cd ${shellQuote(folder)} || exit; `];
}

function variablesOf(env: Entry | undefined, findings: Findings): readonly string[] {
  if (env === undefined) return [];
  const entries = env.value.kind === 'map' ? env.value.entries : [];
  const lines = entries.flatMap(({ key, value }) =>
    value.kind === 'scalar' && /^[A-Za-z_]\w*$/.test(key.text)
      ? [`export ${key.text}=${shellQuote(value.value === null ? '' : value.text)}; `]
      : [],
  );
  if (lines.length === 0 || lines.length < entries.length) {
    findings.problem(env.value, `${env.key.text} is no map of variables`, 'write e.g. {CI: "1"}');
  }
  return lines;
}
