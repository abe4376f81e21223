// Times as pawl writes them, read without the system's calendar: the first `Date.parse` of a process loads its time zone, which
// costs a hook more than all else that it does.

const written = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?Z$/;

/**
 * Reads a time.
 * @param iso ISO 8601
 * @returns milliseconds since 1970; NaN when it is no time
 */
export function millisecondsOf(iso: string): number {
  const [, year, month, day, hour, minute, second, rest = '0'] = written.exec(iso) ?? [];
  if (year === undefined) return Date.parse(iso);
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const isReal = mo >= 1 && mo <= 12 && d >= 1 && d <= 31 && h <= 23 && mi <= 59 && s <= 59;
  return isReal ? Date.UTC(y, mo - 1, d, h, mi, s, Number(rest)) : Date.parse(iso);
}
