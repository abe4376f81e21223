// `pawl help`: the overview, or one command; with `--json` the table itself.

import { type Answer, badUsage, type Call } from '../call.js';
import { commandHelp, overviewHelp } from '../help.js';
import { didYouMean } from '../../../rules/near.js';
import { type CommandRow, usageOf } from '../row.js';
import { findRow, table } from '../table.js';

function describe(row: CommandRow): object {
  const options = Object.entries(row.options ?? {}).filter(([, option]) => option.hidden !== true);
  const { name, summary, description = null, positionals = [], examples = [] } = row;
  const shown = Object.fromEntries(options);
  return { name, summary, description, usage: usageOf(row), positionals, options: shown, examples };
}

/**
 * Shows help.
 * @param call the words of the command, or none
 * @returns the rows that were shown
 */
export async function run(call: Call): Promise<Answer> {
  const words = call.positionals;
  const page = { width: call.out.width, paint: call.out.paint };
  const found = findRow(words);
  if (found !== null && found.taken === words.length) {
    call.out.line(commandHelp(found.row, page));
    return { json: describe(found.row) };
  }
  const group = words.length === 0 ? table : table.filter((row) => row.name.startsWith(`${words.join(' ')} `));
  if (group.length === 0) {
    const names = table.map((row) => row.name);
    const near = didYouMean(words.join(' '), names);
    const message = `there is no command ${JSON.stringify(words.join(' '))}${near === undefined ? '' : `, ${near}`}`;
    throw badUsage(message, 'Run `pawl --help` to see all commands.');
  }
  call.out.line(overviewHelp(group, page));
  return { json: { commands: group.map(describe) } };
}
