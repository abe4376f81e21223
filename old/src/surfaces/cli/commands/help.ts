// `pawl help`: the overview, one group, or one command; with `--json` the table itself.

import type { Answer, Call } from '../call.js';
import { unknownCommand } from '../dispatch.js';
import { commandHelp, groupHelp, overviewHelp } from '../manual/help.js';
import { type CommandRow, globalOptions, shownOptions, usageOf } from '../row.js';
import { findRow, groupOf, groupSummary, sections, table } from '../table.js';

function describe(row: CommandRow): object {
  const { name, summary, description = null, positionals = [], examples } = row;
  const options = Object.fromEntries(shownOptions(row.options ?? {}));
  return { name, summary, description, usage: usageOf(row), positionals, options, examples };
}

/**
 * Shows help.
 * @param call the words of the command, or none
 * @returns the rows that were shown
 */
export async function run(call: Call): Promise<Answer> {
  const { out, positionals: words } = call;
  const [first = ''] = words;
  const page = { width: out.width, paint: out.paint };
  if (words.length === 0) {
    out.line(overviewHelp(sections, page));
    return { json: { commands: table.filter((row) => row.hidden !== true).map(describe), options: globalOptions } };
  }
  const found = findRow(words);
  const group = words.length === 1 ? groupOf(first) : [];
  if (found !== null && found.taken === words.length) {
    out.line(commandHelp(found.row, page));
    if (group.length > 0) out.line(`\n${groupHelp(first, groupSummary(first), group, page)}`);
    return { json: describe(found.row) };
  }
  if (group.length === 0) throw unknownCommand(words);
  out.line(groupHelp(first, groupSummary(first), group, page));
  return { json: { commands: group.map(describe), options: globalOptions } };
}
