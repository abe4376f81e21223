// Reads a shell script from left to right: the words of each simple command, what stands in substitutions, and what is
// given to commands to read. Knows no program.

/** Stands for what only the shell itself would know: the output of a command, words from stdin. */
export const expansion = '$(…)';

const operators = new Set([';', '&', '|', '\n', '(', ')']);

/** What a command is given to read. */
interface Fed {
  readonly text: string;
  /** Complete only when all was read: words may follow. */
  readonly words: readonly string[];
}

/** Reads a script from left to right. */
export class ScriptReader {
  readonly #text: string;
  #at = 0;
  #words: string[] = [];
  #word: string | null = null;
  /** The next word is where output goes. */
  #isTarget = false;
  /** The next word is what a command reads: `bash <<< word`. */
  #isFed = false;
  /** Scripts inside of substitutions. */
  readonly inner: string[] = [];
  /** Here-documents and here-strings, each with the words of the command that reads it. */
  readonly fed: Fed[] = [];
  /** Files that output goes to, since they were last taken away. */
  readonly targets: string[] = [];
  /** What stands between the command that was read last and the one before: `&&`, `;`; empty at the beginning. */
  joint = '';
  /** Whether here-documents have substitutions: those are found behind the rest of their line. */
  hasLateParts = false;
  #operators = '';
  #isOutput = false;
  #pendingDocuments: { readonly end: string; readonly words: readonly string[]; readonly isLiteral: boolean }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  *commands(): Generator<readonly string[]> {
    for (; this.#at < this.#text.length; this.#at++) {
      const one = this.#text.charAt(this.#at);
      if (operators.has(one)) {
        this.#endWord();
        if (this.#words.length > 0) yield this.#take();
        this.#operators += one;
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
    this.joint = this.#operators;
    this.#operators = '';
    return words;
  }

  #endWord(): void {
    if (this.#word === null) return;
    if (!this.#isTarget) this.#words.push(this.#word);
    else if (this.#isFed) this.fed.push({ text: this.#word, words: this.#words });
    else if (this.#isOutput && this.#word !== '/dev/null') this.targets.push(this.#word);
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
      this.#pendingDocuments.push({ end, words: this.#words, isLiteral: quote !== '' });
    } else {
      this.#isTarget = true;
      this.#isFed = rest.startsWith('<<<');
      this.#isOutput = whole.includes('>') && !/^>&[\d-]/.test(rest);
    }
    this.#at += whole.length - 1;
  }

  #skipDocuments(): void {
    for (const { end, words, isLiteral } of this.#pendingDocuments) {
      const start = this.#at + 1;
      let from = start;
      while (from < this.#text.length && this.#text.slice(from, lineEnd(this.#text, from)).trim() !== end) {
        from = lineEnd(this.#text, from) + 1;
      }
      const body = this.#text.slice(start, from);
      this.fed.push({ text: body, words });
      // Unless its end is quoted, a shell carries out what is substituted in it, as in double quotes.
      const inner = isLiteral ? [] : substitutedIn(body);
      this.inner.push(...inner);
      this.hasLateParts ||= inner.length > 0;
      this.#at = Math.min(lineEnd(this.#text, from), this.#text.length);
    }
    this.#pendingDocuments = [];
  }
}

function substitutedIn(body: string): readonly string[] {
  const reader = new ScriptReader(`"${body.replaceAll('"', '')}"`);
  for (const _command of reader.commands()); // all of it is read
  return reader.inner;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
