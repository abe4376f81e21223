// Times as text.

/**
 * Writes a time as `toISOString` of a date does. That one looks the machine's time zone up, which it does not need: half a
 * millisecond of every start that saves.
 * @param ms milliseconds since 1970
 * @returns ISO 8601 in UTC; throws a RangeError for what is no time, as that does
 */
export function timeText(ms: number): string {
  const whole = Math.trunc(ms);
  const second = Math.floor(whole / 1000);
  if (second !== lastSecond) {
    const date = new Date(whole);
    const year = date.getUTCFullYear();
    if (!(year >= 0 && year <= 9999)) return date.toISOString();
    lastPrefix = upToSecond(date, year);
    lastSecond = second;
  }
  lastMs = whole;
  lastText = `${lastPrefix}${digits(whole - second * 1000, 3)}Z`;
  return lastText;
}

/** One process writes many times in one second, and reads most often the time that it wrote last. */
let lastSecond = Number.NaN;
let lastPrefix = '';
let lastMs = Number.NaN;
let lastText = '';

/**
 * Reads a time.
 * @param text ISO 8601
 * @returns milliseconds since 1970; NaN when it is none
 */
export function timeOfText(text: string): number {
  return text === lastText ? lastMs : Date.parse(text);
}

function upToSecond(date: Date, year: number): string {
  const day = `${digits(year, 4)}-${digits(date.getUTCMonth() + 1, 2)}-${digits(date.getUTCDate(), 2)}`;
  const time = `${digits(date.getUTCHours(), 2)}:${digits(date.getUTCMinutes(), 2)}:${digits(date.getUTCSeconds(), 2)}`;
  return `${day}T${time}.`;
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
