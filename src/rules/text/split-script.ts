// Splits a shell script into the simple commands that it may run, each in words. Lenient where `splitCommand` is strict:
// expansions stay as they are written, and what stands in substitutions, `sh -c` or `eval` is split as well. Runs nothing.

import { innerScripts, isShell, nameOf, readsStdin } from './inner-scripts.js';

/** The words of one simple command. */
export type SimpleCommand = readonly string[];

/** A script, as far as it was read. */
export interface Script {
  /** Its simple commands in order, those inside of substitutions and inner scripts included. */
  readonly commands: readonly SimpleCommand[];
  /** False when a part of it is too long, or too deep inside, to be read. */
  readonly isWhole: boolean;
}

/** Stands for what only the shell itself would know: the output of a command, words from stdin. */
export const expansion = '$(…)';

const maxDepth = 5;
const maxChars = 1_000_000;

/**
 * Splits a script.
 * @param text what a shell is given, e.g. `cd x && FOO=1 git push`
 * @returns its commands
 */
export function splitScript(text: string): Script {
  const commands: SimpleCommand[] = [];
  const isWhole = collect(text.slice(0, maxChars), 0, commands);
  return { commands, isWhole: isWhole && text.length <= maxChars };
}

function collect(text: string, depth: number, into: SimpleCommand[]): boolean {
  if (depth > maxDepth) return false;
  const reader = new Reader(text);
  const own: SimpleCommand[] = [];
  let isWhole = true;
  for (const words of reader.commands()) {
    const command = withoutPrefix(words);
    if (command.length === 0) continue;
    own.push(command);
    into.push(command);
    for (const inner of innerScripts(command)) isWhole = collect(inner, depth + 1, into) && isWhole;
  }
  // What is written beside a shell that reads may be what it runs: arguments of `echo`, here-documents of `cat`.
  const fed = own.some(readsStdin) ? [...own.map(([, ...args]) => args.join(' ')), ...reader.documents] : [];
  for (const inner of [...reader.inner, ...fed]) isWhole = collect(inner, depth + 1, into) && isWhole;
  return isWhole;
}

/** Words that stand before a command and pass it on; those with options of their own skip them. */
const prefixes: ReadonlySet<string> = new Set(
  '! { time nohup exec command builtin coproc busybox env sudo doas nice ionice setsid stdbuf timeout xargs then do else if while until'.split(
    ' ',
  ),
);
const optionWithValue = /^-(?:[uCgSnIk]|-user|-chdir|-unset|-adjustment|-signal|-kill-after)$/;

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
  if (of === 'env' && /^-S|^--split-string$/.test(rest[0] ?? '')) {
    const [option = '', ...more] = rest; // -S 'git push', -S'git push'
    return `${option.replace(/^-S|^--split-string$/, '')} ${more.join(' ')}`.trim().split(/\s+/);
  }
  while (rest[0]?.startsWith('-') === true) rest = rest.slice(optionWithValue.test(rest[0]) ? 2 : 1);
  return of === 'timeout' && /^[\d.]+[smhd]?$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
}

const operators = new Set([';', '&', '|', '\n', '(', ')']);

/** Reads a script from left to right. */
class Reader {
  readonly #text: string;
  #at = 0;
  #words: string[] = [];
  #word: string | null = null;
  /** The next word is where output goes. */
  #isTarget = false;
  /** The next word is a script: `bash <<< word`. */
  #isFed = false;
  /** Scripts inside of substitutions, and here-documents that a shell reads. */
  readonly inner: string[] = [];
  /** Other here-documents. */
  readonly documents: string[] = [];
  #pendingDocuments: { readonly end: string; readonly isScript: boolean; readonly isLiteral: boolean }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  *commands(): Generator<readonly string[]> {
    for (; this.#at < this.#text.length; this.#at++) {
      const one = this.#text.charAt(this.#at);
      if (operators.has(one)) {
        this.#endWord();
        if (this.#words.length > 0) yield this.#take();
        if (one === '\n') this.#skipDocuments();
      } else this.#read(one);
    }
    this.#endWord();
    if (this.#words.length > 0) yield this.#take();
  }

  #take(): readonly string[] {
    const words = this.#words;
    this.#words = [];
    this.#isTarget = false;
    return words;
  }

  #endWord(): void {
    if (this.#word === null) return;
    if (!this.#isTarget) this.#words.push(this.#word);
    else if (this.#isFed) this.inner.push(this.#word);
    this.#isTarget = false;
    this.#word = null;
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #read(one: string): void {
    const text = this.#text;
    if (one === ' ' || one === '\t' || one === '\r') this.#endWord();
    else if (one === "'") {
      const end = text.indexOf("'", this.#at + 1);
      this.#add(text.slice(this.#at + 1, end < 0 ? undefined : end));
      this.#at = end < 0 ? text.length : end;
    } else if (one === '"') this.#readDoubleQuoted();
    else if (one === '\\') {
      this.#at++;
      if (text.charAt(this.#at) !== '\n') this.#add(text.charAt(this.#at));
    } else if (one === '$' && text.charAt(this.#at + 1) === '(') this.#substitution();
    else if (one === '`') this.#backticks();
    else if (one === '#' && this.#word === null) this.#at = lineEnd(text, this.#at) - 1;
    else if (one === '<' || one === '>') this.#redirect(one);
    else this.#add(one);
  }

  #readDoubleQuoted(): void {
    this.#add('');
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const one = this.#text.charAt(this.#at);
      const next = this.#text.charAt(this.#at + 1);
      if (one === '"') return;
      if (one === '\\' && /["\\$`\n]/.test(next)) {
        this.#at++;
        if (next !== '\n') this.#add(next);
      } else if (one === '$' && next === '(') this.#substitution();
      else if (one === '`') this.#backticks();
      else this.#add(one);
    }
  }

  #backticks(): void {
    const end = this.#text.indexOf('`', this.#at + 1);
    this.inner.push(this.#text.slice(this.#at + 1, end < 0 ? undefined : end));
    this.#add(expansion);
    this.#at = end < 0 ? this.#text.length : end;
  }

  /** `$(…)`: kept as a word of its own kind, and split on its own. */
  #substitution(): void {
    let open = 1;
    let end = this.#at + 2;
    for (; end < this.#text.length && open > 0; end++) {
      const one = this.#text.charAt(end);
      if (one === '(') open++;
      if (one === ')') open--;
    }
    this.inner.push(this.#text.slice(this.#at + 2, end - 1));
    this.#add(expansion);
    this.#at = end - 1;
  }

  /** Where output goes is no word of the command; a here-document is remembered until its lines come. */
  #redirect(one: string): void {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const [whole = one, quote, end] =
      /^<<-?\s*(["'\\]?)([\w.-]+)["']?/.exec(rest) ?? /^(?:[<>]{1,3}&?|>\|)\s*/.exec(rest) ?? [];
    if (/^\d+$/.test(this.#word ?? '')) this.#word = null;
    this.#endWord();
    if (end !== undefined && !rest.startsWith('<<<')) {
      this.#pendingDocuments.push({ end, isScript: this.#isForShell(), isLiteral: quote !== '' });
    } else {
      this.#isTarget = true;
      this.#isFed = rest.startsWith('<<<') && this.#isForShell();
    }
    this.#at += whole.length - 1;
  }

  #isForShell(): boolean {
    return isShell(withoutPrefix(this.#words)[0] ?? '');
  }

  #skipDocuments(): void {
    for (const { end, isScript, isLiteral } of this.#pendingDocuments) {
      const start = this.#at + 1;
      let from = start;
      while (from < this.#text.length && this.#text.slice(from, lineEnd(this.#text, from)).trim() !== end) {
        from = lineEnd(this.#text, from) + 1;
      }
      const body = this.#text.slice(start, from);
      (isScript ? this.inner : this.documents).push(body);
      // Unless its end is quoted, a shell carries out what is substituted in it, as in double quotes.
      if (!isScript && !isLiteral) this.inner.push(...substitutedIn(body));
      this.#at = Math.min(lineEnd(this.#text, from), this.#text.length);
    }
    this.#pendingDocuments = [];
  }
}

function substitutedIn(body: string): readonly string[] {
  const reader = new Reader(`"${body.replaceAll('"', '')}"`);
  for (const _command of reader.commands()); // all of it is read
  return reader.inner;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
