// Times as text.

/**
 * Writes a time as `toISOString` of a date does. That one looks the machine's time zone up, which it does not need: half a
 * millisecond of every start that saves.
 * @param ms milliseconds since 1970
 * @returns ISO 8601 in UTC; throws a RangeError for what is no time, as that does
 */
export function timeText(ms: number): string {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) return date.toISOString();
  const day = `${digits(year, 4)}-${digits(date.getUTCMonth() + 1, 2)}-${digits(date.getUTCDate(), 2)}`;
  const time = `${digits(date.getUTCHours(), 2)}:${digits(date.getUTCMinutes(), 2)}:${digits(date.getUTCSeconds(), 2)}`;
  return `${day}T${time}.${digits(date.getUTCMilliseconds(), 3)}Z`;
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
