// Takes apart entries of lists that say a name and, beside it, how it stands: `[x] schema`, `api ✅`, `ui (60%)`.

import { statusSigns } from './words.js';

/** A name with what is said beside it. */
export interface Label {
  readonly name: string;
  /** The remark or sign; undefined when there is none. */
  readonly said: string | undefined;
}

/** Longer entries are prose. */
const maxChars = 400;
const box = /^(?:[-*+•]\s+|\d{1,3}[.)]\s+)?\[([^\]]{0,2})\]\s*(\S.*)$/s;
const bullet = /^(?:[-*•]\s+(?=\S)|\d{1,3}[.)]\s+(?=[^\p{L}\p{N}\s]))/u;
const separators = /\s*([([])|:\s+|\s+(?:[-–—]+>?|→)\s+/g;
/** Remarks that nobody means as a part of a name; in `Phase 2: Testing` and `Part 1 (Draft)` they are. */
const plain = new RegExp(
  '^(?:done|completed?|finished|pending|to-?do|not|in[ _-]progress|wip|failed|failing|skipped|waived|partial' +
    '|partly|incomplete|unfinished|almost|mostly|half|except|without|missing|on hold|paused|erledigt|fertig' +
    '|abgeschlossen|offen|in arbeit|terminé|fini|en cours|hecho|completado|pendiente)(?![a-zé])' +
    '|^\\d{1,3}\\s*%|^\\d+\\s*(?:/|of)\\s*\\d+|^[x ]$',
  'i',
);
/** In brackets, also words that leave something open. */
const doubt =
  /\b(?:missing|open|left|pending|fail\w*|red|broken|partial\w*|wip|skipped|untested|todo|remain\w*|incomplete|not|except|without|needs?)\b/i;
const signs = statusSigns.filter(([sign]) => !sign.startsWith('['));

/**
 * Takes an entry apart.
 * @param text e.g. `- [x] schema`, `api ✅`, `ui (partial)`
 * @param known names of units: what stands behind one of these is a remark, whatever it says
 * @returns the name and what is said of it; a text that says nothing is all name
 */
export function readLabel(text: string, known: ReadonlySet<string> = new Set()): Label {
  const whole = text.trim();
  if (known.has(whole) || whole.length > maxChars) return { name: whole, said: undefined };
  const [, sign, rest] = box.exec(whole) ?? [];
  if (sign !== undefined && rest !== undefined) return withSaid(boxed(sign), sign.trim() !== '', rest, known);
  const bare = whole.replace(bullet, '');
  return readSign(bare, known) ?? readRemark(bare, known) ?? { name: bare, said: undefined };
}

function boxed(sign: string): string {
  if (/^[x✓✔✅☑]/iu.test(sign)) return '[x]';
  return sign.trim() === '' ? '[ ]' : 'in_progress';
}

/** A tick beside a remark is no more than the remark; any other sign stands. */
function withSaid(sign: string, isTick: boolean, rest: string, known: ReadonlySet<string>): Label {
  const { name, said } = readLabel(rest, known);
  return { name, said: isTick ? (said ?? sign) : sign };
}

/** `✅ schema`, `schema ✅` */
function readSign(text: string, known: ReadonlySet<string>): Label | null {
  const flat = text.replaceAll('\uFE0F', '');
  const found = signs.find(([sign]) => flat.startsWith(sign) || flat.endsWith(sign));
  if (found === undefined) return null;
  const [sign, concept] = found;
  const rest = (flat.startsWith(sign) ? flat.slice(sign.length) : flat.slice(0, -sign.length)).trim();
  return rest === '' ? null : withSaid(sign, concept === 'complete', rest, known);
}

function readRemark(text: string, known: ReadonlySet<string>): Label | null {
  for (const { 0: separator, 1: opening, index } of text.matchAll(separators)) {
    const name = text.slice(0, index).trim();
    const behind = text.slice(index + separator.length);
    const closing = opening === '(' ? ')' : ']';
    if (name === '' || behind === '' || (opening !== undefined && !behind.endsWith(closing))) continue;
    const said = opening === undefined ? behind.trim() : behind.slice(0, -1);
    if (/^[x ]$/i.test(said)) return { name, said: boxed(said) };
    const isDoubt = opening !== undefined && doubt.test(said);
    if (known.has(name) || isDoubt || plain.test(said) || signs.some(([sign]) => said.includes(sign)))
      return { name, said };
  }
  const asked = /^(.*[^\s?])\s*\?+$/s.exec(text)?.[1];
  return asked === undefined ? null : { name: asked, said: '?' };
}
