// The doctor's report for a person: one line that sums up, then file by file what is wrong and what to do.

import type { Finding, Report } from '../../../service/doctor/types.js';
import { isOpen } from '../../../service/doctor/report.js';
import type { RepairItem } from '../../../families/repair/index.js';
import type { Format } from '../terminal/colour.js';
import { tableLines, wrap } from '../terminal/layout.js';
import type { Output } from '../terminal/output.js';
import { cut, oneLine, widthOf } from '../terminal/width.js';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** More lines about one file than anybody reads; `--json` has them all. */
const maxLines = 12;

const isNote = (one: Finding): boolean => !isOpen(one) && !one.isFixed;

/**
 * Shows a report.
 * @param out where to
 * @param report the report
 */
export function showReport(out: Output, report: Report): void {
  out.line(summaryOf(out, report));
  for (const [path, findings] of grouped(report.items.filter((one) => !isNote(one)))) {
    out.line();
    const [first] = findings;
    const ref = first?.ref == null ? '' : out.paint('dim', `  ${oneLine(first.ref)}`);
    out.line(`${out.paint('bold', oneLine(path))}${ref}`);
    for (const one of findings) showFinding(out, one);
  }
  showNotes(out, report.items.filter(isNote));
  if (report.items.length > 0) out.line();
  for (const line of closingOf(report)) out.line(line);
}

function summaryOf(out: Output, { checked, ok, drifted, corrupt, fixed, items }: Report): string {
  const open = items.filter(isOpen).length;
  const mark = open === 0 ? out.paint('green', '✓') : out.paint('red', '✗');
  if (checked === 0 && items.length === 0) return `${mark} No checkpoint files here; nothing to check.`;
  const parts = [
    `${counted(checked, 'file', 'files')} checked`,
    `${ok} ok`,
    drifted === 0 ? '' : `${drifted} drifted`,
    corrupt === 0 ? '' : `${corrupt} corrupt`,
    fixed === 0 ? '' : `${fixed} fixed`,
    open === 0 ? '' : `${counted(open, 'thing', 'things')} to do`,
  ];
  return `${mark} ${parts.filter((part) => part !== '').join(', ')}`;
}

/** What is only to be known stands at the end, in one line each. */
function showNotes(out: Output, notes: readonly Finding[]): void {
  if (notes.length === 0) return;
  out.line();
  out.line(out.paint('bold', 'Good to know'));
  const columns = [{ paint: (cell: string) => out.paint('dim', cell) }, {}, {}];
  const rows = notes.map(({ kind, ref, path, message }) => [kind, ref ?? path, message] as const);
  const shown = rows.slice(0, maxLines);
  const table = tableLines(columns, shown, Number.POSITIVE_INFINITY);
  // Where a name leaves no room for what is said of it, that stands below.
  if (table.every((line) => widthOf(line) <= out.columns - 2)) for (const line of table) out.line(`  ${line}`);
  else
    for (const [kind, name, said] of shown) indented(out, 2, `${out.paint('dim', kind)} `, oneLine(`${name}: ${said}`));
  if (rows.length > maxLines) out.line(`  and ${rows.length - maxLines} more; --json lists them all`);
  const isStill = notes.some(({ kind }) => kind === 'stalled');
  if (isStill) out.line(out.paint('dim', '  `pawl resume REF` says where to go on with a run.'));
  const kept = notes.find(({ kind }) => kind === 'kept-aside');
  if (kept !== undefined) {
    const folder = oneLine(kept.path.slice(0, kept.path.lastIndexOf('/')));
    out.line(out.paint('dim', `  What was kept aside stands in ${folder}, named after its run.`));
  }
}

/** Most serious first; a file stands where its most serious finding does. */
function grouped(items: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const item of items) groups.set(item.path, [...(groups.get(item.path) ?? []), item]);
  return groups;
}

function colourOf({ remedy, isFixed }: Finding): Format {
  if (isFixed) return 'green';
  return remedy === 'fix' ? 'yellow' : 'red';
}

/** Values that a repeated key hides, and digits that no number keeps. */
const unseen = /^(?:stands there|holds the number)/;

function showFinding(out: Output, one: Finding): void {
  const mark = one.isFixed ? '✓' : '✗';
  const kind = `${mark} ${one.kind}`.padEnd(16);
  indented(out, 2, `${out.paint(colourOf(one), kind)} `, oneLine(one.message));
  const details = one.changes.length > 0 ? one.changes.map(changeLine) : [];
  // What the changes put right need not be said twice, but for what the document itself cannot show.
  const said = one.changes.length > 0 ? one.problems.filter(({ message }) => unseen.test(message)) : one.problems;
  const lines = [
    ...said.map(({ path, message, fix }) => `${at(path)}${message}${fix === undefined ? '' : ` (${fix})`}`),
    ...details,
  ];
  for (const line of lines.slice(0, maxLines)) indented(out, 6, '- ', oneLine(line));
  if (lines.length > maxLines) indented(out, 6, '- ', `and ${lines.length - maxLines} more; --json lists them all`);
  if (one.todo !== '') indented(out, 4, out.paint('dim', '→ '), oneLine(one.todo));
}

const at = (path: string): string => (path === '' ? '' : `${path}: `);

function changeLine({ path, to, was, became, why }: RepairItem): string {
  const where = to === undefined ? path : `${path} → ${to}`;
  const values = [was, became].filter((value) => value !== undefined).map((value) => cut(JSON.stringify(value), 40));
  const isMoved = values.length === 2 && values[0] === values[1];
  return `${where}: ${isMoved ? values[0] : values.join(' → ')}${values.length === 0 ? '' : '; '}${why}`;
}

/** Writes a text with a mark before its first line, the others below it. */
function indented(out: Output, indent: number, mark: string, text: string): void {
  const lead = ' '.repeat(indent);
  const room = widthOf(mark);
  const lines = wrap(text, Math.max(20, out.width - indent - room));
  for (const [index, line] of (lines.length === 0 ? [''] : lines).entries()) {
    out.line(`${lead}${index === 0 ? mark : ' '.repeat(room)}${line}`);
  }
}

function closingOf({ items, isDryRun }: Report): readonly string[] {
  const needs = new Set(items.map(({ remedy }) => remedy));
  return [
    ...(needs.has('fix') ? ['`pawl doctor --fix` repairs what is marked with --fix; originals are kept.'] : []),
    ...(needs.has('redact')
      ? ['`pawl doctor --redact` removes the secrets, history included; that cannot be undone.']
      : []),
    ...(isDryRun && items.length > 0 ? ['Nothing was changed.'] : []),
  ];
}
