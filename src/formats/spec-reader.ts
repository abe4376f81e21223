// A reader of YAML that knows the line and column of every value. Pure.

import { type Document, LineCounter, isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { isObject } from '../base/json.js';
import { isSlipOf } from '../base/text.js';
import { type Field, type Kind, specFields } from './spec-fields.js';

export interface SpecProblem {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix?: string;
  readonly isWarning: boolean;
}

const shapes: Readonly<Record<Kind, string>> = {
  spec: 'write e.g. prd: PRD-009',
  workstream: 'write e.g. { name: Database Layer }',
  phase: 'write e.g. { name: Foundation, parallel: [WS1] }',
  gate: 'write e.g. { command: npm test }',
};

export type Path = readonly (string | number)[];
export interface Part {
  readonly path: Path;
  readonly value: unknown;
}
export interface NamedPart extends Part {
  readonly id: string;
}

const yamlFixes: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  BLOCK_AS_IMPLICIT_KEY: 'put a text with a colon in quotes',
  MULTILINE_IMPLICIT_KEY: 'put the text in quotes, or write a colon after the name',
  MISSING_CHAR: 'close the quote or bracket',
  BAD_INDENT: 'indent it like the line above',
  DUPLICATE_KEY: 'keep one of the two',
};

/** Values with the places that they came from. */
export class SpecReader {
  readonly problems: SpecProblem[] = [];
  /** Null where the YAML cannot be read. */
  readonly data: unknown;
  readonly #doc: Document.Parsed;
  readonly #lines = new LineCounter();

  constructor(front: string) {
    const options = { lineCounter: this.#lines, merge: true, prettyErrors: false, stringKeys: true };
    this.#doc = parseDocument(front, options);
    const places = new Set<number>();
    for (const { code, message, pos } of this.#doc.errors) {
      const at = code === 'MISSING_CHAR' || code === 'BAD_INDENT' ? this.#opening(pos[0]) : pos[0];
      const text = code === 'DUPLICATE_KEY' ? 'the same name is there twice' : message;
      if (!places.has(at)) this.#add(at, text, yamlFixes[code]); // what follows at the same place is a consequence
      places.add(at);
    }
    visit(this.#doc, {
      Alias: (_, node) => {
        if (node.resolve(this.#doc) !== undefined) return;
        this.#add(node.range?.[0] ?? 0, `*${node.source} refers to nothing`, 'put a text that begins with * in quotes');
      },
    });
    const isReadable = this.problems.length === 0 || this.#doc.errors.every(({ code }) => code === 'DUPLICATE_KEY');
    this.data = isReadable ? this.#toValue() : null;
  }

  /** Where the quote or bracket opens that is not closed at a place. */
  #opening(end: number): number {
    let at = end;
    visit(this.#doc, {
      Node: (_, node) => {
        const isOpen = isScalar(node) ? node.type?.startsWith('QUOTE') === true : 'flow' in node && node.flow;
        if (isOpen && node.range?.[1] === end) at = node.range[0];
      },
    });
    return at;
  }

  #toValue(): unknown {
    try {
      const value: unknown = this.#doc.toJS({ maxAliasCount: 100 });
      return value ?? {};
    } catch (error) {
      if (this.problems.length === 0) this.#add(0, error instanceof Error ? error.message : 'cannot be read');
      return null;
    }
  }

  #add(offset: number, message: string, fix?: string, isWarning = false): void {
    const { line, col } = this.#lines.linePos(offset);
    const place = { line: Math.max(line, 1) + 1, column: Math.max(col, 1) }; // the front matter begins on line 2
    this.problems.push({ ...place, message, ...(fix === undefined ? {} : { fix }), isWarning });
  }

  /** Reports a problem with a value, or with the name of a member. */
  report(path: Path, message: string, fix?: string, { onName = false, isWarning = false } = {}): void {
    let node: unknown = this.#doc.contents;
    let at = 0;
    for (const [index, step] of path.entries()) {
      if (isAlias(node)) node = node.resolve(this.#doc);
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
        if (pair === undefined) break;
        if (isNode(pair.key)) at = pair.key.range?.[0] ?? at;
        if (onName && index === path.length - 1) break;
        node = pair.value;
      } else if (isSeq(node)) node = node.items[Number(step)];
      else break;
      if (isNode(node) && !(isScalar(node) && node.value === null)) at = node.range?.[0] ?? at;
    }
    this.#add(at, message, fix, isWarning);
  }

  /** A member by its name or one of the other spellings; null when there is none. */
  member<K extends Kind>({ path, value }: Part, kind: K, name: keyof (typeof specFields)[K] & string): Part | null {
    const fields: Readonly<Record<string, Field>> = specFields[kind];
    const found = [name, ...(fields[name]?.also ?? [])].find((one) => isObject(value) && value[one] != null);
    return found === undefined || !isObject(value) ? null : { path: [...path, found], value: value[found] };
  }

  /** Reports members that are misspelt: a lost dependency would go unnoticed. */
  checkNames({ path, value }: Part, kind: Kind): void {
    if (!isObject(value)) return this.report(path, `must be a map with the fields of a ${kind}`, shapes[kind]);
    const fields: Readonly<Record<string, Field>> = specFields[kind];
    const known = Object.entries(fields).flatMap(([name, { also = [] }]) => [name].concat(also));
    for (const name of Object.keys(value).filter((one) => !known.includes(one))) {
      const near = known.find((one) => isSlipOf(name, one));
      if (near !== undefined)
        this.report([...path, name], `${name} is not a field of a ${kind}`, `did you mean ${near}?`, { onName: true });
    }
  }

  text(part: Part | null): string | null {
    if (part === null) return null;
    const { value } = part;
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    this.report(part.path, `${part.path.findLast((step) => typeof step === 'string') ?? 'it'} must be a text`);
    return null;
  }

  /** The texts of a list; one text will do. */
  texts(part: Part | null): { readonly text: string; readonly path: Path }[] {
    return this.items(part).flatMap((item) => {
      const text = this.text(item);
      return text === null ? [] : [{ text, path: item.path }];
    });
  }

  items(part: Part | null): readonly Part[] {
    if (part === null) return [];
    const { path, value } = part;
    return Array.isArray(value)
      ? value.map((item: unknown, index) => ({ path: [...path, index], value: item }))
      : [part];
  }

  /** The parts of a map by id, or of a list whose items have ids or are ids. */
  parts(part: Part | null): NamedPart[] {
    if (part === null) return [];
    const { path, value } = part;
    if (isObject(value))
      return Object.entries(value).map(([id, one]) => ({ id, path: [...path, id], value: one ?? {} }));
    if (!Array.isArray(value)) this.report(path, 'must be a map by id');
    return this.items(Array.isArray(value) ? part : null).flatMap((item): NamedPart[] => {
      const named = isObject(item.value) ? (item.value['id'] ?? item.value['name']) : item.value;
      const id = this.text({ path: item.path, value: named });
      return id === null ? [] : [{ ...item, id, value: isObject(item.value) ? item.value : {} }];
    });
  }

  duration(part: Part | null): number | null {
    if (part === null) return null;
    const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
    const text = String(part.value).trim();
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smh])?\s*/gy)];
    const total = parts.reduce((sum, [, n, unit = 's']) => sum + Number(n) * (units[unit] ?? 0), 0);
    if (parts.map(([all]) => all).join('') === text && total > 0 && total < 2 ** 31) return Math.round(total);
    this.report(part.path, 'must be a duration', 'write e.g. 90s, 10m or 1h30m');
    return null;
  }
}
