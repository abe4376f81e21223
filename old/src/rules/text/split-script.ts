// Splits a shell script into the simple commands that it may run, each in words. Lenient where `splitCommand` is strict:
// expansions stay as they are written, and what stands in substitutions, `sh -c` or `eval` is split as well. Runs nothing.

import { innerScripts, namedPrograms, nameOf, printed, readsStdin, runsScripts } from './inner-scripts.js';
import { type Program, readsProgram } from './program-text.js';
import { expansion, ScriptReader } from './script-reader.js';

/** The words of one simple command. */
export type SimpleCommand = readonly string[];

/** A script, as far as it was read. */
export interface Script {
  /**
   * Its simple commands in order, those inside of substitutions and inner scripts included. Output that goes to a file is
   * one as well: `>` and its name, behind the command that writes it.
   */
  readonly commands: readonly SimpleCommand[];
  /** What stands before each of them, e.g. `&&`; empty where a script begins. */
  readonly joints: readonly string[];
  /** False when they may be run in another order: in loops and functions, and where a shell reads what it runs. */
  readonly isInOrder: boolean;
  /** Programs in other languages, which interpreters read. */
  readonly programs: readonly Program[];
  /** False when a part of it is too long, or too deep inside, to be read. */
  readonly isWhole: boolean;
}

const maxDepth = 5;
const maxChars = 1_000_000;

/**
 * Splits a script.
 * @param text what a shell is given, e.g. `cd x && FOO=1 git push`
 * @returns its commands
 */
export function splitScript(text: string): Script {
  const into: Found = { commands: [], joints: [], programs: [], isInOrder: true };
  const isWhole = collect(text.slice(0, maxChars), 0, into);
  return { ...into, isWhole: isWhole && text.length <= maxChars };
}

interface Found {
  readonly commands: SimpleCommand[];
  readonly joints: string[];
  readonly programs: Program[];
  isInOrder: boolean;
}

/** What is run more than once, or later than it is read. */
const repeating: ReadonlySet<string> = new Set('for while until select function trap'.split(' '));

/** A command, and all words of it as they are written. */
interface Called {
  readonly words: readonly string[];
  readonly command: SimpleCommand;
}

function collect(text: string, depth: number, into: Found): boolean {
  if (depth > maxDepth) return false;
  const reader = new ScriptReader(text);
  const own: Called[] = [];
  let isWhole = true;
  const readIn = (texts: readonly string[]): void => {
    for (const inner of texts) isWhole = collect(inner, depth + 1, into) && isWhole;
  };
  let joint = '';
  for (const words of reader.commands()) {
    joint += reader.joint;
    // A shell needs what it substitutes before it can run the command.
    readIn([...namedPrograms(words), ...reader.inner.splice(0)]);
    const command = withoutPrefix(words);
    if (repeating.has(words[0] ?? '') || joint.includes('()')) into.isInOrder = false;
    const targets = reader.targets.splice(0).map((name) => ['>', name]);
    if (command.length > 0) {
      own.push({ words, command });
      add(into, command, joint);
      joint = '';
      readIn(innerScripts(command));
    }
    for (const target of targets) add(into, target, '');
  }
  for (const name of reader.targets) add(into, ['>', name], '');
  const fed = fedTo(own, reader, into.programs);
  if (fed.length > 0 || reader.hasLateParts) into.isInOrder = false;
  readIn([...reader.inner, ...fed]);
  return isWhole;
}

function add({ commands, joints }: Found, command: SimpleCommand, joint: string): void {
  commands.push(command);
  joints.push(joint);
}

/** Gives the scripts that shells read here, and notes the programs that interpreters read. */
function fedTo(own: readonly Called[], { fed }: ScriptReader, programs: Program[]): readonly string[] {
  const scripts: string[] = [];
  const others: string[] = [];
  for (const { text, words } of fed) {
    const command = withoutPrefix(words);
    if (runsScripts(command[0] ?? '') || readsStdin(command)) scripts.push(text);
    else if (readsProgram(command)) programs.push({ language: nameOf(command[0] ?? ''), text });
    else others.push(text);
  }
  // What is written beside one that reads may be what it runs: arguments of `echo`, here-documents of `cat`.
  const beside = (): readonly string[] => [...own.map(({ command: [, ...args] }) => printed(args)), ...others];
  for (const { words, command } of own) {
    if (!readsProgram(command) || fed.some((one) => one.words === words)) continue;
    programs.push(...beside().map((text) => ({ language: nameOf(command[0] ?? ''), text })));
  }
  return own.some(({ command }) => readsStdin(command)) ? [...scripts, ...beside()] : scripts;
}

/** Words that stand before a command and pass it on; those with options of their own skip them. */
const prefixes: ReadonlySet<string> = new Set(
  '! { time nohup exec command builtin coproc busybox env sudo doas nice ionice setsid stdbuf timeout xargs then do else if while until'.split(
    ' ',
  ),
);
/** Options of them that take a word of their own. One that is missing here makes a push unclear, one too many hides it. */
const valued: Readonly<Record<string, RegExp>> = {
  sudo: /^-(?:[ugCDhpRrtTU]|-(?:user|group|chdir|host|prompt))$/,
  doas: /^-[uC]$/,
  env: /^-(?:[uCa]|-unset|-chdir)$/,
  nice: /^-(?:n|-adjustment)$/,
  ionice: /^-[cn]$/,
  timeout: /^-(?:[sk]|-signal|-kill-after)$/,
  xargs: /^-[InLPdEs]$/,
  stdbuf: /^-[ioe]$/,
  exec: /^-a$/,
  time: /^-[fo]$/,
};

function withoutPrefix(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    const [first = ''] = rest;
    if (/^[A-Za-z_]\w*\+?=/.test(first)) rest = rest.slice(1);
    else if (prefixes.has(nameOf(first))) {
      const from = nameOf(first) === 'xargs' ? [...rest, expansion] : rest;
      rest = withoutOptions(from.slice(1), nameOf(first));
    } else return rest;
  }
}

function withoutOptions(words: readonly string[], of: string): readonly string[] {
  let rest = words;
  while (rest[0]?.startsWith('-') === true) {
    const [option, ...more] = rest; // -S 'git push', -iS'git push', --split-string='git push'
    const [split] = (of === 'env' ? /^(?:-[a-zA-Z0]*?S|--split-string(?:=|$))/.exec(option) : null) ?? [];
    if (split !== undefined) return [option.slice(split.length), ...more].join(' ').trim().split(/\s+/);
    rest = rest.slice(valued[of]?.test(option) === true ? 2 : 1);
  }
  return of === 'timeout' && /^[\d.]+[smhd]?$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
}
