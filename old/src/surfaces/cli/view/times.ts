// Times and durations for people, in their own time zone.

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Writes a time.
 * @param iso ISO 8601
 * @returns e.g. `2026-01-29 10:30`, or null when it is no time
 */
export function clockTime(iso: string): string | null {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return null;
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/**
 * Writes how long something took.
 * @param from when it began, ISO 8601
 * @param to when it ended, ISO 8601
 * @returns e.g. `2 h 5 min`; null when that is not known
 */
export function duration(from: string, to: string): string | null {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
  if (Number.isNaN(minutes) || minutes < 0) return null;
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return `${days} d${hours > 0 ? ` ${hours} h` : ''}`;
  return `${hours} h${rest > 0 ? ` ${rest} min` : ''}`;
}
