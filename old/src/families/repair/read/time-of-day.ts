// Reads the hour and the zone out of what stands behind a date.

/** A time of day with its zone, in the form of ISO 8601. */
export interface TimeOfDay {
  /** e.g. `20:00:00.5` */
  readonly clock: string;
  /** `Z` or e.g. `+01:00`; null when the zone that is named stands for several. */
  readonly zone: string | null;
}

const zones: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'utc+0 gmt+0 z+0 wet+0 west+1 bst+1 cet+1 mez+1 cest+2 mesz+2 eet+2 eest+3 msk+3 sgt+8 hkt+8 jst+9 kst+9 aest+10 aedt+11 ' +
    'nzst+12 nzdt+13 edt-4 est-5 cdt-5 mdt-6 mst-7 pdt-7 pst-8 akst-9 akdt-8 hst-10 brt-3'
  )
    .split(' ')
    .map((entry) => {
      const [, name = '', sign = '+', hours = '0'] = /^([a-z]+)([+-])(\d+)$/.exec(entry) ?? [];
      return [name, hours === '0' ? 'Z' : `${sign}${hours.padStart(2, '0')}:00`] as const;
    }),
);
/** Names of several zones, hours apart. */
const ambiguous = new Set(['cst', 'ist', 'ast', 'sst', 'gst', 'pkt']);
const halves = '(?:[ap]\\.?m\\b\\.?)';
const withColon = new RegExp(`(\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?\\s*(${halves})?`, 'i');
const compact = /^[T _-](\d\d)(\d\d)(\d\d)?(?!\d)/i;
const hourOnly = new RegExp(`\\b(\\d{1,2})\\s*(${halves})`, 'i');
const offset = /^\s*\(?(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d\d))?(?!\d)/i;
const zoneName = /^\s*\(?([A-Z]{1,4}T|Z|UTC|GMT|MEZ|MESZ|MSK)\b/i;

/**
 * Reads a time of day.
 * @param text what stands behind the date, e.g. ` 8:00 PM CET`
 * @returns the time; midnight in UTC when nothing is said
 */
export function readTimeOfDay(text: string): TimeOfDay {
  const found = withColon.exec(text) ?? compact.exec(text);
  const [whole = '', hour = '', minute = '00', second = '00', fraction, half = ''] = found ?? onTheHour(text);
  if (hour === '') return { clock: '00:00:00', zone: 'Z' };
  const clock = `${inFull(Number(hour), half.toLowerCase())}:${minute}:${second}`;
  const zone = readZone(text.slice(text.indexOf(whole) + whole.length));
  return { clock: fraction === undefined ? clock : `${clock}.${fraction}`, zone };
}

/** `8am` */
function onTheHour(text: string): readonly (string | undefined)[] {
  const [whole, hour, half] = hourOnly.exec(text) ?? [];
  return [whole, hour, undefined, undefined, undefined, half];
}

function inFull(hour: number, half: string): string {
  const hours = half === '' ? hour : half.startsWith('p') ? (hour % 12) + 12 : hour % 12;
  return String(hours).padStart(2, '0');
}

function readZone(text: string): string | null {
  const [, sign, hours = '', minutes = '00'] = offset.exec(text) ?? [];
  if (sign !== undefined) return `${sign}${hours.padStart(2, '0')}:${minutes}`;
  const name = zoneName.exec(text)?.[1]?.toLowerCase();
  if (name === undefined) return 'Z';
  return ambiguous.has(name) ? null : (zones[name] ?? 'Z');
}
