// Reads how long something may take.

import type { Findings } from '../source/findings.js';
import type { Entry } from '../source/tree.js';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const words: Readonly<Record<string, string>> = {
  millisecond: 'ms',
  milliseconds: 'ms',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  day: 'd',
  days: 'd',
};

/** Longer than anyone waits, and within what a timer of Node can count. */
export const maxMs = 7 * 86_400_000;
const fix = 'write e.g. 90s, 10m or 1h30m; a number alone means seconds; at most 7d';

/** The names of a timeout. */
export const timeoutNames = [
  'timeout',
  'timeoutms',
  'timeoutseconds',
  'timeoutsecs',
  'timeoutsec',
  'timeoutminutes',
  'timeoutmin',
];

/**
 * Reads a timeout.
 * @param entry the member; its own name may tell the unit (`timeout_minutes: 5`). Undefined when it is absent
 * @param findings takes a value that is no time
 * @returns milliseconds; null when there is none
 */
export function readTimeout(entry: Entry | undefined, findings: Findings): number | null {
  if (entry === undefined) return null;
  const { key, value } = entry;
  const text = value.kind === 'scalar' ? value.text.trim().toLowerCase() : '';
  const ms = durationOf(text, /ms$/i.test(key.text) ? 'ms' : /min/i.test(key.text) ? 'm' : 's');
  if (ms !== null && ms >= 1 && ms <= maxMs) return ms;
  findings.problem(value, `${key.text} is ${JSON.stringify(text.slice(0, 40))}, which is no time`, fix);
  return null;
}

/**
 * Reads how long something may take.
 * @param text e.g. `90s`, `10m`, `1h30m`; in lower case
 * @param bareUnit what a number alone counts
 * @returns milliseconds; null when it is no time
 */
export function durationOf(text: string, bareUnit = 's'): number | null {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * (units[bareUnit] ?? 1));
  if (text.length > 40 || !/^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/.test(text)) return null;
  let ms = 0;
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const name = Object.hasOwn(words, unit) ? (words[unit] ?? unit) : unit;
    if (!Object.hasOwn(units, name)) return null;
    ms += Number(amount) * (units[name] ?? 0);
  }
  return Math.round(ms);
}
