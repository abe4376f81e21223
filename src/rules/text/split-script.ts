// Splits a shell script into the simple commands that it may run, each in words. Lenient where `splitCommand` is strict:
// expansions stay as they are written, and what stands in substitutions, `sh -c` or `eval` is split as well. Runs nothing.

/** The words of one simple command. */
export type SimpleCommand = readonly string[];

const maxDepth = 5;
const maxChars = 100_000;
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish']);

/**
 * Splits a script.
 * @param text what a shell is given, e.g. `cd x && FOO=1 git push`
 * @returns its simple commands, those inside of substitutions and inner scripts included
 */
export function splitScript(text: string): readonly SimpleCommand[] {
  return split(text.slice(0, maxChars), 0);
}

function split(text: string, depth: number): readonly SimpleCommand[] {
  if (depth > maxDepth) return [];
  const found: SimpleCommand[] = [];
  const reader = new Reader(text);
  for (const words of reader.commands()) {
    const command = withoutPrefix(words);
    if (command.length > 0) found.push(command);
    for (const inner of innerScripts(command)) found.push(...split(inner, depth + 1));
  }
  for (const inner of reader.inner) found.push(...split(inner, depth + 1));
  return found;
}

/** Words that stand before a command and pass it on; those with options of their own skip them. */
const prefixes: ReadonlySet<string> = new Set(
  '! { time nohup exec command builtin env sudo doas nice ionice setsid stdbuf timeout xargs then do else if while until'.split(
    ' ',
  ),
);
const optionWithValue = /^-(?:[uCgSnIk]|-user|-chdir|-unset|-adjustment|-signal|-kill-after)$/;

function withoutPrefix(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    const [first = ''] = rest;
    if (/^[A-Za-z_]\w*\+?=/.test(first)) rest = rest.slice(1);
    else if (prefixes.has(nameOf(first))) rest = withoutOptions(rest.slice(1), nameOf(first));
    else return rest;
  }
}

function withoutOptions(words: readonly string[], of: string): readonly string[] {
  let rest = words;
  while (rest[0]?.startsWith('-') === true) rest = rest.slice(optionWithValue.test(rest[0]) ? 2 : 1);
  return of === 'timeout' && /^[\d.]+[smhd]?$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
}

/**
 * Gives a program's name without its folder.
 * @param word as it is called
 * @returns e.g. `git` for `/usr/bin/git`
 */
export function nameOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? word).replace(/\.exe$/i, '');
}

/** What a command hands to a shell. */
function innerScripts(command: readonly string[]): readonly string[] {
  const [program = '', ...args] = command;
  const name = nameOf(program);
  if (name === 'eval') return [args.join(' ')];
  if (!shells.has(name)) return [];
  const at = args.findIndex((arg) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg));
  const script = at < 0 ? undefined : args.slice(at + 1).find((arg) => !arg.startsWith('-'));
  return script === undefined ? [] : [script];
}

const operators = new Set([';', '&', '|', '\n', '(', ')', '`']);

/** Reads a script from left to right. */
class Reader {
  readonly #text: string;
  #at = 0;
  #words: string[] = [];
  #word: string | null = null;
  /** The next word is where output goes. */
  #isTarget = false;
  /** Scripts inside of substitutions, and here-documents that a shell reads. */
  readonly inner: string[] = [];
  #pendingDocuments: { readonly end: string; readonly isScript: boolean }[] = [];

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
      else if (one === '`') {
        const end = this.#text.indexOf('`', this.#at + 1);
        this.inner.push(this.#text.slice(this.#at + 1, end < 0 ? undefined : end));
        this.#at = end < 0 ? this.#text.length : end;
      } else this.#add(one);
    }
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
    this.#add('$(…)');
    this.#at = end - 1;
  }

  /** Where output goes is no word of the command; a here-document is remembered until its lines come. */
  #redirect(one: string): void {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const [whole = one, end] = /^<<-?\s*["'\\]?([\w.-]+)["']?/.exec(rest) ?? /^(?:[<>]{1,3}&?|>\|)\s*/.exec(rest) ?? [];
    if (/^\d+$/.test(this.#word ?? '')) this.#word = null;
    this.#endWord();
    if (end !== undefined && !rest.startsWith('<<<')) {
      const isScript = shells.has(nameOf(withoutPrefix(this.#words)[0] ?? ''));
      this.#pendingDocuments.push({ end, isScript });
    } else this.#isTarget = true;
    this.#at += whole.length - 1;
  }

  #skipDocuments(): void {
    for (const { end, isScript } of this.#pendingDocuments) {
      const start = this.#at + 1;
      let from = start;
      while (from < this.#text.length && this.#text.slice(from, lineEnd(this.#text, from)).trim() !== end) {
        from = lineEnd(this.#text, from) + 1;
      }
      if (isScript) this.inner.push(this.#text.slice(start, from));
      this.#at = Math.min(lineEnd(this.#text, from), this.#text.length);
    }
    this.#pendingDocuments = [];
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
