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

/** Whose a heading is, e.g. of both in `WS1 & WS2: contract`, and whether it begins with the id or only mentions it. */
interface Claim {
  readonly ids: readonly string[];
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
  const open: { readonly level: number; readonly ids: readonly string[] }[] = [];
  body.forEach((line, at) => {
    const heading = headings.get(at);
    if (heading !== undefined) {
      while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
      const ids = claims.get(at);
      if (ids !== undefined) open.push({ level: heading.level, ids });
    }
    const text = line.trimEnd();
    for (const owner of open.at(-1)?.ids ?? []) {
      const lines = sections.get(owner) ?? [];
      if (lines.length === 0) sections.set(owner, lines);
      if (text !== '' || lines.at(-1) !== '') lines.push(text);
    }
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
): ReadonlyMap<number, readonly string[]> {
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
  const first = new Set([...claims.values()].flatMap(({ ids, isFirst }) => (isFirst ? ids.slice(0, 1) : [])));
  return new Map(
    [...claims].flatMap(([at, { ids, isFirst }]) =>
      isFirst || !ids.some((id) => first.has(id)) ? [[at, ids] as const] : [],
    ),
  );
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
  if (titled !== undefined && titled !== null) return { ids: [titled], isFirst: true };
  const beginning = beginningOf(text, byId);
  if (beginning.length > 0) return { ids: beginning, isFirst: true };
  const words = text.toLowerCase().match(/[\w.-]+/g) ?? [];
  const [only, another] = new Set(words.flatMap((word) => byId.get(word.replace(/[.-]+$/, '')) ?? []));
  return only !== undefined && another === undefined && isTelling(only) ? { ids: [only], isFirst: false } : null;
}

/**
 * `WS1 Database`, `WS1-Database`, `Workstream WS1` and `Workstream 1` begin with WS1; `WS1 & WS2`, `WS1, WS2` and `WS1/WS2` with
 * both; `api: …` with api, `api rules` not.
 */
function beginningOf(text: string, byId: ReadonlyMap<string, string>): readonly string[] {
  const bare = text.replace(/^workstreams?\s+/i, '');
  const ids: string[] = [];
  for (let rest = bare; ; ) {
    const link = ids.length === 0 ? '' : /^(?:\s*(?:[,&+/]|and\b)\s*)+/i.exec(rest)?.[0];
    const word = (link === undefined ? undefined : /^[\w.-]+/.exec(rest.slice(link.length))?.[0]) ?? '';
    const forms = [word, word.replace(/[.-]+$/, ''), word.split('-')[0] ?? '', bare === text ? '' : `ws${word}`];
    const id = forms.map((form) => byId.get(form.toLowerCase())).find((one) => one !== undefined);
    if (id === undefined) {
      const isEnd = /^\s*(?:$|[:–—(-])/.test(rest);
      return [...new Set(isEnd ? ids : ids.slice(0, ids.findLastIndex(isTelling) + 1))];
    }
    rest = rest.slice((link?.length ?? 0) + word.length);
    ids.push(id);
  }
}

/** Whether an id cannot be taken for a word of a sentence. */
function isTelling(id: string): boolean {
  return /\d|^[A-Z][A-Z_]+$/.test(id);
}
