// Small things about text: near misses, cutting, invisible characters, ages.

/** Counts single-letter edits between two words; swapped neighbours count once. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}

/** Finds the names that someone may have meant, the nearest first. */
export function nearNames(typed: string, names: readonly string[], max = 3): string[] {
  if (typed.length < 2 || typed.length > 200) return [];
  const word = typed.toLowerCase();
  const limit = Math.max(1, Math.floor((word.length + 1) / 3));
  const farness = (name: string): number => {
    if (name.startsWith(word)) return 0;
    const [short, long] = word.length < name.length ? [word, name] : [name, word];
    if (short.length >= 3 && long.includes(short)) return 1;
    return long.length - short.length > limit ? limit + 1 : distance(word, name);
  };
  return names
    .map((name) => ({ name, far: farness(name.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far)
    .slice(0, max)
    .map(({ name }) => name);
}

/** The one name that was probably meant. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  return nearNames(typed, names, 1)[0];
}

/** True for a name that is probably a slip of another one: `apii` for `api`, `Unit_Tests` for `unit-tests`. */
export function isSlipOf(typed: string, name: string): boolean {
  const [a, b] = [typed, name].map((text) => text.toLowerCase().replace(/[\s_-]+/g, '-'));
  if (a === undefined || b === undefined || typed === name) return false;
  // `phase-1` and `phase-2` are two names.
  if (a.replace(/\D+/g, ' ').trim() !== b.replace(/\D+/g, ' ').trim()) return false;
  return distance(a, b) <= Math.min(2, Math.floor(Math.max(a.length, b.length) / 4));
}

/** Cuts a text to a number of characters, with `…` where something is missing. */
export function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${cutAt(text, Math.max(0, maxChars - 1)).trimEnd()}…`;
}

/** The first characters of a text, without half a character at the end. */
export function cutAt(text: string, end: number): string {
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '');
}

/** One line: white space becomes single spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Removes what a terminal or a model would obey or not see: control, escape, bidi and zero-width characters. */
export function stripInvisible(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = text.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)/g, '');
  return plain.replace(/[^\P{Cc}\t\n]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu, '');
}

/** The time that a text means, in milliseconds; without a zone it is UTC. NaN when it is not a time. */
export function timeOf(text: string): number {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  return Date.parse(hasZone || !text.includes(':') ? text : `${text.replace(' ', 'T')}Z`);
}

/** How long something took or is ago, in words: `less than a minute`, `12 minutes`, `3 days`. */
export function durationText(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return counted(minutes, 'minute');
  if (minutes < 48 * 60) return counted(Math.floor(minutes / 60), 'hour');
  return counted(Math.floor(minutes / 1440), 'day');
}

/** `1 run`, `2 runs`. */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
