// Finds secrets in a text. The search runs once over it, by three characters at a time; patterns are tried only where one may
// begin.

import { isWordCode, mayHoldSecret } from './may-hold-secret.js';
import { isMasked, type SecretPattern, secretPatterns } from './secret-patterns.js';

/** Where a secret stands in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** One beginning of a pattern. */
interface Beginning {
  readonly pattern: SecretPattern;
  readonly start: string;
}

/** Which beginnings have which first three characters, in any case; five bits of each character make up the index. */
interface Index {
  readonly flags: Uint8Array;
  readonly beginnings: ReadonlyMap<number, readonly Beginning[]>;
}

let cachedIndex: Index | undefined;
const expressions = new Map<SecretPattern, RegExp>();

/**
 * Finds the secrets in a text.
 * @param text the text
 * @returns where they stand, in order; none overlaps another
 */
export function findSecrets(text: string): readonly Span[] {
  if (!mayHoldSecret(text)) return [];
  cachedIndex ??= makeIndex();
  const { flags, beginnings } = cachedIndex;
  const spans: Span[] = [];
  const weak: [SecretPattern, number][] = [];
  let done = 0;
  let code = 0;
  for (let index = 0; index < text.length; index += 1) {
    code = ((code << 5) | (text.charCodeAt(index) & 31)) & 0x7fff;
    if (flags[code] === 0) continue;
    const start = index - 2;
    for (const beginning of beginnings.get(code) ?? []) {
      if (start < done) break; // Inside of a secret nothing more is tried, or the time would be quadratic.
      if (!beginsAt(beginning, text, start)) continue;
      if (beginning.pattern.weak === true) {
        weak.push([beginning.pattern, start]);
        continue;
      }
      const span = matchAt(beginning.pattern, text, start);
      if (span === undefined || span.start < done) continue;
      spans.push(span);
      done = span.end;
    }
  }
  return weak.length === 0 ? spans : addWeak(text, spans, weak);
}

function addWeak(text: string, spans: readonly Span[], weak: readonly [SecretPattern, number][]): readonly Span[] {
  const all: Span[] = [...spans];
  let done = 0;
  let next = 0;
  for (const [pattern, start] of weak) {
    if (start < done) continue;
    const span = matchAt(pattern, text, start);
    if (span === undefined) continue;
    while (next < spans.length && (spans[next]?.end ?? 0) <= span.start) next += 1;
    if ((spans[next]?.start ?? text.length) < span.end) continue;
    all.push(span);
    done = span.end;
  }
  return all.sort((one, other) => one.start - other.start);
}

/** Most that the index finds ends here, without the cost of an expression. */
function beginsAt({ pattern, start }: Beginning, text: string, index: number): boolean {
  if (pattern.word !== true) {
    return text.startsWith(start, index) && (pattern.before !== undefined || isEdge(text, index));
  }
  for (let offset = 0; offset < start.length; offset += 1) {
    if ((text.charCodeAt(index + offset) | 32) !== (start.charCodeAt(offset) | 32)) return false;
  }
  return pattern.digits !== true || hasDigitSoon(text, index + start.length);
}

const fewWords = 8;
const fewChars = 400;

/** Looks as far as a value may stand behind its name; where that is too far to look, there may be one. */
function hasDigitSoon(text: string, from: number): boolean {
  const end = Math.min(text.length, from + fewChars);
  let words = 0;
  for (let index = from; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) return true;
    if (code <= 32 && text.charCodeAt(index - 1) > 32 && ++words > fewWords) return false;
  }
  return end < text.length;
}

/** Not inside of a word. Behind an escaped line break or quote, also as in `%22`, is not inside. */
function isEdge(text: string, index: number): boolean {
  if (!isWordCode(text.charCodeAt(index - 1))) return true;
  return text[index - 2] === '\\' || text[index - 6] === '\\' || text[index - 3] === '%';
}

function matchAt(pattern: SecretPattern, text: string, index: number): Span | undefined {
  const start = index - (pattern.before?.length ?? 0);
  if (start < 0) return undefined;
  const expression = expressions.get(pattern) ?? expressionOf(pattern);
  expression.lastIndex = start;
  const match = expression.exec(text);
  if (match === null || (pattern.before !== undefined && !isEdge(text, start))) return undefined;
  const kept = match[1] ?? '';
  const secret = match[0].slice(kept.length);
  if (isMasked(secret) || pattern.accept?.(secret, kept) === false) return undefined;
  return { start: start + kept.length, end: start + match[0].length, kind: pattern.kind };
}

function expressionOf(pattern: SecretPattern): RegExp {
  const starts = pattern.starts.split(' ').map((start) => start.replace(/[$.*+?^(){}|[\]\\/-]/g, '\\$&'));
  const begin = `(?:${starts.join('|')})`;
  const head = pattern.keep === undefined ? begin : `(${begin}(?:${pattern.keep.source}))`;
  const source = `${pattern.before?.pattern.source ?? ''}${head}(?:${pattern.rest.source})`;
  const expression = new RegExp(source, pattern.word === true ? 'iy' : 'y');
  expressions.set(pattern, expression);
  return expression;
}

function makeIndex(): Index {
  const flags = new Uint8Array(1 << 15);
  const beginnings = new Map<number, Beginning[]>();
  for (const pattern of secretPatterns()) {
    for (const start of pattern.starts.split(' ')) {
      const code = ((start.charCodeAt(0) & 31) << 10) | ((start.charCodeAt(1) & 31) << 5) | (start.charCodeAt(2) & 31);
      const list = beginnings.get(code);
      if (list === undefined) beginnings.set(code, [{ pattern, start }]);
      else list.push({ pattern, start });
      flags[code] = 1;
    }
  }
  return { flags, beginnings };
}
