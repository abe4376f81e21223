// Reads the YAML that most specs consist of: maps and lists, by indentation or in brackets, of texts that end on their line.
// Whatever else a text has, and whatever may be wrong with it, is for the library, which takes many times as long.

import { pointerStep } from '../../../../rules/json/json.js';
import { reservedNames } from '../../../../rules/limits.js';
import type { Spot } from './findings.js';
import { scalarIn } from './plain-scalar.js';
import type { Entry, ListNode, MapNode, ScalarNode, SpecNode } from './tree.js';

/** Below all limits of the library's reader, so that a text that it refuses is never accepted here. */
const maxChars = 150_000;
const maxLevels = 20;

/** Tabs, controls, other line ends; the lines between documents. */
const unusual = /[^\n -~\u00a0-\u2027\u202a-\ufefe\uff00-\uffff]|^(?:---|\.\.\.)/m;

/** A quoted text without escapes (1, 2), or a plain one (3) that ends before a comment, a ": " or (in brackets) a mark. */
const inLine =
  /"([^"\\]*)"|'((?:[^']|'')*)'|((?:[^ \-?:,[\]{}#&*!|>'"%@`]|[?:-](?! |$))(?:[^ :#]|:(?! |$)|(?<! )#| +(?![ #:]|$))*)/y;
const inBrackets =
  /"([^"\\]*)"|'((?:[^']|'')*)'|((?:[^ \-?:,[\]{}#&*!|>'"%@`]|[?:-](?![ ,[\]{}]|$))(?:[^ :#,[\]{}]|:(?![ ,[\]{}]|$)|(?<! )#| +(?![ #:,[\]{}]|$))*)/y;
const colon = / *:(?: +|$)/y;
const lineEnd = / *(?:$| #)/y;
const spaces = / */y;
const comma = /, */y;

/**
 * Reads YAML of the plain kind.
 * @param text the YAML
 * @param lineOffset how many lines of the file stand before it
 * @returns the tree; null when the library has to read it
 */
export function readPlainYaml(text: string, lineOffset: number): SpecNode | null {
  if (text.length > maxChars || unusual.test(text)) return null;
  return new PlainReader(text.split('\n'), lineOffset).read();
}

class PlainReader {
  readonly #lines: readonly string[];
  readonly #lineOffset: number;
  /** The line that is read, and where in it. */
  #at = 0;
  #line = '';
  #column = 0;
  #levels = 0;

  constructor(lines: readonly string[], lineOffset: number) {
    this.#lines = lines;
    this.#lineOffset = lineOffset;
    this.#line = lines[0] ?? '';
  }

  read(): SpecNode | null {
    const indent = this.#nextLine();
    const tree = indent < 0 ? null : this.#block(indent, '');
    return this.#at >= this.#lines.length ? tree : null;
  }

  /** Goes to the next line that says something; gives its indentation, -1 at the end. */
  #nextLine(): number {
    for (; this.#at < this.#lines.length; this.#at++) {
      this.#line = this.#lines[this.#at] ?? '';
      this.#column = this.#line.search(/[^ ]/);
      if (this.#column >= 0 && this.#line[this.#column] !== '#') return this.#column;
    }
    return -1;
  }

  /** Takes what a pattern matches here. */
  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#column;
    const found = pattern.exec(this.#line);
    if (found !== null) this.#column = pattern.lastIndex;
    return found;
  }

  #spot(path: string): Spot {
    return { path, line: this.#at + 1 + this.#lineOffset, column: this.#column + 1 };
  }

  get #isItem(): boolean {
    return this.#line[this.#column] === '-' && (this.#line[this.#column + 1] ?? ' ') === ' ';
  }

  /** What begins on this line and goes on by indentation. */
  #block(indent: number, path: string): SpecNode | null {
    if (this.#levels >= maxLevels) return null;
    this.#levels++;
    const node = this.#isItem ? this.#list(indent, path) : this.#map(indent, path);
    this.#levels--;
    return node;
  }

  #list(indent: number, path: string): ListNode | null {
    const spot = this.#spot(path);
    const items: SpecNode[] = [];
    do {
      this.#column++;
      this.#take(spaces);
      const item = this.#item(`${path}/${items.length}`);
      if (item === null) return null;
      items.push(item);
    } while (this.#nextLine() === indent && this.#isItem);
    return this.#at < this.#lines.length && this.#column > indent ? null : { kind: 'list', items, ...spot };
  }

  #item(path: string): SpecNode | null {
    if (this.#isItem) return null;
    const begin = this.#column;
    const isMap = this.#take(inLine) !== null && this.#take(colon) !== null;
    this.#column = begin;
    return isMap ? this.#block(begin, path) : this.#restOfLine(path);
  }

  #map(indent: number, path: string): MapNode | null {
    const spot = this.#spot(path);
    const entries = new Map<string, Entry>();
    do {
      const key = this.#key(inLine, path, entries);
      if (key === null) return null;
      const value = this.#member(indent, `${path}/${pointerStep(key.text)}`);
      if (value === null) return null;
      entries.set(key.text, { key, value });
    } while (this.#nextLine() === indent && !this.#isItem);
    const isOver = this.#at >= this.#lines.length || this.#column < indent;
    return isOver ? { kind: 'map', entries: [...entries.values()], ...spot } : null;
  }

  /** A key with its colon, unless something about it has to be told. */
  #key(pattern: RegExp, path: string, entries: ReadonlyMap<string, Entry>): ScalarNode | null {
    const key = this.#scalar(pattern, path);
    if (key === null || this.#take(colon) === null) return null;
    return key.text === '<<' || entries.has(key.text) || reservedNames.has(key.text) ? null : key;
  }

  /** What a key stands for: the rest of its line, or what is indented below; a list may stand right below its key. */
  #member(indent: number, path: string): SpecNode | null {
    const rest = this.#column;
    if (this.#take(lineEnd) === null) return this.#restOfLine(path);
    // A comment that stands right behind the colon is none of a value's.
    if (rest < this.#line.length) return null;
    this.#at++;
    const next = this.#nextLine();
    return next > indent || (next === indent && this.#isItem) ? this.#block(next, path) : null;
  }

  #restOfLine(path: string): SpecNode | null {
    const node = this.#value(inLine, path);
    if (node === null || this.#take(lineEnd) === null) return null;
    this.#at++;
    return node;
  }

  #value(pattern: RegExp, path: string): SpecNode | null {
    const mark = this.#line[this.#column];
    if (mark !== '[' && mark !== '{') return this.#scalar(pattern, path);
    if (this.#levels >= maxLevels) return null;
    this.#levels++;
    const node = mark === '[' ? this.#bracketedList(path) : this.#bracketedMap(path);
    this.#levels--;
    return node;
  }

  #bracketedList(path: string): ListNode | null {
    const spot = this.#spot(path);
    const items: SpecNode[] = [];
    const isWhole = this.#bracketed(']', () => {
      const item = this.#value(inBrackets, `${path}/${items.length}`);
      if (item !== null) items.push(item);
      return item !== null;
    });
    return isWhole ? { kind: 'list', items, ...spot } : null;
  }

  #bracketedMap(path: string): MapNode | null {
    const spot = this.#spot(path);
    const entries = new Map<string, Entry>();
    const isWhole = this.#bracketed('}', () => {
      const key = this.#key(inBrackets, path, entries);
      const value = key === null ? null : this.#value(inBrackets, `${path}/${pointerStep(key.text)}`);
      if (key !== null && value !== null) entries.set(key.text, { key, value });
      return value !== null;
    });
    return isWhole ? { kind: 'map', entries: [...entries.values()], ...spot } : null;
  }

  /** Reads up to the closing mark, on one line; false when it does not come. */
  #bracketed(closing: string, readOne: () => boolean): boolean {
    this.#column++;
    this.#take(spaces);
    const isEmpty = this.#line[this.#column] === closing;
    if (!isEmpty) {
      do if (!readOne()) return false;
      while (this.#take(spaces) !== null && this.#take(comma) !== null);
    }
    return this.#line[this.#column++] === closing;
  }

  #scalar(pattern: RegExp, path: string): ScalarNode | null {
    const spot = this.#spot(path);
    const found = this.#take(pattern);
    if (found === null) return null;
    const [, double, single, plain = ''] = found;
    const text = double ?? single?.replaceAll("''", "'");
    if (text !== undefined) return { kind: 'scalar', value: text, text, ...spot };
    return { kind: 'scalar', value: scalarIn(plain), text: plain, ...spot };
  }
}
