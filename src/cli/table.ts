// The table of commands. Order within a group is the order in help.

import { pawl } from '../base/command-line.js';
import { PawlError } from '../base/errors.js';
import { nearest } from '../base/text.js';
import { hook } from './agent.js';
import { buildCommands } from './build.js';
import type { Command } from './command.js';
import { completionCommand } from './completion.js';
import { config } from './config.js';
import { demo } from './demo.js';
import { gateCommands } from './gate.js';
import { handoffCommands } from './handoff.js';
import { helpCommand, version } from './help.js';
import { historyCommands } from './history.js';
import { mcp } from './mcp.js';
import { pipelineCommands } from './pipeline.js';
import { resumeCommands } from './resume.js';
import { seeCommands } from './see.js';
import { setupCommands } from './setup.js';
import { shipCommands } from './ship.js';
import { show } from './show.js';
import { specCommands } from './spec.js';
import { tidyCommands } from './tidy.js';
import { tokens } from './tokens.js';
import { uiCommands } from './ui.js';
import { workflowCommands } from './workflow.js';
import { writeCommands } from './write.js';

const help = helpCommand(() => commands);

export const commands: readonly Command[] = [
  ...seeCommands,
  show,
  ...uiCommands,
  ...writeCommands,
  ...workflowCommands,
  ...specCommands,
  ...pipelineCommands,
  ...buildCommands,
  ...gateCommands,
  ...resumeCommands,
  ...historyCommands,
  ...shipCommands,
  ...tidyCommands,
  ...setupCommands,
  ...handoffCommands,
  mcp,
  demo,
  hook,
  tokens,
  config,
  completionCommand(() => commands),
  help,
  version,
];

/** Finds the command that words name, and what is left for it. Without words it is `status`. */
export function findCommand(argv: readonly string[]): { readonly command: Command; readonly words: readonly string[] } {
  const [first = 'status', second = '', ...rest] = argv;
  const name = aliases[first] ?? first;
  const words = argv.slice(1);
  const command = commands.find((one) => one.name === `${name} ${second}`) ?? commands.find((one) => one.name === name);
  if (command === undefined) throw unknownCommand(first, second);
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  if (words.slice(0, end).some((word) => word === '--help' || word === '-h'))
    return { command: help, words: [command.name] };
  return { command, words: command.name.includes(' ') ? rest : words };
}

const aliases: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-V': 'version',
};

function unknownCommand(first: string, second: string): PawlError {
  const parts = commands.filter((one) => one.name.startsWith(`${first} `)).map((one) => one.name);
  if (parts.length > 0) {
    const message = second === '' ? `"${first}" needs one more word` : `there is no command "${first} ${second}"`;
    return new PawlError('bad-usage', message, { hint: `Write one of ${parts.join(', ')}.` });
  }
  const near = nearest(first, [...new Set(commands.map((one) => one.name.split(' ')[0] ?? ''))]);
  const hint = near === undefined ? `\`${pawl`help`}\` lists the commands.` : `Did you mean \`${pawl`${near}`}\`?`;
  return new PawlError('bad-usage', `there is no command "${first}"`, { hint });
}
