// What a command hands on to be run: the script of a shell, what `find -exec` and `git bisect run` start. Pure.

import { singleQuoted } from './shell-quote.js';

const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish']);
/** Programs whose arguments are scripts, or commands in words. */
const runners: ReadonlySet<string> = new Set(
  (
    'eval watch parallel script su runuser trap ssh flock tmux screen zellij xterm xdotool nix nix-shell entr watchexec ' +
    'nodemon concurrently hyperfine'
  ).split(' '),
);
/** Programs that run later, or for a target, what they read. */
const later: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  at: (args) => !args.includes('-f'),
  batch: () => true,
  crontab: (args) => args.includes('-') || args.length === 0,
  make: (args) =>
    args.some((arg, at) => /^(?:-f|--(?:make)?file=)?(?:-|\/dev\/stdin)$/.test(arg) && (at > 0 || arg !== '-')),
};

/** Programs that only look at words. */
export const reading: ReadonlySet<string> = new Set(
  'echo printf grep egrep fgrep rg ag ack cat ls man which type less head tail sed awk export declare local alias'.split(
    ' ',
  ),
);

/**
 * Gives a program's name without its folder.
 * @param word as it is called
 * @returns e.g. `git` for `/usr/bin/git`
 */
export function nameOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? word).replace(/\.exe$/i, '');
}

/**
 * Tells whether a program runs scripts of the shell.
 * @param program as it is called
 * @returns true for `/bin/sh` and `source`
 */
export function runsScripts(program: string): boolean {
  return isShell(program) || isSource(program);
}

function isShell(program: string): boolean {
  return shells.has(nameOf(program));
}

/**
 * Tells whether a command runs what it reads.
 * @param command its words
 * @returns true for `sh`, `bash -s`, `at now` and `source <(…)`, false for `sh file`
 */
export function readsStdin([program = '', ...args]: readonly string[]): boolean {
  const isLater = later[nameOf(program)];
  if (isLater !== undefined) return isLater(args);
  if (args.includes('/dev/stdin')) return runsScripts(program);
  if (isSource(program)) return args.length === 0;
  return isShell(program) && (args.includes('-s') || args.every((arg) => arg.startsWith('-') && !isScriptOption(arg)));
}

function isSource(program: string): boolean {
  return program === 'source' || program === '.';
}

function isScriptOption(arg: string): boolean {
  return /^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg);
}

/**
 * Finds the scripts that a command runs.
 * @param command its words
 * @returns their texts
 */
export function innerScripts([program = '', ...args]: readonly string[]): readonly string[] {
  const name = nameOf(program);
  // PowerShell has it too.
  if (/^(?:eval|iex|invoke-expression)$/i.test(name)) {
    return [(name === 'eval' ? args : args.filter((arg) => !/^-c/i.test(arg))).join(' ')];
  }
  if (runners.has(name)) {
    const words = args.filter((arg) => !/^:::+\+?$/.test(arg)); // parallel git ::: push
    return [words.join(' '), ...args.filter((arg) => /\s/.test(arg)).map((arg) => printed([arg]))];
  }
  if (name === 'find' || name === 'fd') return executed(args);
  if (/^(?:npx|npm|pnpm|pnpx)$/.test(name)) return called(args);
  if (name === 'git') return [...configured(args), ...runByGit(subcommandOf(args)).scripts];
  if (reading.has(name)) return [];
  // Whatever it is, it may hand on: flock x sh -c '…'.
  const shell = isShell(program) ? -1 : args.findIndex((arg, at) => isShell(arg) && isScriptOption(args[at + 1] ?? ''));
  if (!isShell(program)) return shell < 0 ? [] : innerScripts(args.slice(shell));
  const at = args.findIndex(isScriptOption);
  const script = at < 0 ? undefined : args.slice(at + 1).find((arg) => !arg.startsWith('-'));
  return script === undefined ? [] : [script];
}

/**
 * Gives what `printf` and `echo -e` make of their words.
 * @param args the words
 * @returns the text; where the order of its parts is not known, also that it may push
 */
export function printed(args: readonly string[]): string {
  const text = args
    .join(' ')
    .replace(/\\x([0-9a-f]{1,2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\0?([0-7]{2,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\\[nrvf]/g, '\n')
    .replace(/\\t/g, ' ');
  const isFilled = /%[-\d.]*[a-z]/i.test(text) && /\bgit\b/.test(text) && /\bpush\b/.test(text);
  return isFilled ? `${text}\ngit push $(…)` : text;
}

/** Variables whose values are run. */
const runVariable = /^(?:GIT_\w+|\w*(?:EDITOR|PAGER|VISUAL|COMMAND|CMD)|BASH_ENV|LESSOPEN|BROWSER)=([^]*)$/;

/**
 * Finds the programs that variables name, e.g. an editor.
 * @param words all words of a command, or those that `export` sets
 * @returns their scripts
 */
export function namedPrograms(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => runVariable.exec(word)?.[1] ?? []).filter((value) => /\s/.test(value));
}

/** What settings of git name to be run: `-c core.editor='…'`, `git config core.pager '…'`. An alias is looked up when it is called. */
function configured(args: readonly string[]): readonly string[] {
  const sub = subcommandOf(args);
  const own = args.slice(0, args.length - sub.length);
  const given = own.flatMap((word) => /^(?!alias\.)[\w-]+\.[^=]+=(!?[^]*\s[^]*)$/.exec(word)?.[1] ?? []);
  const isSet = sub[0] === 'config' && !sub.some((word) => word.startsWith('alias.'));
  return [...given, ...(isSet ? sub.filter((word) => /\s/.test(word)) : [])].map((text) => text.replace(/^!/, ''));
}

/** `npx -c 'git push'`, `npm exec --call='git push'`. */
function called(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (arg === '-c' || arg === '--call') return args.slice(at + 1, at + 2);
    return /^(?:-c|--call)=/.test(arg) ? [arg.slice(arg.indexOf('=') + 1)] : [];
  });
}

/** `find . -exec git push {} \;`, of which there may be several. */
function executed(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(arg)) return [];
    const rest = args.slice(at + 1);
    const end = rest.findIndex((word) => word === ';' || word === '+');
    return [rest.slice(0, end < 0 ? undefined : end).join(' ')];
  });
}

/** Git's own options that take a value as a word of its own. */
const withValue: ReadonlySet<string> = new Set(
  '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env --attr-source'.split(' '),
);

/**
 * Finds the command of git in its arguments.
 * @param args what follows `git`
 * @returns what follows git's own options
 */
export function subcommandOf(args: readonly string[]): readonly string[] {
  let at = 0;
  while (args[at]?.startsWith('-') === true) at += withValue.has(args[at] ?? '') ? 2 : 1;
  return args.slice(at);
}

/** Options of git's commands whose value is run. */
const runOption = /^(?:-x(?==)|--(?:[\w-]+-filter|setup|extcmd|upload-pack|exec|[\w-]+-cmd))=([^]*)$/;

function isExec(word = ''): boolean {
  return /^(?:-[a-z]*x|--exec)$/.test(word);
}

/**
 * Takes apart a command of git that runs others.
 * @param command e.g. `rebase -x 'npm test' main`
 * @returns the scripts that it runs, and its other words
 */
export function runByGit([sub = '', ...args]: readonly string[]): {
  readonly scripts: readonly string[];
  readonly others: readonly string[];
} {
  if (sub === 'bisect' && args[0] === 'run') return { scripts: [scriptOf(args.slice(1))], others: [] };
  if (sub === 'submodule') {
    const from = args.indexOf('foreach') + 1;
    const at = from + args.slice(from).findIndex((arg) => !arg.startsWith('-'));
    // One word is a script, several are a command in words.
    const [script = '', ...more] = from === 0 || at < from ? [] : args.slice(at);
    if (script !== '') return { scripts: [more.length === 0 ? script : scriptOf([script, ...more])], others: [] };
  }
  if (sub !== 'rebase') {
    const scripts = args.flatMap((arg, at) => {
      const [, attached] = runOption.exec(arg) ?? [];
      return attached === undefined ? (runOption.test(`${args[at - 1] ?? ''}=`) ? [arg] : []) : [attached];
    });
    return { scripts: sub === 'push' ? [] : scripts, others: args };
  }
  const attached = /^(?:-x|--exec=)(?=[^])/;
  return {
    scripts: args.flatMap((arg, at) =>
      isExec(args[at - 1]) ? [arg] : attached.test(arg) ? [arg.replace(attached, '')] : [],
    ),
    others: args.filter((arg, at) => !isExec(args[at - 1]) && !attached.test(arg)),
  };
}

/**
 * Writes words so that they are read again as they are.
 * @param words any texts
 * @returns a script
 */
export function scriptOf(words: readonly string[]): string {
  return words.map(singleQuoted).join(' ');
}
