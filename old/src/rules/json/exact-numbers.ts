// Finds numbers in JSON text that have more digits than a number keeps: reading them changes them in silence.

import { endOfString } from './string-end.js';

const escape = /\\./g;
const text = /"[^"]*"/g;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const token = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Lists numbers that parsing would change.
 * @param json JSON text
 * @returns the numbers as they are written, each once
 */
export function inexactNumbers(json: string): readonly string[] {
  // Few files have any: a look for long runs of digits comes first.
  if (!/[\d.]{16}|\d[eE]/.test(json)) return [];
  return [...new Set(outsideTexts(json).match(number) ?? [])].filter((one) => !isExact(one));
}

/**
 * Takes the texts out of JSON text.
 * @param json JSON text
 * @returns the rest
 */
export function outsideTexts(json: string): string {
  // One expression for both would exhaust the stack on a long text.
  return json.replaceAll(escape, '').replaceAll(text, '""');
}

function isExact(written: string): boolean {
  const [digits, power] = partsOf(written);
  if (digits === '') return true; // a zero, however it is written
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  const [kept, keptPower] = partsOf(value.toExponential());
  return digits === kept && power === keptPower;
}

/** The significant digits, and the power of ten of the last of them. */
function partsOf(written: string): readonly [digits: string, power: number] {
  const [mantissa = '', exponent = '0'] = written.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return [digits, Number(exponent) - fraction.length + (all.length - digits.length)];
}

/**
 * Puts quotes around whole numbers that parsing would change, and around those that are too large for any: texts keep
 * every digit. A fraction is left alone: it is only rounded, and whoever reads it expects a number.
 * @param json JSON text
 * @returns the same text when there are none
 */
export function quoteInexact(json: string): string {
  const due = new Set(inexactNumbers(json).filter((one) => /^-?\d+$/.test(one) || !Number.isFinite(Number(one))));
  if (due.size === 0) return json;
  const parts: string[] = [];
  let from = 0;
  token.lastIndex = 0;
  for (let found = token.exec(json); found !== null; found = token.exec(json)) {
    const [written] = found;
    if (written === '"') token.lastIndex = endOfString(json, found.index);
    else if (due.has(written)) {
      parts.push(json.slice(from, found.index), `"${written}"`);
      from = found.index + written.length;
    }
  }
  return [...parts, json.slice(from)].join('');
}
