// Finds each workstream's section of the Markdown: everything below the headings that name it, without what stands below
// headings that name another one.

/** What a heading can name a workstream by. */
export interface SectionOwner {
  readonly id: string;
  readonly title: string | null;
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

/** Whose a heading is, and whether it begins with the id or only mentions it. */
interface Claim {
  readonly id: string;
  readonly isFirst: boolean;
}

/**
 * Finds the sections of workstreams.
 * @param body the lines of the Markdown below the front matter
 * @param owners the workstreams
 * @returns the section of each that has one: lines without spaces at their ends, at most one blank line in a row
 */
export function sectionsOf(body: readonly string[], owners: readonly SectionOwner[]): ReadonlyMap<string, string> {
  const headings = headingsIn(body);
  const claims = claimsOf(headings, owners);
  const sections = new Map<string, string[]>();
  const open: { readonly level: number; readonly id: string }[] = [];
  body.forEach((line, at) => {
    const heading = headings.get(at);
    if (heading !== undefined) {
      while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
      const id = claims.get(at);
      if (id !== undefined) open.push({ level: heading.level, id });
    }
    const owner = open.at(-1)?.id;
    if (owner === undefined) return;
    const lines = sections.get(owner) ?? [];
    if (lines.length === 0) sections.set(owner, lines);
    const text = line.trimEnd();
    if (text !== '' || lines.at(-1) !== '') lines.push(text);
  });
  return new Map([...sections].map(([id, lines]) => [id, lines.join('\n').trim()]));
}

/** Finds headings by their line: `## Text`, or a text that is underlined. Fences of code have none. */
function headingsIn(body: readonly string[]): ReadonlyMap<number, Heading> {
  const headings = new Map<number, Heading>();
  let fence: string | null = null;
  body.forEach((line, at) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = null;
      return;
    }
    if (mark !== undefined) {
      fence = mark;
      return;
    }
    const [, marks, text] = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line) ?? [];
    if (marks !== undefined && text !== undefined) headings.set(at, { level: marks.length, text });
    const underline = /^ {0,3}(?:(=+)|-{2,})[ \t]*$/.exec(body[at + 1] ?? '');
    if (marks === undefined && underline !== null && /^ {0,3}[^\s>|*#-]/.test(line)) {
      headings.set(at, { level: underline[1] === undefined ? 2 : 1, text: line });
    }
  });
  return headings;
}

function claimsOf(
  headings: ReadonlyMap<number, Heading>,
  owners: readonly SectionOwner[],
): ReadonlyMap<number, string> {
  const byId = new Map(owners.map(({ id }) => [id.toLowerCase(), id]));
  const byTitle = new Map<string, string | null>();
  for (const { id, title } of owners) {
    const key = plain(title ?? '').toLowerCase();
    if (key !== '') byTitle.set(key, byTitle.has(key) ? null : id);
  }
  const claims = new Map<number, Claim>();
  for (const [at, { text }] of headings) {
    const claim = claimOf(plain(text), byId, byTitle);
    if (claim !== null) claims.set(at, claim);
  }
  // A mention counts only for a workstream that has no heading of its own.
  const first = new Set([...claims.values()].flatMap(({ id, isFirst }) => (isFirst ? [id] : [])));
  return new Map([...claims].flatMap(([at, { id, isFirst }]) => (isFirst || !first.has(id) ? [[at, id]] : [])));
}

/** A heading without emphasis, code marks, links and its closing marks. */
function plain(text: string): string {
  return text
    .slice(0, 300)
    .replace(/[`*]|^\W*\d+(?:\.\d+)*[.)]\s+|\]\([^)]*\)|\[|[ \t]#+[ \t]*$/g, '')
    .trim();
}

function claimOf(
  text: string,
  byId: ReadonlyMap<string, string>,
  byTitle: ReadonlyMap<string, string | null>,
): Claim | null {
  const titled = byTitle.get(text.toLowerCase());
  if (titled !== undefined && titled !== null) return { id: titled, isFirst: true };
  const beginning = beginningOf(text, byId);
  if (beginning !== null) return { id: beginning, isFirst: true };
  const words = text.toLowerCase().match(/[\w.-]+/g) ?? [];
  const [only, another] = new Set(words.flatMap((word) => byId.get(word.replace(/[.-]+$/, '')) ?? []));
  return only !== undefined && another === undefined && isTelling(only) ? { id: only, isFirst: false } : null;
}

/** `WS1 Database`, `WS1-Database`, `Workstream WS1` and `Workstream 1` begin with WS1; `api: …` with api, `api rules` not. */
function beginningOf(text: string, byId: ReadonlyMap<string, string>): string | null {
  const bare = text.replace(/^workstream\s+/i, '');
  const word = /^[\w.-]+/.exec(bare)?.[0] ?? '';
  const forms = [word, word.replace(/[.-]+$/, ''), word.split('-')[0] ?? '', bare === text ? '' : `ws${word}`];
  const id = forms.map((form) => byId.get(form.toLowerCase())).find((one) => one !== undefined);
  if (id === undefined) return null;
  return isTelling(id) || /^\s*(?:$|[:–—(-])/.test(bare.slice(word.length)) ? id : null;
}

/** Whether an id cannot be taken for a word of a sentence. */
function isTelling(id: string): boolean {
  return /\d|^[A-Z][A-Z_]+$/.test(id);
}
