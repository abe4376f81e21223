// Counts tokens: the seeds' word count, and an estimate of what a language model's tokenizer would count.
// Knows no tokenizer: those take 140-820 ms to start.

/** The seeds' limit for a context summary, in words. */
export const MAX_SUMMARY_TOKENS = 500;

/** The answer of {@link validateContextSummary}. */
export interface SummaryCheck {
  readonly valid: boolean;
  readonly tokenCount: number;
  readonly limit: number;
  readonly error?: string;
}

/**
 * Counts tokens as the seeds do: words between white space.
 * @param text the text; null and undefined count 0, other values are turned into a string first
 * @returns the number of words; 0 for a value that cannot be turned into a string
 */
export function countTokens(text: unknown): number {
  return asText(text).match(/\S+/g)?.length ?? 0;
}

/**
 * Checks a context summary against the limit.
 * @param summary the summary
 * @param maxTokens the limit in words
 * @returns whether it fits, its count, the limit, and when it does not fit an error message
 */
export function validateContextSummary(summary: unknown, maxTokens: number = MAX_SUMMARY_TOKENS): SummaryCheck {
  const tokenCount = countTokens(summary);
  if (tokenCount <= maxTokens) return { valid: true, tokenCount, limit: maxTokens };
  const error = `Context summary exceeds ${maxTokens} token limit (actual: ${tokenCount} tokens)`;
  return { valid: false, tokenCount, limit: maxTokens, error };
}

/**
 * Estimates how many tokens a language model sees in a text. Errs high, so that a text that fits by this count fits:
 * against cl100k and o200k 1.05 to 1.6 times the real count for prose, code, paths, hex, base64 and CJK.
 * Linear in the length of the text.
 * @param text the text; values as in {@link countTokens}
 * @returns the estimate
 */
export function estimateTokens(text: unknown): number {
  return Math.ceil(costOf(asText(text)));
}

/**
 * Makes an estimate for drafts of one text, which share most of their words: each word is looked at once. Between words that
 * stand one space apart nothing else counts, so their sum is the estimate of the whole.
 * @returns estimates the tokens of a text of one line
 */
export function draftEstimate(): (line: string) => number {
  const known = new Map<string, number>();
  return (line) => {
    let tokens = 0;
    for (const word of line.split(' ')) {
      let cost = known.get(word);
      if (cost === undefined) known.set(word, (cost = costOf(` ${word}`)));
      tokens += cost;
    }
    return Math.ceil(tokens);
  };
}

function costOf(source: string): number {
  let tokens = 0;
  let start = 0;
  let before = SPACE;
  while (start < source.length) {
    const kind = kindAt(source, start);
    let end = start + 1;
    if (kind === OTHER) {
      const code = source.codePointAt(start) ?? 0;
      if (code > 0xffff) end += 1;
      tokens += isLine(code) && source.charCodeAt(start - 1) === code ? 0.3 : otherCost(code);
    } else if (kind === UPPER || kind === LOWER) {
      // One part of a camelCase word: upper-case letters, then lower-case ones.
      if (kind === UPPER) while (kinds[source.charCodeAt(end)] === UPPER) end += 1;
      while (kinds[source.charCodeAt(end)] === LOWER) end += 1;
      tokens += wordCost(source, start, end, isWordKind(before) || isWordKind(kindAt(source, end)));
    } else {
      while (kinds[source.charCodeAt(end)] === kind) end += 1;
      if (kind === DIGIT) tokens += digitsCost(end - start);
      else if (kind === PUNCTUATION) tokens += punctuationCost(source, start, end);
      else tokens += spaceCost(source, start, end);
    }
    before = kind;
    start = end;
  }
  return tokens;
}

const SPACE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const PUNCTUATION = 4;
const OTHER = 5;
const END = 6;

const kinds = new Uint8Array(128).fill(OTHER);
kinds.fill(PUNCTUATION, 33, 127).fill(DIGIT, 48, 58).fill(UPPER, 65, 91).fill(LOWER, 97, 123);
for (const code of [9, 10, 13, 32]) kinds[code] = SPACE;

const vowels = new Uint8Array(128);
for (const code of [97, 101, 105, 111, 117, 121]) vowels[code] = 1; // a, e, i, o, u, y

function kindAt(source: string, index: number): number {
  const code = source.charCodeAt(index);
  return code < 128 ? (kinds[code] ?? OTHER) : index < source.length ? OTHER : END;
}

function isWordKind(kind: number): boolean {
  return kind === LOWER || kind === UPPER || kind === DIGIT;
}

// The weights below were fitted to cl100k and o200k; the samples and their real counts are in the test.

function wordCost(source: string, start: number, end: number, glued: boolean): number {
  let vowelCount = 0;
  let uppers = 0;
  let consonants = 0;
  let crowded = false;
  for (let index = start; index < end; index += 1) {
    const code = source.charCodeAt(index);
    if (code < 97) uppers += 1;
    if (vowels[code | 32] === 1) {
      vowelCount += 1;
      consonants = 0;
    } else {
      consonants += 1;
      crowded ||= consonants > 3;
    }
  }
  const length = end - start;
  // What no one pronounces (hex, base64, random names) is not in any vocabulary: about 1.5 letters a token.
  const odd = crowded || vowelCount * 5 < length || length > 20;
  if (glued && (odd || length < 4 || uppers > 1)) return Math.max(1.05, length * 0.78);
  if (odd) return Math.max(1.05, length * 0.64);
  if (uppers > 2) return Math.max(1.1, length * 0.5);
  if (length <= 3) return 1.1;
  // Vocabularies know English best; its words seldom end like this.
  return 1.1 + (length - 3) * 0.22 + (isForeignEnd(source.charCodeAt(end - 1)) ? 0.9 : 0);
}

function isForeignEnd(lower: number): boolean {
  return lower === 97 || lower === 105 || lower === 106 || lower === 111 || lower === 117; // a, i, j, o, u
}

function digitsCost(length: number): number {
  return Math.ceil(length / 3) * 1.1 + (length > 3 ? 0.3 : 0);
}

function punctuationCost(source: string, start: number, end: number): number {
  const length = end - start;
  let same = true;
  for (let index = start + 1; same && index < end; index += 1) {
    same = source.charCodeAt(index) === source.charCodeAt(start);
  }
  if (same) return 1.05 + Math.floor(length / 16);
  return length === 2 ? 1.1 : 1 + (length - 2) * 0.7;
}

function spaceCost(source: string, start: number, end: number): number {
  const length = end - start;
  let lines = 0;
  for (let index = start; index < end; index += 1) if (source.charCodeAt(index) === 10) lines += 1;
  if (lines > 0) return 1 + (length > lines ? 1 : 0) + Math.floor(length / 16);
  // A single space belongs to the word behind it, but digits take none.
  return length > 1 || kindAt(source, end) === DIGIT ? 1 + Math.floor(length / 16) : 0;
}

function isLine(code: number): boolean {
  return code >= 0x2500 && code < 0x2600;
}

function otherCost(code: number): number {
  if (code < 0x80) return 1; // control characters
  if (code < 0xa0) return 2;
  if (code < 0x100) return 1.35; // é, ü
  if (code < 0x370) return 2; // č, ł, combining marks
  if (code < 0x400) return 1.2; // Greek
  if (code < 0x530) return 0.75; // Cyrillic
  if (code < 0x590) return 2.5;
  if (code < 0x700) return 1.25; // Hebrew, Arabic
  if (code >= 0x900 && code < 0x980) return 1.5; // Devanagari
  if (code >= 0xe00 && code < 0xe80) return 1.5; // Thai
  if (code >= 0x1200 && code < 0x1400) return 3; // Ethiopic
  if (code < 0x2000) return 2.5;
  if (code >= 0x3040 && code < 0x3100) return 1.4; // kana
  if (code >= 0x4e00 && code < 0xd7a4) return 1.6; // Han, Hangul
  return code < 0x10000 ? 1.8 : 3.2; // symbols; emoji
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  try {
    // oxlint-disable-next-line typescript/no-base-to-string -- the seeds coerce every value
    return String(value);
  } catch {
    return '';
  }
}
