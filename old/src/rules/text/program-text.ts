// Programs of other languages in command lines: which text an interpreter is given to run, and what stays its argument. Pure.

import { nameOf } from './inner-scripts.js';
import { expansion } from './script-reader.js';

/** A program that an interpreter runs. */
export interface Program {
  /** The interpreter's name. */
  readonly language: string;
  readonly text: string;
}

/** What an interpreter is called with. */
export interface ProgramCall {
  readonly language: string;
  /** Programs, e.g. after `-c`. */
  readonly texts: readonly string[];
  /** Other words: its options, a file, arguments. */
  readonly words: readonly string[];
}

/** Interpreters whose options are told apart. Of the others any word may be a program. */
const kinds: readonly { readonly name: RegExp; readonly code: RegExp; readonly taking: RegExp }[] = [
  { name: /^(?:python|pypy)[\d.]*w?$/i, code: /^-[a-zA-Z]*?c/, taking: /^-[WX]$/ },
  {
    name: /^node(?:js)?$/i,
    code: /^(?:-[ip]*e|-[ie]*p|--eval|--print)(?:=|$)/,
    taking:
      /^(?:-r|-C|--require|--import|--conditions|--env-file|--(?:experimental-)?loader|--title|--input-type|--test-.*)$/,
  },
  { name: /^bun$/i, code: /^(?:-e|-p|--eval|--print)(?:=|$)/, taking: /^(?:-r|-t|--preload|--cwd|--env-file)$/ },
  { name: /^perl[\d.]*$/i, code: /^-[a-zA-Z0-9]*?[eE]/, taking: /^-I$/ },
  { name: /^(?:ruby[\d.]*|jruby)$/i, code: /^-[a-zA-Z0-9]*?e/, taking: /^-[IrC]$/ },
];
const others =
  /^(?:deno|php[\d.]*|lua[\d.]*|luajit|osascript|pwsh|powershell|cmd|expect|tclsh[\d.]*|n?vim?|ex|ed|emacs|emacsclient|gdb|lldb|rscript|julia|elixir|groovy|guile|sbcl|racket)$/i;
/** Modules of Python that run what they read. */
const readingModule = /^(?:code|asyncio|IPython|idlelib|pdb)\b/;
const stdin = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

/**
 * Finds what an interpreter runs.
 * @param command its words
 * @returns the programs in them; null when it is no interpreter
 */
export function programOf([program = '', ...args]: readonly string[]): ProgramCall | null {
  const language = nameOf(program);
  const kind = kinds.find(({ name }) => name.test(language));
  if (kind === undefined) return others.test(language) ? { language, texts: args, words: [] } : null;
  const texts: string[] = [];
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const [option] = kind.code.exec(arg) ?? [];
    // Also behind a file, as nobody knows all options that take a word.
    if (option === undefined) (/(?:^|=)data:/.test(arg) ? texts : words).push(arg);
    else if (option.length < arg.length) texts.push(arg.slice(option.length));
    else {
      texts.push(args[at + 1] ?? '');
      if (args[at + 1]?.startsWith('-') !== true) at++; // the letter may be part of something else: -Mutf8::all -e
    }
  }
  return { language, texts, words };
}

/**
 * Tells whether a command runs a program that it reads.
 * @param command its words
 * @returns true for `python3 -` and `node`, false for `node file`
 */
export function readsProgram(command: readonly string[]): boolean {
  const call = programOf(command);
  if (call === null) return false;
  const kind = kinds.find(({ name }) => name.test(call.language));
  const args = command.slice(1);
  if (args.some((arg) => stdin.test(arg) || /^-[a-zA-Z]*i$|^--interactive$/.test(arg))) return true;
  if (kind !== undefined && call.texts.length > 0) return false;
  const module = args.indexOf('-m');
  if (module >= 0) return readingModule.test(args[module + 1] ?? '');
  // A word that may be an option's is taken for a file only when it looks like one.
  return !args.some((arg, at) => {
    const before = args[at - 1] ?? '';
    if (arg.startsWith('-') || kind?.taking.test(before) === true) return false;
    return !before.startsWith('-') || before.includes('=') || /[./]/.test(arg);
  });
}

/** Options whose value may be run; a single letter tells little, unless it stands for a message or a pattern. */
const running = /^--?(?:[^gkmnqt]|.*(?:cmd|command|exec|execute|run|call|script|shell|sh|do|then|hook|after|before))$/i;

/**
 * Finds words that a script in a file may run as commands: those that stand alone, and those of options such as `--exec`.
 * @param command e.g. `node retry.mjs 'git push'`
 * @returns their texts; the values of other options are not among them
 */
export function handedOn(command: readonly string[]): readonly string[] {
  const call = programOf(command);
  if (call === null) return [];
  return call.words.flatMap((word, at) => {
    const before = call.words[at - 1] ?? '';
    const [, option, value] = /^(-[^=]*)=([^]*)$/.exec(word) ?? [];
    if (option !== undefined) return running.test(option) ? [value ?? ''] : [];
    return /\s/.test(word) && (!before.startsWith('-') || running.test(before)) ? [word] : [];
  });
}

/** Whether a text names a push of git. */
export const aboutPush = /\bgit\b[^]*\bpush\b/;

/**
 * Tells whether an interpreter may be called to push.
 * @param call what it is called with
 * @param script the script in which it is called
 * @returns true when its program may, or gets to know of a push and may run something
 */
export function mayRunPush({ language, texts, words }: ProgramCall, script: string): boolean {
  if (texts.some((text) => mayPush({ language, text }))) return true;
  const isUnsettled = texts.some((text) => text.includes(expansion) || /^\s*\$\{?\w+\}?\s*$/.test(text));
  if (isUnsettled && aboutPush.test(script)) return true;
  const isLoud = texts.some((text) => mayRun({ language, text })) || words.some((word) => /\||^-[mM]/.test(word));
  return texts.length > 0 && isLoud && aboutPush.test(words.join(' '));
}

/**
 * Tells whether a program may push.
 * @param program its text, and the language
 * @returns false when it names none, or has nothing to run it with
 */
export function mayPush(program: Program): boolean {
  const { language } = program;
  const isScript = /^(?:node|nodejs|bun|deno)$/i.test(language);
  const comment = isScript ? /^[ \t]*\/\/.*$/gm : /^[ \t]*#(?!\{).*$/gm;
  const text = program.text.replace(comment, '');
  // What lists of JavaScript do, unless something of git's has it.
  const isOfList =
    isScript && !/\bgit\w*(?:\([^)]{0,99}\))?\s{0,9}\.push|(?:simple|isomorphic)-?git|nodegit/i.test(text);
  const told = isOfList ? text.replace(/\.push\s*\(/g, '(') : text;
  return /\bgit\b/i.test(told) && /\bpush\b|send-pack/.test(told) && mayRun({ language, text });
}

/** Whether there is anything in a program with which others are started. Where that is hard to tell, there is. */
function mayRun({ language, text }: Program): boolean {
  if (/^(?:python|pypy)/i.test(language)) {
    const modules =
      're|json|sys|os|os\\.path|pathlib|io|textwrap|string|math|datetime|time|collections|itertools|csv|glob|difflib|hashlib|shutil';
    const usual = new RegExp(
      `\\bfrom\\s+(?:${modules})\\s+import\\b[^;\\n]*|\\bimport\\s+(?:${modules})(?:\\s*,\\s*(?:${modules}))*\\s*(?=[;\\n]|$)`,
      'g',
    );
    return /\b(?:import|exec\w*|eval|compile|getattr|globals|locals|vars|modules|system|popen\d?|p?spawn\w*|posix_spawn\w*|fork\w*|startfile|subprocess|pty|__(?!name__|main__|file__)\w+__)\b/i.test(
      text.replace(usual, ''),
    );
  }
  if (/^node/i.test(language)) {
    const usual =
      /\b(?:require|import)\s*\(\s*(["'])(?:node:)?(?:fs|fs\/promises|path|url|util|os|assert|crypto)\1\s*\)|\bimport\b[\s\w*{},$]{0,300}\bfrom\s*(["'])(?:node:)?(?:fs|fs\/promises|path|url|util|os|assert|crypto)\2/g;
    return /\b(?:require|import|eval|Function|constructor|\w*binding|globalThis|global|child_process|exec\w*|spawn\w*|fork|dlopen|\w*module|createRequire|vm|repl|cluster|\w*worker\w*)\b|\bdata:/i.test(
      text.replace(usual, ''),
    );
  }
  if (/^perl/i.test(language)) {
    return /\b(?:system|exec|qx|\w*open\w*|fork|eval|do|require|use|syscall|readpipe|CORE|pipe|sub|glob)\b|[`|&]|->|<</i.test(
      text,
    );
  }
  if (/ruby/i.test(language)) {
    return /\b(?:system|exec|spawn|fork|\w*open\w*|IO|Process|Kernel|\w*eval|\w*send\w*|\w*method\w*|require\w*|load|PTY|const_get|Shell)\b|[`|]|%x/i.test(
      text,
    );
  }
  return true;
}
