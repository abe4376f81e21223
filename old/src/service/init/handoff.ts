// Extends a project's own protocol of hand-offs in place: the field `mode`, the name `previous_summary`, and the sections
// that it lacks. Its headings stay, so that links to them stay valid. Pure.

import { joinWritten, type Written } from './manifest.js';
import { type Planning, unrecorded } from './own-file.js';
import { change, differs, type InitStep, keep } from './step.js';
import { eolOf, type LineEdit, undoEdits } from './text-edits.js';

const modes = ['plan', 'code', 'ui', 'docs', 'eval', 'reconcile', 'research'];
const modeRow = `| \`mode\` | enum | Yes | Sub-agent specialization (${modes.join('/')}) |`;

/** A heading and all below it, up to the next one of its level. */
interface Section {
  readonly start: number;
  readonly end: number;
}

/** With marks before it, or underlined; 0 when it is no heading. */
function levelAt(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  const marks = /^(#{1,6}) /.exec(line)?.[1];
  if (marks !== undefined) return marks.length;
  const under = /^(?:(=+)|-{2,})\s*$/.exec(lines[at + 1] ?? '');
  return under === null || !/^[^\s|>#-]/.test(line) ? 0 : under[1] === undefined ? 2 : 1;
}

const titleOf = (line: string): string =>
  line
    .replace(/^#+ /, '')
    .replace(/\s+#+\s*$/, '')
    .trim();

/** Headings in fenced blocks are none. */
function headings(lines: readonly string[]): readonly number[] {
  let fence: string | null = null;
  return lines.flatMap((line, at) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
    if (mark !== null) fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence;
    return fence === null && mark === null && levelAt(lines, at) > 0 ? [at] : [];
  });
}

function findSection(lines: readonly string[], title: RegExp): Section | null {
  const all = headings(lines);
  const start = all.find((at) => title.test(titleOf(lines[at] ?? '')));
  if (start === undefined) return null;
  const level = levelAt(lines, start);
  const end = all.find((at) => at > start && levelAt(lines, at) <= level) ?? lines.length;
  return { start, end };
}

/**
 * Cuts a section out of a document.
 * @param text the document
 * @param title its heading
 * @returns its lines, without blank ones at the end
 */
export function sectionOf(text: string, title: RegExp): readonly string[] {
  const lines = text.split('\n');
  const found = findSection(lines, title);
  if (found === null) throw new TypeError(`the document has no section ${title}`);
  return lines.slice(found.start, found.end).join('\n').trimEnd().split('\n');
}

/** The member in a JSON block, and the first cell of a row; prose is for people. */
const memberOf = (name: string): RegExp => new RegExp(`^\\s*(?:"${name}"\\s*:|\\|[^|]*\\b${name}\\b)`);
const [oldName, newName] = [memberOf('previous_findings'), memberOf('previous_summary')];
const namesMode = memberOf('mode');

/** Lines with the old name, in blocks and tables that do not have the new one beside it. */
function linesToRename(lines: readonly string[]): readonly number[] {
  const isPart = (at: number): boolean => (lines[at] ?? '').trim() !== '' && !/^\s*(?:```|~~~)/.test(lines[at] ?? '');
  return lines.flatMap((line, found) => {
    if (!oldName.test(line)) return [];
    let [start, end] = [found, found];
    while (isPart(start - 1)) start--;
    while (isPart(end + 1)) end++;
    return lines.slice(start, end + 1).some((other) => newName.test(other)) ? [] : [found];
  });
}

const renamed = (line: string): string =>
  line
    .replace(/(`[\w.]*)previous_findings` \|/, '$1previous_summary`  |')
    .replace('previous_findings', 'previous_summary')
    .replace(
      /Summary from previous phase(?! \()/,
      (found) => `${found} (≤500 tokens${/^\s*\|/.test(line) ? ', validated' : ''})`,
    );

/** Where the field goes in the JSON of a request, and how it is written there. */
function modeField(lines: readonly string[]): { readonly at: number; readonly line: string } | null {
  const found = findSection(lines, /request/i);
  const request = found ?? { start: 0, end: lines.length };
  const stretch = lines.slice(request.start, request.end);
  if (stretch.some((line) => /^\s*"mode"\s*:/.test(line))) return null;
  const phase = stretch.findIndex((line) => /^\s*"phase"\s*:/.test(line));
  // A request without phases has its first member.
  const at = phase >= 0 || found === null ? phase : stretch.findIndex((line) => /^\s*"\w+"\s*:/.test(line));
  if (at < 0) return null;
  const indent = /^\s*/.exec(stretch[at] ?? '')?.[0] ?? '';
  const line = `${indent}"mode": "${modes.join(' | ')} (required)",`;
  return { at: request.start + at + ((stretch[at] ?? '').trimEnd().endsWith(',') ? 1 : 0), line };
}

function modeRowAt(lines: readonly string[]): number | null {
  if (lines.some((line) => /^\|\s*`mode`\s*\|/.test(line))) return null;
  const at = lines.findIndex((line) => /^\|\s*`phase`\s*\|/.test(line));
  if (at >= 0) return at + 1;
  const request = findSection(lines, /request/i);
  const first = lines.findIndex(
    (line, index) =>
      request !== null && index > request.start && index < request.end && /^\|\s*`[^|]+\|(?:[^|]*\|){3}\s*$/.test(line),
  );
  return first < 0 ? null : first;
}

/** What is put in stands between blank lines. */
function insertSection(lines: string[], at: number, section: readonly string[], edits: LineEdit[]): void {
  const lead = (lines[at - 1] ?? '').trim() === '' ? [] : [''];
  const trail = at < lines.length ? [''] : [];
  const block = [...lead, ...section, ...trail];
  lines.splice(at, 0, ...block);
  edits.push({ before: [], after: block });
}

/**
 * Extends a document.
 * @param text the project's own document
 * @param ours pawl's whole document, which has the sections that may be lacking
 * @returns the new text and what was done; no edits when it has all of it
 */
export function extendHandoff(
  text: string,
  ours: string,
): { readonly text: string; readonly edits: readonly LineEdit[] } {
  const eol = eolOf(text);
  const endsWithLine = text.endsWith('\n');
  const body = endsWithLine ? text.slice(0, -eol.length) : text;
  const lines = body.split(/\r?\n/);
  const edits: LineEdit[] = [];
  for (const at of linesToRename(lines)) {
    const line = lines[at] ?? '';
    lines[at] = renamed(line);
    edits.push({ before: [line], after: [lines[at] ?? ''] });
  }
  const field = modeField(lines);
  if (field !== null) {
    lines.splice(field.at, 0, field.line);
    edits.push({ before: [], after: [field.line] });
  }
  const row = modeRowAt(lines);
  if (row !== null) {
    lines.splice(row, 0, modeRow);
    edits.push({ before: [], after: [modeRow] });
  }
  const guidelines = /^Context Summary Guidelines$/i;
  if (!lines.some((line) => namesMode.test(line))) {
    const at = findSection(lines, guidelines)?.start ?? lines.length;
    insertSection(lines, at, sectionOf(ours, /^Request schema$/i), edits);
  }
  if (findSection(lines, guidelines) === null) insertSection(lines, lines.length, sectionOf(ours, guidelines), edits);
  const own = findSection(lines, /^Enforcement$/i);
  const enforcement = sectionOf(ours, /^Enforcement$/);
  if (own === null) insertSection(lines, findSection(lines, guidelines)?.end ?? lines.length, enforcement, edits);
  // A section of that name may be about something else: its heading stays, and what it lacks follows.
  else if (!lines.slice(own.start, own.end).some((line) => line.includes('token-counter')))
    insertSection(lines, own.end, enforcement.slice(2), edits);
  return { text: edits.length === 0 ? text : lines.join(eol) + (endsWithLine ? eol : ''), edits };
}

/**
 * Plans the extension of a document that is not pawl's.
 * @param path the file
 * @param before its text
 * @param ours pawl's whole document
 * @param planning what is known
 * @returns what happens to it
 */
export function planHandoffExtension(path: string, before: string, ours: string, { manifest }: Planning): InitStep {
  const { text, edits } = extendHandoff(before, ours);
  if (edits.length === 0) return keep(path, before, 'is your own and has all of it');
  const record: Written = joinWritten(manifest[path], { kind: 'lines', created: false, edits });
  const why = 'is your own and lacks mode, previous_summary or the enforcement of the limit';
  return change(path, 'extend', why, { before, after: text, record, question: `Extend ${path}?` });
}

/**
 * Plans to take the extension out.
 * @param path the file
 * @param before its text
 * @param ours pawl's whole document
 * @param planning what is known
 * @returns what happens to it
 */
export function planHandoffWithdrawal(path: string, before: string, ours: string, planning: Planning): InitStep {
  const written = planning.manifest[path];
  if (written?.kind !== 'lines') {
    const isAlike = extendHandoff(before, ours).edits.length === 0;
    return differs(path, before, 'foreign', ...unrecorded(planning.load, isAlike));
  }
  const { text, undone, missing } = undoEdits(before, written.edits);
  if (undone === 0) return { ...differs(path, before, 'changed'), record: null };
  const why = missing === 0 ? "pawl's additions go" : "pawl's additions go, except where a person changed them";
  return change(path, 'update', why, { before, after: text, record: null });
}
