// `help` and `version`. Everything here is made from the table of commands and the table of error codes.

import { pawl, pawlLine } from '../base/command-line.js';
import { type ErrorCode, PawlError, errorCodes } from '../base/errors.js';
import { nearest } from '../base/text.js';
import { type Command, aboutOf, command, groups, usageOf } from './command.js';
import { columns, indent, style } from './view.js';

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

/** What people need most, in this order. */
const first = ['status', 'show', 'resume', 'history', 'doctor'];

/** Options that every command takes. */
export const commonOptions: readonly (readonly [string, string])[] = [
  ['--json', 'Print one JSON document and nothing else'],
  ['-h, --help', 'Explain the command'],
];

/** Makes the command; the table is asked only when it runs. */
export function helpCommand(table: () => readonly Command[]): Command {
  return command({
    name: 'help',
    needsProject: false,
    group: 'agents',
    about: 'Explain a command or an error code',
    args: [{ name: 'COMMAND|CODE', about: 'What to explain', isOptional: true, isRest: true }],
    options: {},
    examples: ['help phase', 'help workflow start', 'help conflict'],
    async run({ args }) {
      const asked = args.join(' ');
      const all = table();
      if (asked === '') return { text: overview(all), json: { ok: true, commands: all.filter(isShown).map(toJson) } };
      const named = all.filter(({ name }) => name === asked || name.startsWith(`${asked} `));
      const [only, second] = named;
      if (only !== undefined && second === undefined)
        return { text: helpOf(only), json: { ok: true, ...toJson(only) } };
      if (only !== undefined) return { text: tableOf(named), json: { ok: true, commands: named.map(toJson) } };
      if (isCode(asked)) return { text: codeText(asked), json: { ok: true, code: asked, ...errorCodes[asked] } };
      const near = nearest(asked, [...all.map(({ name }) => name), ...Object.keys(errorCodes)]);
      const hint =
        near === undefined ? `\`${pawl`help`}\` lists the commands.` : `Did you mean \`${pawl`help ${near}`}\`?`;
      throw new PawlError('not-found', `there is no command or error code "${asked}"`, { hint });
    },
  });
}

const isShown = (one: Command): boolean => one.isInternal !== true;

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}

/** `  phase  Record the status of a phase` */
function tableOf(some: readonly Command[]): string {
  return indent(columns(some.map(({ name, about }) => [style('cyan', name), about])));
}

function overview(all: readonly Command[]): string {
  const byName = first.flatMap((name) => all.find((one) => one.name === name) ?? []);
  const sections = Object.entries(groups).flatMap(([group, title]) => {
    const members = all.filter((one) => one.group === group && isShown(one) && !byName.includes(one));
    return members.length === 0 ? [] : [`${style('bold', title)}\n${tableOf(members)}`];
  });
  return [
    `pawl keeps checkpoints of the work of coding agents.\n\n${style('bold', 'Begin here')}\n${tableOf(byName)}`,
    ...sections,
    `A run is named like implement, implement/auth or PRD-009.\n\`${pawl`help phase`}\` explains a command, \`${pawl`help conflict`}\` an error code. Every command takes --json.`,
  ].join('\n\n');
}

function section(title: string, text: string): string[] {
  return text === '' ? [] : [`${style('bold', title)}\n${indent(text)}`];
}

function helpOf(spec: Command): string {
  const { about, args, options, details, examples = [] } = spec;
  const optionRows = Object.entries(options).map(([name, option]) => {
    const { value, short } = option;
    const written = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
    return [written, aboutOf(option)];
  });
  return [
    `${about}.`,
    ...section('Usage', `pawl ${usageOf(spec)}`),
    ...(details === undefined ? [] : [details]),
    ...section('Arguments', columns(args.map((one) => [one.name, aboutOf(one)]))),
    ...section('Options', columns([...optionRows, ...commonOptions])),
    ...section('Examples', examples.map(pawlLine).join('\n')),
  ].join('\n\n');
}

function codeText(code: ErrorCode): string {
  const { about, fix, exitCode } = errorCodes[code];
  const told = fix.replace(/`pawl ([^`]+)`/g, (_, line: string) => `\`${pawlLine(line)}\``);
  return `${style('bold', code)}: ${about}\n\n${told}\n\nThe program exits with ${exitCode}.`;
}

function toJson(spec: Command): object {
  const { name, group, about, args, options, details, examples } = spec;
  return { name, group, about, usage: `pawl ${usageOf(spec)}`, args, options, details, examples };
}
