// `help` and `version`. Everything here is made from the table of commands and the table of error codes.

import { command } from './command.js';

declare const PAWL_VERSION: string;

export const version = command({
  name: 'version',
  group: 'agents',
  about: 'Print the version',
  args: [],
  options: {},
  isInternal: true,
  run: async () => ({ text: PAWL_VERSION, json: { ok: true, version: PAWL_VERSION } }),
});

export const help = command({
  name: 'help',
  group: 'agents',
  about: 'Explain a command or an error code',
  args: [{ name: 'COMMAND|CODE', about: 'What to explain', isOptional: true, isRest: true }],
  options: {},
  run: async () => ({ text: 'Checkpoints for coding agents.' }),
});
