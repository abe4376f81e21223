// The three edits of a project's own hand-off protocol: the field `mode`, the name `previous_summary`, and the section
// "Enforcement". Its headings stay, so links to them stay valid. A comment at the end of the section says which edits were
// made, so that they can be reverted. Pure.

const modes = ['plan', 'code', 'ui', 'docs', 'eval', 'reconcile', 'research'];
const field = `"mode": "${modes.join(' | ')} (required)",`;
const row = `| \`mode\` | enum | Yes | Sub-agent specialization (${modes.join('/')}) |`;
const mark = /^<!-- pawl init extended this document: (.*) -->$/m;

/** Extends a document by what it lacks. Gives the same text when it lacks nothing. */
export function extendHandoff(text: string, ours: string): string {
  if (mark.test(text)) return text;
  const lines = text.split('\n');
  const made: string[] = [];
  const insert = (name: string, isThere: RegExp, after: RegExp, before: RegExp, line: string): void => {
    if (isThere.test(text)) return;
    const found = lines.findIndex((one) => after.test(one));
    const at = found >= 0 ? found + 1 : lines.findIndex((one) => before.test(one));
    if (at < 0) return;
    const indent = /^\s*/.exec(lines[found >= 0 ? found : at] ?? '')?.[0] ?? '';
    lines.splice(at, 0, indent + line);
    made.push(name);
  };
  insert('field', /^\s*"mode"\s*:/m, /^\s*"phase"\s*:.*,\s*$/, /^\s*"\w+"\s*:/, field);
  insert('row', /^\|\s*`mode`/m, /^\|\s*`phase`/, /^\|\s*`/, row);
  for (const [at, line] of lines.entries()) {
    const next = rename(line);
    if (next === line) continue;
    lines[at] = next;
    if (!made.includes('rename')) made.push('rename');
  }
  const isEnforced = /^#+ Enforcement\s*$/m.test(text);
  const at = isEnforced ? lines.length - (lines.at(-1) === '' ? 1 : 0) : endOfGuidelines(lines);
  if (!isEnforced) {
    made.push('enforcement');
    if (lines[at - 1]?.trim() !== '') made.push('gap');
  }
  if (made.length === 0) return text;
  const isLast = at >= lines.length - 1;
  lines.splice(at, 0, ...blockOf(made, ours), ...(isLast ? [] : ['']));
  return lines.join('\n');
}

/** What is inserted as one piece: the section, and the comment that lists the edits. */
function blockOf(made: readonly string[], ours: string): readonly string[] {
  const section = ours.slice(ours.indexOf('## Enforcement')).trimEnd().split('\n');
  return [
    ...(made.includes('gap') ? [''] : []),
    ...(made.includes('enforcement') ? [...section, ''] : []),
    `<!-- pawl init extended this document: ${made.join(', ')} -->`,
  ];
}

/** Reverts the edits that the comment names. Gives the same text when there is no such comment. */
export function revertHandoff(text: string, ours: string): string {
  const [comment, list = ''] = mark.exec(text) ?? [];
  if (comment === undefined) return text;
  const made = list.split(', ');
  const block = blockOf(made, ours).join('\n');
  const found = [`${block}\n\n`, `${block}\n`, `\n${block}`, comment].find((piece) => text.includes(piece)) ?? '';
  const gone = new Set([made.includes('field') ? field : null, made.includes('row') ? row : null]);
  const kept = text
    .replace(found, '')
    .split('\n')
    .filter((line) => !gone.has(line.trim()));
  return kept.map((line) => (made.includes('rename') ? revertRename(line) : line)).join('\n');
}

/** In a JSON block and in a table; prose stays. */
function rename(line: string): string {
  if (/^\s*"previous_findings"\s*:/.test(line))
    return line.replace('previous_findings', 'previous_summary').replace(/(previous phase)(?=")/, '$1 (≤500 tokens)');
  if (!/^\|[^|]*previous_findings`/.test(line)) return line;
  const renamed = line.replace(/previous_findings` \|/, 'previous_summary`  |').replace('findings`', 'summary`');
  return renamed.replace(/(previous phase)(?= *\|)/, '$1 (≤500 tokens, validated)');
}

function revertRename(line: string): string {
  if (!/^\s*"previous_summary"\s*:|^\|[^|]*previous_summary`/.test(line)) return line;
  const without = line.replace(' (≤500 tokens, validated)', '').replace(' (≤500 tokens)', '');
  return without
    .replace('previous_summary`  |', 'previous_findings` |')
    .replace('previous_summary', 'previous_findings');
}

/** The line behind the section "Context Summary Guidelines"; the end of the document when it has none. */
function endOfGuidelines(lines: readonly string[]): number {
  let isCode = false;
  let level = 0;
  for (const [at, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? null : /^(#+) (.*)$/.exec(line);
    if (heading === null) continue;
    const [, signs = '', title = ''] = heading;
    if (level > 0 && signs.length <= level) return at;
    if (/^context summary guidelines\s*$/i.test(title)) level = signs.length;
  }
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
